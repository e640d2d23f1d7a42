// A press ends where it began: what would move the page waits while a button is held down.
//
// Between pointerdown and click some hundred milliseconds pass. A verdict that arrives in them makes room for itself,
// the button slides from under the pointer, and the click is lost without a word.

const CONTROLS = "button, a, summary, label, select, input, [role=option]";

// A press whose end nobody hears of, under a menu of the system's say, is over after this many milliseconds.
const LONGEST = 2000;

let held = 0;
let waiting = [];

/** Resolves once no control is held down: at once, as a rule. */
export const unpressed = () => (held ? new Promise((resolve) => waiting.push(resolve)) : Promise.resolve());

function release() {
  clearTimeout(held);
  held = 0;
  for (const resolve of waiting.splice(0)) resolve();
}

function press(event) {
  release();
  if (event.button === 0 && event.target instanceof Element && event.target.closest(CONTROLS)) held = setTimeout(release, LONGEST);
}

export function startPress() {
  addEventListener("pointerdown", press, true);
  // The click comes after the pointer is up, on a touch screen as a task of its own.
  const soon = () => setTimeout(release, 30);
  for (const end of ["pointerup", "pointercancel", "dragend", "keydown"]) addEventListener(end, soon, true);
  // Of the window alone: each field that loses the keyboard to the pressed button has a blur too.
  addEventListener("blur", soon);
  // A poll that is passed over asks again, from where it stood.
  document.body.addEventListener("htmx:beforeSwap", ({ detail }) => { if (held && detail.elt.hasAttribute("data-quiet")) detail.shouldSwap = false; });
}
