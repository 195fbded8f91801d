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
 * @param {{ send?: (content: any) => void, save?: (state: Record<string, any>) => void }} to
 * @returns {Model & Inner}
 */
export function makeModel(values, { send = () => {}, save = () => {} }) {
  /** @type {Map<string, Set<Function>>} */
  const calls = new Map();
  /** @type {Record<string, any>} */
  let unsaved = {};
  return {
    emit: (event, ...values) => [...(calls.get(event) ?? [])].forEach((call) => call(...values)),
    get: (name) => values[name],
    put(name, value) {
      values[name] = value;
      this.emit(`change:${name}`, value);
    },
    set(name, value) {
      if (values[name] === value) return;
      unsaved[name] = value;
      this.put(name, value);
    },
    save_changes() {
      const changed = unsaved;
      unsaved = {};
      save(changed);
    },
    send,
    on: (event, call) => void calls.set(event, (calls.get(event) ?? new Set()).add(call)),
    off: (event, call) => void calls.get(event)?.delete(call),
  };
}
