// Tables that stay readable on a narrow screen, where each row becomes a block.

import { element } from "./page.js";
import { capital } from "./table_words.js";

/**
 * A table of `{title, headings, rows, kind}`: each row a list of texts, its first cell its heading. A cell
 * may be `{text, mark}`: the mark (a star) stands for something that the text of the row says too.
 */
export function table({ title, headings, rows, kind = "" }) {
  const heads = headings.map((text) => element("th", { scope: "col", role: "columnheader" }, text));
  const body = rows.map((row) => element("tr", { role: "row" },
    ...row.map((cell, place) => (place ? dataCell(headings[place], cell) : headCell(cell)))));
  return element("table", { role: "table", class: `folding ${kind}` },
    element("caption", {}, capital(title)),
    element("thead", { role: "rowgroup" }, element("tr", { role: "row" }, ...heads)),
    element("tbody", { role: "rowgroup" }, ...body));
}

function headCell(cell) {
  return element("th", { scope: "row", role: "rowheader" }, cell);
}

function dataCell(heading, cell) {
  const { text, mark } = typeof cell === "object" ? cell : { text: cell, mark: "" };
  return element("td", { role: "cell", "data-heading": heading },
    element("span", {}, mark ? element("span", { "aria-hidden": "true" }, `${mark} `) : null, text));
}

/** Pairs of a name, in words, and a value. */
export function pairs(found) {
  const parts = [];
  for (const [name, value] of found) {
    parts.push(element("div", {}, element("dt", {}, capital(name)), element("dd", {}, value)));
  }
  return element("dl", { class: "pairs" }, ...parts);
}

/** Put `fresh` in place of all that `place` holds. */
export function fill(place, ...fresh) {
  while (place.firstChild) place.firstChild.remove();
  place.append(...fresh.filter(Boolean));
}
