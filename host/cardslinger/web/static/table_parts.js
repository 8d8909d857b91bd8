// Pieces that the table screen and the overlay are put together from.

import { COLOURS, drawCard, drawColour, parts, spoken } from "./card.js";
import { element } from "./page.js";
import { happenedWords } from "./table_words.js";
import { say } from "./words.js";

const HERE = "\u0001"; // where the card stands in a line

/** A colour with its shape, its letter and its word. */
export function colourChip(letter) {
  const word = say(`colour.${COLOURS[letter]}`);
  const mark = element("b", { class: "letter", "aria-hidden": "true" }, letter);
  return element("span", { class: "chip" }, drawColour(letter), mark, element("span", {}, word));
}

/** A card with its name under it. */
export function namedCard(notation) {
  const name = element("figcaption", {}, spoken(notation, say));
  return element("figure", { class: "named-card" }, drawCard(notation), name);
}

/** A line of what happened, the card in it with the shape of its colour. */
export function happenedLine(happened) {
  const line = element("li", { class: `line ${happened.code}` });
  const [before, after] = happenedWords(happened, () => HERE).split(HERE);
  line.append(before);
  if (after === undefined) return line;
  const notation = happened.facts.card;
  const card = element("b", { class: "in-line" });
  const [letter] = parts(notation);
  if (letter) card.append(drawColour(letter));
  card.append(spoken(notation, say));
  line.append(card, after);
  return line;
}
