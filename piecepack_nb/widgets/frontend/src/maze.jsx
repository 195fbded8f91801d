/** The maze workshop: the board, and beside it a panel with the tools, findings, trip and files. */
/** @import { Model } from "./types.js" */

import { useEffect, useRef, useState } from "preact/hooks";

import { BoardView } from "./board_view.jsx";
import { kernelEnded, windowHeight } from "./dom.js";
import { LinkPart } from "./link.jsx";
import { managerOf, Played } from "./played.jsx";
import { Button, classes, Field, Menu, mount, Panel, useScrollIntoView, useTrait } from "./ui.jsx";

const TOOLS = /** @type {const} */ ([
  ["three", "Three-stick"],
  ["ace", "Ace-stick"],
  ["pieces", "Pieces, portals"],
  ["trip", "His path"],
]);
const IN_A_SET = 24;
const LEAST_HEIGHT = 440; // CSS pixels
/** @typedef {(act: string, value?: any) => void} Do */

/** Add a view of the model to `el`; return a function that removes it.
 * @type {(model: Model, el: HTMLElement) => () => void} */
export function makeMaze(model, el) {
  return mount(el, "maze", <Workshop model={model} />);
}

/** @param {{ model: Model }} props */
function Workshop({ model }) {
  const [problem, setProblem] = useState("");
  /** @type {Do} */
  const request = (act, value = null) => {
    try {
      model.send({ kind: "do", act, value });
      setProblem("");
    } catch {
      setProblem(kernelEnded(model));
    }
  };
  const parts = useRef(/** @type {HTMLDivElement | null} */ (null));
  useScrollIntoView(parts);
  return (
    <div class="ppnb-maze-parts" ref={parts} onKeyDown={(event) => shortcut(event, request)}>
      <BoardView model={model} room={() => roomForBoard(/** @type {HTMLElement} */ (parts.current))} />
      <Side model={model} request={request} problem={problem} />
      <Played model={model} />
      <Printed model={model} />
    </div>
  );
}

/** Return the CSS pixels that the picture may be high: all but its caption, tip and buttons. */
function roomForBoard(/** @type {HTMLElement} */ parts) {
  return Math.max(LEAST_HEIGHT, windowHeight(parts) - 120);
}

/** Handle the keys of the tools, undo and redo. @type {(event: KeyboardEvent, request: Do) => void} */
function shortcut(event, request) {
  if (event.altKey || event.isComposing || event.defaultPrevented) return;
  const elsewhere = "input, textarea, select, .ppnb-played"; // the table has keys of its own
  if (event.target instanceof Element && event.target.closest(elsewhere)) return;
  const key = event.key.toLowerCase();
  const tool = !event.ctrlKey && !event.metaKey && TOOLS[Number(key) - 1];
  if (tool) request("tool", tool[0]);
  else if (key === "y" || (key === "z" && event.shiftKey)) request("redo");
  else if (key === "z") request("undo");
  else return;
  event.preventDefault();
  event.stopPropagation();
}

/** The sheet that Python has made, printed from a frame that isn't shown. @param {{ model: Model }} props */
function Printed({ model }) {
  const { number, html } = useTrait(model, "sheet_to_print");
  const [first] = useState(number); // printed before this view was opened
  if (number === first) return null;
  return (
    <iframe
      key={number}
      class="ppnb-maze-print"
      title="Sheet to print"
      srcDoc={html}
      onLoad={(event) => event.currentTarget.contentWindow?.print()}
    />
  );
}

/** @param {{ model: Model, request: Do, problem: string }} props */
function Side({ model, request, problem }) {
  const panel = useTrait(model, "panel");
  const { findings, left } = panel;
  const broken = findings.filter((/** @type {any[]} */ finding) => !finding[3]).length;
  return (
    <div class="ppnb-maze-side">
      <div class="ppnb-maze-tools" role="group" aria-label="Tools">
        {TOOLS.map(([id, title], n) => (
          <Button key={id} keys={String(n + 1)} aria-pressed={panel.tool === id} onClick={() => request("tool", id)}>
            {title}
          </Button>
        ))}
      </div>
      <div class="ppnb-buttons">
        <Button keys="z" disabled={!panel.undo} onClick={() => request("undo")}>
          Undo
        </Button>
        <Button keys="y" disabled={!panel.redo} onClick={() => request("redo")}>
          Redo
        </Button>
      </div>
      <Menu
        label="Lay sticks in symmetry"
        value={panel.symmetry}
        options={[["", "no"], ...panel.symmetries]}
        onChoose={(value) => request("symmetry", value)}
      />
      <dl class="ppnb-maze-sticks" aria-label="Sticks left in the box">
        <Left name="Three-sticks left" count={left.three} />
        <Left name="Ace-sticks left" count={left.ace} />
      </dl>
      <p role="status">{panel.trip}</p>
      <Panel title="Findings" note={broken ? String(broken) : "none"} open>
        <Findings findings={findings} request={request} />
      </Panel>
      <p class="ppnb-maze-reply" role="status">
        {problem || panel.reply}
      </p>
      <Panel title="Start from">
        <Beginnings panel={panel} request={request} />
      </Panel>
      <Panel title="Save, play, print">
        <Files panel={panel} request={request} here={Boolean(managerOf(model))} />
        <LinkPart model={model} />
      </Panel>
      <Panel title="Text">
        <Drawing text={panel.text} request={request} />
      </Panel>
    </div>
  );
}

