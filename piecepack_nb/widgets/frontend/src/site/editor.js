/** The editor of a game's program: Python, the package's names completed, and findings at their lines. */

import { autocompletion, closeBrackets, closeBracketsKeymap, completionKeymap, snippetCompletion } from "@codemirror/autocomplete";
import { defaultKeymap, history, historyKeymap, indentWithTab } from "@codemirror/commands";
import { python, pythonLanguage } from "@codemirror/lang-python";
import { bracketMatching, defaultHighlightStyle, HighlightStyle, indentUnit, syntaxHighlighting } from "@codemirror/language";
import { lintGutter, setDiagnostics } from "@codemirror/lint";
import { Compartment, EditorState } from "@codemirror/state";
import { EditorView, drawSelection, highlightActiveLine, keymap, lineNumbers } from "@codemirror/view";
import { tags } from "@lezer/highlight";

/**
 * @typedef {{ label: string, detail?: string, info?: string, apply?: string }} Name
 * @typedef {{ hooks: Name[], table: Name[], board: Name[], ready: Name[] }} Names
 * @typedef {{ line: number, text: string }} Finding
 */

const DARK = HighlightStyle.define([
  { tag: tags.keyword, color: "#d6a8f5" },
  { tag: [tags.string, tags.special(tags.string)], color: "#9fd49a" },
  { tag: [tags.number, tags.bool, tags.null], color: "#f0b377" },
  { tag: tags.comment, color: "#aaa294", fontStyle: "italic" },
  { tag: [tags.definition(tags.variableName), tags.className], color: "#8ecbff" },
  { tag: tags.meta, color: "#d9c46a" },
]);

/**
 * Return an editor in the element.
 * @param {HTMLElement} el
 * @param {{ names: Names, onChange: () => void, onRun: () => void }} options
 */
export function makeEditor(el, { names, onChange, onRun }) {
  const colours = new Compartment();
  const dark = matchMedia("(prefers-color-scheme: dark)");
  const highlighting = () => syntaxHighlighting(dark.matches ? DARK : defaultHighlightStyle);
  let quiet = false;
  const view = new EditorView({
    parent: el,
    state: EditorState.create({
      extensions: [
        keymap.of([{ key: "Mod-Enter", run: () => (onRun(), true), preventDefault: true }]),
        lineNumbers(),
        lintGutter(),
        history(),
        drawSelection(),
        highlightActiveLine(),
        bracketMatching(),
        closeBrackets(),
        indentUnit.of("    "),
        colours.of(highlighting()),
        python(),
        pythonLanguage.data.of({ autocomplete: completer(names) }),
        autocompletion(),
        keymap.of([...closeBracketsKeymap, ...completionKeymap, ...defaultKeymap, ...historyKeymap, indentWithTab]),
        EditorView.contentAttributes.of({ tabindex: "0", "aria-label": "The program of your game. Escape, then Tab, leaves the editor." }),
        leavable(),
        EditorView.updateListener.of(({ docChanged }) => docChanged && !quiet && onChange()),
        EditorView.lineWrapping,
      ],
    }),
  });
  dark.addEventListener("change", () => view.dispatch({ effects: colours.reconfigure(highlighting()) }));
  return {
    get text() {
      return view.state.doc.toString();
    },
    /** Show another program; that is no change of the reader's. @param {string} text */
    show(text) {
      quiet = true;
      view.dispatch({ changes: { from: 0, to: view.state.doc.length, insert: text }, selection: { anchor: 0 }, scrollIntoView: true });
      quiet = false;
    },
    /** Mark what is wrong. @param {Finding[]} findings */
    mark(findings) {
      const { doc } = view.state;
      const found = findings.map(({ line, text }) => {
        const { from, to, text: code } = doc.line(Math.min(Math.max(1, Math.trunc(line) || 1), doc.lines));
        return { from: from + (code.length - code.trimStart().length), to, severity: /** @type {const} */ ("error"), message: text };
      });
      view.dispatch(setDiagnostics(view.state, found));
    },
    /** Put the cursor into a line. @param {number} line */
    go(line) {
      view.dispatch({ selection: { anchor: view.state.doc.line(Math.min(Math.max(1, line), view.state.doc.lines)).from }, scrollIntoView: true });
      view.focus();
    },
    focus: () => view.focus(),
  };
}

/** Return an extension with which who comes by keyboard leaves with Tab, as long as they don't write. */
function leavable() {
  let byPointer = false;
  const pass = (/** @type {EditorView} */ view, /** @type {boolean} */ on) => view.setTabFocusMode(on);
  return [
    EditorView.domEventHandlers({
      mousedown: (_, view) => ((byPointer = true), pass(view, false)),
      focus: (_, view) => pass(view, !byPointer),
      blur: () => void (byPointer = false),
    }),
    EditorView.updateListener.of(({ docChanged, view }) => docChanged && view.hasFocus && pass(view, false)),
  ];
}

/** Return a source of completions: by what stands before the cursor. @param {Names} names */
function completer(names) {
  const options = (/** @type {Name[]} */ given, /** @type {string} */ type) =>
    given.map(({ apply, ...rest }) => (apply ? snippetCompletion(apply, { ...rest, type }) : { ...rest, type }));
  const groups = {
    table: options(names.table, "method"),
    ready: options(names.ready, "function"),
    Board: options(names.board.filter(({ detail }) => detail), "function"),
  };
  const hooks = options(names.hooks, "function");
  const parts = options(names.board.filter(({ detail }) => !detail), "property");
  return (/** @type {import("@codemirror/autocomplete").CompletionContext} */ context) => {
    const dotted = context.matchBefore(/\b(table|ready|Board)\.\w*$/);
    if (dotted) {
      const [owner] = dotted.text.split(".");
      return { from: dotted.from + owner.length + 1, options: groups[/** @type {keyof typeof groups} */ (owner)], validFor: /^\w*$/ };
    }
    const hook = context.matchBefore(/^ {4}def \w*$/);
    if (hook) return { from: hook.from + 8, options: hooks, validFor: /^\w*$/ };
    const part = context.matchBefore(/^ {4}\w+$/);
    if (part) return { from: part.from + 4, options: parts, validFor: /^\w*$/ };
    return null;
  };
}
