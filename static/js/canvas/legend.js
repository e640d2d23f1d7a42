// The legend switches kinds of edges on and off; kept in the hash.

import { recall, remember } from "./hash.js";

export function startLegend(board) {
  const off = new Set((recall("off") ?? "").split(",").filter(Boolean));

  function apply() {
    for (const [id, g] of board.edges) for (const part of board.partsOf(id)) part.classList.toggle("off", off.has(g.classList.contains("wrong") ? "wrong" : g.dataset.edgeKind));
  }

  function show() {
    for (const box of board.root.querySelectorAll(".legend input[data-kind]")) {
      box.disabled = false;
      box.checked = !off.has(box.dataset.kind);
    }
    if (off.size) apply();
  }

  board.root.addEventListener("change", ({ target: box }) => {
    if (!box.matches(".legend input[data-kind]")) return;
    if (box.checked) off.delete(box.dataset.kind);
    else off.add(box.dataset.kind);
    remember({ off: [...off].join(",") || null });
    apply();
  });
  board.addEventListener("drawn", show);
  show();
}
