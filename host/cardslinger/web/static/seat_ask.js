// What this seat asks of the table, and what came of it, in words.

import { spoken } from "./card.js";
import { capital, nameOf } from "./table_words.js";
import { has, say } from "./words.js";

const TOLD_MS = 12000; // that an answer stays to be read
// A refusal's facts come as the rules count them: cards as colour * 32 + kind.
const LETTERS = " RYGB";
const KINDS = [
  "", "1", "2", "3", "4", "5", "6", "7", "8", "9", "Reverse", "Skip", "Hit2", "DiscardAll",
  "TradeHands", "Wild", "AttackAttack", "Customizable", "Hit4", "AllHit", "HitFire", "DrawTwo",
  "DrawFour", "TargetedDrawTwo", "DoubleSkip", "ForcedSwap",
];

/** Asks for one move after the other; calls and Stop never wait. */
export class Asker {
  /** `place`: an element for what has to be told. */
  constructor(link, place) {
    this.link = link;
    this._place = place;
    this._waiting = false;
    this._timer = null;
  }

  /** An event in notation, chosen for the table as it is shown: whether it happened. */
  move(event, more) {
    return this._once(() => this.link.play(event, more));
  }

  /** Another wish of which one at a time makes sense. */
  wish(wish, more) {
    return this._once(() => this.link.wish(wish, more));
  }

  /** A call or a catch: it goes by when it arrives. */
  async call(event) {
    this.tell(await this.link.play(event));
  }

  async stop() {
    this.tell(await this.link.wish({ is: "stop" }));
  }

  async pause() {
    this.tell(await this.link.wish({ is: "pause" }));
  }

  /** Something else than a wish of the table: whether it was done. */
  say(said) {
    return this._once(() => this.link.say(said));
  }

  /** Say why this can't be done now. */
  async why(event) {
    this.tell(await this.link.why({ is: "play", event }));
  }

  /** What came of it, in words; nothing when all went well. */
  tell(answer) {
    this.note(answer.code ? explain(answer, this.link.last && this.link.last.view) : "");
  }

  note(words) {
    clearTimeout(this._timer);
    this._place.textContent = words;
    if (words) this._timer = setTimeout(() => this.note(""), TOLD_MS);
  }

  async _once(ask) {
    if (this._waiting) {
      this.note(say(this.link.on ? "seat.wait_answer" : "seat.sent_later"));
      return false;
    }
    this._waiting = true;
    if (!this.link.on) this.note(say("seat.sent_later"));
    const answer = await ask();
    this._waiting = false;
    this.tell(answer);
    return !answer.code;
  }
}

/** Why something was refused: cards and players by their names. */
export function explain(answer, view) {
  const facts = { ...answer.facts };
  for (const name of ["card", "top"]) {
    if (name in facts) facts[name] = spoken(notation(facts[name]), say);
  }
  const name = view && typeof facts.seat === "number" ? nameOf(view, facts.seat) : "";
  const named = `seat.${answer.code}`;
  const code = name && has(named) ? named : answer.code;
  return capital(say(code, { ...facts, name: name || facts.name }));
}

function notation(card) {
  return typeof card === "number" ? `${LETTERS[card >> 5].trim()}${KINDS[card & 31]}` : card;
}
