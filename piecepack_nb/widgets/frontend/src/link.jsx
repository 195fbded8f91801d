/** The button to make a link: a link, its QR code, and what it holds. */
/** @import { Model } from "./types.js" */

import { useEffect, useRef, useState } from "preact/hooks";

import { kernelEnded } from "./dom.js";
import { Button, classes, Field, useTrait } from "./ui.jsx";

const COPIED = 2000; // milliseconds that the button says so

/** @param {{ model: Model }} props */
export function LinkPart({ model }) {
  const { number = 0, link, qr, message, problem } = useTrait(model, "link_card");
  const [first] = useState(number); // asked for before this view was opened
  const [failed, setFailed] = useState("");
  const ask = () => {
    try {
      model.send({ kind: "link" });
      setFailed("");
    } catch {
      setFailed(kernelEnded(model));
    }
  };
  const shown = number > first && !failed;
  return (
    <div class="ppnb-link-part">
      <Button title="Make a link that holds all of this; nothing is uploaded" onClick={ask}>
        Make a link
      </Button>
      {(failed || shown) && (
        <p class={classes("link-message", (failed || problem) && "problem")} role="status">
          {failed || message}
        </p>
      )}
      {shown && link && <Address key={number} link={link} />}
      {shown && qr && <img class="ppnb-link-qr" alt="QR code of the link" src={`data:image/svg+xml,${encodeURIComponent(qr)}`} />}
    </div>
  );
}

/** The link to copy. @param {{ link: string }} props */
function Address({ link }) {
  const field = useRef(/** @type {HTMLInputElement | null} */ (null));
  const [copied, setCopied] = useState(false);
  useEffect(() => {
    field.current?.closest(".ppnb-link-part")?.scrollIntoView({ block: "nearest" }); // it begins at the panel's edge
  }, []);
  useEffect(() => {
    const timer = copied ? setTimeout(() => setCopied(false), COPIED) : 0;
    return () => clearTimeout(timer);
  }, [copied]);
  const copy = async () => {
    field.current?.select();
    try {
      await navigator.clipboard.writeText(link);
      setCopied(true);
    } catch {
      setCopied(document.execCommand("copy")); // a page without https has no clipboard
    }
  };
  return (
    <div class="ppnb-link-address">
      <Field label="Address">
        {(ids) => <input {...ids} ref={field} class="ppnb-input" readonly value={link} onFocus={(event) => event.currentTarget.select()} />}
      </Field>
      <Button onClick={copy}>{copied ? "Copied" : "Copy"}</Button>
    </div>
  );
}
