// The rules in detail: each flag of the rule set with a sentence, and what they make in words.

import { RULES } from "./host_draft.js";
import { Flag } from "./host_flag.js";
import { Choices, choosing, keyed, post, said, saidButton } from "./host_parts.js";
import { setText } from "./keep.js";
import { element, tell } from "./page.js";
import { say } from "./words.js";

// Flags under the headings of the rules in words; one that stands in none comes last.
const HEADINGS = {
  "group.set_up": ["first_dealer", "hand_size"],
  "group.turn": ["colours", "draws", "may_press_anyway", "special_draw", "extra_card"],
  "group.cards": ["discard_all", "discard_all_may_empty_hand", "stacking", "trade_hands",
    "all_hit_includes_player", "all_hit_resumes", "custom_effect", "custom_count", "custom_text"],
  "group.calls": ["uno_call", "uno_penalty", "table_talk_penalty"],
  "group.cut_in": ["cut_in"],
  "group.end": ["last_card_must_be_number", "scoring", "match_winner", "match_points"],
};
const LAST = "group.end";
const FIXED = ["colours", "draws"]; // these go with the cards of the rule set
const SOON_MS = 150; // after a change, what it means is asked for

/** Which of the rule sets: three big choices. */
export class RuleSets {
  constructor(draft, changed) {
    this._draft = draft;
    const options = RULES.map((rules) => ({
      value: rules,
      name: () => say(`host.rules.${rules}`),
      about: () => say(`ruleset.${rules}`),
    }));
    this._choices = new Choices("rules", options, (rules) => {
      draft.rules = rules;
      changed();
    });
    this.root = choosing("host.rules", this._choices.root);
  }

  show() {
    this._choices.show(this._draft.rules);
  }
}

/** The flags of `draft.rules`, changed in `draft.flags`, and the rules they make in words. */
export class Detail {
  constructor(draft, catalog, changed) {
    this._draft = draft;
    this._catalog = catalog;
    this._changed = changed;
    this._means = []; // flags that mean something, as the server says
    this._groups = [];
    this._asked = "";
    this._sections = new Map();
    this._flags = element("div", {});
    this._count = element("span", { class: "mark" });
    this._back = saidButton("host.flags.back", () => this._setAllBack());
    this.problem = null; // why no match can begin with these flags: `{code, facts}`
    this._wrong = element("p", { class: "bad", role: "status" });
    this._reason = element("p", { class: "dim" });
    this._words = element("div", { class: "in-words" });
    const title = element("summary", {}, said("h2", "host.detail"), this._count);
    this.root = element("details", { class: "panel detail" }, title, this._wrong, this._reason,
      this._back,
      element("div", { class: "detail-columns" }, this._flags,
        element("div", {}, said("h3", "host.in_words"), this._words)));
  }

  show() {
    this._draw();
    this._ask();
  }

  _draw() {
    const { rules } = this._draft;
    const known = this._catalog[rules].filter((flag) => this._isShown(flag.name));
    const headings = Object.keys(HEADINGS)
      .filter((heading) => known.some((flag) => headingOf(flag.name) === heading));
    keyed(this._flags, this._sections, headings, newSection);
    for (const [heading, section] of this._sections) {
      const flags = known.filter((flag) => headingOf(flag.name) === heading);
      this._showSection(section, flags.sort(byPlace(heading)), heading);
    }
    const count = Object.keys(this._changes()).length;
    this._count.hidden = !count;
    this._back.hidden = !count;
    setText(this._count, say("host.flags.changed", { count }));
    this._sayProblem();
    this._sayRules();
  }

  _changes() {
    return this._draft.flags[this._draft.rules] || {};
  }

  /** What is written on a card means nothing to the rules, but there may be such a card. */
  _isShown(name) {
    const asked = name === "custom_text" ? "custom_effect" : name;
    return this._means.includes(asked) || name in this._changes();
  }

  _showSection(section, flags, heading) {
    setText(section.title, say(heading));
    const { rules } = this._draft;
    const make = (name) => new Flag(name, FIXED.includes(name), (value) => this._set(name, value));
    keyed(section.list, section.flags, flags.map((flag) => `${rules} ${flag.name}`),
      (key) => make(key.split(" ")[1]));
    const changes = this._changes();
    for (const flag of flags) {
      section.flags.get(`${rules} ${flag.name}`).show(flag, changes[flag.name]);
    }
  }

  /** A flag as the rule set has it anyway is no change. */
  _set(name, value) {
    const { rules, flags } = this._draft;
    const changes = { ...this._changes() };
    const usual = this._catalog[rules].find((flag) => flag.name === name).value;
    if (value === usual) delete changes[name];
    else changes[name] = value;
    this._draft.flags = { ...flags, [rules]: changes };
    this._changed();
  }

  _setAllBack() {
    this._draft.flags = { ...this._draft.flags, [this._draft.rules]: {} };
    this._changed();
    this.root.querySelector("summary").focus();
  }

  /** Ask what these flags mean, once they stay as they are for a moment. */
  _ask() {
    const wish = { rules: this._draft.rules, flags: this._changes() };
    const asked = JSON.stringify(wish);
    if (asked === this._asked) return;
    this._asked = asked;
    clearTimeout(this._soon);
    this._soon = setTimeout(async () => {
      const answer = await post("/rules", wish);
      if (asked === this._asked) this._hear(answer);
    }, SOON_MS);
  }

  _hear(answer) {
    if (answer.code === "page.off_line") this._asked = ""; // and again when something is shown anew
    this._refused = answer.code ? answer : null;
    if (!answer.code) {
      this._means = answer.flags;
      this._groups = answer.groups;
    }
    this._draw();
  }

  /** What is wrong with these flags, named as they are named here; the server's reason after it. */
  _sayProblem() {
    const refused = this._refused;
    const isReason = Boolean(refused) && refused.code === "page.error";
    const flags = Object.keys(this._changes()).map((name) => say(`flag.${name}`)).join(", ");
    this.problem = isReason ? { code: "host.flags.wrong", facts: { flags } } : refused;
    tell(this._wrong, this.problem || { code: "" });
    const reason = isReason ? refused.facts.reason : "";
    setText(this._reason, isReason ? say(refused.code, { reason }) : "", reason);
    this._reason.hidden = !isReason;
  }

  _sayRules() {
    const words = this._words;
    while (words.firstChild) words.firstChild.remove();
    words.hidden = Boolean(this._refused);
    for (const { heading, rules } of this._groups) {
      if (heading === "group.physical" && !this._draft.physical) continue;
      const lines = rules.map((rule) => element("li", {}, say(rule.code, rule.facts)));
      words.append(element("h4", {}, say(heading)), element("ul", {}, ...lines));
    }
  }
}

function headingOf(name) {
  const found = Object.keys(HEADINGS).find((heading) => HEADINGS[heading].includes(name));
  return found || LAST;
}

function byPlace(heading) {
  const order = HEADINGS[heading];
  return (a, b) => order.indexOf(a.name) - order.indexOf(b.name);
}

function newSection() {
  const title = element("h3", {});
  const list = element("div", {});
  return { root: element("section", { class: "flags" }, title, list), title, list, flags: new Map() };
}
