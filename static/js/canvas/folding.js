// Folding a pod or chain to one box, and opening it: a new drawing from the server, with the view kept in the hash.

import { forget } from "./hash.js";

export function startFolding(board) {
  const folded = new Set([...board.nodes.values()].map((g) => g.dataset.fold).filter(Boolean));

  function turn(unit) {
    // What is inside goes out of sight, and must not be opened again for being selected.
    if (!folded.has(unit)) forget("node", "edge", "container", "focus");
    const url = new URL(location.href);
    if (!folded.has(unit)) url.searchParams.delete("node");
    const asked = (name) => url.searchParams.getAll(name).filter((id) => id !== unit);
    const lists = { fold: asked("fold"), open: asked("open") };
    lists[folded.has(unit) ? "open" : "fold"].push(unit);
    for (const [name, ids] of Object.entries(lists)) {
      url.searchParams.delete(name);
      for (const id of ids) url.searchParams.append(name, id);
    }
    location.assign(url);
    if (url.hash) location.reload();
  }

  board.stage.addEventListener("click", (event) => {
    const hit = event.target.closest("[data-fold]");
    if (hit) turn(hit.dataset.fold);
  });
  board.stage.addEventListener("keydown", (event) => {
    const hit = event.target.closest?.("[data-fold]");
    if (!hit || (event.key !== "Enter" && event.key !== " ")) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    turn(hit.dataset.fold);
  });
}
