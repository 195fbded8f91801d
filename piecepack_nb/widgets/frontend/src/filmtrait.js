/** The traits `film` and `at`, between Python and a timeline. */
/** @import { Model } from "./types.js" */

import { save } from "./dom.js";
import { unpack } from "./film.js";

/** A view sets `at` at this moment: what the other views of the page then hear is not Python's. */
let ours = false;

/**
 * @param {Model} model
 * @param {import("./timeline.js").Timeline} timeline
 * @param {(on: boolean, trouble: string) => void} loaded
 */
export function makeFilmTrait(model, timeline, loaded) {
  let loads = 0; // how often a film was begun to be read; a newer one makes an older one void
  let loading = false;
  let kept = -1; // the value of `at` that was last set by a view of this page
  return { there, load, keep, moved, stop: () => loads++ };

  /** Whether there is a film, or one is on its way. */
  function there() {
    return Boolean(timeline.film || model.get("film")?.byteLength);
  }

  /** Read the film that the model holds now and show it, where the model says. */
  async function load() {
    const mine = ++loads;
    loading = true;
    let [film, trouble] = [/** @type {import("./film.js").Film | null} */ (null), ""];
    try {
      film = await unpack(model.get("film"));
    } catch (error) {
      trouble = String(/** @type {Error} */ (error)?.message ?? error);
    }
    if (mine !== loads) return;
    loading = false;
    if (!film && !timeline.film && !trouble) return;
    timeline.settle();
    timeline.load(film, model.get("at") ?? 0);
    loaded(Boolean(film), trouble);
  }

  /** The reader came to rest at a frame. */
  function keep(/** @type {number} */ at) {
    if (model.get("at") === at) return;
    kept = at;
    ours = true;
    try {
      save(model, "at", at);
    } finally {
      ours = false;
    }
  }

  /** The trait `at` has another value. Where Python has set it the film goes there. */
  async function moved() {
    const at = model.get("at");
    if (ours || at === kept) {
      kept = at;
      return;
    }
    kept = -1;
    timeline.halt();
    timeline.forget();
    await null; // a new film may have come with it
    if (!loading) timeline.go(timeline.film?.clamp(at) ?? 0);
  }
}
