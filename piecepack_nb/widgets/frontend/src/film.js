/** A packed film becomes scenes: see piecepack_nb/scene/film.py for what is in it. */
/** @import { Scene, Turn } from "./types.js" */

import { run } from "./frames.js";
import { between } from "./geometry.js";

const VERSION = 1;

export class Film {
  /** @param {any} data what the packed film held */
  constructor(data) {
    if (data?.version !== VERSION) throw new Error("another version");
    /** @type {Scene[]} */
    this.scenes = [data.first, ...run(data.first, data.frames)];
    /** The number of each scene. */
    this.numbers = new Map(this.scenes.map((scene, i) => [scene, i]));
    /** @type {Turn[]} */
    this.turns = data.turns.map((/** @type {[string, number]} */ [title, at]) => ({ title, at }));
    if (!this.turns.length || this.turns[0].at > 0) this.turns.unshift({ title: "Start", at: 0 });
    /** @type {Record<string, { title: string, count: number, frames: string }>} JSON that waits until it is wanted */
    this.inner = data.within ?? {};
  }

  get last() {
    return this.scenes.length - 1;
  }

  /** The number of a frame that there is, as near to `at` as can be. */
  clamp(/** @type {number} */ at) {
    return between(0, Math.round(at) || 0, this.last);
  }

  /** A frame and the finer scenes that follow in it; none where there is no finer timeline. */
  within(/** @type {number} */ at) {
    const first = this.scenes[at];
    return this.inner[at] ? [first, ...run(first, JSON.parse(this.inner[at].frames))] : [];
  }
}

/**
 * The film in the bytes of a trait; null of none. Raises an Error where they hold no film.
 * @param {ArrayBuffer | ArrayBufferView | null | undefined} bytes
 * @returns {Promise<Film | null>}
 */
export async function unpack(bytes) {
  if (!bytes?.byteLength) return null;
  const body = new Blob([/** @type {BlobPart} */ (bytes)]).stream();
  const text = await new Response(body.pipeThrough(new DecompressionStream("deflate"))).text();
  return new Film(JSON.parse(text));
}
