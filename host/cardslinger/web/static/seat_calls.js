// The call and the catch: two big buttons that never move, and the report of table talk.

import { keepChildren, setText } from "./keep.js";
import { element } from "./page.js";
import { act } from "./seat_acts.js";
import { operands } from "./seat_view.js";
import { capital, nameOf, seatOf } from "./table_words.js";
import { say } from "./words.js";

const SHOUT = "UNO!"; // the same in every language

/** Keeps both buttons in `place`. */
export class Calls {
  constructor(place, asker) {
    this._place = place;
    this._asker = asker;
    this._uno = call(() => asker.call(`${this._view.seat} uno`));
    setText(this._uno.firstElementChild, SHOUT);
    this._catches = element("div", { class: "catches" });
    place.append(this._uno, this._catches);
  }

  draw(view) {
    this._view = view;
    this._place.hidden = !view;
    if (!view) return;
    const own = seatOf(view, view.seat);
    const may = view.claims.includes("uno");
    const due = may && !isStuck(view, own);
    this._uno.disabled = !may;
    this._uno.classList.toggle("due", due);
    const state = due ? "now" : own.called ? "called" : "none";
    setText(this._uno.lastElementChild, say(`seat.uno.${state}`));
    const open = operands(view.claims, "catch").map(Number);
    keepChildren(this._catches, open.length ? open.map((seat) => this._catch(view, seat)) : [NOBODY]);
  }

  _catch(view, seat) {
    const name = nameOf(view, seat);
    return {
      key: `catch ${seat}`,
      make: () => {
        const made = call(() => this._asker.call(`${this._view.seat} catch ${seat}`));
        made.classList.add("due");
        return made;
      },
      draw: (made) => {
        setText(made.firstElementChild, capital(say("offer.catch", { name })));
        setText(made.lastElementChild, say("seat.catch.now"));
      },
    };
  }
}

const NOBODY = {
  key: "nobody",
  make: () => {
    const made = call(() => {});
    made.disabled = true;
    return made;
  },
  draw: (made) => {
    setText(made.firstElementChild, say("seat.catch"));
    setText(made.lastElementChild, say("seat.catch.none"));
  },
};

/** Whether this seat has two cards and its turn, and none of them can be played now. */
function isStuck(view, own) {
  const plays = view.moves.some((move) => /^(play|lay) /.test(move));
  return own.cards === 2 && view.acting === own.seat && !plays;
}

function call(tapped) {
  const made = element("button", { type: "button", class: "call" }, element("strong"), element("span"));
  made.addEventListener("click", tapped);
  return made;
}

/** Who may be reported for table talk, in the details at `place`. */
export function drawTalk(place, view, asker) {
  const others = view ? operands(view.claims, "talk").map(Number) : [];
  place.hidden = !others.length;
  const report = (seat) => () => {
    place.open = false;
    asker.call(`${view.seat} talk ${seat}`);
  };
  keepChildren(place.lastElementChild, others.map((seat) =>
    act(`talk ${seat}`, nameOf(view, seat), report(seat))));
}
