/** What the site's pages keep in this browser: programs, the game on each one's table, and a guest's notes. */

const PROGRAMS = "ppnb-make";
const LAST = "ppnb-make-last";
const MOST = 30; // programs, and tables
const MOST_NOTES = 10; // games

/** @typedef {{ id: number, title: string, text: string }} Kept */

/** Return the programs, the newest first. @returns {Kept[]} */
export function kept() {
  return listed(PROGRAMS).filter((each) => typeof each?.text === "string" && typeof each.title === "string");
}

/** Keep a program; return false where the browser keeps nothing. @param {Kept} program */
export function keep(program) {
  return stored(PROGRAMS, [program, ...kept().filter(({ id }) => id !== program.id)].slice(0, MOST));
}

/** The link of the game on each program's table, by the program's name. */
export const tables = texts("ppnb-make-tables", MOST);
/** The notes of a guest's games, by the game's link. */
export const notes = texts("ppnb-notes", MOST_NOTES);

/** Return a way to keep texts by name, of which the oldest go. @param {string} shelf @param {number} most */
function texts(shelf, most) {
  const others = (/** @type {string} */ name) => listed(shelf).filter((each) => Array.isArray(each) && each[0] !== name);
  return {
    /** Return the text of this name; "" for none. @param {string} name */
    get(name) {
      const [, text] = listed(shelf).find((each) => Array.isArray(each) && each[0] === name) ?? [];
      return typeof text === "string" ? text : "";
    },
    /** Keep a text, or none; return false where the browser doesn't. @param {string} name @param {string} text */
    put: (name, text) => stored(shelf, [...(text ? [[name, text]] : []), ...others(name)].slice(0, most)),
  };
}

/** Return what was shown last, and whether it ran. @returns {{ what: string, ran: boolean }} */
export function last() {
  const [found] = listed(LAST);
  return { what: typeof found?.what === "string" ? found.what : "", ran: found?.ran === true };
}

/** Note what is shown, and whether it runs. @param {string} what @param {boolean} ran */
export function remember(what, ran) {
  if (what) stored(LAST, [{ what, ran }]);
}

/** @param {string} name @returns {any[]} */
function listed(name) {
  try {
    const found = JSON.parse(localStorage.getItem(name) ?? "[]");
    return Array.isArray(found) ? found : [];
  } catch {
    return [];
  }
}

function stored(/** @type {string} */ name, /** @type {any[]} */ list) {
  try {
    localStorage.setItem(name, JSON.stringify(list));
    return true;
  } catch {
    return false; // no storage, or a full one
  }
}
