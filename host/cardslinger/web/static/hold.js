// A button that acts only when it is held: firing from a screen must never be a slip.

import { element } from "./page.js";
import { say } from "./words.js";

export const HOLD_MS = 600;
const AGAIN_MS = 5000; // after a click that no finger made, for the second one

let told = null; // the line that asks for the second click

/**
 * Call `act(noted)` when the button was held for HOLD_MS, by finger, mouse, Space or Enter; `noted`
 * is what `note()` gave when the hold began. A screen reader can't hold: from it two clicks are
 * taken, the first of which is answered. Nothing is done with a button that is gone by then or says
 * something else.
 */
export function onHold(button, act, note = () => undefined) {
  let timer = null;
  let armed = null; // what the second click does
  button.classList.add("hold");
  button.style.setProperty("--hold", `${HOLD_MS}ms`);
  /** What is to be done as things stand now, if they still do by then. */
  const meant = () => {
    const words = button.textContent;
    const noted = note();
    return () => {
      const isThere = button.getClientRects().length > 0 && !button.disabled;
      if (isThere && button.textContent === words) act(noted);
    };
  };
  const begin = () => {
    if (timer !== null || button.disabled) return;
    const done = meant();
    button.classList.add("held");
    timer = setTimeout(() => {
      end();
      done();
    }, HOLD_MS);
  };
  const end = () => {
    clearTimeout(timer);
    timer = null;
    button.classList.remove("held");
  };
  const clicked = () => {
    const done = armed;
    armed = null;
    tell("");
    if (done) {
      done();
      return;
    }
    const mine = armed = meant();
    tell(say("page.again"));
    setTimeout(() => {
      if (armed !== mine) return;
      armed = null;
      tell("");
    }, AGAIN_MS);
  };
  button.addEventListener("pointerdown", (event) => {
    if (event.button === 0) begin();
  });
  for (const over of ["pointerup", "pointerleave", "pointercancel", "blur"]) {
    button.addEventListener(over, end);
  }
  button.addEventListener("keydown", (event) => {
    if (!isKey(event)) return;
    event.preventDefault();
    if (!event.repeat) begin();
  });
  button.addEventListener("keyup", (event) => {
    if (isKey(event)) event.preventDefault(); // no click comes of it
    end();
  });
  button.addEventListener("click", (event) => {
    if (event.detail === 0) clicked();
  });
  button.addEventListener("contextmenu", (event) => event.preventDefault());
}

function isKey({ key }) {
  return key === " " || key === "Enter";
}

function tell(words) {
  if (!told) {
    told = element("div", { class: "again", role: "alert" });
    document.body.append(told);
  }
  told.hidden = !words;
  told.textContent = words;
}
