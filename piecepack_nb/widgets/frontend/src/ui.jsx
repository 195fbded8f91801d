/**
 * Parts of the interface that all panels share, in Preact. Text in braces is inserted as text.
 * shared.css has their looks: one type scale, one unit of space, one button.
 */
/** @import { ButtonHTMLAttributes, ComponentChildren, VNode } from "preact" */
/** @import { Model } from "./types.js" */

import { render } from "preact";
import { useEffect, useState } from "preact/hooks";

import { activeElement, listen, make, setAttr, uniqueId, watchTheme } from "./dom.js";

/**
 * Show a component in `el`, in the notebook's theme; return a function that removes it.
 *
 * A focusable element gets the attribute that turns JupyterLab's shortcuts off when it is focused:
 * otherwise a letter typed there would cut or add cells.
 * @type {(el: HTMLElement, look: string, component: VNode) => () => void}
 */
export function mount(el, look, component) {
  const quiet = (/** @type {FocusEvent} */ { target }) =>
    setAttr(/** @type {Element} */ (target), "data-lm-suppress-shortcuts", "true");
  const root = make("div", `root ${look}`, { focusin: quiet });
  el.append(root);
  const stopTheme = watchTheme(root);
  render(component, root);
  return () => {
    render(null, root);
    stopTheme();
    root.remove();
  };
}

/**
 * Return a trait's value; the component is drawn again when it changes.
 * @param {Model} model
 * @param {string} name
 */
export function useTrait(model, name) {
  const [, redraw] = useState({});
  useEffect(() => {
    const unlisten = listen(model, { [`change:${name}`]: () => redraw({}) });
    redraw({}); // it may have changed between the first drawing and now
    return unlisten;
  }, [model, name]);
  return model.get(name);
}

/** JupyterLab scrolls to the next cell after Shift+Enter; bring the widget back into view, once.
 * @param {{ current: HTMLElement | null }} parts */
export function useScrollIntoView(parts) {
  useEffect(() => bringIntoView(/** @type {HTMLElement} */ (parts.current)), []);
}

/** Bring the output of a cell that was run just now back into view; return a function that doesn't. */
export function bringIntoView(/** @type {HTMLElement} */ el, delay = 150) {
  const cell = el.closest(".jp-Cell");
  const active = [cell, cell?.nextElementSibling].some((each) => each?.classList.contains("jp-mod-active"));
  const timer = active ? setTimeout(() => el.scrollIntoView({ block: "start" }), delay) : 0;
  return () => clearTimeout(timer);
}

/** Return the classes of a list of looks, without the prefix; "" and false are left out. */
export function classes(/** @type {(string | false | undefined)[]} */ ...looks) {
  return looks
    .filter(Boolean)
    .join(" ")
    .replace(/\S+/g, "ppnb-$&");
}

/**
 * A button; with `main` the one that comes next. `keys` is its key, for aria-keyshortcuts.
 * @param {Omit<ButtonHTMLAttributes<HTMLButtonElement>, "class"> & { look?: string, main?: boolean,
 *   keys?: string, disabled?: boolean, children: ComponentChildren }} props
 */
export function Button({ look = "", main = false, keys, children, ...attrs }) {
  return (
    <button type="button" {...attrs} aria-keyshortcuts={keys} class={classes("button", main && "main", look)}>
      {children}
    </button>
  );
}

/**
 * A panel that opens, into view, and closes; `note` stays in sight beside its title.
 * @param {{ title: string, note?: ComponentChildren, open?: boolean, look?: string,
 *   onToggle?: (open: boolean) => void, children: ComponentChildren }} props
 */
export function Panel({ title, note, open = false, look = "", onToggle, children }) {
  const [isOpen, setOpen] = useState(open);
  const toggled = (/** @type {{ currentTarget: HTMLDetailsElement }} */ { currentTarget }) => {
    setOpen(currentTarget.open);
    const byReader = currentTarget.contains(activeElement(currentTarget));
    if (currentTarget.open && byReader) currentTarget.scrollIntoView({ block: "nearest" });
    onToggle?.(currentTarget.open);
  };
  return (
    <details class={classes("panel", look)} open={isOpen} onToggle={toggled}>
      <summary class="ppnb-panel-title">
        {title} {note && <span class="ppnb-panel-note">{note}</span>}
      </summary>
      <div class="ppnb-panel-body">{children}</div>
    </details>
  );
}

/**
 * A control with its label, and a line of help or of what is wrong; `children` gets the control's ids.
 * @param {{ label: ComponentChildren, help?: ComponentChildren, problem?: ComponentChildren,
 *   children: (ids: { id: string, "aria-describedby"?: string, "aria-invalid"?: "true" }) => VNode }} props
 */
export function Field({ label, help, problem, children }) {
  const [id] = useState(uniqueId); // useId repeats itself in the next widget of the page
  const text = problem || help;
  /** @type {{ id: string, "aria-describedby"?: string, "aria-invalid"?: "true" }} */
  const ids = { id, "aria-describedby": text ? `${id}-help` : undefined };
  if (problem) ids["aria-invalid"] = "true";
  return (
    <div class="ppnb-field">
      <label class="ppnb-field-label" for={id}>
        {label}
      </label>
      {children(ids)}
      {text && (
        <p id={`${id}-help`} class={classes("field-help", Boolean(problem) && "problem")}>
          {text}
        </p>
      )}
    </div>
  );
}

/**
 * A menu; `options` are values, or values with their titles.
 * @param {{ label: ComponentChildren, value: string, options: (string | [value: string, title: string])[],
 *   help?: ComponentChildren, onChoose: (value: string) => void }} props
 */
export function Menu({ label, value, options, help, onChoose }) {
  return (
    <Field label={label} help={help}>
      {(ids) => (
        <select {...ids} class="ppnb-input" value={value} onChange={(event) => onChoose(event.currentTarget.value)}>
          {options.map((option) => {
            const [id, title] = typeof option === "string" ? [option, option] : option;
            return (
              <option key={id} value={id}>
                {title}
              </option>
            );
          })}
        </select>
      )}
    </Field>
  );
}
