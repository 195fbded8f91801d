"""The browser harness itself, shown with the smallest widget there is: a button that counts."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tests.browser.blank import BlankPage
from tests.browser.lab import Notebook

COUNTER = """
function render({ model, el }) {
  const button = document.createElement('button');
  button.className = 'ppnb-counter';
  const draw = () => { button.textContent = `count ${model.get('count')}`; };
  button.onclick = () => { model.set('count', model.get('count') + 1); model.save_changes(); };
  button.ondblclick = () => model.send({kind: 'double'});
  model.on('change:count', draw);
  draw();
  el.append(button);
  return () => model.off('change:count', draw);
}
export default { render };
"""

CELL = f"""
import anywidget, traitlets
class Counter(anywidget.AnyWidget):
    _esm = {COUNTER!r}
    count = traitlets.Int(3).tag(sync=True)
counter = Counter()
counter
"""


def test_a_click_in_jupyterlab_reaches_python_and_back(
    open_notebook: Callable[..., Notebook],
) -> None:
    notebook = open_notebook([CELL], wait_for=".ppnb-counter")
    button = notebook.page.locator(".ppnb-counter")
    assert button.inner_text() == "count 3"
    button.click()
    notebook.wait_for_kernel("counter.count == 4")
    notebook.kernel_eval("counter.count = 10")
    notebook.page.get_by_text("count 10").wait_for()
    assert notebook.kernel_eval("n = counter.count\n{'n': n}") == {"n": 10}


def test_a_second_notebook_finds_nothing_of_the_first(
    open_notebook: Callable[..., Notebook],
) -> None:
    notebook = open_notebook(["x = 1"])
    assert notebook.page.locator(".jp-Notebook .jp-CodeCell").count() == 1
    assert notebook.page.locator(".ppnb-counter").count() == 0
    assert notebook.kernel_eval("'counter' in globals()") is False
    open_yet = "[each.count for each in w._instances.values() if hasattr(each, 'count')]"
    assert notebook.kernel_eval(f"import ipywidgets.widgets.widget as w\n{open_yet}") == []
    assert len(notebook.server.ask("GET", "/api/kernels")) == 1
    with pytest.raises(RuntimeError, match="NameError: name 'counter' is not defined"):
        notebook.kernel_eval("counter")


def test_a_failing_cell_fails_the_test_with_its_own_message(
    open_notebook: Callable[..., Notebook],
) -> None:
    with pytest.raises(AssertionError, match="ZeroDivisionError: division by zero"):
        open_notebook(["1 / 0"], wait_for=".ppnb-counter")


def test_the_blank_page_replaces_a_kernel(blank_page: Callable[..., BlankPage]) -> None:
    blank = blank_page(width=320)
    first = blank.mount(COUNTER, state={"count": 3})
    second = blank.add_view(shadow=True)
    blank.page.locator(f"{first} button").dblclick()
    assert blank.saved == [{"count": 4}, {"count": 5}]
    assert blank.sent == [{"kind": "double"}]
    assert blank.page.locator(f"{second} button").inner_text() == "count 5"
    blank.update(count=9)
    assert blank.page.locator(f"{first} button").inner_text() == "count 9"
    assert blank.get("count") == 9
    blank.remove_view(0)
    blank.remove_view(1)
    assert blank.listening == 0
    assert blank.page.locator("button").count() == 0


def test_the_blank_page_reports_page_errors(blank_page: Callable[..., BlankPage]) -> None:
    blank = blank_page()
    blank.mount(
        "export default { render({el}) { setTimeout(() => { throw new Error('oh no'); });"
        " fetch('https://example.org/x.js').catch(() => {}); el.id = 'drawn'; } };"
    )
    blank.page.wait_for_function("() => document.querySelector('#drawn')")
    blank.page.wait_for_timeout(0)
    assert any("oh no" in error for error in blank.errors)
    assert any("example.org" in error for error in blank.errors)
    blank.errors.clear()
