// Changing what stands on the page without building it anew: focus, scroll and a held button stay.

let keyed = false;
addEventListener("keydown", () => { keyed = true; }, true);
addEventListener("pointerdown", () => { keyed = false; }, true);

/** How the page was used last: for fingers the focus needs no new place. */
export function byKeyboard() {
  return keyed;
}

/**
 * Let `parent` have just these children, in order: each `{key, make, draw}`. `make` builds one that
 * was not there, `draw` brings it up to date. If the one that a keyboard had chosen
 * goes, its neighbour gets the focus.
 */
export function keepChildren(parent, wanted) {
  const keys = new Set(wanted.map((one) => one.key));
  const old = new Map();
  let focused = -1;
  [...parent.children].forEach((child, place) => {
    if (keys.has(child.dataset.key)) {
      old.set(child.dataset.key, child);
      return;
    }
    if (child.contains(document.activeElement)) focused = place;
    child.remove();
  });
  let next = parent.firstElementChild;
  for (const one of wanted) {
    const child = old.get(one.key) || one.make();
    child.dataset.key = one.key;
    if (child === next) next = next.nextElementSibling;
    else parent.insertBefore(child, next);
    if (one.draw) one.draw(child);
  }
  if (focused >= 0 && byKeyboard()) focusNear(parent, focused);
}

function focusNear(parent, place) {
  const child = parent.children[Math.min(place, parent.children.length - 1)];
  if (!child) return;
  const found = child.matches("button") ? child : child.querySelector("button");
  if (found) found.focus({ preventScroll: true });
}

/**
 * Words of an element, written only if they are others: a live region says each change. `english`: a
 * part of them that is English in any language, and is to be read so.
 */
export function setText(element, text, english = "") {
  if (element.textContent === text) return;
  const at = english ? text.indexOf(english) : -1;
  element.textContent = at < 0 ? text : text.slice(0, at);
  if (at < 0) return;
  const part = document.createElement("span");
  part.lang = "en";
  part.textContent = english;
  element.append(part, text.slice(at + english.length));
}

/** Make the options of a <select> these `[value, words]`, with that one chosen. */
export function setOptions(control, pairs, chosen) {
  while (control.options.length > pairs.length) control.lastChild.remove();
  pairs.forEach(([value, words], place) => {
    const option = control.options[place] || control.appendChild(document.createElement("option"));
    option.value = value;
    setText(option, words);
  });
  if (control.value !== chosen) control.value = chosen;
}

/** An attribute, or none for null. */
export function setAttribute(element, name, value) {
  if (value === null) element.removeAttribute(name);
  else if (element.getAttribute(name) !== value) element.setAttribute(name, value);
}

/** Scroll to what has to be answered now, if it is out of sight. */
export function comeIntoSight(element) {
  const top = element.getBoundingClientRect().top;
  if (top < 0 || top > innerHeight * 0.6) element.scrollIntoView();
}

/** Fill `parent` anew if what it shows is another thing; `key` names it. */
export function fill(parent, key, children) {
  if (parent.dataset.shows === key) return;
  parent.dataset.shows = key;
  parent.textContent = "";
  parent.append(...children());
}