/** The sticks of a kind that are left. @param {{ name: string, count: number }} props */
function Left({ name, count }) {
  const over = count < 0;
  return (
    <div class={classes("maze-left", over && "problem")}>
      <dt>{name}</dt>
      <dd>{over ? `${-count} too many` : `${count} of ${IN_A_SET}`}</dd>
    </div>
  );
}

/** @param {{ findings: [string, string, boolean, boolean][], request: Do }} props */
function Findings({ findings, request }) {
  if (!findings.length) return <p class="ppnb-field-help">The maze keeps every constraint.</p>;
  return (
    <ul class="ppnb-maze-findings">
      {findings.map(([text, clause, fault, remark], n) => (
        <li key={text}>
          <button type="button" class="ppnb-maze-finding" title="Show where" onClick={() => request("finding", n)}>
            <span aria-hidden="true">{remark ? "ℹ" : fault ? "✕" : "!"}</span> {text}{" "}
            <span class="ppnb-chip">{clause}</span>
            {fault && " Nobody can play in it yet."}
          </button>
        </li>
      ))}
    </ul>
  );
}

/** @param {{ panel: any, request: Do }} props */
function Beginnings({ panel, request }) {
  const [wishes, setWishes] = useState({ seed: "1", symmetry: "", corners: "", loops: "" });
  const wish = (/** @type {string} */ name) => (/** @type {string} */ value) => setWishes({ ...wishes, [name]: value });
  const amounts = [["", "any"], ...panel.amounts];
  return (
    <>
      <div class="ppnb-buttons">
        {panel.mazes.map((/** @type {string} */ name) => (
          <Button key={name} onClick={() => request("open", name)}>
            {name[0].toUpperCase() + name.slice(1)}
          </Button>
        ))}
      </div>
      <Menu label="Corners" value={wishes.corners} options={amounts} onChoose={wish("corners")} />
      <Menu label="Loops" value={wishes.loops} options={amounts} onChoose={wish("loops")} />
      <Menu
        label="Symmetry"
        value={wishes.symmetry}
        options={[["", "any"], ...panel.symmetries]}
        onChoose={wish("symmetry")}
      />
      <Field label="Seed">
        {(ids) => (
          <input
            {...ids}
            class="ppnb-input"
            inputMode="numeric"
            value={wishes.seed}
            onInput={(event) => wish("seed")(event.currentTarget.value)}
          />
        )}
      </Field>
      <Button onClick={() => request("generate", wishes)}>Make a maze</Button>
    </>
  );
}

/** `here`: the page can show the table. @param {{ panel: any, request: Do, here: boolean }} props */
function Files({ panel, request, here }) {
  const [file, setFile] = useState(panel.file);
  const [paper, setPaper] = useState(panel.papers[0]);
  const [scale, setScale] = useState(false);
  return (
    <>
      <Field label="File">
        {(ids) => (
          <input {...ids} class="ppnb-input" value={file} onInput={(event) => setFile(event.currentTarget.value)} />
        )}
      </Field>
      <div class="ppnb-buttons">
        <Button onClick={() => request("save", file)}>Save</Button>
        <Button onClick={() => request("load", file)}>Load</Button>
        <Button main disabled={!panel.playable} onClick={() => request("play", { file, here })}>
          Play in it
        </Button>
      </div>
      <Menu label="Paper" value={paper} options={panel.papers} onChoose={setPaper} />
      <label class="ppnb-maze-check">
        <input type="checkbox" checked={scale} onChange={(event) => setScale(event.currentTarget.checked)} /> Add pages
        in true size
      </label>
      <Button onClick={() => request("print", { paper, true_scale: scale })}>Print</Button>
    </>
  );
}

/** The drawing as text, to copy, change or paste. @param {{ text: string, request: Do }} props */
function Drawing({ text, request }) {
  const [typed, setTyped] = useState(text);
  const shown = useRef(text);
  useEffect(() => {
    if (shown.current !== text) setTyped((shown.current = text));
  }, [text]);
  return (
    <>
      <textarea
        class="ppnb-input ppnb-maze-text"
        aria-label="The maze as text"
        rows={12}
        spellcheck={false}
        value={typed}
        onInput={(event) => setTyped(event.currentTarget.value)}
      />
      <Button disabled={typed === text} onClick={() => request("text", typed)}>
        Use this text
      </Button>
    </>
  );
}
