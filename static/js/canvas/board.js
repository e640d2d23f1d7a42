// The picture as the other parts see it: nodes, edges, boxes, neighbours, and what is selected.

import { fresh } from "../once.js";
import { View } from "./view.js";
import { Selection } from "./selection.js";
import { startLegend } from "./legend.js";
import { startMinimap } from "./minimap.js";
import { Focus } from "./focus.js";
import { startDrag } from "./drag.js";
import { startCanvasKeys } from "./walk.js";
import { startFolding } from "./folding.js";
import { patch } from "./patch.js";

/** Classes that the page puts on what is drawn. */
const STATES = ["selected", "near", "dim", "off", "legal", "illegal"];

export class Board extends EventTarget {
  constructor(root) {
    super();
    this.root = root;
    this.stage = root.querySelector(".stage");
    this.svg = root.querySelector(".drawing > svg");
    this.workspace = root.closest("#workspace");
    this.canEdit = root.hasAttribute("data-can-edit");
    outOfTabs(this.svg);
    this.#read(this.svg);
  }

  #read(svg) {
    const [x, y, width, height] = svg.getAttribute("viewBox").split(/[\s,]+/).map(Number);
    this.whole = { x, y, width, height };
    const named = (selector, name) => new Map([...this.svg.querySelectorAll(selector)].map((g) => [g.dataset[name], g]));
    this.nodes = named("[data-node]", "node");
    this.edges = named("g[data-edge][data-source]", "edge");
    this.frames = named("[data-container]", "container");
    this.extras = new Map();
    for (const g of this.svg.querySelectorAll("[data-edge-label], [data-stub]")) {
      const id = g.dataset.edgeLabel ?? g.dataset.stub;
      this.extras.set(id, [...(this.extras.get(id) ?? []), g]);
    }
    this.boxes = new Map();
  }

  /** Show what a newer canvas of the same document shows: its drawing, and what stands round it. */
  redraw(canvas) {
    const svg = canvas.querySelector(".drawing > svg");
    this.emit("leave");
    this.workspace.classList.remove("choosing");
    for (const g of this.svg.querySelectorAll(STATES.map((name) => `.${name}`).join())) g.classList.remove(...STATES);
    outOfTabs(this.svg);
    outOfTabs(svg);
    patch(this.svg, svg);
    this.#surround(canvas);
    this.#read(svg);
    this.emit("drawn");
  }

  #surround(canvas) {
    for (const [selector, home] of [[".tools > .note", ".tools"], [".filters", null], [".under", null]]) {
      const next = canvas.querySelector(selector);
      this.root.querySelector(selector)?.remove();
      if (next) (home ? this.root.querySelector(home) : this.root).append(next);
      if (next) window.htmx.process(next);
    }
  }

  /** Whether parts of the picture are folded, so that a node can be there without being on show. */
  get folded() {
    return [...this.nodes.values()].some((g) => g.dataset.fold !== undefined);
  }

  /** Everything that is drawn for one edge: its line, its label, the stub of a missing end. */
  partsOf(edge) {
    return [this.edges.get(edge), ...(this.extras.get(edge) ?? [])].filter(Boolean);
  }

  /** The box of a drawn element in the drawing's own units, read off its attributes: asking the browser costs a layout. */
  box(element) {
    if (!this.boxes.has(element)) this.boxes.set(element, element.dataset.edge === undefined ? boxOf(element) : extentOf(element));
    return this.boxes.get(element);
  }

  centre(element) {
    const { x, y, width, height } = this.box(element);
    return { x: x + width / 2, y: y + height / 2 };
  }

  /** A point on the screen in the drawing's own units. */
  toDrawing(clientX, clientY) {
    return new DOMPoint(clientX, clientY).matrixTransform(this.svg.getScreenCTM().inverse());
  }

  edgesOf(node) {
    return [...this.edges.values()].filter((e) => e.dataset.source === node || e.dataset.target === node);
  }

  /** Nodes within exactly `steps` edges of `start`, going "up" (against the arrows), "down" or "both". */
  within(start, steps, way) {
    const found = new Map([[start, 0]]);
    let frontier = [start];
    for (let step = 1; step <= steps; step += 1) {
      const next = [];
      for (const { dataset: { source, target } } of this.edges.values()) {
        if (way !== "up" && frontier.includes(source) && !found.has(target)) { found.set(target, step); next.push(target); }
        if (way !== "down" && frontier.includes(target) && !found.has(source)) { found.set(source, step); next.push(source); }
      }
      frontier = next;
    }
    return found;
  }

  emit(name, detail) {
    this.dispatchEvent(new CustomEvent(name, { detail }));
  }
}

