// Find a node by its id or label; the list is read off the picture, so no request is needed.

import { fresh } from "./once.js";
import { Combo } from "./combo.js";
import { board } from "./canvas/board.js";

function option(id, label, index) {
  const li = document.createElement("li");
  li.id = `find-${index}`;
  li.setAttribute("role", "option");
  li.setAttribute("aria-selected", "false");
  li.dataset.value = id;
  li.dataset.hay = `${id} ${label}`.toLowerCase();
  li.append(Object.assign(document.createElement("span"), { textContent: id }));
  if (label && label !== id) li.append(Object.assign(document.createElement("em"), { textContent: label }));
  return li;
}

function fill(list) {
  const it = board();
  if (!it) return;
  const rows = [...it.nodes].map(([id, g], index) => option(id, g.querySelector(".name")?.textContent ?? "", index));
  const words = folded() ? "Not on show. Enter looks inside what is folded, for a whole id." : "Nothing by that name.";
  const none = Object.assign(document.createElement("li"), { className: "none", textContent: words, hidden: true });
  list.replaceChildren(...rows, none);
}

function folded() {
  return [...(board()?.nodes.values() ?? [])].some((g) => g.dataset.fold !== undefined);
}

export function startFind(root) {
  for (const form of fresh(root, "[data-find]", "find")) {
    const input = form.querySelector("input");
    const list = form.querySelector("[role=listbox]");
    const go = (id) => {
      const it = board();
      const node = it?.nodes.get(id);
      if (!node) return;
      if (it.focus.on) it.focus.leave();
      it.selection.choose("node", id);
      it.view.reveal(node);
      input.value = "";
    };
    const combo = new Combo(input, list, { onChoose: go });
    input.addEventListener("focus", () => fill(list));
    form.addEventListener("submit", (event) => {
      const first = combo.shown[0];
      // What is folded away the server finds: it opens what holds it.
      if (!board() || (!first && folded())) return;
      event.preventDefault();
      if (first && input.value.trim()) combo.take(first);
    });
  }
}
