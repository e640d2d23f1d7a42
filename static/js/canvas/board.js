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

export class Board extends EventTarget {
  constructor(root) {
    super();
    this.root = root;
    this.stage = root.querySelector(".stage");
    this.svg = root.querySelector(".drawing > svg");
    this.workspace = root.closest("#workspace");
    this.canEdit = root.hasAttribute("data-can-edit");
    this.nodes = new Map([...this.svg.querySelectorAll("[data-node]")].map((g) => [g.dataset.node, g]));
    this.edges = new Map([...this.svg.querySelectorAll("g[data-edge][data-source]")].map((g) => [g.dataset.edge, g]));
    this.frames = new Map([...this.svg.querySelectorAll("[data-container]")].map((g) => [g.dataset.container, g]));
    this.extras = new Map();
    for (const g of this.svg.querySelectorAll("[data-edge-label], [data-stub]")) {
      const id = g.dataset.edgeLabel ?? g.dataset.stub;
      this.extras.set(id, [...(this.extras.get(id) ?? []), g]);
    }
    this.boxes = new Map();
  }

  /** Everything that is drawn for one edge: its line, its label, the stub of a missing end. */
  partsOf(edge) {
    return [this.edges.get(edge), ...(this.extras.get(edge) ?? [])].filter(Boolean);
  }

  /** The box of a drawn element in the drawing's own units. */
  box(element) {
    if (!this.boxes.has(element)) this.boxes.set(element, measure(this.svg, element));
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

function measure(svg, element) {
  const shape = element.querySelector("rect, ellipse, circle") ?? element;
  const on = (element.dataset.edge ? element : shape).getBoundingClientRect();
  const back = svg.getScreenCTM().inverse();
  const from = new DOMPoint(on.left, on.top).matrixTransform(back);
  const to = new DOMPoint(on.right, on.bottom).matrixTransform(back);
  return { x: from.x, y: from.y, width: to.x - from.x, height: to.y - from.y };
}

let current = null;

/** The board now on the page, or null. */
export function board() {
  return current && document.contains(current.root) ? current : null;
}

export function startCanvas(root) {
  for (const canvas of fresh(root, ".canvas[data-canvas]", "canvas")) {
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
