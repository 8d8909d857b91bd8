// Small parts from which the host's page and the join page are made.

import { setText } from "./keep.js";
import { element, tell } from "./page.js";
import { say } from "./words.js";

/** An element whose words follow the language by themselves. */
export function said(name, code, attributes = {}) {
  return element(name, { "data-say": code, ...attributes }, say(code));
}

/** A button whose words follow the language by themselves. */
export function saidButton(code, act, attributes = {}) {
  const made = said("button", code, { type: "button", ...attributes });
  made.addEventListener("click", act);
  return made;
}

/** A button whose words are told elsewhere, as they name somebody. */
export function namedButton(act, attributes = {}) {
  const made = element("button", { type: "button", ...attributes });
  made.addEventListener("click", act);
  return made;
}

/** A control under its label, which follows the language by itself. */
export function field(code, control, attributes = {}) {
  return element("label", { class: "field", ...attributes }, said("span", code), control);
}

/** Keep the children of `list` as `keys` say, each made once by `make(key)`: the parts by key. */
export function keyed(list, parts, keys, make) {
  for (const [key, part] of parts) {
    if (keys.includes(key)) continue;
    part.root.remove();
    parts.delete(key);
  }
  keys.forEach((key, place) => {
    if (!parts.has(key)) parts.set(key, make(key));
    const { root } = parts.get(key);
    if (list.children[place] !== root) list.insertBefore(root, list.children[place] || null);
  });
  return parts;
}

/**
 * Where answers are said: `tell(answer)`; a new language says the last one again. With a `link` the
 * players of its match are told by their names.
 */
export class Answer {
  constructor(link = null) {
    this._link = link;
    this.root = element("p", { class: "answer bad", role: "status" });
    this._last = { code: "" };
    document.addEventListener("language", () => this.tell(this._last));
  }

  tell(answer) {
    this._last = answer;
    tell(this.root, answer, this._link && this._link.last && this._link.last.view);
    return !answer.code;
  }
}

/** A button that asks once before it acts. `name` and `ask` give its words and the question's. */
export class AskedButton {
  constructor(name, ask, act) {
    this._name = name;
    this._ask = ask;
    this._first = namedButton(() => this._open(true));
    this._question = element("p", {});
    const yes = saidButton("host.yes", () => { this._open(false); act(); }, { class: "stop" });
    this._no = saidButton("host.no", () => this._open(false));
    this._asked = element("div", { class: "asked", role: "group", hidden: "" },
      this._question, element("div", { class: "row" }, yes, this._no));
    this.root = element("div", { class: "asking" }, this._first, this._asked);
  }

  show() {
    setText(this._first, this._name());
    setText(this._question, this._ask());
    this._asked.setAttribute("aria-label", this._ask());
  }

  _open(on) {
    this.show();
    this._first.hidden = on;
    this._asked.hidden = !on;
    (on ? this._no : this._first).focus();
  }
}

/**
 * Big choices of which one is taken. `options`: `{value, name, about}`, the last two giving words.
 * `act(value)` is called for a choice; `show(value)` shows which one is taken.
 */
export class Choices {
  constructor(name, options, act) {
    this._options = options.map((option) => ({ ...option, ...choice(name, option, act) }));
    this.root = element("div", { class: "choices" }, ...this._options.map((one) => one.root));
  }

  show(value) {
    for (const one of this._options) {
      one.radio.checked = one.value === value;
      one.root.classList.toggle("chosen", one.value === value);
      setText(one.title, one.name());
      setText(one.sentence, one.about());
    }
  }
}

function choice(name, { value }, act) {
  const radio = element("input", { type: "radio", name, value });
  radio.addEventListener("change", () => act(value));
  const title = element("span", { class: "choice-name" });
  const sentence = element("span", { class: "choice-about dim" });
  const root = element("label", { class: "choice" }, radio, element("span", {}, title, sentence));
  return { radio, title, sentence, root };
}

/** A part of the page with a heading. */
export function panel(code, ...children) {
  return element("section", { class: "panel" }, said("h2", code), ...children);
}

/** A set of choices with a heading. */
export function choosing(code, ...children) {
  return element("fieldset", { class: "panel" },
    element("legend", {}, said("h2", code)), ...children);
}

const TOO_LONG = 413; // HTTP

/** Post JSON: the answer, `{code, facts}`; a line that is broken answers so, too. */
export async function post(path, told) {
  const body = JSON.stringify(told || {});
  let answer;
  try {
    answer = await fetch(path, { method: "POST", body, credentials: "same-origin" });
  } catch (error) {
    return { code: "page.off_line", facts: {} };
  }
  try {
    return await answer.json();
  } catch (error) { // not of the table's own making
    return { code: answer.status === TOO_LONG ? "page.too_long" : "page.unreadable", facts: {} };
  }
}
