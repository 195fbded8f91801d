/**
 * The rules panel: a control for every option, what the current rules change, and buttons.
 * It stands in the page of any widget that has its traits; each change is a request to Python.
 */
/** @import { Clauses, Model } from "./types.js" */
/** @import { ComponentChildren } from "preact" */

import { useEffect, useRef, useState } from "preact/hooks";

import { listen, uniqueId } from "./dom.js";
import { Button, classes, useTrait } from "./ui.jsx";

const TIMEOUT = 6000; // milliseconds without a reply before the panel says so
const NO_REPLY = "No answer from Python yet. It may be busy with another cell, or its kernel has stopped.";
const FEW = 8; // options that need no search
const SIGNS = { more: "▲", less: "▼", "not settled": "○" };
const FILTERS = { all: "all", here: "this move", changed: "changed" };
/**
 * @typedef {{ name: string, title: string, kind: "switch" | "menu" | "range" | "text", default: any,
 *   help: string, clauses: string[], reading: boolean, chapter: string, choices: any[],
 *   low: number | null, high: number | null }} Option
 * @typedef {[id: string, title: string, help: string]} Offered a button, or an entry of a choice
 * @typedef {{ options: Option[], clauses: Clauses, buttons: Offered[],
 *   choices: [id: string, legend: string, offered: Offered[]][] }} About
 * @typedef {{ values: Record<string, any>, differences: Record<string, string>,
 *   notes: Record<string, string> }} Values
 * @typedef {{ text?: string, clause?: string, kind?: string, button?: Offered | [] }} Message
 * @typedef {{ message: Message, chosen: Record<string, string>, clauses: string[], busy: boolean }} Status
 * @typedef {{ kind: "set", name: string, value: any } | { kind: "reset", name?: string }
 *   | { kind: "choose", choice: string, value: string } | { kind: "press", button: string }
 *   | { kind: "measure", bot: string } | { kind: "stop" }} Ask
 * @typedef {{ name: string, sides: string, sign: keyof typeof SIGNS, text: string,
 *   at: [value: number, low: number, high: number], reach: number }} Figure
 *   at: from -1 to 1, for the scale from -reach to reach
 * @typedef {{ change: string[], bots: string[], bot: string, runs: boolean, begun: boolean,
 *   failed: boolean, line: string, said: string, rows: Figure[] }} Measured
 * @typedef {{ message: Message, buttons: Offered[], onPress: (id: string) => void }} EffectProps
 * @typedef {{ pending: (subject: string) => Ask | undefined, ask: (content: Ask) => void,
 *   waiting: boolean, late: boolean }} Requests
 */

// --- requests -----------------------------------------------------------------------------------

/** Return what a request is about; a newer one on the same subject replaces an older. */
function subjectOf(/** @type {Ask} */ content) {
  if (content.kind === "choose") return `choose ${content.choice}`;
  if (content.kind === "measure" || content.kind === "stop") return "measure";
  return content.kind === "press" ? `press ${content.button}` : `set ${content.name ?? ""}`;
}

/** Send requests to Python one at a time. @type {(model: Model) => Requests} */
function useRequests(model) {
  const [, redraw] = useState({});
  const [requests] = useState(() => makeRequests(model, () => redraw({})));
  useEffect(() => {
    const unlisten = listen(model, { "msg:custom": requests.replied });
    return () => {
      unlisten();
      requests.stop();
    };
  }, [model]);
  return requests;
}

/** @type {(model: Model, changed: () => void) => Requests & { replied: (content: any) => void, stop: () => void }} */
function makeRequests(model, changed) {
  /** Not sent yet, by subject. @type {Map<string, Ask>} */
  const queue = new Map();
  /** Sent, and not answered yet. @type {Ask | undefined} */
  let sent;
  let number = 0;
  let timer = 0;
  const requests = { pending, ask, replied, stop, waiting: false, late: false };
  return requests;

  function pending(/** @type {string} */ subject) {
    return queue.get(subject) ?? (sent && subjectOf(sent) === subject ? sent : undefined);
  }

  function ask(/** @type {Ask} */ content) {
    document.dispatchEvent(new CustomEvent("ppnb-settle")); // boards send Python their frame
    const subject = subjectOf(content);
    queue.delete(subject);
    queue.set(subject, content);
    if (!sent) next();
    changed();
  }

  function next() {
    const [[subject, first] = []] = queue;
    [sent, requests.waiting] = [first, Boolean(first)];
    clearTimeout(timer);
    if (subject === undefined) return;
    queue.delete(subject);
    timer = setTimeout(timedOut, TIMEOUT);
    try {
      model.send({ kind: "rules", ask: first, number: ++number });
    } catch {
      timedOut(); // sending fails at once if the kernel is known to be gone
    }
  }

  function replied(/** @type {any} */ content) {
    if (content?.kind !== "rules") return;
    requests.late = false;
    if (content.number === number && sent) next();
    changed();
  }

  function timedOut() {
    if (model.get("rules_status")?.busy) return;
    queue.clear();
    [sent, requests.waiting, requests.late] = [undefined, false, true];
    changed();
  }

  function stop() {
    clearTimeout(timer);
  }
}

