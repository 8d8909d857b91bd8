// Which kinds of card a deck has, and what they cost in a hand, for tables with real cards.

const NUMBERS = ["1", "2", "3", "4", "5", "6", "7", "8", "9"];
const COLOURED = ["Reverse", "Skip", "Hit2", "DiscardAll", "TradeHands"];
const WILD = ["Wild", "AttackAttack", "Customizable", "Hit4", "AllHit", "HitFire"];
const ALL_WILD = [
  "Wild", "Reverse", "Skip", "DrawTwo", "DrawFour", "TargetedDrawTwo", "DoubleSkip", "ForcedSwap",
];
// Kinds that are not in a deck of this name; a table's own deck may have all.
const LACKS = {
  attack: ["TradeHands", "AllHit", "HitFire"],
  "attack-hk": ["AttackAttack", "Customizable"],
};
const POINTS = { Reverse: 20, Skip: 20, Hit2: 20, DiscardAll: 30, TradeHands: 30, Hit4: 40 };
const WILD_POINTS = 50;
const PLAIN_WILD_POINTS = 20; // where all cards are wild

/** Kinds with a colour and kinds without, as the deck of this view has them. */
export function kindsOf(view) {
  if (view.rules === "all-wild") return { coloured: [], wild: ALL_WILD };
  const there = (kind) => !(LACKS[view.deck] || []).includes(kind);
  return { coloured: [...NUMBERS, ...COLOURED.filter(there)], wild: WILD.filter(there) };
}

/** What a card of this kind left in a hand costs. */
export function pointsOf(view, kind) {
  if (NUMBERS.includes(kind)) return Number(kind);
  if (view.rules === "all-wild") return kind === "Wild" ? PLAIN_WILD_POINTS : WILD_POINTS;
  return POINTS[kind] || WILD_POINTS;
}
