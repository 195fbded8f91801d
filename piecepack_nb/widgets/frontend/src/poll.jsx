/** A poll of a class: what stage it is and how many have voted, above the board; the host has buttons. */
/** @import { Model } from "./types.js" */

import { useRef, useState } from "preact/hooks";

import { BoardView } from "./board_view.jsx";
import { windowHeight } from "./dom.js";
import { Button, Field, mount, useTrait } from "./ui.jsx";

const LEAST_BOARD = 240; // CSS pixels: below it, the window scrolls
/**
 * @typedef {"asking" | "shown" | "again" | "answer" | "end"} Stage
 * @typedef {{ role: "voter" | "screen" | "host", stage: Stage, number: number, mine?: string, ask_name?: boolean,
 *   grades: any[], answered: number, voters: number, link?: string, qr?: string, follows?: Stage[], screen?: string,
 *   network?: boolean, problem?: string }} Poll
 */

/** Add a view of the model to `el`; return a function that removes it.
 * @type {(model: Model, el: HTMLElement) => () => void} */
export function makePoll(model, el) {
  return mount(el, "poll", <PollParts model={model} />);
}

/** @param {{ model: Model }} props */
function PollParts({ model }) {
  const poll = /** @type {Poll} */ (useTrait(model, "poll"));
  const parts = useRef(/** @type {HTMLDivElement | null} */ (null));
  const { role, stage, number, problem } = poll;
  const ask = (/** @type {string} */ name, /** @type {object} */ fields) => model.send({ kind: "poll", name, ...fields });
  const Title = role === "host" ? "h3" : "h1"; // the host's is a part of a notebook
  return (
    <div class="ppnb-poll-parts" data-role={role} data-stage={stage} ref={parts}>
      <div class="ppnb-poll-bar">
        <div class="ppnb-poll-words" role="status">
          <Title>Question {number}.</Title> {role === "voter" ? own(poll) : everybody(poll)}
        </div>
        {role === "host" && <Steps poll={poll} go={(to) => ask("go", { stage: to, number })} />}
      </div>
      {poll.ask_name && <NameForm onSend={(text) => ask("name", { text })} />}
      {problem && <p class="ppnb-problem">{problem}</p>}
      <div class="ppnb-poll-board">
        <BoardView model={model} room={() => roomFor(/** @type {HTMLElement} */ (parts.current))} />
      </div>
      {poll.link && <Invitation poll={poll} />}
    </div>
  );
}

/** Return the CSS pixels that the picture may be high. */
function roomFor(/** @type {HTMLElement} */ parts) {
  const stage = /** @type {HTMLElement | null} */ (parts.querySelector(".ppnb-stage"));
  return Math.max(LEAST_BOARD, windowHeight(parts) - (stage?.offsetTop ?? 120) - 24);
}

/** What a voter reads. @param {Poll} poll */
function own({ stage, mine, grades }) {
  const vote = mine ? `Your vote: ${mine}. You may change it until the vote is closed.` : "";
  const after = grades.length > 1 ? ` after talking, and ${grades[0] ? "right" : "wrong"} before` : "";
  return {
    asking: vote || "Choose your answer on the board.",
    shown: "What the class chose. Talk with your neighbours: who can convince whom?",
    again: vote || "Vote again: choose your answer on the board.",
    answer: grades.length ? `Your vote was ${grades.at(-1) ? "right" : "wrong"}${after}.` : "This is the answer.",
    end: "There are no more questions. Thank you!",
  }[stage];
}

/** What everybody reads. @param {Poll} poll */
function everybody({ stage, answered, voters, grades }) {
  const votes = voters ? `${answered} of ${voters} have voted` : "Nobody has joined yet";
  const scores = grades.map(([right, of]) => `${right} of ${of} right`).join(" at first, after talking ");
  return {
    asking: `${votes}.`,
    shown: `What the class chose: ${count(answered)}. Talk with your neighbours: who can convince whom?`,
    again: `The second vote: ${answered} of ${voters} have voted.`,
    answer: `The answer${scores ? `: ${scores}` : ""}.`,
    end: "There are no more questions.",
  }[stage];
}

const count = (/** @type {number} */ votes) => (votes === 1 ? "1 vote" : `${votes} votes`);

const STEPS = { shown: "Show the votes", again: "Vote again", answer: "Show the answer", asking: "Next question", end: "Finish" };

/** The stages that may follow, as buttons. @param {{ poll: Poll, go: (stage: Stage) => void }} props */
function Steps({ poll: { follows = [] }, go }) {
  const offered = follows.filter((stage) => stage !== "end" || follows.length === 1);
  return (
    <div class="ppnb-buttons">
      {offered.map((stage, i) => (
        <Button key={stage} main={i === 0} onClick={() => go(stage)}>
          {STEPS[stage]}
        </Button>
      ))}
    </div>
  );
}

/** @param {{ onSend: (text: string) => void }} props */
function NameForm({ onSend }) {
  const [text, setText] = useState("");
  return (
    <form
      class="ppnb-poll-name"
      onSubmit={(event) => {
        event.preventDefault();
        onSend(text);
      }}
    >
      <Field label="Your name" help="Your teacher sees it beside your votes.">
        {(ids) => <input {...ids} class="ppnb-input" type="text" maxLength={20} autocomplete="off" value={text} onInput={(event) => setText(event.currentTarget.value)} />}
      </Field>
      <button type="submit" class="ppnb-button ppnb-main">
        Join
      </button>
    </form>
  );
}

/** How to join, for those in front of the projector. @param {{ poll: Poll }} props */
function Invitation({ poll: { link, qr, role, screen, network } }) {
  return (
    <aside class="ppnb-poll-join" aria-label="Join">
      <img src={qr} alt={`QR code of ${link}`} />
      <p>
        Scan the code to vote, or open <a href={link} target="_blank" rel="noreferrer">{link}</a>
      </p>
      {role === "host" && !network && <p class="ppnb-field-help">Only this machine can open it. For phones: pp.host(…, network=True).</p>}
      {role === "host" && (
        <p>
          For a projector: <a href={screen} target="_blank" rel="noreferrer">the votes without buttons</a>
        </p>
      )}
    </aside>
  );
}
