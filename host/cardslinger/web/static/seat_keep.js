// Changing what stands on the page without building it anew: focus, scroll and a held button stay.

let byKeyboard = false; // how the page was used last: for fingers the focus needs no new place
addEventListener("keydown", () => { byKeyboard = true; }, true);
addEventListener("pointerdown", () => { byKeyboard = false; }, true);

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
  if (focused >= 0 && byKeyboard) focusNear(parent, focused);
}

function focusNear(parent, place) {
  const child = parent.children[Math.min(place, parent.children.length - 1)];
  if (!child) return;
  const found = child.matches("button") ? child : child.querySelector("button");
  if (found) found.focus({ preventScroll: true });
}

/** Words of an element, written only if they are others: a live region says each change. */
export function setText(element, text) {
  if (element.textContent !== text) element.textContent = text;
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

/** The only child is what `make` builds, built anew only for another key. */
export function keepOne(parent, key, make) {
  if (parent.dataset.shows === key) return;
  parent.dataset.shows = key;
  parent.textContent = "";
  const made = make();
  if (made) parent.append(made);
}
