/**
 * The pages of a hosted session that are no boards: where a device joins, the invitation on a projector, and
 * the host's lobby. A module of its own beside widgets.jsx, with the same hooks.
 */
/** @import { Model } from "./types.js" */

import { useState } from "preact/hooks";

import { Button, classes, Field, mount, useTrait } from "./ui.jsx";

/**
 * @typedef {{ seat: string, player: string, name: string, taken: boolean, here: number, acts: boolean }} Seat
 * @typedef {{ table: number, seats: Seat[] }} Offer
 * @typedef {Offer & { state: string, turn: string, text: string, watching: number, picture: string, problem: string }} Table
 * @typedef {(name: string, fields?: object) => void} Ask
 */

/** Each adds a view of the model to the element and returns a function that removes it.
 * @type {Record<string, (model: Model, el: HTMLElement) => () => void>} */
const VIEWS = {
  join: (model, el) => mount(el, "join", <Join model={model} />),
  invitation: (model, el) => mount(el, "invitation", <Invitation model={model} />),
  lobby: (model, el) => mount(el, "lobby", <Lobby model={model} />),
};

export default () => ({
  /** @param {{ model: Model, el: HTMLElement }} context */
  render: ({ model, el }) => VIEWS[model.get("_view")](model, el),
});

const PERSON = "person";

/** @param {Model} model @returns {Ask} */
function asks(model) {
  return (name, fields = {}) => model.send({ name, ...fields });
}

function capitalised(/** @type {string} */ seat) {
  return seat.slice(0, 1).toUpperCase() + seat.slice(1);
}

function isFree(/** @type {Seat} */ { player, taken }) {
  return player === PERSON && !taken;
}

/** Return who plays a seat, in a few words. @param {Seat} seat */
function whoPlays({ player, taken, name, here }) {
  if (player !== PERSON) return `bot ${player}`;
  if (!taken) return "free";
  const who = name || "taken";
  return here ? (here > 1 ? `${who}, ${here} devices` : who) : `${who}, away`;
}

/** What is wrong with the last request. @param {{ model: Model }} props */
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
  /** @type {{ title: string, tables: Offer[], more: boolean }} */
  const { title, tables, more } = useTrait(model, "data");
  const [who, setWho] = useState("");
  const ask = asks(model);
  const join = (/** @type {number} */ table, /** @type {string} */ seat) => ask("join", { table, seat, who });
  const many = more || tables.length > 1;
  const free = more || tables.some(({ seats }) => seats.some(isFree));
  return (
    <section class="ppnb-join-parts" aria-label={`Join ${title}`}>
      <h1>{title}</h1>
      <Field label="Your name" help="The others see it. You may leave it empty.">
        {(ids) => (
          <input {...ids} class="ppnb-input" type="text" maxLength={20} autocomplete="off" value={who} onInput={(event) => setWho(event.currentTarget.value)} />
        )}
      </Field>
      {many && free && (
        <Button main look="join-any" onClick={() => join(0, "")}>
          Take any free seat
        </Button>
      )}
      {tables.map(({ table, seats }) => (
        <fieldset key={table} class="ppnb-join-table">
          <legend>{many ? `Table ${table}` : "Choose a seat"}</legend>
          {seats.map((seat) => (
            <Button key={seat.seat} disabled={!isFree(seat)} onClick={() => join(table, seat.seat)}>
              <b>{capitalised(seat.seat)}</b>
              <small>{whoPlays(seat)}</small>
            </Button>
          ))}
          <Button onClick={() => join(table, "")}>Watch</Button>
        </fieldset>
      ))}
      <Said model={model} />
    </section>
  );
}

/** How to join, large, for a projector. @param {{ model: Model }} props */
function Invitation({ model }) {
  /** @type {{ title: string, link: string, qr: string, tables: Offer[] }} */
  const { title, link, qr, tables } = useTrait(model, "data");
  return (
    <section class="ppnb-invitation-parts" aria-label={`Join ${title}`}>
      <img src={qr} alt={`QR code of ${link}`} />
      <div>
        <h1>{title}</h1>
        <p>
          Scan the code to join, or open <span class="ppnb-invitation-link">{link}</span>
        </p>
        {tables.map(({ table, seats }) => (
          <ul key={table} aria-label={`Table ${table}`}>
            {seats.map((seat) => (
              <li key={seat.seat} data-taken={isFree(seat) ? undefined : "yes"}>
                <b>{capitalised(seat.seat)}</b> {whoPlays(seat)}
              </li>
            ))}
          </ul>
        ))}
      </div>
    </section>
  );
}

// --- the lobby ------------------------------------------------------------------------------------

/**
 * @typedef {{ title: string, link: string, qr: string, screen: string, on_screen: number, network: boolean, bots: string[],
 *   tables: Table[], many: boolean, joining: number }} Overview
 */

