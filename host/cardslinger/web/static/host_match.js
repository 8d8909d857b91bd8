// The match that goes on, for whoever runs it: the game, its seats, and how phones find it.

import { Game } from "./host_game.js";
import { Phones } from "./host_phones.js";
import { Seats } from "./host_seats.js";
import { element } from "./page.js";

/** `answer` stays on the page when the match goes. */
export class MatchPanels {
  constructor(link, answer) {
    this._parts = [new Game(link, answer), new Seats(link), new Phones(link)];
    this.root = element("div", { class: "match" }, ...this._parts.map((part) => part.root));
  }

  show(shown) {
    for (const part of this._parts) part.show(shown);
  }
}