// --- the panel ----------------------------------------------------------------------------------

/** The panel of a model that has the traits of a rules panel. @param {{ model: Model }} props */
export function Rules({ model }) {
  const [about, values, status] = ["about", "values", "status"].map((name) => useTrait(model, `rules_${name}`));
  const measured = useTrait(model, "rules_measured");
  return <RulesPanel about={about} values={values} status={status} measured={measured} requests={useRequests(model)} />;
}

/** @param {{ about: About, values: Values, status: Status, measured: Measured, requests: Requests }} props */
function RulesPanel({ about, values, status, measured, requests }) {
  const [uid] = useState(uniqueId);
  const { ask, pending, waiting, late } = requests;
  const message = late ? { text: NO_REPLY, kind: "error" } : status.message;
  const effect = { message, buttons: about.buttons, onPress: (/** @type {string} */ button) => ask({ kind: "press", button }) };
  return (
    <div class="ppnb-rules" role="group" aria-label="Rules" aria-busy={waiting || status.busy ? "true" : undefined}>
      <Changes about={about} values={values} onReset={() => ask({ kind: "reset" })} />
      {about.choices.map(([id, legend, offered]) => {
        const asked = /** @type {any} */ (pending(`choose ${id}`));
        const value = asked?.value ?? status.chosen[id];
        const choose = (/** @type {string} */ value) => ask({ kind: "choose", choice: id, value });
        return <Choice key={id} legend={legend} name={`${uid}-${id}`} offered={offered} value={value} onChoose={choose} />;
      })}
      <Effect {...effect} />
      {measured?.change && <Measure measured={measured} listed={Object.values(values.differences)} ask={ask} />}
      <Options uid={uid} about={about} values={values} here={status.clauses} requests={requests} effect={message.text ? effect : undefined} />
    </div>
  );
}

/** The differences from the printed rules. @param {{ about: About, values: Values, onReset: () => void }} props */
function Changes({ about, values, onReset }) {
  const changed = about.options.filter(({ name }) => name in values.differences);
  if (!changed.length) {
    return (
      <div class="ppnb-rules-head">
        <p class="ppnb-rules-printed">Printed rules</p>
      </div>
    );
  }
  return (
    <div class="ppnb-rules-head">
      <ul class="ppnb-rules-changes" aria-label="Changed rules">
        {changed.map(({ name }) => (
          <li class="ppnb-rules-change" key={name} data-change={name}>
            {values.differences[name]}
          </li>
        ))}
      </ul>
      <Button onClick={onReset}>Reset all</Button>
    </div>
  );
}

/**
 * A message on the rules as they are, and the buttons that act on them.
 * @param {EffectProps & { again?: boolean }} props again: a copy, which isn't announced
 */
function Effect({ message, buttons, onPress, again }) {
  const card = useRef(/** @type {HTMLDivElement | null} */ (null));
  // The message above the options has pushed down its copy, and a browser may not scroll along.
  useEffect(() => void card.current?.scrollIntoView({ block: "nearest" }), [message.text]);
  return (
    <div ref={again ? card : null} class={again ? "ppnb-rules-again" : "ppnb-rules-effect"} data-stays={message.text ? "yes" : undefined}>
      <Reply message={message} onPress={onPress} role={again ? undefined : "status"} />
      {buttons.length > 0 && (
        <div class="ppnb-buttons">
          {buttons.map((button) => (
            <PressButton key={button[0]} button={button} onPress={onPress} />
          ))}
        </div>
      )}
    </div>
  );
}

