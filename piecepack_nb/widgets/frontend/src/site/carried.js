/** Files that a page carries in itself, as gzip in base64, each in an element of its own. */

/** Return a source of the page's files for `runner.js`; null if it carries none. */
export function carried() {
  const elements = /** @type {HTMLElement[]} */ ([...document.querySelectorAll("script[data-file]")]);
  if (!elements.length) return null;
  return async (/** @type {(part: number) => void} */ progress) => {
    /** @type {Record<string, ArrayBuffer>} */
    const files = {};
    for (const [number, element] of elements.entries()) {
      files[String(element.dataset.file)] = await unpacked(element.textContent);
      element.remove(); // a file is needed once, and its text is large
      progress((number + 1) / elements.length);
    }
    return files;
  };
}

/** @param {string} base64 */
function unpacked(base64) {
  const text = atob(base64);
  const bytes = new Uint8Array(text.length);
  for (let at = 0; at < text.length; at++) bytes[at] = text.charCodeAt(at); // a call for each of 13 million would take seconds
  return new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"))).arrayBuffer();
}
