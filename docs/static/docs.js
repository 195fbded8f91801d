/**
 * Makes the pictures of boards steppable: when a picture comes near, its page opens in a frame in its
 * place, and follows the theme that the reader chose. Without scripts, the picture is a link to it.
 */

const SYSTEM = "(prefers-color-scheme: dark)";
const DARK = { auto: SYSTEM, dark: "all", light: "not all" };
const opened = [];

const near = new IntersectionObserver(
  (entries) => {
    for (const { target, isIntersecting } of entries) {
      if (!isIntersecting) continue;
      near.unobserve(target);
      open(target);
    }
  },
  { rootMargin: "400px" },
);

function open(figure) {
  const still = figure.querySelector("a");
  const frame = document.createElement("iframe");
  frame.title = figure.dataset.title;
  frame.src = still.href;
  frame.className = "coming";
  frame.onload = () => {
    frame.className = "";
    still.remove();
    const page = frame.contentDocument; // null where the site is opened as files
    if (page) opened.push({ root: page.documentElement, rules: darkRules(page) });
    follow();
  };
  figure.prepend(frame);
}

/** Return the media lists of a page's styles for the dark theme. */
function darkRules(page) {
  const rules = [...page.styleSheets].flatMap((sheet) => [...sheet.cssRules]);
  return rules.map((rule) => rule.media).filter((media) => media?.mediaText === SYSTEM);
}

function follow() {
  const { theme = "auto" } = document.body.dataset;
  for (const { root, rules } of opened) {
    root.style.colorScheme = theme === "auto" ? "" : theme;
    for (const media of rules) media.mediaText = DARK[theme];
  }
}

new MutationObserver(follow).observe(document.body, { attributeFilter: ["data-theme"] });
for (const figure of document.querySelectorAll("figure.board:not(.small)")) near.observe(figure);

// Where the whole site is served, a page that was open can be read again without a network.
const worker = new URL("../offline.js", document.currentScript.src);
if (worker.protocol !== "file:" && "serviceWorker" in navigator) {
  navigator.serviceWorker.register(worker).catch(() => {}); // the documentation alone has none
  addEventListener("load", async () => {
    const { active } = await navigator.serviceWorker.ready;
    const used = performance.getEntriesByType("resource").map((each) => each.name);
    active.postMessage([location.pathname, ...used].filter((url) => !url.startsWith("blob:")));
  });
}

// The keyboard scrolls code that is wider than the page.
for (const code of document.querySelectorAll("pre, .table-wrapper")) {
  if (code.scrollWidth > code.clientWidth) code.tabIndex = 0;
}
