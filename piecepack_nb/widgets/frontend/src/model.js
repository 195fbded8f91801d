/** A stand-in for the notebook's model of a widget: its traits here, its messages to whoever answers. */
/** @import { Model } from "./types.js" */

/**
 * @typedef {{ put(name: string, value: any): void, emit(event: string, ...values: any[]): void }} Inner
 *   put: a trait as Python has it; emit: an event, such as a message of Python's
 */

/**
 * Return the model of a widget with these traits. `send` gets its messages, `save` the traits that the
 * page has changed.
 * @param {Record<string, any>} values
 * @param {{ send: (content: any) => void, save?: (state: Record<string, any>) => void }} to
 * @returns {Model & Inner}
 */
export function makeModel(values, { send, save }) {
  /** @type {Record<string, Set<Function>>} by event */
  const calls = {};
  const emit = (/** @type {string} */ event, /** @type {any[]} */ ...given) => {
    new Set(calls[event]).forEach((call) => call(...given)); // a copy: a call may add others
  };
  const put = (/** @type {string} */ name, /** @type {any} */ value) => {
    values[name] = value;
    emit(`change:${name}`, value);
  };
  return {
    emit,
    put,
    send,
    get: (name) => values[name],
    set(name, value) {
      if (values[name] === value) return;
      put(name, value);
      save?.({ [name]: value });
    },
    save_changes() {},
    on: (event, call) => (calls[event] ??= new Set()).add(call),
    off: (event, call) => calls[event]?.delete(call),
  };
}

/** Return a trait of bytes from its text. @type {(base64: string) => DataView} */
export const bytes = (base64) => new DataView(Uint8Array.from(atob(base64), (char) => char.charCodeAt(0)).buffer);