/** @param {{ message: Message, onPress: (id: string) => void, role?: "status" }} props */
function Reply({ message: { text = "", clause, kind = "info", button = [] }, onPress, role }) {
  return (
    <div class="ppnb-rules-reply" data-kind={kind} hidden={!text}>
      <p role={role}>
        {clause && <span class="ppnb-chip">{clause}</span>} {text}
      </p>
      {button.length > 0 && <PressButton button={/** @type {Offered} */ (button)} onPress={onPress} />}
    </div>
  );
}

// --- the change, measured -----------------------------------------------------------------------

/**
 * Many games under the changed rules against as many without.
 * @param {{ measured: Measured, listed: string[], ask: Requests["ask"] }} props listed: the changes in sight
 */
function Measure({ measured: { change, bots, bot, runs, begun, failed, line, said, rows }, listed, ask }) {
  const [chosen, setChosen] = useState(bot);
  const named = change.join("; ");
  const next = chosen !== bot || !begun ? "Measure this change" : failed ? "Try again" : "Continue measuring";
  return (
    <section class="ppnb-measure" aria-label="Measurement">
      {named !== listed.join("; ") && <p class="ppnb-measure-change">{named}</p>}
      <div class="ppnb-measure-do">
        <Button
          title="Compare pairs of games with the same dice, with and without the change"
          onClick={() => ask(runs ? { kind: "stop" } : { kind: "measure", bot: chosen })}
        >
          {runs ? "Stop measuring" : next}
        </Button>
        {!runs && (
          <label class="ppnb-measure-bot">
            by{" "}
            <select class="ppnb-input" aria-label="Played by" value={chosen} onChange={(event) => setChosen(event.currentTarget.value)}>
              {bots.map((each) => (
                <option key={each}>{each}</option>
              ))}
            </select>
          </label>
        )}
      </div>
      <p class={classes("measure-line", failed && "problem")}>{line}</p>
      <p class="ppnb-sr-only" role="status">
        {said}
      </p>
      <ul class="ppnb-measure-rows" aria-label="Measures" hidden={!rows.length}>
        {rows.map((row) => (
          <MeasureRow key={row.name} row={row} />
        ))}
      </ul>
    </section>
  );
}

/** A measure before and after, and the interval of its difference around 0. @param {{ row: Figure }} props */
function MeasureRow({ row: { name, sides, sign, text, at, reach } }) {
  const [value, low, high] = at.map((each) => 50 + 48 * each); // percent of the width
  return (
    <li class="ppnb-measure-row" data-sign={sign}>
      <span class="ppnb-measure-name">{name}</span> <span class="ppnb-measure-sides">{sides}</span>
      <span class="ppnb-measure-bar" aria-hidden="true">
        <span>{`−${reach}`}</span>
        <span>{`+${reach}`}</span>
        <span class="ppnb-measure-span" style={{ left: `${low}%`, width: `${high - low}%` }} />
        <span class="ppnb-measure-dot" style={{ left: `${value}%` }} />
      </span>
      <span class="ppnb-measure-text">
        <span aria-hidden="true">{SIGNS[sign]}</span> {`${sign}: ${text}`}
      </span>
    </li>
  );
}

/** @param {{ button: Offered, onPress: (id: string) => void }} props */
function PressButton({ button: [id, title, help], onPress }) {
  return (
    <Button data-button={id} title={help || undefined} onClick={() => onPress(id)}>
      {title}
    </Button>
  );
}

/**
 * Radio buttons that look like one control.
 * @param {{ legend: string, quiet?: boolean, name: string, offered: Offered[], value: string,
 *   onChoose: (id: string) => void }} props quiet: the legend is for screen readers only
 */
function Choice({ legend, quiet = false, name, offered, value, onChoose }) {
  return (
    <fieldset class="ppnb-rules-choice">
      <legend class={quiet ? "ppnb-sr-only" : "ppnb-rules-legend"}>{legend}</legend>
      {offered.map(([id, title, help]) => (
        <label class="ppnb-rules-radio" key={id} title={help || undefined}>
          <input
            class="ppnb-rules-input" type="radio" name={name} value={id} checked={id === value}
            onChange={() => onChoose(id)}
          />
          <span class="ppnb-rules-face">{title}</span>
        </label>
      ))}
    </fieldset>
  );
}

