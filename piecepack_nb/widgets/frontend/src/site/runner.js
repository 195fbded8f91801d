/**
 * A safe frame in which somebody's program runs, and its game is played: `makeRunner`.
 *
 * The frame has an origin of its own and no network, storage or way to navigate: see ARCHITECTURE. This
 * page fetches what Python needs and hands it over; it gets plain data back, which it checks.
 *
 * @typedef {{ files: Source, label: string, height?: number, onProgress?: (text: string, part: number) => void,
 *   onReady?: () => void, onStopped?: (why: string) => void, onFailed?: (text: string) => void,
 *   onTable?: () => void, onChanged?: () => void, site?: string }} Options
 *   files: fetches what Python needs; label: the frame's name for screen readers; onTable: there is a table;
 *   onChanged: it has changed; site: the page that the table's links lead to
 * @typedef {(progress: (part: number) => void) => Promise<Record<string, ArrayBuffer>>} Source
 * @typedef {ReturnType<typeof makeRunner>} Runner
 */

const LONGEST_TEXT = 300_000; // characters of an answer
const MOST_MESSAGES = 400; // in a second; a frame that sends more is replaced
const HIGHEST = 6000; // pixels
const LOWEST = 80;
const PATIENCE = 2000; // milliseconds in which a frame must have stopped its program

/** What Python needs, once for all frames of this page. @type {Promise<Record<string, ArrayBuffer>> | null} */
let files = null;

/**
 * Put a frame into the element. Nothing is fetched before `start` or the first `ask`.
 * @param {HTMLElement} el
 * @param {Options} options
 */
export function makeRunner(el, options) {
  /** @type {HTMLIFrameElement | null} */
  let frame = null;
  /** @type {MessagePort | null} */
  let port = null;
  /** @type {Promise<void> | null} */
  let opening = null;
  /** @type {Map<number, { done: (value: any) => void, failed: (problem: Error) => void }>} */
  const waiting = new Map();
  let last = 0;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let impatient;
  let ready = () => {}; // Python has started
  let stopping = false;

  /** Open the frame and start Python in it. */
  function start() {
    opening ??= open().catch((problem) => {
      opening = null;
      options.onFailed?.(String(problem?.message ?? problem));
      throw problem;
    });
    return opening;
  }

  async function open() {
    options.onProgress?.("Loading Python", 0.02);
    files ??= options.files((part) => options.onProgress?.("Loading Python", 0.02 + 0.5 * part));
    const all = await files.catch((problem) => {
      files = null;
      throw problem;
    });
    await openFrame(all);
  }

  /** @param {Record<string, ArrayBuffer>} all @returns {Promise<void>} */
  function openFrame(all) {
    const made = document.createElement("iframe");
    made.title = options.label;
    made.setAttribute("sandbox", "allow-scripts");
    made.className = "runner";
    made.style.height = `${options.height ?? 480}px`;
    made.srcdoc = new TextDecoder().decode(all["frame.html"]);
    const channel = new MessageChannel();
    frame?.remove();
    port?.close();
    frame = made;
    port = channel.port1;
    stopping = false;
    channel.port1.onmessage = limited(handle, () => replace("It sent too many messages."));
    made.onload = () => {
      made.onload = () => replace("The frame has left its page.");
      made.contentWindow?.postMessage({ files: all, site: options.site ?? "" }, "*", [channel.port2]);
    };
    el.replaceChildren(made);
    return started();
  }

  /** Wait until Python has started; who waited before, waits for the same. @returns {Promise<void>} */
  function started() {
    const before = ready;
    return new Promise((done) => {
      ready = () => {
        before();
        done();
      };
    });
  }

  /** Handle a message of the frame, whatever it is. @param {any} data */
  function handle(data) {
    if (typeof data !== "object" || data === null) return;
    const text = typeof data.text === "string" ? data.text.slice(0, LONGEST_TEXT) : "";
    if (data.kind === "progress") options.onProgress?.(text.slice(0, 100), 0.5 + 0.5 * within(data.part, 0, 1));
    else if (data.kind === "height" && frame) frame.style.height = `${within(data.value, LOWEST, HIGHEST)}px`;
    else if (data.kind === "answer") answer(data.id, text, data.failed === true);
    else if (data.kind === "table") options.onTable?.();
    else if (data.kind === "changed") options.onChanged?.();
    else if (data.kind === "failed") options.onFailed?.(text.slice(0, 1000));
    else if (data.kind === "ready") {
      ready();
      options.onReady?.();
    } else if (data.kind === "stopped") stopped();
  }

  /** Python starts anew: we have asked for it, or the program has ended it. */
  function stopped() {
    clearTimeout(impatient);
    if (!stopping) {
      forget("The program has ended Python, which has started anew. Press Run.");
      opening = started();
    }
    stopping = false;
  }

  function answer(/** @type {unknown} */ id, /** @type {string} */ text, /** @type {boolean} */ failed) {
    const asked = waiting.get(/** @type {number} */ (id));
    if (!asked) return;
    waiting.delete(/** @type {number} */ (id));
    if (failed) return asked.failed(new Error(text.slice(0, 2000)));
    try {
      asked.done(JSON.parse(text));
    } catch {
      asked.failed(new Error("Python's answer can't be read."));
    }
  }

  /** Ask Python; return its answer, which is the program's word: show it as text only. */
  async function ask(/** @type {string} */ what, /** @type {Record<string, any>} */ values = {}) {
    await start();
    const id = ++last;
    return new Promise((done, failed) => {
      waiting.set(id, { done, failed });
      port?.postMessage({ kind: "ask", id, text: JSON.stringify({ what, ...values }) });
    });
  }

  /** End the program at once, even in an endless loop, and start Python anew. */
  function stop(why = "Stopped.") {
    if (!opening) return;
    forget(why);
    stopping = true;
    opening = started();
    port?.postMessage({ kind: "stop" });
    clearTimeout(impatient);
    impatient = setTimeout(() => replace(why), PATIENCE);
    options.onStopped?.(why);
  }

  /** Throw the frame away, which ends all that runs in it. */
  function replace(/** @type {string} */ why) {
    forget(why);
    port?.close();
    options.onStopped?.(why);
    opening = files ? files.then(openFrame) : null;
  }

  function forget(/** @type {string} */ why) {
    for (const { failed } of waiting.values()) failed(new Error(why));
    waiting.clear();
  }

  function close() {
    forget("Closed.");
    port?.close();
    frame?.remove();
    frame = port = opening = null;
  }

  return { start, ask, stop, close, focus: () => frame?.focus() };
}

