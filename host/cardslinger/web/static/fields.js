// Small forms, as children for `keepChildren`: what is half typed stays as it is.

import { COLOURS, spoken } from "./card.js";
import { setOptions, setText } from "./keep.js";
import { element } from "./page.js";
import { say } from "./words.js";

const NUMBER_MAX = 2000;

/**
 * A number, after `words`, with a button that says `set`: `done(number)` tells whether it was done.
 */
export function numberChild(key, words, set, done) {
  const field = () => element("input", {
    type: "number", min: "0", max: String(NUMBER_MAX), step: "1", inputmode: "numeric", required: "",
  });
  return child(key, field, words, set, (value) => done(Number(value)));
}

/** A card of the deck with a button: `done(notation)`. */
export function cardChild(key, words, deck, done) {
  const field = () => element("select", { required: "" });
  const made = child(key, field, words, say("page.table.set"), done);
  const options = [["", "–"], ...cardsOf(deck).map((card) => [card, spoken(card, say)])];
  return {
    ...made,
    draw: (form) => {
      made.draw(form);
      setOptions(form.elements[0], options, form.elements[0].value);
    },
  };
}

function child(key, field, words, set, done) {
  return {
    key,
    make: () => {
      const [asked, send] = [field(), element("button", { type: "submit" })];
      const label = element("label", {}, element("span"), " ", asked);
      const form = element("form", { class: "tells" }, label, send);
      form.addEventListener("submit", async (event) => {
        event.preventDefault();
        const told = asked.value;
        if ((await form.done(told)) && asked.value === told) asked.value = "";
      });
      return form;
    },
    draw: (form) => {
      form.done = done;
      setText(form.querySelector("span"), words);
      setText(form.lastElementChild, set);
    },
  };
}

function cardsOf(deck) {
  const coloured = Object.keys(COLOURS).map((letter) => deck.each_colour.map((kind) => letter + kind));
  return [].concat(...coloured, deck.no_colour);
}
