"""An anywidget's module alone in a blank page, with a fake model in place of a kernel.

blank = blank_page(width=320)
blank.mount(STATIC / "widgets.js", STATIC / "widgets.css", {"scene": {...}})
blank.page.get_by_role("button").first.click()
assert blank.sent[-1] == {...}
blank.update(serial=2)
"""

from __future__ import annotations

import base64
from pathlib import Path
from typing import Any

from playwright.sync_api import Error, Page, Route

HERE = Path(__file__).parent
DRAWN = "() => new Promise((done) => requestAnimationFrame(() => setTimeout(done)))"
"""Waits until the page has drawn a frame: sizes are observed, and effects run, only then."""
ORIGIN = "http://localhost"  # every request is answered below; a secure context, as a notebook is
PAGE = """<!doctype html><html lang="en"><head><meta charset="utf-8"><title>blank</title>
<link rel="icon" href="data:,"><link rel="stylesheet" href="/widget.css"></head>
<body style="margin:0"><main id="views"></main></body></html>"""

START = """async ([state, shadow]) => {
  const [{fakeModel, buffers}, module] = await Promise.all([
    import('/fake_model.js'), import('/widget.js')]);
  state = buffers(state);
  const widget = typeof module.default === 'function' ? await module.default() : module.default;
  const model = fakeModel(state);
  const closing = new AbortController();
  const experimental = {invoke: async () => { throw new Error('no kernel here'); }};
  const forget = await widget.initialize?.({model, experimental, signal: closing.signal});
  const views = [];
  const test = window.ppnb = {
    model,
    buffers,
    async add(shadow) {
      const host = document.createElement('div');
      host.id = `view-${views.length}`;
      document.querySelector('#views').append(host);
      let el = host;
      if (shadow) {
        const root = host.attachShadow({mode: 'open'});
        const style = document.createElement('style');
        style.textContent = await (await fetch('/widget.css')).text();
        el = document.createElement('div');
        root.append(style, el);
      }
      const gone = new AbortController();
      const cleanup = await widget.render({model, el, experimental, signal: gone.signal});
      views.push({host, gone, cleanup});
      return host.id;
    },
    async remove(index) {
      const {host, gone, cleanup} = views[index];
      gone.abort();
      await cleanup?.();
      host.remove();
    },
  };
  return test.add(shadow);
}"""


class BlankPage:
    """One widget of one module; `page` is Playwright's."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.errors: list[str] = []
        self._files: dict[str, tuple[str, str]] = {}

    def __enter__(self) -> BlankPage:
        self.page.on("pageerror", self._err)
        self.page.on("console", self._note)
        return self

    def __exit__(self, *_: object) -> None:
        self.page.remove_listener("pageerror", self._err)
        self.page.remove_listener("console", self._note)

    def mount(
        self,
        module: str | Path,
        css: str | Path = "",
        state: dict[str, Any] | None = None,
        *,
        shadow: bool = False,
        host: dict[str, str] | None = None,
    ) -> str:
        """Load the module (its text, or a file) and render one view; gives the view's CSS selector.

        ``shadow`` puts the view in a shadow root, as marimo does. ``host`` sets attributes of the
        page's body, such as ``{"data-jp-theme-light": "false"}``.
        """
        self._files = {
            "/": ("text/html", PAGE),
            "/widget.js": ("text/javascript", text(module)),
            "/widget.css": ("text/css", text(css)),
            "/fake_model.js": ("text/javascript", text(HERE / "fake_model.js")),
        }
        self.page.route("**/*", self._answer)
        self.page.goto(f"{ORIGIN}/")
        for name, value in (host or {}).items():
            self.page.evaluate("([n, v]) => document.body.setAttribute(n, v)", [name, value])
        view = "#" + str(self.page.evaluate(START, [sendable(state or {}), shadow]))
        self.page.evaluate(DRAWN)
        return view

    def add_view(self, *, shadow: bool = False) -> str:
        """Add a view of the same model; return its CSS selector."""
        return "#" + str(self.page.evaluate("shadow => ppnb.add(shadow)", shadow))

    def remove_view(self, index: int = 0) -> None:
        """Close a view: its cleanup runs, its element goes."""
        self.page.evaluate("index => ppnb.remove(index)", index)

    def update(self, **changes: Any) -> None:
        """Set synced traits, as if the kernel had."""
        self.page.evaluate("changes => ppnb.model.update(ppnb.buffers(changes))", sendable(changes))

    def receive(self, content: Any) -> None:
        """Give the page a custom message, as if the kernel had sent it."""
        self.page.evaluate("content => ppnb.model.receive(content)", content)

    def get(self, name: str) -> Any:
        """Return a trait's value in the page."""
        return self.page.evaluate("name => ppnb.model.get(name)", name)

    @property
    def sent(self) -> list[Any]:
        """The custom messages that the page sent, oldest first."""
        sent: list[Any] = self.page.evaluate("() => ppnb.model.sent.map(m => m.content)")
        return sent

    @property
    def saved(self) -> list[dict[str, Any]]:
        """The trait changes that the page saved, oldest first."""
        saved: list[dict[str, Any]] = self.page.evaluate("() => ppnb.model.saved")
        return saved

    @property
    def listening(self) -> int:
        """The number of callbacks on the model: 0 after every view was closed."""
        return int(self.page.evaluate("() => ppnb.model.listening()"))

    def _err(self, error: Error) -> None:
        self.errors.append(str(error))

    def _note(self, message: Any) -> None:
        if message.type == "error":
            self.errors.append(message.text)

    def _answer(self, route: Route) -> None:
        path = route.request.url.removeprefix(ORIGIN)
        if path in self._files:
            kind, body = self._files[path]
            route.fulfill(content_type=f"{kind}; charset=utf-8", body=body)
        else:  # a board loads nothing from anywhere
            self.errors.append(f"the page asked for {route.request.url}")
            route.abort()


def sendable(state: dict[str, Any]) -> dict[str, Any]:
    """Return traits as JSON; mark bytes, which a widget gets as a DataView, for the page."""
    return {
        name: {"bytes": base64.b64encode(value).decode()} if isinstance(value, bytes) else value
        for name, value in state.items()
    }


def text(source: str | Path) -> str:
    """Return the text itself, or the contents of a file."""
    return source.read_text(encoding="utf-8") if isinstance(source, Path) else source
