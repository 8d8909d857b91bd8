// Small forms of the table's controls: a number, a card.

import { spoken } from "./card.js";
import { element } from "./page.js";
import { COLOURS } from "./table_words.js";
import { say } from "./words.js";

const NUMBER_MAX = 2000;

/** A number with a button: `act(number)` once there is one. */
export function numberAsk(label, words, act) {
  const field = element("input", {
    type: "number", min: "0", max: String(NUMBER_MAX), step: "1", inputmode: "numeric", required: "",
  });
  return form(label, field, words, () => act(Number(field.value)), () => { field.value = ""; });
}

/** A card of the deck with a button: `act(notation)`. */
export function cardPicker(label, view, act) {
  const field = element("select", { required: "" }, element("option", { value: "" }, "–"));
  for (const card of cardsOf(view)) {
    field.append(element("option", { value: card }, spoken(card, say)));
  }
  return form(label, field, say("page.table.set"), () => act(field.value), () => { field.value = ""; });
}

function form(label, field, words, act, clear) {
  const send = element("button", { type: "submit" }, words);
  const made = element("form", { class: "ask" }, element("label", {}, `${label} `, field), send);
  made.addEventListener("submit", (event) => {
    event.preventDefault();
    act();
    clear();
  });
  return made;
}

function cardsOf({ deck }) {
  const coloured = Object.keys(COLOURS).map((letter) => deck.each_colour.map((kind) => letter + kind));
  return [].concat(...coloured, deck.no_colour);
}
