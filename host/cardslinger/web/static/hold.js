// A button that acts only when it is held: firing from a screen must never be a slip.

export const HOLD_MS = 600;

/** Call `act` when the button was held for HOLD_MS, by finger, mouse, Space or Enter. */
export function onHold(button, act) {
  let timer = null;
  button.classList.add("hold");
  button.style.setProperty("--hold", `${HOLD_MS}ms`);
  const begin = () => {
    if (timer !== null || button.disabled) return;
    button.classList.add("held");
    timer = setTimeout(() => {
      end();
      act();
    }, HOLD_MS);
  };
  const end = () => {
    clearTimeout(timer);
    timer = null;
    button.classList.remove("held");
  };
  button.addEventListener("pointerdown", (event) => {
    if (event.button === 0) begin();
  });
  for (const over of ["pointerup", "pointerleave", "pointercancel", "blur"]) {
    button.addEventListener(over, end);
  }
  button.addEventListener("keydown", (event) => {
    if (event.key !== " " && event.key !== "Enter") return;
    event.preventDefault();
    if (!event.repeat) begin();
  });
  button.addEventListener("keyup", end);
  button.addEventListener("contextmenu", (event) => event.preventDefault());
}
