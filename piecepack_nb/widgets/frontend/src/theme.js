/** Light or dark: what the notebook around the board says, and only then what the system says. */

const NAMES = ["data-theme", "data-bs-theme", "data-vscode-theme-kind", "class"];

/** The next node outward, through shadow roots. @type {(at: Node) => Node | null} */
const outward = (at) => (at instanceof ShadowRoot ? at.host : at.parentNode);

/** @type {(el: Element) => "light" | "dark" | null} */
function said(el) {
  const jupyter = el.getAttribute("data-jp-theme-light");
  if (jupyter !== null) return jupyter === "false" ? "dark" : "light";
  for (const name of NAMES) {
    const match = /(?:^|[\s-])(dark|light)(?:$|\s)/.exec(el.getAttribute(name) ?? "");
    if (match) return match[1] === "dark" ? "dark" : "light";
  }
  return null;
}

/** The theme around `el`. @type {(el: Element) => "light" | "dark"} */
export function theme(el) {
  /** @type {Node | null} */
  let at = el.parentNode;
  for (; at; at = outward(at)) {
    const found = at instanceof Element && said(at);
    if (found) return found;
  }
  const scheme = getComputedStyle(el).colorScheme;
  if (/^(only )?(dark|light)$/.test(scheme)) return scheme.endsWith("dark") ? "dark" : "light";
  const both = scheme.includes("dark") && matchMedia("(prefers-color-scheme: dark)").matches;
  return both || darkGround(el) ? "dark" : "light";
}

/** Whether the nearest painted background behind `el` is dark. @type {(el: Element) => boolean} */
function darkGround(el) {
  for (let /** @type {Node | null} */ at = el.parentNode; at; at = outward(at)) {
    if (!(at instanceof Element)) continue;
    const [r, g, b, a = 1] = (getComputedStyle(at).backgroundColor.match(/[\d.]+/g) ?? []).map(Number);
    if (a > 0.5) return 0.3 * r + 0.59 * g + 0.11 * b < 110;
  }
  return false;
}

/**
 * Call `told` now and whenever the theme may have changed; the answer stops it.
 * @param {Element} el
 * @param {(theme: "light" | "dark") => void} told
 */
export function watchTheme(el, told) {
  const look = () => told(theme(el));
  const watcher = new MutationObserver(look);
  const attributeFilter = ["data-jp-theme-light", "style", ...NAMES];
  for (const root of [document.documentElement, document.body]) {
    watcher.observe(root, { attributes: true, attributeFilter });
  }
  const system = matchMedia("(prefers-color-scheme: dark)");
  system.addEventListener("change", look);
  look();
  return {
    look,
    stop() {
      watcher.disconnect();
      system.removeEventListener("change", look);
    },
  };
}
