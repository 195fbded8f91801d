"""Make slides of the course's lessons in build/slides, a page each, from the notebooks themselves.

python tools/slides.py              all
python tools/slides.py 04 09        those whose names contain one of these words

Each heading begins a slide, and so does what the class does next: predict, investigate, modify,
play. Its minutes are those of the lesson's notes. A slide shows no result, but for the picture of
the game that the lesson begins with: results come from the notebook, after the predictions. A page
asks no other host for anything, and prints as one slide a page.
"""

from __future__ import annotations

import html
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import nbformat
from nbconvert.filters.highlight import Highlight2HTML
from nbconvert.filters.markdown_mistune import markdown2html_mistune
from pygments.formatters import HtmlFormatter  # type: ignore[import-untyped]

if __name__ == "__main__":
    sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from tools.lessons import PNG, SHOWN_ONLY, course, course_plan

ROOT = Path(__file__).resolve().parents[1]
OUT = ROOT / "build" / "slides"
STEP = re.compile(
    r"^\*\*(?!Predict\*\* before you)(Predict|Investigate|Modify|Play|Without code|A good one)",
    re.MULTILINE,
)
"""What begins a slide inside a part: something that the class does."""
ENDS = re.compile(r"^\*\*See what you knew|^The \[glossary\]", re.MULTILINE)
LINK = re.compile(r"\[([^\]]*)\]\((?!http)[^)]*\)")
"""A link to another file of the project, of which a slide shows the words."""
SHORT, NARROW = 6, 44
"""The lines of code, and their length, that stand beside words."""
PAGE = """<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>{title}</title><style>{look}</style></head>
<body><main>{slides}</main><p id="place" role="status"></p><script>{script}</script></body></html>
"""
LOOK = """
:root{color-scheme:light;--ink:#1b1f24;--soft:#57606a;--line:#d0d7de;--mark:#0b57a4}
*{box-sizing:border-box}html,body{height:100%;margin:0;background:#fff;color:var(--ink)}
body{font-family:system-ui,"Segoe UI","DejaVu Sans",sans-serif;line-height:1.35}
section{position:fixed;inset:0;padding:3.2vh 5vw 7vh;display:none;font-size:4vh;overflow:hidden}
section.now{display:flex;flex-direction:column;gap:1.6vh}
header{display:flex;justify-content:space-between;align-items:baseline;color:var(--soft);
font-size:2.4vh;border-bottom:1px solid var(--line);padding-bottom:1vh;flex:none}
header b{color:var(--mark)}header span:last-child{white-space:nowrap}
.body{flex:1;min-height:0;display:flex;gap:3vw;align-items:center;overflow:hidden}
.body>div{flex:1;min-width:0;max-height:100%}.body>figure{flex:none;margin:0;height:100%;
display:flex;align-items:center}.body img{max-height:100%;max-width:44vw}
h1{font-size:2.2em;line-height:1.1;margin:0 0 .4em}h2{font-size:1.6em;margin:0 0 .5em}
p,ul,ol,table,pre,blockquote{margin:0 0 .6em}blockquote{border-left:.2em solid var(--line);
padding-left:.8em}table{border-collapse:collapse;width:100%;font-size:.86em}
th,td{border-bottom:1px solid var(--line);padding:.3em .7em .3em 0;text-align:left;
vertical-align:top}
pre{background:#f6f8fa;border-radius:.4em;padding:.6em .8em;overflow:hidden;font-size:.85em}
code{font-family:ui-monospace,"DejaVu Sans Mono",monospace;font-size:.92em}
a.anchor-link{display:none}
.ask{color:var(--mark)}#place{position:fixed;right:5vw;bottom:1.6vh;margin:0;color:var(--soft);
font-size:2vh}
@media print{@page{size:13.66in 7.68in;margin:0}section{position:static;display:flex;
flex-direction:column;height:7.68in;break-after:page;font-size:.28in;padding:.3in .6in}
header{font-size:.18in}#place{display:none}}
"""
SCRIPT = """
const slides=[...document.querySelectorAll('section')],place=document.getElementById('place');
const fits=box=>box.scrollHeight<=box.clientHeight+1&&box.scrollWidth<=box.clientWidth+1;
function fit(slide){const body=slide.querySelector('.body');body.style.fontSize='';
const all=[body,...body.children,...body.querySelectorAll('pre')];
for(let size=140;size>40&&!all.every(fits);size-=4)
body.style.fontSize=size+'%';}
let now=0;
function show(to){slides[now].classList.remove('now');now=Math.min(slides.length-1,Math.max(0,to));
slides[now].classList.add('now');fit(slides[now]);place.textContent=`${now+1} of ${slides.length}`;
history.replaceState(null,'','#'+(now+1));}
addEventListener('keydown',e=>{const by={ArrowRight:1,ArrowDown:1,PageDown:1,' ':1,Enter:1,
ArrowLeft:-1,ArrowUp:-1,PageUp:-1}[e.key];if(by){e.preventDefault();show(now+by)}
if(e.key==='Home')show(0);if(e.key==='End')show(slides.length-1)});
addEventListener('click',e=>{if(!e.target.closest('a'))show(now+(e.clientX<innerWidth/4?-1:1))});
addEventListener('resize',()=>fit(slides[now]));
show((parseInt(location.hash.slice(1))||1)-1);
"""


