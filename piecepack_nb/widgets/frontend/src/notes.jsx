/** What a table says while it takes notes of a playtest, and the designer's questions after the game. */
/** @import { Model } from "./types.js" */

import { useState } from "preact/hooks";

import { Button, Field, useTrait } from "./ui.jsx";

const LONGEST = 1000; // characters, as in Python
/**
 * @typedef {{ text?: string, file: string, warning: string, questions: string[], ask: string[], thanks: string }} Card
 * @typedef {(name: string, fields?: object) => void} Ask
 */

/** The line that says what is noted, with a player's button that ends it.
 * @param {{ model: Model, ask: Ask, plays: boolean }} props */
export function NotesLine({ model, ask, plays }) {
  const { text, file, warning } = /** @type {Card} */ (useTrait(model, "notes_card"));
  if (!text) return null;
  return (
    <section class="ppnb-notes" aria-label="Notes">
      <p>
        {text} {warning && <b>They are not saved: {warning}.</b>}
      </p>
      {plays && (
        <Button title={file ? `Take no more notes; those so far are in ${file}` : "Take no more notes"} onClick={() => ask("end_notes")}>
          Stop the notes
        </Button>
      )}
    </section>
  );
}

/** The questions after the game, to one player after the other. @param {{ model: Model, ask: Ask }} props */
export function NotesQuestions({ model, ask }) {
  const { questions = [], ask: seats = [], thanks } = /** @type {Card} */ (useTrait(model, "notes_card"));
  if (!thanks) return null;
  if (!seats.length) return <p class="ppnb-notes-thanks" role="status">{thanks}</p>;
  return <Form key={seats[0]} seat={seats[0]} alone={seats.length === 1} questions={questions} ask={ask} />;
}

/** @param {{ seat: string, alone: boolean, questions: string[], ask: Ask }} props */
function Form({ seat, alone, questions, ask }) {
  const [texts, setTexts] = useState(questions.map(() => ""));
  const write = (/** @type {number} */ number, /** @type {string} */ text) => setTexts(texts.map((old, i) => (i === number ? text : old)));
  return (
    // no <form>: in the safe frame of a site's page the browser submits none
    <div class="ppnb-notes-form" role="form" aria-label={`Questions to ${seat}`}>
      <h3>The designer asks {seat[0].toUpperCase() + seat.slice(1)}</h3>
      {questions.map((question, i) => (
        <Field key={question} label={question}>
          {(ids) => (
            <textarea
              {...ids}
              class="ppnb-input"
              rows={2}
              maxLength={LONGEST}
              value={texts[i]}
              onInput={(event) => write(i, event.currentTarget.value)}
              onKeyDown={(event) => event.stopPropagation()} // the table and the notebook have keys of their own
            />
          )}
        </Field>
      ))}
      <div class="ppnb-buttons">
        <button type="button" class="ppnb-button ppnb-main" onClick={() => ask("answer", { seat, texts })}>
          {texts.some((text) => text.trim()) ? "Send" : "Skip"}
        </button>
        {!alone && <span class="ppnb-notes-next">Then pass on to the next player.</span>}
      </div>
    </div>
  );
}
