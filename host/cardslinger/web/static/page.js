// What every page begins with: language, theme, its menu, the line to the table, what goes wrong.

import { setText } from "./keep.js";
import { Link } from "./link.js";
import { explain } from "./table_words.js";
import { LANGUAGES, language, preferredLanguage, say, speak } from "./words.js";

const THEMES = ["system", "light", "dark"];
const dark = matchMedia("(prefers-color-scheme: dark)");

/** A setting of this device. */
export function kept(name, usual) {
  return localStorage.getItem(name) || usual;
}

export function keep(name, value) {
  localStorage.setItem(name, value);
}

function showTheme() {
  const theme = kept("theme", "system");
  const isDark = theme === "dark" || (theme === "system" && dark.matches);
  document.documentElement.dataset.theme = isDark ? "dark" : "light";
}

/**
 * Begin a page. `role`: as what it is shown the table ("" for none): then it gives a Link, whose
 * "shown" events bring everything. `title`: a code for the window's title.
 */
export async function begin(role, title) {
  showTheme();
  dark.addListener(showTheme); // older browsers have no addEventListener there
  await speak(preferredLanguage());
  const named = () => { document.title = `${say(title)} · cardslinger`; };
  named();
  document.addEventListener("language", named);
  if (!role) return null;
  const link = new Link(role);
  const warning = element("div", { class: "off-line", role: "status", hidden: "" });
  document.body.prepend(warning);
  link.addEventListener("line", (event) => {
    warning.hidden = event.detail;
    warning.textContent = event.detail ? "" : say("page.broken_line");
  });
  return link;
}

/** An element: `element("button", {class: "main"}, "text", child, ...)`. */
export function element(name, attributes = {}, ...children) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (value !== null && value !== undefined && value !== false) made.setAttribute(key, value);
  }
  made.append(...children.filter((child) => child !== null && child !== undefined));
  return made;
}

/** A button with words. */
export function button(code, act, attributes = {}, facts = {}) {
  const made = element("button", { type: "button", ...attributes }, say(code, facts));
  made.addEventListener("click", act);
  return made;
}

/** Why something was not done, said for all: in `place`, a live region. */
export function tell(place, answer, view = null) {
  setText(place, explain(answer, view), answer.facts && answer.facts.reason);
}

/** Language and theme, for every page: `<page-menu></page-menu>`; its children come first. */
class PageMenu extends HTMLElement {
  connectedCallback() {
    this.draw();
    document.addEventListener("language", () => this.draw());
  }

  draw() {
    if (!this.own) this.own = [...this.childNodes];
    const languages = select("page.language", LANGUAGES, language, (chosen) => {
      keep("language", chosen);
      speak(chosen);
    });
    const themes = {};
    for (const theme of THEMES) themes[theme] = say(`page.theme.${theme}`);
    const looks = select("page.theme", themes, kept("theme", "system"), (chosen) => {
      keep("theme", chosen);
      showTheme();
    });
    while (this.firstChild) this.firstChild.remove();
    this.append(element("div", { class: "menu" }, ...this.own, languages, looks));
  }
}

/** A labelled choice; `choices` maps values to words. */
export function select(label, choices, chosen, act) {
  const made = element("select", { "aria-label": say(label) });
  for (const [value, words] of Object.entries(choices)) {
    const option = element("option", { value }, words);
    option.selected = value === chosen;
    made.append(option);
  }
  made.addEventListener("change", () => act(made.value));
  return made;
}

customElements.define("page-menu", PageMenu);
