// A text field with a filtered list of choices, after the ARIA combobox pattern. The list may be refilled at any time.

import { unpressed } from "./press.js";

const SHOWN = 200;

export class Combo {
  /** `onActive(value)` hears of the choice one is looking at, `onChoose(value)` of the one taken. */
  constructor(input, list, { onActive = () => {}, onChoose = () => {} } = {}) {
    Object.assign(this, { input, list, onActive, onChoose, active: null });
    input.addEventListener("input", () => { this.open(); this.filter(); });
    input.addEventListener("focus", () => { if (input.dataset.openOnFocus !== undefined) { this.open(); this.filter(); } });
    input.addEventListener("keydown", (event) => this.#key(event));
    // A list that stands among the fields must not go while the button below it is being pressed.
    input.addEventListener("blur", () => unpressed().then(() => setTimeout(() => this.#left(), 120)));
    list.addEventListener("pointerdown", (event) => event.preventDefault());
    list.addEventListener("click", (event) => { const o = event.target.closest("[role=option]"); if (o) this.take(o); });
    list.addEventListener("pointerover", (event) => { const o = event.target.closest("[role=option]"); if (o) this.look(o, false); });
  }

  get options() {
    return [...this.list.querySelectorAll("[role=option]")];
  }

  get shown() {
    return this.options.filter((option) => !option.hidden);
  }

  open() {
    this.list.hidden = false;
    this.input.setAttribute("aria-expanded", "true");
  }

  close() {
    if (this.list.hidden) return;
    this.list.hidden = true;
    this.input.setAttribute("aria-expanded", "false");
    this.look(null);
  }

  /** Show the choices that hold every typed word; those that start with the text come first in line for Enter. */
  filter() {
    const text = this.input.value.trim().toLowerCase();
    const words = text.split(/\s+/);
    let count = 0;
    for (const option of this.options) {
      const hay = option.dataset.hay ?? option.dataset.value.toLowerCase();
      option.hidden = !words.every((word) => hay.includes(word)) || count >= SHOWN;
      if (!option.hidden) count += 1;
    }
    const none = this.list.querySelector(".none");
    if (none) none.hidden = count > 0;
    const start = this.shown.find((option) => option.dataset.value.toLowerCase().startsWith(text));
    this.look(text ? (start ?? this.shown[0] ?? null) : null);
  }

  look(option, scroll = true) {
    if (this.active === option) return;
    this.active?.setAttribute("aria-selected", "false");
    this.active = option;
    if (!option) { this.input.removeAttribute("aria-activedescendant"); return; }
    option.setAttribute("aria-selected", "true");
    this.input.setAttribute("aria-activedescendant", option.id);
    if (scroll) option.scrollIntoView({ block: "nearest" });
    this.onActive(option.dataset.value, option);
  }

  #left() {
    if (document.activeElement !== this.input || !document.hasFocus()) this.close();
  }

  take(option) {
    this.input.value = option.dataset.value;
    this.close();
    this.onChoose(option.dataset.value, option);
  }

  #key(event) {
    if (event.key === "ArrowDown" || event.key === "ArrowUp") {
      event.preventDefault();
      if (this.list.hidden) { this.open(); this.filter(); }
      const list = this.shown;
      const at = list.indexOf(this.active) + (event.key === "ArrowDown" ? 1 : -1);
      this.look(list[(at + list.length) % list.length] ?? null);
    } else if (event.key === "Enter" && !this.list.hidden && this.active) {
      event.preventDefault();
      this.take(this.active);
    } else if (event.key === "Escape" && !this.list.hidden) {
      event.preventDefault();
      event.stopPropagation();
      this.close();
    } else if (event.key === "Tab" && !this.list.hidden && this.active && this.input.value.trim()) {
      this.take(this.active);
    }
  }
}
