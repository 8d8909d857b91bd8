// One rule that a table can change: yes or no, a choice, a number, or a text.

import { saidButton } from "./host_parts.js";
import { setOptions, setText } from "./keep.js";
import { element } from "./page.js";
import { say } from "./words.js";

const TEXT_MAX = 80; // characters, as rules.deck has it

/** `act(value)` with what is chosen, as flags are written; one that is `fixed` is only shown. */
export class Flag {
  constructor(name, fixed, act) {
    this._name = name;
    this._fixed = fixed;
    this._act = act;
    this._label = element("span", { class: "flag-name" });
    this._mark = element("span", { class: "mark", hidden: "" });
    this._about = element("p", { class: "dim", id: `about-${name}` });
    this._back = saidButton("host.flag.back.short", () => this._setBack(), { hidden: "" });
    this._line = element("label", { class: "flag-line" });
    this.root = element("div", { class: "flag" }, this._line, this._about, this._back);
  }

  /** `flag` is what the rule set says of it; `changed` what it is changed to, if it is. */
  show(flag, changed) {
    if (!this._control) this._make(flag);
    this._usual = flag.value;
    const value = changed === undefined ? flag.value : changed;
    if (flag.kind === "yes_no") this._control.checked = value === "yes";
    else if (flag.kind === "choice") setOptions(this._control, this._choices(flag), value);
    else if (this._control.value !== value) this._control.value = value;
    const label = say(`flag.${this._name}`);
    setText(this._label, label);
    setText(this._about, say(`flag.${this._name}.about`));
    setText(this._mark, say("host.flag.changed"));
    this._mark.hidden = changed === undefined;
    this._back.hidden = changed === undefined;
    this._back.setAttribute("aria-label", say("host.flag.back", { flag: label }));
    this.root.classList.toggle("changed", changed !== undefined);
  }

  _make({ kind }) {
    const about = { "aria-describedby": this._about.id };
    const isTyped = kind === "number" || kind === "text";
    if (kind === "yes_no") this._control = element("input", { type: "checkbox", ...about });
    else if (kind === "choice") this._control = element("select", about);
    else {
      const limit = kind === "text" ? { maxlength: TEXT_MAX } : { min: 0 };
      this._control = element("input", { type: kind, autocomplete: "off", ...limit, ...about });
    }
    this._control.disabled = this._fixed;
    this._control.addEventListener(isTyped ? "input" : "change", () => this._act(this._value(kind)));
    const words = element("span", { class: "flag-words" }, this._label, this._mark);
    this._line.append(...(kind === "yes_no" ? [this._control, words] : [words, this._control]));
  }

  _value(kind) {
    return kind === "yes_no" ? (this._control.checked ? "yes" : "no") : this._control.value;
  }

  _choices({ choices }) {
    return choices.map((choice) => [choice, say(`flag.${this._name}.${choice}`)]);
  }

  _setBack() {
    this._act(this._usual);
    this._control.focus();
  }
}
