// Drawing a new edge by hand: from a node's handle to another node. Nothing is saved before the verdict was seen.

import { ask, forget } from "../net.js";
import { markTargets, unmarkTargets } from "./marks.js";

const NS = "http://www.w3.org/2000/svg";

function svg(name, attributes) {
  const it = document.createElementNS(NS, name);
  for (const [key, value] of Object.entries(attributes)) it.setAttribute(key, value);
  return it;
}

export function startDrag(board) {
  if (!board.canEdit) return;
  const handle = svg("g", { class: "handle-group", "aria-hidden": "true" });
  handle.append(svg("circle", { class: "handle-hit", r: 13 }), svg("circle", { class: "handle", r: 5.5 }));
  let owner = null;

  function offer(node) {
    owner = node;
    const box = board.box(node);
    handle.setAttribute("transform", `translate(${box.x + box.width} ${box.y + box.height / 2})`);
    board.svg.append(handle);
  }

  board.stage.addEventListener("pointerover", (event) => {
    const node = event.target.closest("[data-node]");
    if (node && !drag && board.nodes.has(node.dataset.node)) offer(node);
  });
  board.addEventListener("select", ({ detail }) => {
    const node = detail.kind === "node" ? board.nodes.get(detail.id) : null;
    if (node) offer(node);
    else handle.remove();
  });

  board.addEventListener("leave", () => {
    drag?.end();
    drag = null;
    handle.remove();
  });

  let drag = null;
  function escape(event) {
    document.removeEventListener("keydown", escape, { capture: true });
    if (event.key !== "Escape" || !drag) return;
    event.stopPropagation();
    drag.end();
    drag = null;
  }
  handle.addEventListener("pointerdown", (event) => {
    event.preventDefault();
    event.stopPropagation();
    handle.setPointerCapture(event.pointerId);
    drag = new Drag(board, owner);
    document.addEventListener("keydown", escape, { capture: true });
  });
  handle.addEventListener("pointermove", (event) => drag?.move(event));
  handle.addEventListener("pointerup", (event) => { const it = drag; drag = null; it?.drop(event); });
  handle.addEventListener("pointercancel", () => { drag?.end(); drag = null; });
}

class Drag {
  constructor(board, owner) {
    this.board = board;
    this.source = owner.dataset.node;
    this.box = board.box(owner);
    this.line = board.svg.appendChild(svg("path", { class: "rubber" }));
    this.words = Object.assign(document.createElement("div"), { className: "hover-say", hidden: true });
    board.stage.append(this.words);
    this.verdicts = new Map();
    this.#ask();
  }

  async #ask() {
    const url = new URL(this.board.root.dataset.verdicts, location.href);
    url.searchParams.set("from", this.source);
    url.searchParams.set("list", "1");
    const answer = await ask("drag-verdicts", url);
    if (!answer?.ok) return;
    const list = new DOMParser().parseFromString(answer.text, "text/html");
    for (const option of list.querySelectorAll("[role=option]")) this.verdicts.set(option.dataset.value, option.dataset);
    markTargets(this.board, this.verdicts);
  }

  #under(event) {
    const hit = document.elementsFromPoint(event.clientX, event.clientY).map((e) => e.closest("[data-node]")).find(Boolean);
    return hit && this.board.nodes.has(hit.dataset.node) ? hit : null;
  }

  move(event) {
    const at = this.board.toDrawing(event.clientX, event.clientY);
    const from = { x: this.box.x + this.box.width, y: this.box.y + this.box.height / 2 };
    const bend = Math.max(24, Math.abs(at.x - from.x) / 2);
    this.line.setAttribute("d", `M${from.x} ${from.y}C${from.x + bend} ${from.y} ${at.x - bend} ${at.y} ${at.x} ${at.y}`);
    const verdict = this.verdicts.get(this.#under(event)?.dataset.node);
    this.line.classList.toggle("no", verdict?.legal === "0");
    this.words.hidden = !verdict;
    if (!verdict) return;
    const stage = this.board.stage.getBoundingClientRect();
    this.words.textContent = `${verdict.value}: ${verdict.title}`;
    this.words.style.left = `${Math.min(event.clientX - stage.left + 14, stage.width - 250)}px`;
    this.words.style.top = `${event.clientY - stage.top + 16}px`;
  }

  drop(event) {
    const target = this.#under(event)?.dataset.node;
    this.end();
    if (target === undefined) return;
    this.board.selection.choose("node", this.source, { load: false });
    this.board.selection.load({ connect: 1, to: target });
  }

  end() {
    forget("drag-verdicts");
    unmarkTargets(this.board);
    this.line.remove();
    this.words.remove();
  }
}
