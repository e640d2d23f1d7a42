// Find a node by its id or label. The list is read off the picture; where parts of that are folded the server lists all.

import { fresh } from "./once.js";
import { ask, debounce } from "./net.js";
import { Combo } from "./combo.js";
import { board } from "./canvas/board.js";
import { forget } from "./canvas/hash.js";

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
  const none = Object.assign(document.createElement("li"), { className: "none", textContent: "Nothing by that name.", hidden: true });
  list.replaceChildren(...rows, none);
}

/** Show a node that is folded away: a new drawing, with what holds it open. */
function unfold(id) {
  forget("node", "edge", "container", "focus");
  const url = new URL(location.href);
  url.searchParams.set("node", id);
  location.assign(url);
}

export function startFind(root) {
  for (const form of fresh(root, "[data-find]", "find")) {
    const input = form.querySelector("input");
    const list = form.querySelector("[role=listbox]");
    const go = (id) => {
      const it = board();
      const node = it?.nodes.get(id);
      if (!node) return unfold(id);
      if (it.focus.on) it.focus.leave();
      it.selection.choose("node", id);
      it.view.reveal(node);
      input.value = "";
    };
    const combo = new Combo(input, list, { onChoose: go });
    const look = async () => {
      const answer = await ask("find", `${form.action}?${new URLSearchParams({ q: input.value })}`);
      if (!answer?.ok) return;
      list.innerHTML = answer.text;
      combo.filter();
    };
    const lookSoon = debounce(look, 50);
    input.addEventListener("focus", () => (board()?.folded ? look() : fill(list)));
    input.addEventListener("input", () => { if (board()?.folded) lookSoon(); });
    form.addEventListener("submit", (event) => {
      const first = combo.shown[0];
      // The server finds what its answer has not named yet.
      if (!board() || (!first && board().folded)) return;
      event.preventDefault();
      if (first && input.value.trim()) combo.take(first);
    });
  }
}
