// Pan and zoom by the drawing's viewBox: wheel, pinch, drag, buttons and keys. Kept in the hash.

import { debounce } from "../net.js";
import { recall, remember } from "./hash.js";

const LEAST = 0.08;
const MOST = 4;
const LARGEST_FIT = 1.15;
// On a phone a picture that is shown whole may be too small to read: below this its beginning is shown instead.
const LEGIBLE = 0.6;
const PHONE = 600;
const MARGIN = 16;

// What the stage measured last. A swapped-in picture has the same room, and asking at once would cost a layout.
let known = null;

export class View {
  constructor(board) {
    this.board = board;
    const window = `${innerWidth} ${innerHeight}`;
    if (known?.window !== window) known = { window, width: board.stage.clientWidth || 1, height: board.stage.clientHeight || 1 };
    this.size = known;
    this.svg = board.svg;
    this.svg.setAttribute("preserveAspectRatio", "xMidYMid meet");
    this.save = debounce(() => this.#save(), 150);
    this.#restore();
    this.#listen();
    addEventListener("pagehide", () => this.svg.isConnected && this.#save());
  }

  #restore() {
    const at = (recall("at") ?? "").split(",").map(Number);
    if (at.length === 3 && at.every(Number.isFinite)) this.show(at[0], at[1], at[2]);
    else this.#begin();
  }

  /** The first look: all of it, or on a phone as much from the top left as can be read. */
  #begin() {
    const { width, height } = this.size;
    const whole = this.board.whole;
    this.fit();
    // A stage that is not laid out yet has a width of 1.
    if (width > PHONE || width === 1 || this.k >= LEGIBLE) return;
    const room = { width: width / LEGIBLE, height: height / LEGIBLE };
    const margin = MARGIN / LEGIBLE;
    const from = (low, long, size) => (long + 2 * margin > size ? low - margin + size / 2 : low + long / 2);
    this.#apply(from(whole.x, whole.width, room.width), from(whole.y, whole.height, room.height), LEGIBLE);
    this.fitted = false;
    this.begun = true;
  }

