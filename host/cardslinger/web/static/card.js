// A card as SVG: our own art. Colour, shape and letter together tell its colour.

const SVG = "http://www.w3.org/2000/svg";
export const COLOURS = { R: "red", Y: "yellow", G: "green", B: "blue" };
// The shape of each colour, within 20 x 20 around the middle.
const SHAPES = {
  R: "M0 -9 L9 7 L-9 7 Z", // triangle
  Y: "M-8 -8 H8 V8 H-8 Z", // square
  G: "M0 -9 A9 9 0 1 1 -0.01 -9 Z", // circle
  B: "M0 -10 L10 0 L0 10 L-10 0 Z", // diamond
};
// A sign for each kind, drawn in lines within 60 x 60 around the middle.
const SIGNS = {
  Reverse: "M-22 -8 H14 L4 -18 M22 8 H-14 L-4 18",
  Skip: "M0 -24 A24 24 0 1 1 -0.01 -24 M-17 -17 L17 17",
  Hit2: "M-24 0 H-4 M-12 -9 L-2 0 L-12 9",
  Hit4: "M-24 -12 H-4 M-12 -21 L-2 -12 L-12 -3 M-24 12 H-4 M-12 3 L-2 12 L-12 21",
  DiscardAll: "M0 -26 V0 M-11 -10 L0 1 L11 -10 M-22 11 H22 M-22 22 H22",
  TradeHands: "M-24 -10 C-10 -26 10 -26 22 -10 M22 -10 L12 -12 M22 -10 L24 -22 M24 10 C10 26 -10 26 -22 10 M-22 10 L-12 12 M-22 10 L-24 22",
  Wild: "M0 -24 L7 -8 L24 -8 L10 3 L15 20 L0 10 L-15 20 L-10 3 L-24 -8 L-7 -8 Z",
  AttackAttack: "M-24 -14 H8 M0 -22 L10 -14 L0 -6 M-24 14 H8 M0 6 L10 14 L0 22 M18 -20 V20",
  Customizable: "M-20 20 L-16 6 L12 -22 L22 -12 L-6 16 Z M4 -14 L14 -4",
  AllHit: "M0 0 V-24 M0 0 L21 -12 M0 0 L21 12 M0 0 V24 M0 0 L-21 12 M0 0 L-21 -12",
  HitFire: "M-4 -26 C10 -12 20 -2 16 12 C13 24 -13 24 -16 10 C-17 2 -10 0 -8 -8 C-2 -4 2 -10 -4 -26 Z",
  DrawTwo: "M-20 -18 H2 V14 H-20 Z M-10 -10 H12 V22 H-10",
  DrawFour: "M-22 -22 H-4 V4 H-22 Z M4 -22 H22 V4 H4 Z M-22 10 H-4 V24 H-22 Z M4 10 H22 V24 H4 Z",
  TargetedDrawTwo: "M0 -18 A18 18 0 1 1 -0.01 -18 M0 -26 V-8 M0 8 V26 M-26 0 H-8 M8 0 H26",
  DoubleSkip: "M-10 -16 A16 16 0 1 1 -10.01 -16 M-21 -11 L1 11 M12 -16 A16 16 0 1 1 11.99 -16 M1 -11 L23 11",
  ForcedSwap: "M-22 -6 H18 L8 -16 M22 6 H-18 L-8 16 M0 -24 V24",
};
const NUMBERS = { Hit2: "2", Hit4: "4", DrawTwo: "+2", DrawFour: "+4" };

/** Colour letter (or "") and kind of a card in notation: "RHit2" -> ["R", "Hit2"]. */
export function parts(card) {
  const coloured = card[0] in COLOURS && card.length > 1 && !(card in SIGNS);
  return coloured ? [card[0], card.slice(1)] : ["", card];
}

/** A name for who can't see it: its colour in words and its kind. */
export function spoken(card, say) {
  const [letter, kind] = parts(card);
  const colour = letter ? say(`colour.${COLOURS[letter]}`) : "";
  return `${colour} ${/^\d$/.test(kind) ? kind : say(`card.${kind}`)}`.trim();
}

