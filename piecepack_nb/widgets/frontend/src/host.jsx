/**
 * The pages of a hosted session that are no boards: where a device joins, and the host's lobby. A module of
 * its own beside widgets.jsx, with the same hooks.
 */
/** @import { Model } from "./types.js" */

import { useState } from "preact/hooks";

import { Button, classes, Field, mount, useTrait } from "./ui.jsx";

/**
 * @typedef {{ seat: string, player: string, name: string, taken: boolean, here: number, acts: boolean }} Seat
 * @typedef {{ table: number, state: string, turn: number, caption: string, over: boolean, seats: Seat[],
 *   watchers: number, picture: string, warning: string }} Table
 * @typedef {(name: string, fields?: object) => void} Ask
 */

/** Each adds a view of the model to the element and returns a function that removes it.
 * @type {Record<string, (model: Model, el: HTMLElement) => () => void>} */
const VIEWS = {
  join: (model, el) => mount(el, "join", <Join model={model} />),
  lobby: (model, el) => mount(el, "lobby", <Lobby model={model} />),
};

export default () => ({
  /** @param {{ model: Model, el: HTMLElement }} context */
  render: ({ model, el }) => VIEWS[model.get("_view")](model, el),
});

/** @param {Model} model @returns {Ask} */
function asks(model) {
  return (name, fields = {}) => model.send({ name, ...fields });
}

const PERSON = "person";
const title = (/** @type {string} */ seat) => seat.slice(0, 1).toUpperCase() + seat.slice(1);

/** The reply to the last request. @param {{ model: Model }} props */
function Said({ model }) {
  const { text, problem } = useTrait(model, "said");
  return (
    <p class={classes("said", problem && "problem")} role="status">
      {text}
    </p>
  );
}

// --- joining --------------------------------------------------------------------------------------

/** @param {{ model: Model }} props */
function Join({ model }) {
  const { title: game, tables, more } = useTrait(model, "data");
  const [who, setWho] = useState("");
  const ask = asks(model);
  const join = (/** @type {number} */ table, /** @type {string} */ seat) => ask("join", { table, seat, who });
  const free = tables.some((/** @type {Table} */ { seats }) => seats.some((seat) => isFree(seat)));
  return (
    <section class="ppnb-join-parts">
      <h1>{game}</h1>
      <Field label="Your name" help="Others at the table see it. You may leave it empty.">
        {(ids) => <input {...ids} class="ppnb-input" type="text" maxLength={20} autocomplete="off" value={who} onInput={(event) => setWho(event.currentTarget.value)} />}
      </Field>
      {(free || more) && (tables.length > 1 || more) && (
        <Button main look="join-any" onClick={() => join(0, "")}>
          Take any free seat
        </Button>
      )}
      {tables.map((/** @type {Table} */ { table, seats }) => (
        <fieldset key={table} class="ppnb-join-table">
          <legend>{tables.length > 1 || more ? `Table ${table}` : "Choose a seat"}</legend>
          {seats.filter(({ player }) => player === PERSON).map((seat) => (
            <Button key={seat.seat} look={classes("join-seat").slice(5)} disabled={!isFree(seat)} onClick={() => join(table, seat.seat)}>
              {title(seat.seat)}
              <small>{isFree(seat) ? "free" : seat.name || "taken"}</small>
            </Button>
          ))}
          <Button onClick={() => join(table, "watch")}>Watch</Button>
        </fieldset>
      ))}
      <Said model={model} />
    </section>
  );
}

const isFree = (/** @type {Seat} */ { player, taken }) => player === PERSON && !taken;

// --- the lobby ------------------------------------------------------------------------------------

/** @param {{ model: Model }} props */
function Lobby({ model }) {
  const { title: game, link, screen, qr, network, bots, tables, most } = useTrait(model, "data");
  const ask = asks(model);
  const waiting = tables.some((/** @type {Table} */ { state }) => state !== "playing");
  const playing = tables.some((/** @type {Table} */ { state }) => state === "playing");
  return (
    <section class="ppnb-lobby-parts" aria-label={`Lobby of ${game}`}>
      <div class="ppnb-lobby-invite">
        <img src={qr} alt={`QR code of ${link}`} class="ppnb-lobby-qr" />
        <div>
          <h3>{game}</h3>
          <p>
            Scan the code, or open <a href={link} target="_blank" rel="noreferrer">{link}</a>
          </p>
          {!network && <p class="ppnb-field-help">Only this machine can open it. For phones: pp.host(…, network=True).</p>}
          <p>
            For a projector: <a href={screen} target="_blank" rel="noreferrer">what everybody may see</a>
          </p>
          <div class="ppnb-buttons">
            {waiting && (
              <Button main onClick={() => ask("start")}>
                {playing || tables.some((/** @type {Table} */ { state }) => state === "paused") ? "Go on" : "Start"}
              </Button>
            )}
            {playing && (
              <Button title="Stop all tables" onClick={() => ask("pause")}>
                Look here
              </Button>
            )}
          </div>
        </div>
      </div>
      <div class="ppnb-lobby-tables" data-many={most > 1 ? "yes" : undefined}>
        {tables.map((/** @type {Table} */ table) => (
          <LobbyTable key={table.table} table={table} many={most > 1} bots={bots} ask={ask} />
        ))}
      </div>
      <Said model={model} />
    </section>
  );
}

/** @param {{ table: Table, many: boolean, bots: string[], ask: Ask }} props */
function LobbyTable({ table: { table, state, turn, caption, over, seats, watchers, picture, warning }, many, bots, ask }) {
  const now = over ? "over" : state === "playing" ? `turn ${turn}` : state;
  return (
    <article class="ppnb-lobby-table" aria-label={`Table ${table}`} data-state={over ? "over" : state}>
      <h4>
        {many ? `Table ${table}: ` : ""}
        {now}
        {watchers > 0 && <small> · {watchers} watching</small>}
      </h4>
      <img class="ppnb-lobby-board" src={`data:image/svg+xml;utf8,${encodeURIComponent(picture)}`} alt={caption} />
      <ul class="ppnb-lobby-seats">
        {seats.map(({ seat, player, name, taken, here, acts }) => (
          <li key={seat} data-acts={acts ? "yes" : undefined}>
            <b>{title(seat)}</b>
            <span data-here={here > 0 ? "yes" : undefined}>
              {player !== PERSON ? player : taken ? `${name || "somebody"}${here ? (here > 1 ? ` (${here} devices)` : "") : " (away)"}` : "free"}
            </span>
            <select class="ppnb-input" aria-label={`Who plays ${seat}`} value={player} onChange={(event) => ask("player", { table, seat, player: event.currentTarget.value })}>
              {[PERSON, ...bots].map((each) => (
                <option key={each} value={each}>
                  {each}
                </option>
              ))}
            </select>
            {taken && player === PERSON && (
              <Button title="Make this seat free: its player's link ends" onClick={() => ask("take_back", { table, seat })}>
                Take back
              </Button>
            )}
          </li>
        ))}
      </ul>
      <div class="ppnb-buttons">
        <Button title="Undo the last move of a player" onClick={() => ask("undo", { table })}>
          Undo
        </Button>
        <Button title="Begin a new game; this one is kept" onClick={() => ask("new", { table })}>
          New game
        </Button>
      </div>
      {warning && <p class="ppnb-problem">{warning}</p>}
    </article>
  );
}
