// The legend switches kinds of edges on and off; kept in the hash.

import { recall, remember } from "./hash.js";

export function startLegend(board) {
  const boxes = [...board.root.querySelectorAll(".legend input[data-kind]")];
  const off = new Set((recall("off") ?? "").split(",").filter(Boolean));

  function apply() {
    for (const [id, g] of board.edges) for (const part of board.partsOf(id)) part.classList.toggle("off", off.has(g.classList.contains("wrong") ? "wrong" : g.dataset.edgeKind));
  }

  for (const box of boxes) {
    box.disabled = false;
    box.checked = !off.has(box.dataset.kind);
    box.addEventListener("change", () => {
      if (box.checked) off.delete(box.dataset.kind);
      else off.add(box.dataset.kind);
      remember({ off: [...off].join(",") || null });
      apply();
    });
  }
  if (off.size) apply();
}