/** Call `handler` with the data of at most so many messages a second, and then `tooMany` once.
 * @param {(data: any) => void} handler @param {() => void} tooMany */
function limited(handler, tooMany) {
  let [since, count] = [0, 0];
  return (/** @type {MessageEvent} */ { data }) => {
    const now = performance.now();
    if (now - since > 1000) [since, count] = [now, 0];
    count += 1;
    if (count <= MOST_MESSAGES) handler(data);
    else if (count === MOST_MESSAGES + 1) tooMany();
  };
}

/** Return a number between two others; the lower for what is no number.
 * @param {unknown} value @param {number} low @param {number} high */
function within(value, low, high) {
  return typeof value === "number" ? Math.min(high, Math.max(low, value)) : low;
}

/** Return a source of the files that `files.json` of the site's folder `run` lists. @param {string} folder @returns {Source} */
export const fromSite = (folder) => (progress) => fetchFiles(folder, progress);

/** @param {string} folder @param {(part: number) => void} progress @returns {Promise<Record<string, ArrayBuffer>>} */
async function fetchFiles(folder, progress) {
  const base = new URL(folder, location.href);
  /** @type {Record<string, { path: string, size: number }>} */
  const listed = await (await found(new URL("files.json", base))).json();
  const total = Object.values(listed).reduce((sum, { size }) => sum + size, 0);
  let loaded = 0;
  const pairs = Object.entries(listed).map(async ([name, { path, size }]) => {
    const content = await (await found(new URL(path, base))).arrayBuffer();
    loaded += size;
    progress(loaded / total);
    return /** @type {[string, ArrayBuffer]} */ ([name, content]);
  });
  return Object.fromEntries(await Promise.all(pairs));
}

/** @param {URL} url */
async function found(url) {
  const answer = await fetch(url);
  if (!answer.ok) throw new Error(`${url.pathname} can't be loaded (${answer.status}).`);
  return answer;
}
