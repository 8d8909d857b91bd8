// How to come to the table with a phone: the address, its picture, PINs of who is not here yet.

import { fill, setText } from "./keep.js";
import { element } from "./page.js";
import { language, say } from "./words.js";

/** Fill the place for it; hidden where there is nothing to be told. */
export function showJoining(house) {
  const missing = house.places.filter((place) => !place.joined && place.pin);
  const image = document.getElementById("qr");
  const tells = Boolean(house.url) || missing.length > 0;
  document.getElementById("join").hidden = !tells;
  document.getElementById("side").classList.toggle("joining", tells);
  image.hidden = !house.url;
  if (house.url && !image.src) image.src = "/qr.svg";
  if (house.url) image.alt = say("page.table.qr", { url: house.url });
  setText(document.getElementById("address"), house.url);
  const key = JSON.stringify([language, missing]);
  fill(document.getElementById("pins"), key, () => missing.map((place) =>
    element("li", {}, element("span", {}, place.name), " ", element("b", {}, say("page.table.pin", { pin: place.pin })))));
}