  #save() {
    const round = (n, by) => Math.round(n * by) / by;
    remember({ at: this.fitted || this.begun ? null : [round(this.x, 10), round(this.y, 10), round(this.k, 1000)].join(",") });
  }

  /** Look at the drawing's point (x, y), in the middle of the stage, at `k` screen pixels per unit. */
  show(x, y, k) {
    this.fitted = this.begun = false;
    this.#apply(x, y, k);
    this.save();
  }

  #apply(x, y, k) {
    this.k = Math.min(MOST, Math.max(LEAST, k));
    this.x = x;
    this.y = y;
    const { shown } = this;
    const viewBox = `${shown.x} ${shown.y} ${shown.width} ${shown.height}`;
    if (viewBox !== this.svg.getAttribute("viewBox")) this.svg.setAttribute("viewBox", viewBox);
    const out = this.board.root.querySelector("[data-zoom-level]");
    if (out) out.textContent = `${Math.round(this.k * 100)} %`;
    this.board.emit("view", shown);
  }

  /** The piece of the drawing that the stage shows. */
  get shown() {
    const [width, height] = [this.size.width / this.k, this.size.height / this.k];
    return { x: this.x - width / 2, y: this.y - height / 2, width, height };
  }

  /** Another picture is shown: all of it where all was shown, else the same piece. */
  #drawn() {
    if (this.fitted) this.fit();
    else this.#apply(this.x, this.y, this.k);
  }

  fit(boxOf = this.board.whole, largest = LARGEST_FIT) {
    const { width, height } = this.size;
    const k = Math.min(largest, (width - 2 * MARGIN) / boxOf.width, (height - 2 * MARGIN) / boxOf.height);
    this.#apply(boxOf.x + boxOf.width / 2, boxOf.y + boxOf.height / 2, k);
    this.fitted = boxOf === this.board.whole;
    this.begun = false;
    this.save();
  }

  /** Zoom by `factor`, keeping the drawing's point under (clientX, clientY) where it is. */
  zoom(factor, clientX = null, clientY = null) {
    const k = Math.min(MOST, Math.max(LEAST, this.k * factor));
    if (clientX === null) return this.show(this.x, this.y, k);
    const under = this.board.toDrawing(clientX, clientY);
    const keep = this.k / k;
    return this.show(under.x + (this.x - under.x) * keep, under.y + (this.y - under.y) * keep, k);
  }

  /** Move by screen pixels. */
  pan(dx, dy) {
    this.show(this.x - dx / this.k, this.y - dy / this.k, this.k);
  }

  /** Bring a drawn element into view where it is not, moving as little as needed. */
  reveal(element) {
    const box = this.board.box(element);
    const room = 24;
    const over = (low, long, at, size) => {
      const from = size / 2 + (low - at) * this.k;
      const to = from + long * this.k;
      return from < room ? room - from : to > size - room ? size - room - to : 0;
    };
    const dx = over(box.x, box.width, this.x, this.size.width);
    const dy = over(box.y, box.height, this.y, this.size.height);
    if (dx || dy) this.pan(dx, dy);
  }

  /** The stage has another size now. */
  #resized() {
    const [width, height] = [this.board.stage.clientWidth, this.board.stage.clientHeight];
    // A stage that was swapped out has no size; its last word must not be what the next picture is fitted to.
    if (!width || !height) return;
    if (width === this.size.width && height === this.size.height) return;
    known = this.size = { window: `${innerWidth} ${innerHeight}`, width, height };
    if (this.begun) this.#begin();
    else if (this.fitted) this.fit();
    else this.#apply(this.x, this.y, this.k);
  }

  #listen() {
    const { stage, root } = this.board;
    stage.addEventListener("wheel", (event) => this.#wheel(event), { passive: false });
    new ResizeObserver(() => this.#resized()).observe(stage);
    root.addEventListener("click", (event) => this.by(event.target.closest("[data-zoom]")?.dataset.zoom));
    this.board.addEventListener("drawn", () => this.#drawn());
    this.#pointers();
  }

  by(what) {
    if (what === "in") this.zoom(1.25);
    if (what === "out") this.zoom(0.8);
    if (what === "fit") this.fit();
    if (what === "full") this.show(this.x, this.y, 1);
  }

  #wheel(event) {
    event.preventDefault();
    const line = event.deltaMode === 1 ? 16 : 1;
    const mouse = event.deltaMode === 1 || (event.deltaX === 0 && Math.abs(event.deltaY) >= 60 && Number.isInteger(event.deltaY));
    if (event.shiftKey) return this.pan(-(event.deltaX || event.deltaY) * line, 0);
    if (event.ctrlKey || event.metaKey) return this.zoom(Math.exp(-event.deltaY * line * 0.01), event.clientX, event.clientY);
    if (mouse) return this.zoom(Math.exp(-Math.sign(event.deltaY) * 0.16), event.clientX, event.clientY);
    return this.pan(-event.deltaX * line, -event.deltaY * line);
  }

  #pointers() {
    const { stage, root } = this.board;
    const down = new Map();
    let moved = 0;
    stage.addEventListener("pointerdown", (event) => {
      if (event.button > 1 || event.target.closest(".handle, .handle-hit, .tools, .minimap, a, button")) return;
      down.set(event.pointerId, { x: event.clientX, y: event.clientY });
      moved = 0;
    });
    stage.addEventListener("pointermove", (event) => {
      const was = down.get(event.pointerId);
      if (!was) return;
      const before = spread(down);
      const [dx, dy] = [event.clientX - was.x, event.clientY - was.y];
      down.set(event.pointerId, { x: event.clientX, y: event.clientY });
      moved += Math.hypot(dx, dy);
      if (moved < 4) return;
      if (!stage.hasPointerCapture(event.pointerId)) stage.setPointerCapture(event.pointerId);
      root.classList.add("panning");
      const after = spread(down);
      this.pan(dx / down.size, dy / down.size);
      if (before && after) this.zoom(after.distance / before.distance, after.x, after.y);
    });
    const up = (event) => { down.delete(event.pointerId); if (!down.size) root.classList.remove("panning"); };
    stage.addEventListener("pointerup", up);
    stage.addEventListener("pointercancel", up);
    stage.addEventListener("click", (event) => { if (moved >= 4) { event.stopPropagation(); event.preventDefault(); moved = 0; } }, { capture: true });
  }
}

function spread(points) {
  if (points.size !== 2) return null;
  const [a, b] = [...points.values()];
  return { distance: Math.hypot(a.x - b.x, a.y - b.y) || 1, x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 };
}
