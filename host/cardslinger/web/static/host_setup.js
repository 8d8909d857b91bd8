// The set-up of a match: proposed so that one press begins it, and all of it can be changed.

import { nameAgain, propose, remember, toBegin, withCards, wrongName } from "./host_draft.js";
import { Groups } from "./host_groups.js";
import { KeptMatches } from "./host_kept.js";
import { Launchers, Profiles } from "./host_launcher.js";
import { Answer, Choices, choosing, saidButton } from "./host_parts.js";
import { Players } from "./host_players.js";
import { Detail, RuleSets } from "./host_rules.js";
import { setText } from "./keep.js";
import { element } from "./page.js";
import { say } from "./words.js";

/**
 * `catalog` is GET /rules.json; `begun(people)` is called when a match is to begin, and
 * with 0 when it can't.
 */
export class SetUp {
  constructor(link, house, catalog, begun) {
    this._link = link;
    this._house = house;
    this._begun = begun;
    const draft = propose(house.port);
    this._draft = draft;
    nameAgain(draft.sitters);
    const changed = () => this._changed();
    this._players = new Players(draft, changed);
    this._groups = new Groups(link, draft, changed);
    this._detail = new Detail(draft, catalog.rules, changed);
    this._kept = new KeptMatches(link, () => draft.port);
    this._parts = [
      new RuleSets(draft, changed),
      this._cards(),
      this._players,
      new Launchers(draft, catalog.boards, changed),
      new Profiles(draft, changed),
      this._groups,
      this._detail,
    ];
    this._answer = new Answer();
    this._summary = element("p", { class: "summary" });
    this._start = saidButton("host.start", () => this._begin(), { class: "main big" });
    const bar = element("div", { class: "start" },
      this._answer.root, element("div", { class: "start-row" }, this._summary, this._start));
    this.root = element("div", { class: "set-up" },
      this._kept.root, ...this._parts.map((part) => part.root), bar);
  }

  show({ house }) {
    this._house = house;
    this._kept.show(house);
    for (const part of this._parts) part.show(house);
    this._start.disabled = house.opening || Boolean(this._busy);
    setText(this._summary, house.opening ? say("host.opening") : this._inShort());
  }

  /** The language is another one. */
  again() {
    nameAgain(this._draft.sitters);
  }

  _cards() {
    const options = ["virtual", "physical"].map((cards) => ({
      value: cards,
      name: () => say(`host.cards.${cards}`),
      about: () => say(`host.cards.${cards}.about`),
    }));
    const { _draft: draft } = this;
    const choices = new Choices("cards", options, (cards) => {
      draft.physical = cards === "physical";
      draft.sitters = withCards(draft.sitters, draft.physical);
      this._changed();
    });
    const show = () => choices.show(draft.physical ? "physical" : "virtual");
    return { root: choosing("host.cards", choices.root), show };
  }

  _changed() {
    remember(this._draft);
    this._players.tellWrong(null);
    this._answer.tell({ code: "" });
    this.show({ house: this._house });
  }

  _inShort() {
    const { rules, physical, sitters } = this._draft;
    return say("host.summary", {
      rules: say(`host.rules.${rules}`),
      cards: say(physical ? "host.cards.physical" : "host.cards.virtual"),
      count: sitters.length,
      names: sitters.map((one) => one.name.trim() || "…").join(", "),
    });
  }

  async _begin() {
    const wrong = wrongName(this._draft.sitters);
    this._players.tellWrong(wrong);
    if (wrong || this._busy) return;
    this._busy = true;
    remember(this._draft);
    this.show({ house: this._house });
    const people = this._draft.sitters.filter((one) => !one.bot).length;
    this._begun(people);
    const answer = await this._link.say(toBegin(this._draft, this._groups.name));
    this._busy = false;
    const isReason = answer.code === "page.error";
    if (!this._answer.tell((isReason && this._detail.problem) || answer)) this._begun(0);
    this.show({ house: this._house });
  }
}
