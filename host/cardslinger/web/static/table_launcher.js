// The launcher as seen from above, its exit upwards: the table screen turns it to a seat.

const SVG = "http://www.w3.org/2000/svg";

/** Its picture, 120 x 120 around the middle. */
export function drawLauncher() {
  const svg = node("svg", { viewBox: "-60 -60 120 120", class: "launcher", "aria-hidden": "true" });
  svg.append(
    node("path", { d: "M-16 -30 L0 -58 L16 -30 Z", class: "nose" }),
    node("rect", { x: -30, y: -32, width: 60, height: 74, rx: 14, class: "body" }),
    node("rect", { x: -20, y: -14, width: 40, height: 44, rx: 5, class: "hopper" }),
    node("rect", { x: -16, y: -26, width: 32, height: 7, rx: 3, class: "exit" }),
    node("circle", { cx: 0, cy: 36, r: 4, class: "button" }),
  );
  return svg;
}

function node(name, attributes) {
  const made = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  return made;
}
