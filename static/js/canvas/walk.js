// Going through the picture by keyboard.

import { mayUseKey } from "../keys.js";

const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

/** The node nearest to `from` in a direction: near in that direction first, and not far off to the side. */
function nearest(board, from, [dx, dy]) {
  const start = from ? board.centre(from) : { x: -1e9, y: -1e9 };
  let best = null;
  let least = Infinity;
  for (const g of board.nodes.values()) {
    if (g === from || g.classList.contains("dim")) continue;
    const at = board.centre(g);
    const along = (at.x - start.x) * dx + (at.y - start.y) * dy;
    const aside = Math.abs((at.x - start.x) * dy) + Math.abs((at.y - start.y) * dx);
    const cost = along + 2.2 * aside;
    if (along > 4 && cost < least) { best = g; least = cost; }
  }
  return best;
}

function go(board, element, load) {
  if (!element) return;
  const { node, edge } = element.dataset;
  board.selection.choose(node !== undefined ? "node" : "edge", node ?? edge, { load });
  board.view.reveal(element);
}

function step(list, at, by) {
  if (!list.length) return null;
  const index = list.indexOf(at);
  return list[(index + by + list.length) % list.length] ?? list[0];
}

/** The edges one walks with `,` and `.`: those of the node last chosen, or all. */
function walkable(board, anchor) {
  return anchor ? board.edgesOf(anchor) : [...board.edges.values()];
}

export function startCanvasKeys(board) {
  const { selection, view, focus, stage } = board;
  let anchor = null;
  board.addEventListener("select", ({ detail }) => {
    if (detail.kind === "node") anchor = detail.id;
    if (detail.kind === null) anchor = null;
  });

  const act = {
    Enter: () => selection.load({ open: 1 }),
    " ": () => selection.load({ open: 1 }),
    "+": () => view.by("in"),
    "=": () => view.by("in"),
    "-": () => view.by("out"),
    0: () => view.by("fit"),
    ",": () => go(board, step(walkable(board, anchor), selection.element(), -1), true),
    ".": () => go(board, step(walkable(board, anchor), selection.element(), 1), true),
    x: () => go(board, step(wrong(board), selection.element(), 1), true),
    X: () => go(board, step(wrong(board), selection.element(), -1), true),
    f: () => focus.toggle(),
    u: () => focus.on && focus.set({ way: "up" }),
    d: () => focus.on && focus.set({ way: "down" }),
    b: () => focus.on && focus.set({ way: "both" }),
    1: () => focus.on && focus.set({ steps: 1 }),
    2: () => focus.on && focus.set({ steps: 2 }),
    3: () => focus.on && focus.set({ steps: 3 }),
    e: () => board.canEdit && selection.kind === "node" && selection.load({ connect: 1 }),
    Delete: () => board.canEdit && selection.kind && selection.load({ remove: 1 }),
    Escape: () => (focus.on ? focus.leave() : selection.clear()),
  };

  stage.addEventListener("keydown", (event) => {
    if (!stage.contains(event.target) || event.target.closest("button, input, .tools")) return;
    const arrow = ARROWS[event.key];
    if (arrow && !event.ctrlKey && !event.metaKey && !event.altKey) {
      event.preventDefault();
      if (event.shiftKey) return view.pan(-arrow[0] * 60, -arrow[1] * 60);
      const from = selection.kind === "edge" ? board.nodes.get(selection.element()?.dataset.target) : selection.element();
      return go(board, nearest(board, from ?? event.target.closest("[data-node]"), arrow), true);
    }
    const isKey = ["Enter", " ", "Escape", "Delete"].includes(event.key) ? !event.ctrlKey && !event.metaKey : mayUseKey(event);
    if (!isKey || !act[event.key]) return;
    event.preventDefault();
    if ((event.key === "Enter" || event.key === " ") && !selection.kind) chooseFocused(board, event.target);
    else act[event.key]();
  });
  stage.addEventListener("focusin", (event) => {
    if (event.target.matches(":focus-visible") && event.target.closest("[data-node], [data-edge]")) view.reveal(event.target);
  });
}

function chooseFocused(board, target) {
  const g = target.closest("[data-node], g[data-edge]");
  if (g) go(board, g, true);
}

function wrong(board) {
  return [...board.edges.values()].filter((g) => g.classList.contains("wrong"));
}