/** @param {{ model: Model }} props */
function Lobby({ model }) {
  /** @type {Overview} */
  const { title, link, qr, screen, on_screen, network, bots, tables, many, joining } = useTrait(model, "data");
  const ask = asks(model);
  const states = tables.map(({ state }) => state);
  const begun = states.some((state) => state !== "waiting");
  return (
    <section class="ppnb-lobby-parts" aria-label={`Lobby of ${title}`}>
      <div class="ppnb-lobby-invite">
        <img src={qr} alt={`QR code of ${link}`} />
        <div>
          <h2>{title}</h2>
          <p>
            Scan the code, or open <Address to={link} />
          </p>
          {!network && <p class="ppnb-field-help">Only this machine can open it. For phones: pp.host(…, network=True), or --network in a terminal.</p>}
          <p>
            For a projector:{" "}
            <a href={screen} target="_blank" rel="noreferrer">
              what everybody may see
            </a>
          </p>
          <div class="ppnb-buttons">
            {states.some((state) => state === "waiting" || state === "paused") && (
              <Button main onClick={() => ask("start", { table: 0 })}>
                {begun ? "Go on" : "Start"}
              </Button>
            )}
            {states.includes("playing") && (
              <Button title="Stop all tables until you go on" onClick={() => ask("pause", { table: 0 })}>
                Look here
              </Button>
            )}
            <Confirmed title="End for all" onClick={() => ask("end")} />
          </div>
          {/* below the buttons, which must not move under a finger */}
          {joining > 0 && <p role="status">{joining === 1 ? "1 device chooses a seat." : `${joining} devices choose seats.`}</p>}
        </div>
      </div>
      <div class="ppnb-lobby-tables">
        {tables.map((table) => (
          <LobbyTable key={table.table} model={model} table={table} many={many} bots={bots} ask={ask} shown={many && begun && on_screen === table.table} />
        ))}
      </div>
      <Said model={model} />
    </section>
  );
}

function Address(/** @type {{ to: string }} */ { to }) {
  return (
    <a href={to} target="_blank" rel="noreferrer">
      {to}
    </a>
  );
}

/** A button that must be pressed twice. @param {{ title: string, onClick: () => void }} props */
function Confirmed({ title, onClick }) {
  const [sure, setSure] = useState(false);
  const press = () => {
    if (sure) onClick();
    setSure(!sure);
  };
  return (
    <Button onClick={press} onBlur={() => setSure(false)}>
      {sure ? `${title}: press again` : title}
    </Button>
  );
}

/** @param {{ model: Model, table: Table, many: boolean, bots: string[], ask: Ask, shown: boolean }} props */
function LobbyTable({ model, table: { table, state, turn, text, seats, watching, picture, problem }, many, bots, ask, shown }) {
  const { data } = useTrait(model, "said");
  const [shared, setShared] = useState("");
  const now = state === "playing" ? turn : state;
  const share = (/** @type {string} */ seat) => {
    setShared(seat === shared ? "" : seat);
    if (seat !== shared) ask("share", { table, seat });
  };
  return (
    <article class="ppnb-lobby-table" aria-label={`Table ${table}`} data-state={state}>
      <h3>
        {many ? `Table ${table}: ${now}` : capitalised(now)} {watching > 0 && <small>{watching} watching</small>}
      </h3>
      <img class="ppnb-lobby-board" src={`data:image/svg+xml;utf8,${encodeURIComponent(picture)}`} alt={text} />
      <ul class="ppnb-lobby-seats">
        {seats.map((seat) => (
          <li key={seat.seat} data-acts={seat.acts ? "yes" : undefined}>
            <b>{capitalised(seat.seat)}</b>
            <span data-here={seat.here > 0 ? "yes" : undefined}>{whoPlays(seat)}</span>
            <select class="ppnb-input" aria-label={`Who plays ${seat.seat}`} value={seat.player} onChange={(event) => ask("player", { table, seat: seat.seat, player: event.currentTarget.value })}>
              {[PERSON, ...bots].map((each) => (
                <option key={each} value={each}>
                  {each}
                </option>
              ))}
            </select>
            {seat.player === PERSON && (
              <Button aria-pressed={shared === seat.seat} title="Show a link for this seat: for another device, or a team" onClick={() => share(seat.seat)}>
                Link
              </Button>
            )}
            {seat.taken && seat.player === PERSON && (
              <Button title="Make this seat free: its player's link ends" onClick={() => ask("take_back", { table, seat: seat.seat })}>
                Take back
              </Button>
            )}
          </li>
        ))}
      </ul>
      {shared && data?.seat === shared && (
        <p class="ppnb-lobby-share">
          <img src={data.qr} alt={`QR code of ${data.link}`} /> Whoever has this link plays {capitalised(shared)}: <Address to={data.link} />
        </p>
      )}
      <div class="ppnb-buttons">
        {many && state === "playing" && <Button onClick={() => ask("pause", { table })}>Stop</Button>}
        {many && state === "paused" && <Button onClick={() => ask("start", { table })}>Go on</Button>}
        {many && (
          <Button aria-pressed={shown} onClick={() => ask("screen", { table })}>
            On the projector
          </Button>
        )}
        <Button title="Undo the last move of a player" onClick={() => ask("undo", { table })}>
          Undo
        </Button>
        <Button title="Begin a new game; this one is kept" onClick={() => ask("new", { table })}>
          New game
        </Button>
      </div>
      {problem && <p class="ppnb-problem">{problem}</p>}
    </article>
  );
}