class Slide(NamedTuple):
    """One slide: the part that it belongs to, and its content as HTML."""

    part: str
    content: str
    picture: str = ""
    """The opening game's picture, as base64 of a PNG."""


def slides_of(path: Path) -> list[Slide]:
    """Return the slides of a lesson, in the order of its cells."""
    cells = nbformat.read(path, as_version=4).cells  # type: ignore[no-untyped-call]
    found: list[Slide] = []
    part = ""
    for cell in cells:
        if cell.cell_type == "code":
            _add_code(found, part, cell, first=len(found) == 1)
            continue
        words = LINK.sub(r"\1", ENDS.split(cell.source.replace(SHOWN_ONLY, ""))[0]).strip()
        for text in _pieces(words):
            heading = re.match(r"##? (.+)", text)
            part = heading[1] if heading and text.startswith("## ") else part
            found.append(Slide(part, _words(text)))
    return found


def _pieces(words: str) -> Iterator[str]:
    """Yield the texts of a cell's slides: from each step, and each rubric, to the next."""
    starts = [0, *(each.start() for each in STEP.finditer(words) if each.start())]
    starts += [each.start() for each in re.finditer(r"^\| \| not yet", words, re.MULTILINE)]
    alone = re.match(r"## .*\n*", words)
    starts = sorted({*starts} - ({alone.end()} if alone else set()))
    for start, end in zip(starts, [*starts[1:], len(words)], strict=True):
        if text := words[start:end].strip():
            yield text


def _words(text: str) -> str:
    shown = str(markdown2html_mistune(text))
    return (
        f'<div class="ask">{shown}</div>' if text.startswith("**Predict") else f"<div>{shown}</div>"
    )


def _add_code(found: list[Slide], part: str, cell: Any, *, first: bool) -> None:
    """Add a cell's code, beside a heading's words or alone; the words have its question already."""
    if first:
        pictures = [out.data[PNG] for out in cell.outputs if PNG in out.get("data", {})]
        found[-1] = found[-1]._replace(picture=pictures[0] if pictures else "")
    if re.fullmatch(r"pp\.(ask\(.*\)|predictions\(\))", cell.source.strip()):
        return
    code = f"<div>{Highlight2HTML()(cell.source)}</div>"  # type: ignore[no-untyped-call]
    lines = cell.source.splitlines()
    beside = len(lines) <= SHORT and max(map(len, lines)) <= NARROW
    if beside and found[-1].content.startswith("<div><h2") and not found[-1].picture:
        found[-1] = found[-1]._replace(content=found[-1].content + code)
    else:
        found.append(Slide(part, code))


def page(path: Path) -> str:
    """Return a lesson's slides as one HTML document."""
    made = slides_of(path)
    heading = re.search(r"<h1.*?>(.*?)<", made[0].content)
    title = html.unescape(heading[1]) if heading else path.stem
    number = int(path.name[:2])
    minutes = {part.split()[0]: n for part, n, _ in course_plan(path)}
    shown = "".join(_section(each, f"{number} · {title}", minutes) for each in made)
    style = LOOK + str(HtmlFormatter(style="default").get_style_defs(".highlight"))
    return PAGE.format(
        title=html.escape(f"{number} · {title}"), look=style, slides=shown, script=SCRIPT
    )


def _section(slide: Slide, lesson: str, minutes: dict[str, int]) -> str:
    time = minutes.get(slide.part.split()[0] if slide.part else "opening:")
    clock = f"{time} minutes" if time else ""
    where = html.escape(slide.part)
    image = slide.picture.replace("\n", "")
    figure = f'<figure><img alt="" src="data:image/png;base64,{image}"></figure>' if image else ""
    return (
        f"<section><header><span><b>{html.escape(lesson)}</b> {where}</span><span>{clock}</span>"
        f'</header><div class="body">{slide.content}{figure}</div></section>'
    )


def main(wanted: list[str]) -> None:
    """Write the pages, and print how many slides each has."""
    OUT.mkdir(parents=True, exist_ok=True)
    for path in course():
        if not wanted or any(word in path.stem for word in wanted):
            file = OUT / f"{path.stem}.html"
            file.write_text(page(path), encoding="utf-8")
            print(f"{file.relative_to(ROOT)}: {len(slides_of(path))} slides")


if __name__ == "__main__":
    main(sys.argv[1:])
