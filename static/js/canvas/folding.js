// Folding a pod or chain to one box, and opening it: a new drawing from the server, with the view kept in the hash.

import { forget } from "./hash.js";

export function startFolding(board) {
  function turn(unit) {
    const folded = [...board.nodes.values()].some((g) => g.dataset.fold === unit);
    // What is inside goes out of sight, and must not be opened again for being selected.
    if (!folded) forget("node", "edge", "container", "focus");
    const url = new URL(location.href);
    if (!folded) url.searchParams.delete("node");
    const asked = (name) => url.searchParams.getAll(name).filter((id) => id !== unit);
    const lists = { fold: asked("fold"), open: asked("open") };
    lists[folded ? "open" : "fold"].push(unit);
    for (const [name, ids] of Object.entries(lists)) {
      url.searchParams.delete(name);
      for (const id of ids) url.searchParams.append(name, id);
    }
    // An address that differs in nothing but its hash would load nothing; a reload on top of a load would undo it.
    if (url.search === location.search) location.reload();
    else location.assign(url);
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
