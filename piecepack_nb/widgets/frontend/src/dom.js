/** Small help with HTML elements. */

/**
 * An element with attributes and, as text only, a text.
 *
 * Each button tells JupyterLab to keep its shortcuts away: they are looked up for the element that
 * has the focus, so that the attribute on something around it would come too late, and a letter
 * typed on the board would cut or add cells.
 * @template {keyof HTMLElementTagNameMap} T
 * @param {T} tag
 * @param {string} look its class, without the prefix
 * @param {Record<string, string>} [attrs]
 * @param {string} [text]
 */
export function make(tag, look, attrs = {}, text = "") {
  const made = document.createElement(tag);
  made.className = look.replace(/\S+/g, "ppnb-$&");
  if (tag === "button") made.setAttribute("data-lm-suppress-shortcuts", "true");
  for (const [name, value] of Object.entries(attrs)) made.setAttribute(name, value);
  made.textContent = text;
  return made;
}

/** Set or take away an attribute. */
export function toggle(/** @type {Element} */ el, /** @type {string} */ name, /** @type {string | false | undefined} */ value) {
  if (!value) el.removeAttribute(name);
  else if (el.getAttribute(name) !== value) el.setAttribute(name, value);
}
