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
  const bytes = Uint8Array.from(atob(base64), (char) => char.charCodeAt(0));
  return new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"))).arrayBuffer();
}