/**
 * All options, chapter by chapter, with a search and a filter.
 * @param {{ uid: string, about: About, values: Values, here: string[], requests: Requests,
 *   effect: EffectProps | undefined }} props here: the clauses of the current move
 */
function Options({ uid, about, values, here, requests, effect }) {
  const [latest, setLatest] = useState(""); // the option that the reader has touched last
  const [search, setSearch] = useState("");
  const [shown, setShown] = useState("all");
  const [focused, setFocused] = useState("");
  const changed = (/** @type {Option} */ { name }) => name in values.differences;
  const concerns = (/** @type {Option} */ { clauses }) => clauses.some((each) => here.includes(each));
  const [opened, setOpened] = useState(() => opening(about.options, (option) => changed(option) || concerns(option)));
  const words = search.trim().toLowerCase().split(/\s+/).filter(Boolean);
  const wanted = { all: () => true, here: concerns, changed }[shown] ?? (() => true);
  const visible = (/** @type {Option} */ option) =>
    option.name === focused || (wanted(option) && matches(option, about.clauses, words));
  const filters = Object.entries(FILTERS).filter(([id]) => id !== "here" || here.length || shown === "here");
  const offered = filters.map(([id, title]) => /** @type {Offered} */ ([id, title, ""]));
  const found = about.options.filter(visible);
  const narrowed = words.length > 0 || shown !== "all";
  const chapters = [...new Set(about.options.map(({ chapter }) => chapter))];
  return (
    <>
      <div class="ppnb-rules-filter">
        {about.options.length > FEW && (
          <input
            class="ppnb-input ppnb-rules-search" type="search" placeholder="Find a rule" aria-label="Find a rule"
            value={search} onInput={(event) => setSearch(event.currentTarget.value)}
          />
        )}
        <Choice legend="Show" quiet name={`${uid}-show`} offered={offered} value={shown} onChoose={setShown} />
      </div>
      {!found.length && <p class="ppnb-rules-nothing">{nothing(words, shown)}</p>}
      {chapters.map((chapter) => {
        const rows = about.options.filter((option) => option.chapter === chapter);
        const inside = rows.filter(visible);
        const toggled = (/** @type {boolean} */ open) =>
          setOpened((before) => new Set(open ? [...before, chapter] : [...before].filter((each) => each !== chapter)));
        return (
          <Chapter
            key={chapter} title={chapter || "Rules"} count={rows.length} changed={rows.filter(changed).length}
            hidden={!inside.length} open={narrowed || opened.has(chapter)} onToggle={narrowed ? () => {} : toggled}
          >
            {inside.map((option) => (
              <OptionRow
                key={option.name} option={option} about={about} values={values} id={`${uid}-${option.name}`}
                requests={requests} effect={option.name === latest ? effect : undefined}
                onFocus={(name) => (setFocused(name), name && setLatest(name))}
              />
            ))}
          </Chapter>
        );
      })}
    </>
  );
}

/** Return the chapters that are open at first. @type {(options: Option[], wanted: (option: Option) => boolean) => Set<string>} */
function opening(options, wanted) {
  const chapters = new Set(options.map(({ chapter }) => chapter));
  return options.length <= FEW ? chapters : new Set(options.filter(wanted).map(({ chapter }) => chapter));
}

/** Return true if an option, or a clause of it, contains all these words.
 * @type {(option: Option, texts: Clauses, words: string[]) => boolean} */
function matches({ name, title, help, clauses }, texts, words) {
  const titles = clauses.map((each) => texts[each]?.[0] ?? "");
  const all = [name, title, name.replaceAll("_", " "), help, ...clauses, ...titles].join(" ").toLowerCase();
  return words.every((word) => all.includes(word));
}

/** @type {(words: string[], shown: string) => string} */
function nothing(words, shown) {
  if (words.length) return "No rule found.";
  return shown === "here" ? "No rule that you can change applies here." : "No rules are changed.";
}

/**
 * @param {{ title: string, count: number, changed: number, hidden: boolean, open: boolean,
 *   onToggle: (open: boolean) => void, children: ComponentChildren }} props
 */
