// One node's neighbourhood: 1, 2 or 3 steps up, down or both; the rest is dimmed. Kept in the hash.

import { recall, remember } from "./hash.js";

const WAYS = ["up", "down", "both"];

export class Focus {
  constructor(board) {
    this.board = board;
    this.on = false;
    this.chip = board.root.querySelector("[data-focus-chip]");
    this.chip?.addEventListener("click", (event) => this.#press(event.target.closest("button")));
    board.addEventListener("drawn", () => this.on && (board.nodes.has(this.id) ? this.set({}) : this.leave()));
    const [steps, way, ...id] = (recall("focus") ?? "").split(".");
    if (id.length && board.nodes.has(id.join("."))) this.set({ id: id.join("."), steps: Number(steps), way });
  }

  toggle() {
    if (this.on) return this.leave();
    const { selection } = this.board;
    if (selection.kind === "node") this.set({ id: selection.id, steps: 1, way: "both" });
  }

  set({ id = this.id, steps = this.steps, way = this.way }) {
    this.on = true;
    this.id = id;
    this.steps = Math.min(3, Math.max(1, steps || 1));
    this.way = WAYS.includes(way) ? way : "both";
    const near = this.board.within(this.id, this.steps, this.way);
    for (const [name, g] of this.board.nodes) g.classList.toggle("dim", !near.has(name));
    for (const [id, g] of this.board.edges) {
      for (const part of this.board.partsOf(id)) part.classList.toggle("dim", !this.#walked(near, g.dataset));
    }
    remember({ focus: `${this.steps}.${this.way}.${this.id}` });
    this.#show(near.size - 1);
  }

  /** An edge belongs to the neighbourhood when a walk of the chosen length crosses it. */
  #walked(near, { source, target }) {
    const [from, to] = [near.get(source), near.get(target)];
    if (from === undefined || to === undefined) return false;
    const down = this.way !== "up" && from < this.steps;
    const up = this.way !== "down" && to < this.steps;
    return down || up;
  }

  leave() {
    this.on = false;
    for (const g of this.board.svg.querySelectorAll(".dim")) g.classList.remove("dim");
    remember({ focus: null });
    if (this.chip) this.chip.hidden = true;
  }

  #show(count) {
    if (!this.chip) return;
    this.chip.hidden = false;
    this.chip.querySelector("[data-focus-name]").textContent = `${this.id}: ${count} ${count === 1 ? "neighbour" : "neighbours"}`;
    for (const button of this.chip.querySelectorAll("[data-steps]")) button.setAttribute("aria-pressed", String(Number(button.dataset.steps) === this.steps));
    for (const button of this.chip.querySelectorAll("[data-way]")) button.setAttribute("aria-pressed", String(button.dataset.way === this.way));
  }

  #press(button) {
    if (!button) return;
    const { steps, way } = button.dataset;
    if (steps) this.set({ steps: Number(steps) });
    else if (way) this.set({ way });
    else this.leave();
  }
}