/** The picture of a card, an <svg> of 120 x 168 that takes the size it is given. */
export function drawCard(card) {
  const [letter, kind] = parts(card);
  const svg = node("svg", { viewBox: "0 0 120 168", class: "card", "aria-hidden": "true" });
  const colour = `var(--${COLOURS[letter] || "wild"})`;
  svg.append(
    node("rect", { x: 1.5, y: 1.5, width: 117, height: 165, rx: 14, fill: "var(--card)", stroke: "#0006", "stroke-width": 1.5 }),
    node("rect", { x: 9, y: 9, width: 102, height: 150, rx: 9, fill: colour }),
    node("path", { d: "M34 38 H102 V118 L86 132 H18 V50 Z", fill: "var(--card)", stroke: "var(--card)", "stroke-width": 8, "stroke-linejoin": "round" }),
  );
  const isNumber = /^\d$/.test(kind);
  if (isNumber) {
    svg.append(words(kind, 60, 84, 74, "var(--card-ink)", 800));
  } else {
    const sign = node("path", { d: SIGNS[kind] || SIGNS.Wild, fill: "none", stroke: "var(--card-ink)", "stroke-width": 6, "stroke-linecap": "round", "stroke-linejoin": "round" });
    const number = NUMBERS[kind];
    const beside = kind === "Hit2" || kind === "Hit4";
    sign.setAttribute("transform", `translate(${beside ? 54 : 60} ${number && !beside ? 74 : 84})`);
    svg.append(sign);
    if (number) svg.append(words(number, beside ? 78 : 60, beside ? 84 : 118, beside ? 44 : 30, "var(--card-ink)", 800));
  }
  for (const turned of [false, true]) {
    const corner = node("g", turned ? { transform: "rotate(180 60 84)" } : {});
    if (letter) {
      corner.append(
        node("path", { d: SHAPES[letter], fill: "var(--card)", transform: "translate(24 26)" }),
        words(letter, 44, 25, 18, "var(--card)", 800),
      );
    } else {
      "RYGB".split("").forEach((one, place) => {
        corner.append(node("path", { d: SHAPES[one], fill: `var(--${COLOURS[one]})`, transform: `translate(${18 + (place % 2) * 13} ${20 + Math.floor(place / 2) * 13}) scale(0.55)`, stroke: "var(--card)", "stroke-width": 1.5 }));
      });
    }
    svg.append(corner);
  }
  return svg;
}

/** The back of a card. */
export function drawBack() {
  const svg = node("svg", { viewBox: "0 0 120 168", class: "card", "aria-hidden": "true" });
  svg.append(
    node("rect", { x: 1.5, y: 1.5, width: 117, height: 165, rx: 14, fill: "var(--card)", stroke: "#0006", "stroke-width": 1.5 }),
    node("rect", { x: 9, y: 9, width: 102, height: 150, rx: 9, fill: "var(--back)" }),
    node("path", { d: "M26 118 L60 50 L94 118 M40 118 L60 78 L80 118", fill: "none", stroke: "var(--card)", "stroke-width": 7, "stroke-linecap": "round", "stroke-linejoin": "round" }),
  );
  return svg;
}

/** The shape and letter of a colour: "R", "Y", "G" or "B". */
export function drawColour(letter) {
  const svg = node("svg", { viewBox: "-12 -12 24 24", class: "shape", "aria-hidden": "true" });
  svg.append(node("path", { d: SHAPES[letter], fill: `var(--${COLOURS[letter]})`, stroke: "var(--ink)", "stroke-width": 1 }));
  return svg;
}

function words(text, x, y, size, fill, weight) {
  const made = node("text", { x, y, fill, "font-size": size, "font-weight": weight, "text-anchor": "middle", "dominant-baseline": "central", "font-family": "system-ui, sans-serif" });
  made.textContent = text;
  return made;
}

function node(name, attributes) {
  const made = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  return made;
}