function Chapter({ title, count, changed, hidden, open, onToggle, children }) {
  return (
    <details class="ppnb-panel" hidden={hidden} open={open} onToggle={(event) => onToggle(event.currentTarget.open)}>
      <summary class="ppnb-panel-title">
        {title} <span class="ppnb-panel-note">{`${count}${changed ? `, ${changed} changed` : ""}`}</span>
      </summary>
      <div class="ppnb-panel-body ppnb-rules-rows">{children}</div>
    </details>
  );
}

// --- one option ---------------------------------------------------------------------------------

/**
 * @param {{ option: Option, about: About, values: Values, id: string, requests: Requests,
 *   effect: EffectProps | undefined, onFocus: (name: string) => void }} props
 *   effect: shown again here, where it would be out of sight above the options
 */
function OptionRow({ option, about, values, id, requests, effect, onFocus }) {
  const { name, title, reading } = option;
  const row = useRef(/** @type {HTMLDivElement | null} */ (null));
  const asked = /** @type {any} */ (requests.pending(`set ${name}`));
  const value = asked?.kind === "set" ? asked.value : values.values[name];
  const note = values.notes[name];
  const changed = name in values.differences;
  const described = [note && `${id}-note`, `${id}-help`, reading && `${id}-ours`].filter(Boolean).join(" ");
  const [whose, usual] = [reading ? "our reading" : "printed", valueText(option.default)];
  const reset = () => {
    /** @type {HTMLElement | null | undefined} */
    const control = row.current?.querySelector("select, input");
    control?.focus(); // the button is about to disappear
    requests.ask({ kind: "reset", name });
  };
  const attrs = { id, "aria-describedby": described, "aria-invalid": /** @type {any} */ (note ? "true" : undefined) };
  return (
    <div
      class="ppnb-rules-option" ref={row} data-option={name} data-changed={changed ? "yes" : undefined}
      onFocusIn={() => onFocus(name)} onFocusOut={() => onFocus("")}
    >
      <div class="ppnb-rules-top">
        <label class="ppnb-rules-title" for={id}>
          {title}
        </label>
        <Control option={option} value={value} settled={values.values[name]} attrs={attrs} onSet={(value) => requests.ask({ kind: "set", name, value })} />
        {changed && (
          <Button
            look="rules-reset" aria-label={`Reset ${title} to ${usual}, ${whose}`} title={`${usual}: ${whose}`}
            onClick={reset}
          >
            ↺
          </Button>
        )}
      </div>
      <p id={`${id}-note`} class="ppnb-rules-note ppnb-problem" role="alert" hidden={!note}>
        {note}
      </p>
      {effect && <Effect {...effect} again />}
      <div class="ppnb-rules-about">
        <code class="ppnb-rules-name">{name}</code> <span id={`${id}-help`}>{option.help}</span>
        {option.clauses.map((each) => (
          <ClauseChip key={each} clause={each} text={about.clauses[each]} id={`${id}-${each}`} />
        ))}
        {reading && (
          <span
            id={`${id}-ours`} class="ppnb-rules-ours"
            title="The rules are silent here: the value is our reading, not the author's rule."
          >
            {" "}
            ◇ our reading
          </span>
        )}
      </div>
    </div>
  );
}

/**
 * A clause's chip; its text shows while the chip is pointed at or focused. A press keeps it open, and
 * Escape closes it.
 * @param {{ clause: string, text: [string, string, string?] | undefined, id: string }} props
 */
function ClauseChip({ clause, text, id }) {
  const [pinned, setPinned] = useState(false);
  const [near, setNear] = useState(false);
  if (!text) return <span class="ppnb-rules-chip">{clause}</span>;
  const [title, words, reading] = text;
  const keydown = (/** @type {KeyboardEvent} */ event) => {
    if (event.key !== "Escape" || !(pinned || near)) return;
    event.stopPropagation();
    setPinned(false);
    setNear(false);
  };
  return (
    <>
      {" "}
      <button
        type="button" class="ppnb-rules-chip" aria-expanded={pinned} aria-describedby={id} onKeyDown={keydown}
        onClick={() => setPinned(!pinned)} onPointerEnter={() => setNear(true)} onFocus={() => setNear(true)}
        onPointerLeave={() => setNear(false)} onBlur={() => setNear(false)}
      >
        {clause}
      </button>
      <span id={id} class="ppnb-rules-clause" role="tooltip" hidden={!pinned && !near}>
        <b>{`${clause} ${title}.`}</b> {words}
        {reading && <span class="ppnb-rules-reading">{`◇ Our reading: ${reading}`}</span>}
      </span>
    </>
  );
}

