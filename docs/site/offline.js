/** Keeps every file that a play page has used, so that the next visit needs no network. */

const CACHE = "piecepack-nb-BUILD"; // the build writes its own name here

self.addEventListener("install", () => self.skipWaiting());

self.addEventListener("activate", (event) => {
  event.waitUntil(
    (async () => {
      for (const name of await caches.keys()) {
        if (name.startsWith("piecepack-nb-") && name !== CACHE) await caches.delete(name);
      }
      await self.clients.claim();
      const cache = await caches.open(CACHE);
      await cache.addAll(FILES);
    })(),
  );
});

self.addEventListener("fetch", (event) => {
  const { request } = event;
  if (request.method !== "GET" || new URL(request.url).origin !== location.origin) return;
  event.respondWith(answer(request));
});

/** Return a file from the cache, or else from the network, and keep it. */
async function answer(request) {
  const cache = await caches.open(CACHE);
  const kept = await cache.match(request, { ignoreSearch: true });
  if (kept) return kept;
  const found = await fetch(request);
  if (found.ok) await cache.put(request, found.clone());
  return found;
}

const FILES = []; // the build lists the files of the play pages here
