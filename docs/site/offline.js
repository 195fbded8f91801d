/**
 * Keeps every page of the site that was open, and all files of the play pages, or of the editor, once one of
 * them was, so that the next visit needs no network. JupyterLite, in the folder lite, keeps its own.
 */

const CACHE = "piecepack-nb-BUILD"; // the build writes its own name here

self.addEventListener("install", () => self.skipWaiting());

self.addEventListener("activate", (event) => {
  event.waitUntil(
    (async () => {
      for (const name of await caches.keys()) {
        if (name.startsWith("piecepack-nb-") && name !== CACHE) await caches.delete(name);
      }
      await self.clients.claim();
    })(),
  );
});

// A page names what it used before this worker ran; or a group: a play page the files of all games.
self.addEventListener("message", (event) => {
  event.waitUntil(keep(GROUPS[event.data] ?? event.data));
});

async function keep(files) {
  const cache = await caches.open(CACHE);
  const named = [...new Set(files.map((file) => plain(new URL(file, location.href))))];
  const kept = await Promise.all(named.map((file) => cache.match(file)));
  await cache.addAll(named.filter((_, index) => !kept[index]));
}

/** Return an address without its query, so that a file is kept once, however often it is asked for. */
function plain({ origin, pathname }) {
  return origin + pathname;
}

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== "GET" || origin !== location.origin) return;
  const fixed = KEPT.has(pathname);
  if (fixed || !pathname.startsWith(LITE)) event.respondWith(answer(request, fixed));
});

/** Return a file of a group from the cache first, another one from the network first; keep it. */
async function answer(request, fixed) {
  const cache = await caches.open(CACHE);
  const name = plain(new URL(request.url));
  const kept = await cache.match(name);
  if (kept && fixed) return kept;
  try {
    const found = await fetch(request);
    if (found.ok) await cache.put(name, found.clone()).catch(() => {}); // a full storage keeps nothing more
    return found;
  } catch (offline) {
    if (kept) return kept;
    throw offline;
  }
}

const GROUPS = {}; // the build lists the files of the play pages and of the editor here
const KEPT = new Set(Object.values(GROUPS).flat().map((file) => new URL(file, location.href).pathname));
const LITE = new URL("lite/", location.href).pathname;
