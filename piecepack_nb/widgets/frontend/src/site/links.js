/**
 * Links that hold a game, as `piecepack_nb/interop/link.py` writes and reads them, and what can be known of
 * a program without running it.
 */

import { parser } from "@lezer/python";

const FRAGMENT = /^#?(match|maze|game)(\d{1,4})\.([A-Za-z0-9_-]+)$/;
const VERSION = 1;
const MAX_LINK = 400_000; // characters
const MAX_CONTENT = 4 * 2 ** 20; // bytes
const MAX_PROGRAM = 100_000; // characters
const ENTRIES = { match: ["program", "question", "record", "tried"], maze: ["maze"], game: ["program"] };

/** @typedef {{ kind: "match" | "maze" | "game", program: string, maze: string, record: any }} Content */

/** Return the fragment of a program's link, without #. @param {string} program */
export async function packed(program) {
  const content = new Blob([JSON.stringify({ program })]).stream().pipeThrough(new CompressionStream("deflate-raw"));
  const bytes = new Uint8Array(await new Response(content).arrayBuffer());
  let text = "";
  for (const byte of bytes) text += String.fromCharCode(byte);
  return `game${VERSION}.${btoa(text).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "")}`;
}

/**
 * Return the content of a link's fragment; throw an error that says what is wrong with it.
 * @param {string} fragment
 * @returns {Promise<Content>}
 */
export async function opened(fragment) {
  if (fragment.length > MAX_LINK) throw new Error(`The link has ${fragment.length} characters; expected at most ${MAX_LINK}.`);
  const found = FRAGMENT.exec(fragment.trim());
  if (!found) throw new Error("This is no link to a game; copy all of it again.");
  const [, kind, version, base64] = found;
  if (Number(version) !== VERSION) throw new Error(`The link's version is ${Number(version)}; this page reads version ${VERSION}.`);
  const content = await inflated(base64).then(JSON.parse).catch(damaged);
  return checked(/** @type {"match" | "maze" | "game"} */ (kind), content);
}

/** @param {"match" | "maze" | "game"} kind @param {any} content @returns {Content} */
function checked(kind, content) {
  const isObject = (/** @type {any} */ value) => typeof value === "object" && value !== null && !Array.isArray(value);
  const fits = isObject(content) && Object.keys(content).every((name) => ENTRIES[kind].includes(name));
  const { program = "", maze = "", record = null, question = "", tried = "" } = fits ? content : {};
  const whole = kind === "match" ? isObject(record) : typeof content?.[ENTRIES[kind][0]] === "string";
  if (!fits || !whole || [program, maze, question, tried].some((each) => typeof each !== "string")) damaged();
  if (program.length > MAX_PROGRAM) throw new Error(`The program has ${program.length} characters; expected at most ${MAX_PROGRAM}.`);
  return { kind, program, maze, record };
}

/** @returns {never} */
function damaged() {
  throw new Error("The link is damaged or cut off; copy all of it again.");
}

/** Return the text of a compressed content, no more than is allowed. @param {string} base64 */
async function inflated(base64) {
  const packed = Uint8Array.from(atob(base64.replaceAll("-", "+").replaceAll("_", "/")), (char) => char.charCodeAt(0));
  const reader = new Blob([packed]).stream().pipeThrough(new DecompressionStream("deflate-raw")).getReader();
  const decoder = new TextDecoder("utf-8", { fatal: true });
  let [text, size] = ["", 0];
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return text + decoder.decode();
    size += value.length;
    if (size > MAX_CONTENT) {
      await reader.cancel();
      damaged();
    }
    text += decoder.decode(value, { stream: true });
  }
}

// --- what a program claims ------------------------------------------------------------------------

/**
 * Return what the last class of a program claims: nothing of it is run.
 * @param {string} program
 * @returns {{ className: string, title: string, author: string, rules: string }}
 */
export function claimed(program) {
  /** @type {Record<string, string>} */
  const values = {};
  let [name, doc] = ["", ""];
  const read = (/** @type {{ from: number, to: number }} */ node) => program.slice(node.from, node.to);
  for (let node = parser.parse(program).topNode.firstChild; node; node = node.nextSibling) {
    const made = node.name === "DecoratedStatement" ? node.getChild("ClassDefinition") : node;
    if (made?.name !== "ClassDefinition") continue;
    for (const key of Object.keys(values)) delete values[key];
    const called = made.getChild("VariableName");
    name = called ? read(called) : "";
    const lines = made.getChild("Body")?.getChildren("Statement") ?? [];
    const first = lines[0]?.name === "ExpressionStatement" ? lines[0].getChild("String") : null;
    doc = first ? text(read(first)) : "";
    for (const line of lines.filter((each) => each.name === "AssignStatement")) {
      const [target, value] = [line.getChild("VariableName"), line.getChild("String")];
      if (target && value) values[read(target)] = text(read(value));
    }
  }
  const title = values.title || (values.name ?? words(name)).replaceAll("_", " ");
  return {
    className: name,
    title: visible(title.charAt(0).toUpperCase() + title.slice(1)).slice(0, 200),
    author: visible(values.author ?? "").slice(0, 200),
    rules: visible(cleaned(values.rulebook || doc).replace(/\n[ \t]+(?=\S)/g, " ")), // a clause goes on in deeper lines
  };
}

/** Return a class's name in small words. @param {string} name */
const words = (name) => name.replace(/(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])/g, " ").toLowerCase();

/** Return the text of a literal; "" for one that would have to be computed. @param {string} literal */
function text(literal) {
  const found = /^([rRuU]?)('''|"""|'|")([\s\S]*)\2$/.exec(literal);
  if (!found) return "";
  const [, prefix, , inside] = found;
  if (/r/i.test(prefix)) return inside;
  return inside.replace(/\\(\n|u[0-9a-fA-F]{4}|.)/g, (whole, after) => {
    if (after === "\n") return "";
    if (after.length > 1) return String.fromCharCode(parseInt(after.slice(1), 16));
    return { n: "\n", t: "\t", "\\": "\\", "'": "'", '"': '"' }[/** @type {string} */ (after)] ?? whole;
  });
}

/** Return a text without the indentation of its lines. @param {string} text */
function cleaned(text) {
  const [first, ...rest] = text.split("\n");
  const deep = rest.filter((line) => line.trim()).map((line) => line.length - line.trimStart().length);
  const cut = Math.min(...deep, 99);
  return [first.trimStart(), ...rest.map((line) => line.slice(cut))].join("\n").trim();
}

/** Return a text in which nothing reorders or hides other characters. @param {string} text */
export function visible(text) {
  return text.replace(/[\u061c\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]/g, (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, "0")}`);
}
