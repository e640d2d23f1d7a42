// The list of changes beside a comparison's picture: each selects its thing there, and the picture's selection shows here.

import { fresh } from "./once.js";
import { board } from "./canvas/board.js";

export function startChanges(root) {
  for (const list of fresh(root, "#changes", "changes")) {
    const it = board();
    if (!it) continue;
    const links = [...list.querySelectorAll("a[data-change]")];
    const mark = ({ kind, id }) => {
      for (const link of links) {
        if (link.dataset.change === kind && link.dataset.id === id) link.setAttribute("aria-current", "true");
        else link.removeAttribute("aria-current");
      }
      list.querySelector("[aria-current]")?.scrollIntoView({ block: "nearest" });
    };
    list.addEventListener("click", (event) => {
      const link = event.target.closest("a[data-change]");
      if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
      const { change, id } = link.dataset;
      if (!it.selection.element(change, id)) return;
      event.preventDefault();
      it.selection.choose(change, id, { focus: false });
      it.view.reveal(it.selection.element());
    });
    it.addEventListener("select", ({ detail }) => mark(detail));
    if (it.selection.kind) mark(it.selection);
  }
}
