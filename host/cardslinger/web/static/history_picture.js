// The picture of a match, which the server draws if it can.

import { said } from "./host_parts.js";
import { setText } from "./keep.js";
import { element } from "./page.js";
import { language, say } from "./words.js";

/** `new Picture()`, then `show(match)`: it is fetched anew when it would be another one. */
export class Picture {
  constructor() {
    this._image = element("img", { hidden: "" });
    this._why = element("p", { class: "dim" });
    this._scroll = element("div", { class: "wide", tabindex: "0", role: "region" }, this._image);
    this._scrolls = said("p", "past.picture.scrolls", { class: "dim scrolls", hidden: "" });
    this.root = element("section", { class: "panel" },
      said("h3", "past.picture"), this._scrolls, this._scroll, this._why);
    this._image.addEventListener("load", () => this._loaded(true));
    this._image.addEventListener("error", () => this._ask());
  }

  /** Nothing to draw before a round is over. */
  show(match) {
    this.root.hidden = !match.rounds.length;
    if (this.root.hidden) return;
    this._scroll.setAttribute("aria-label", say("past.picture"));
    this._image.alt = say("past.picture.about");
    const address = `/history/${match.match}.svg?language=${language}&rounds=${match.rounds.length}`;
    if (address === this._address) return;
    this._address = address;
    this._image.src = address;
  }

  _loaded(well) {
    this._image.hidden = !well;
    this._scroll.hidden = this._scrolls.hidden = !well;
    if (well) setText(this._why, "");
  }

  /** It did not come: say why. */
  async _ask() {
    this._loaded(false);
    const address = this._address;
    try {
      const answer = await fetch(address);
      const refused = answer.ok ? { code: "past.picture" } : await answer.json();
      if (address === this._address) setText(this._why, say(refused.code, refused.facts));
    } catch (error) {
      setText(this._why, say("page.broken_line"));
    }
  }
}
