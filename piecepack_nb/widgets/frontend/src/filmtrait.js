/** The traits `film` and `at`, between Python and a timeline. */
/** @import { Model } from "./types.js" */

import { save } from "./dom.js";
import { unpack } from "./film.js";

/** A view sets `at` at this moment: what the other views of the page then hear is not Python's. */
let ours = false;

export class FilmTrait {
  #timeline;
  #model;
  #loaded;
  /** How often a film was begun to be read; a newer one makes an older one void. */
  #loads = 0;
  /** A film is being read. */
  #loading = false;
  /** The value of `at` that was last set by a view of this page. */
  #kept = -1;

  /**
   * @param {Model} model
   * @param {import("./timeline.js").Timeline} timeline
   * @param {(on: boolean, trouble: string) => void} loaded
   */
  constructor(model, timeline, loaded) {
    this.#model = model;
    this.#timeline = timeline;
    this.#loaded = loaded;
  }

  /** There is a film, or one is on its way. */
  get there() {
    return Boolean(this.#timeline.film || this.#model.get("film")?.byteLength);
  }

  /** Read the film that the model holds now and show it, where the model says. */
  async load() {
    const mine = ++this.#loads;
    this.#loading = true;
    let [film, trouble] = [/** @type {import("./film.js").Film | null} */ (null), ""];
    try {
      film = await unpack(this.#model.get("film"));
    } catch (error) {
      trouble = String(/** @type {Error} */ (error)?.message ?? error);
    }
    if (mine !== this.#loads) return;
    this.#loading = false;
    if (!film && !this.#timeline.film && !trouble) return;
    this.#timeline.settle();
    this.#timeline.load(film, this.#model.get("at") ?? 0);
    this.#loaded(Boolean(film), trouble);
  }

  /** The reader came to rest at a frame. */
  keep(/** @type {number} */ at) {
    if (this.#model.get("at") === at) return;
    this.#kept = at;
    ours = true;
    try {
      save(this.#model, "at", at);
    } finally {
      ours = false;
    }
  }

  /** The trait `at` has another value. Where Python has set it the film goes there. */
  async moved() {
    const at = this.#model.get("at");
    if (ours || at === this.#kept) {
      this.#kept = at;
      return;
    }
    this.#kept = -1;
    this.#timeline.halt();
    this.#timeline.forget();
    await null; // a new film may have come with it
    if (!this.#loading) this.#timeline.go(this.#timeline.film?.clamp(at) ?? 0);
  }

  stop() {
    this.#loads++;
  }
}
