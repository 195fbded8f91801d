/** What the page on which one writes a game keeps in this browser: programs, and the game on each one's table. */

const PROGRAMS = "ppnb-make";
const TABLES = "ppnb-make-tables";
const LAST = "ppnb-make-last";
const MOST = 30; // programs, and tables

/** @typedef {{ id: number, title: string, text: string }} Kept */

/** Return the programs, the newest first. @returns {Kept[]} */
export function kept() {
  return listed(PROGRAMS).filter((each) => typeof each?.text === "string" && typeof each.title === "string");
}

/** Keep a program; return false where the browser keeps nothing. @param {Kept} program */
export function keep(program) {
  return stored(PROGRAMS, [program, ...kept().filter(({ id }) => id !== program.id)].slice(0, MOST));
}

/** Return the link of the game that was on a program's table; "" for none. @param {string} name */
export function keptTable(name) {
  const [, link] = listed(TABLES).find((each) => Array.isArray(each) && each[0] === name) ?? [];
  return typeof link === "string" ? link : "";
}

/** Keep the game on a program's table. @param {string} name @param {string} link */
export function keepTable(name, link) {
  stored(TABLES, [[name, link], ...listed(TABLES).filter((each) => each?.[0] !== name)].slice(0, MOST));
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
