// Codes with facts, put into words: the same catalogs as everywhere, fetched once a language.

export const LANGUAGES = { en: "English", ms: "Bahasa Melayu", "zh-Hant": "繁體中文" };
const COLOURS = ["colour.none", "colour.red", "colour.yellow", "colour.green", "colour.blue"];

let words = {};
export let language = "en";

/** The language that was chosen on this device, or the one its browser prefers. */
export function preferredLanguage() {
  const chosen = localStorage.getItem("language");
  if (chosen in LANGUAGES) return chosen;
  for (const wanted of navigator.languages || [navigator.language]) {
    if (/^zh/i.test(wanted)) return "zh-Hant";
    if (/^ms/i.test(wanted)) return "ms";
    if (/^en/i.test(wanted)) return "en";
  }
  return "en";
}

/** Fetch the words of a language, and say all there is on the page in it. */
export async function speak(wanted) {
  const answer = await fetch(`/words/${wanted}.json`);
  if (!answer.ok) throw new Error(`no words for ${wanted}`);
  words = await answer.json();
  language = wanted;
  document.documentElement.lang = wanted;
  sayAll(document);
  document.dispatchEvent(new CustomEvent("language"));
}

export function has(code) {
  return code in words;
}

/** The words for a code. A code that there is not says itself, so that nothing stays silent. */
export function say(code, facts = {}) {
  const forms = words[code];
  if (!forms) return code;
  const count = facts.count;
  const form = forms.length > 1 && count !== 1 ? forms[1] : forms[0];
  return form.replace(/\{\{|\}\}|\{(\w+)\}/g, (found, name) => {
    if (!name) return found[0];
    return fact(name, facts);
  });
}

function fact(name, facts) {
  const value = facts[name];
  if (name === "phase") return say(`phase.${value}`);
  if (name === "way") return say(`way.${value}`, { count: facts.amount });
  if (name === "pause") return value;
  if (name === "colour" && typeof value === "number") return say(COLOURS[value]);
  return value === undefined ? "" : String(value);
}

/** Elements with `data-say` get the words of that code; `data-say-label` those for who can't see. */
export function sayAll(root) {
  for (const one of root.querySelectorAll("[data-say]")) one.textContent = say(one.dataset.say);
  for (const one of root.querySelectorAll("[data-say-label]")) {
    one.setAttribute("aria-label", say(one.dataset.sayLabel));
  }
}