// --- controls -----------------------------------------------------------------------------------

/**
 * @typedef {{ option: Option, value: any, settled: any, attrs: { id: string }, onSet: (value: any) => void }} ControlProps
 *   settled: the value that Python has; `value` may be one that it still has to accept
 */

/** Return a value in words. */
function valueText(/** @type {any} */ value) {
  if (typeof value === "boolean") return value ? "yes" : "no";
  return value === null ? "none" : String(value);
}

/** The control for an option's kind. @param {ControlProps} props */
function Control(props) {
  const Kind = { switch: Switch, menu: Menu, range: Slider, text: Text }[props.option.kind];
  return <Kind {...props} />;
}

/** @param {ControlProps} props */
function Switch({ value, attrs, onSet }) {
  return (
    <>
      <input
        {...attrs} class="ppnb-rules-switch" type="checkbox" role="switch" checked={value}
        onChange={(event) => onSet(event.currentTarget.checked)}
      />
      <span class="ppnb-rules-word" aria-hidden="true">
        {valueText(value)}
      </span>
    </>
  );
}

/** The entries of a menu; an entry's value is its index. @param {Option} option */
function entries({ choices, default: usual, reading }) {
  return choices.map((choice, i) => (
    <option key={i} value={String(i)}>
      {valueText(choice) + (choice === usual ? ` (${reading ? "our reading" : "printed"})` : "")}
    </option>
  ));
}

/** @param {ControlProps} props */
function Menu({ option, value, attrs, onSet }) {
  const { choices } = option;
  return (
    <select
      {...attrs} class="ppnb-input ppnb-rules-menu" value={String(choices.indexOf(value))}
      onChange={(event) => onSet(choices[Number(event.currentTarget.value)])}
    >
      {entries(option)}
    </select>
  );
}

/** A slider: its number shows while it moves, and is set when it is released. @param {ControlProps} props */
function Slider({ option: { low, high }, value, attrs, onSet }) {
  const [moving, setMoving] = useState(/** @type {number | null} */ (null));
  const released = (/** @type {{ currentTarget: HTMLInputElement }} */ { currentTarget }) => {
    setMoving(null);
    onSet(Number(currentTarget.value));
  };
  return (
    <span class="ppnb-rules-range">
      <input
        {...attrs} class="ppnb-rules-slider" type="range" min={low ?? 0} max={high ?? 0} step="1"
        value={moving ?? value} onInput={(event) => setMoving(Number(event.currentTarget.value))} onChange={released}
      />
      <span class="ppnb-rules-number" aria-hidden="true">
        {moving ?? value}
      </span>
    </span>
  );
}

/** A menu of known texts, with a field for another text. @param {ControlProps} props */
function Text({ option, value, settled, attrs, onSet }) {
  const { title, choices } = option;
  const known = choices.indexOf(value);
  const [typing, setTyping] = useState(false);
  const [draft, setDraft] = useState("");
  const area = useRef(/** @type {HTMLTextAreaElement | null} */ (null));
  const own = String(choices.length);
  useEffect(() => {
    if (choices.includes(settled)) setTyping(false); // a known text was set
    else setDraft(settled);
  }, [settled]);
  const open = typing || known < 0;
  const chosen = (/** @type {{ currentTarget: HTMLSelectElement }} */ { currentTarget }) => {
    setTyping(currentTarget.value === own);
    if (currentTarget.value === own) setTimeout(() => area.current?.focus());
    else onSet(choices[Number(currentTarget.value)]);
  };
  return (
    <>
      <select {...attrs} class="ppnb-input ppnb-rules-menu" value={open ? own : String(known)} onChange={chosen}>
        {entries(option)}
        <option value={own}>{choices.length ? "your own …" : "a text"}</option>
      </select>
      {open && (
        <div class="ppnb-rules-own">
          <textarea
            ref={area} class="ppnb-input ppnb-rules-text" rows={6} spellcheck={false} value={draft}
            aria-label={`${title}: your own text`} onInput={(event) => setDraft(event.currentTarget.value)}
          />
          <Button onClick={() => onSet(draft)}>Use it</Button>
        </div>
      )}
    </>
  );
}
