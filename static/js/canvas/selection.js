// What is selected: one node, edge or container; shown in the picture, in the hash and in the inspector.

import { inspect } from "../inspector.js";
import { recall, remember } from "./hash.js";

const KINDS = ["node", "edge", "container"];

export class Selection {
  constructor(board) {
    this.board = board;
    this.kind = null;
    this.id = null;
    this.entry = null;
    this.inspector = board.workspace.querySelector("#inspector");
    board.addEventListener("drawn", () => { this.kind = this.id = null; this.#enter(); });
    board.stage.addEventListener("click", (event) => this.#click(event));
    this.#enter();
  }

  /** Where Tab lands when it enters the picture: one place, beside the controls that fold. */
  #enter() {
    const first = (this.kind !== "container" && this.element()) || this.board.nodes.values().next().value;
    this.entry?.setAttribute("tabindex", "-1");
    first?.setAttribute("tabindex", "0");
    this.entry = first;
  }

  element(kind = this.kind, id = this.id) {
    const { nodes, edges, frames } = this.board;
    return { node: nodes, edge: edges, container: frames }[kind]?.get(id) ?? null;
  }

  #click(event) {
    const hit = event.target.closest("[data-node], g[data-edge], [data-container]");
    if (event.target.closest("a, button, .tools, .minimap, [data-fold]")) return;
    if (!hit) return this.clear();
    const { node, edge, container } = hit.dataset;
    if (node !== undefined) this.choose("node", node);
    else if (edge !== undefined) this.choose("edge", edge);
    else if (container !== undefined) this.choose("container", container);
  }

  /** Select and show in the inspector; `focus` moves the keyboard there too. */
  choose(kind, id, { load = true, focus = true } = {}) {
    const element = this.element(kind, id);
    if (!element) return;
    this.mark(kind, id);
    if (focus && kind !== "container") element.focus({ preventScroll: true });
    if (load) this.load();
  }

  /** Show as selected without asking the server. */
  mark(kind, id) {
    for (const g of this.board.svg.querySelectorAll(".selected, .near")) g.classList.remove("selected", "near");
    this.kind = kind;
    this.id = id;
    this.element()?.classList.add("selected");
    this.#enter();
    if (kind === "node") for (const g of this.board.edgesOf(id)) g.classList.add("near");
    remember({ node: null, edge: null, container: null, ...(kind ? { [kind]: id } : {}) });
    this.board.emit("select", { kind, id });
  }

  clear() {
    if (!this.kind) return;
    this.mark(null, null);
    this.load();
  }

  /** Fill the inspector for what is selected; `extra` asks for a form, such as `{connect: 1}`. */
  load(extra = {}) {
    return inspect(this.kind, this.id, extra);
  }

  /** After a load or a swap: the server's selection wins, then the hash's. After a swap the keyboard goes there. */
  restore(swapped) {
    this.#restore();
    if (swapped && document.activeElement === document.body) this.element()?.focus({ preventScroll: true });
  }

  #restore() {
    const shown = this.inspector?.querySelector("[data-selected]");
    if (shown && shown.dataset.selected !== "document") {
      this.mark(shown.dataset.selected, shown.dataset.id);
      const element = this.element();
      if (element) this.board.view.reveal(element);
      return;
    }
    for (const kind of KINDS) {
      const id = recall(kind);
      if (id !== null && this.element(kind, id)) {
        this.choose(kind, id, { focus: false });
        this.board.view.reveal(this.element());
        return;
      }
    }
    const hidden = recall("node");
    remember({ node: null, edge: null, container: null });
    const url = new URL(location.href);
    if (hidden === null || !this.board.folded || url.searchParams.has("node")) return;
    url.searchParams.set("node", hidden);
    location.replace(url);
  }
}