/** Nodes and edges leave the order of Tab: the selection decides where it lands. */
function outOfTabs(svg) {
  for (const g of svg.querySelectorAll("[data-node], g[data-edge]")) g.setAttribute("tabindex", "-1");
}

function boxOf(element) {
  const rect = element.querySelector(":scope > .box") ?? element.querySelector(":scope > rect");
  const [x, y, width, height] = ["x", "y", "width", "height"].map((name) => Number(rect?.getAttribute(name) ?? 0));
  return { x, y, width, height };
}

function extentOf(edge) {
  const numbers = (edge.querySelector(".line").getAttribute("d").match(/-?[\d.]+/g) ?? [0, 0]).map(Number);
  const [xs, ys] = [0, 1].map((odd) => numbers.filter((_, index) => index % 2 === odd));
  const [x, y] = [Math.min(...xs), Math.min(...ys)];
  return { x, y, width: Math.max(...xs) - x, height: Math.max(...ys) - y };
}

let current = null;

/** The board now on the page, or null. */
export function board() {
  return current && document.contains(current.root) ? current : null;
}

/** A swapped-in picture comes inside a template, so that htmx does not go through its thousands of elements. */
function unpack(canvas) {
  const held = canvas.querySelector("template[data-picture]");
  held?.replaceWith(held.content);
}

/** For the same reason what is large leaves before its surroundings do; the form that asked must stay for htmx. */
function clear({ detail }) {
  if (!detail.shouldSwap || !["workspace", "inspector"].includes(detail.target.id)) return;
  const parts = [...detail.target.querySelectorAll(".drawing, .minimap, .outline, details.fold, [role=listbox]"), ...document.querySelectorAll("#tabs [role=listbox]")];
  for (const part of parts) if (!part.contains(detail.requestConfig.elt)) part.replaceChildren();
}

/** The server may send the inspector with a newer canvas beside it, where this one can take that over. */
function offer({ detail }) {
  if (board()) detail.headers["Espalier-Canvas"] = board().root.dataset.canvas;
}

function takeOver(held) {
  const it = board();
  const canvas = held.content.querySelector(".canvas");
  held.remove();
  unpack(canvas);
  it.redraw(canvas);
  it.selection.restore(true);
  // At last, for it asks for a layout.
  it.workspace.querySelector("#inspector").scrollTop = 0;
}

export function startCanvas(root) {
  if (root === document) {
    document.body.addEventListener("htmx:beforeSwap", clear);
    document.body.addEventListener("htmx:configRequest", offer);
  }
  for (const held of fresh(root, "template[data-newer-canvas]", "canvas")) takeOver(held);
  for (const canvas of fresh(root, ".canvas[data-canvas]", "canvas")) {
    unpack(canvas);
    if (!canvas.querySelector(".drawing > svg")) continue;
    const it = new Board(canvas);
    current = it;
    it.workspace.classList.add("live");
    it.view = new View(it);
    it.selection = new Selection(it);
    it.focus = new Focus(it);
    startLegend(it);
    startMinimap(it);
    startDrag(it);
    startFolding(it);
    startCanvasKeys(it);
    it.selection.restore(root !== document);
  }
}
