// A stand-in for the model that anywidget hands to `render`: traits in, changes and messages out.
// As strict as the narrowest host (marimo): one event name a call, values come as fresh copies.

const plain = (value) => (ArrayBuffer.isView(value) ? [...new Uint8Array(value.buffer)] : value);
const same = (a, b) => JSON.stringify(plain(a)) === JSON.stringify(plain(b));

/** Traits with those of bytes as anywidget gives them. @param {Record<string, any>} state */
export function buffers(state) {
  const view = ({ bytes }) => new DataView(Uint8Array.from(atob(bytes), (c) => c.charCodeAt(0)).buffer);
  const whole = ([name, value]) => [name, typeof value?.bytes === "string" ? view(value) : value];
  return Object.fromEntries(Object.entries(state).map(whole));
}

/** @param {Record<string, any>} state the synced traits as the kernel has them */
export function fakeModel(state) {
  const values = structuredClone(state);
  const listeners = new Map(); // event name -> Set of callbacks
  const unsaved = new Set();

  const emit = (name, ...args) => {
    for (const callback of [...(listeners.get(name) ?? [])]) callback(...args);
  };
  const put = (name, value) => {
    if (same(values[name], value)) return false;
    values[name] = value;
    emit(`change:${name}`, model, value);
    return true;
  };

  const model = {
    sent: [], // what the page sent by model.send: {content, buffers}
    saved: [], // what the page saved by save_changes: {trait: value}
    get: (name) => values[name],
    set(name, value) {
      const changes = typeof name === "object" ? name : { [name]: value };
      for (const [key, to] of Object.entries(changes)) if (put(key, to)) unsaved.add(key);
    },
    save_changes() {
      const changes = Object.fromEntries([...unsaved].map((name) => [name, values[name]]));
      unsaved.clear();
      if (Object.keys(changes).length) model.saved.push(structuredClone(changes));
    },
    send(content, _callbacks, buffers = []) {
      model.sent.push({ content: structuredClone(content), buffers });
    },
    on(name, callback) {
      if (/\s/.test(name)) throw new Error(`model.on("${name}"): one event name a call`);
      if (!listeners.has(name)) listeners.set(name, new Set());
      listeners.get(name).add(callback);
    },
    off(name, callback) {
      for (const [event, set] of listeners) {
        if (name && event !== name) continue;
        if (callback) set.delete(callback);
        else set.clear();
      }
    },

    // For the test, as if it came from the kernel:
    update(changes) {
      for (const [name, value] of Object.entries(changes)) put(name, structuredClone(value));
      emit("change", model);
    },
    receive(content, buffers = []) {
      emit("msg:custom", structuredClone(content), buffers);
    },
    emit,
    listening: () => [...listeners.values()].reduce((sum, set) => sum + set.size, 0),
  };
  return model;
}
