// The inspector beside the picture and the outline: filled by one request at a time, for links and for the picture alike.

import { fresh } from "./once.js";
import { ask } from "./net.js";
import { board } from "./canvas/board.js";

let opener = null;

/** Fill the inspector for `what` (null: the document); `extra` asks for a form, such as `{connect: 1}`. */
export async function inspect(what, id, extra = {}) {
  const home = document.getElementById("inspector");
  if (!home) return false;
  const url = new URL(home.dataset.url, location.href);
  if (what) url.searchParams.set(what, id);
  for (const [name, value] of Object.entries(extra)) url.searchParams.set(name, value);
  const answer = await ask("inspect", url);
  if (!answer?.ok) return false;
  for (const list of home.querySelectorAll("[role=listbox]")) list.replaceChildren();
  window.htmx.swap(home, answer.text, { swapStyle: "innerHTML" });
  home.scrollTop = 0;
  if (extra.open && !home.contains(document.activeElement)) setTimeout(() => { if (!home.contains(document.activeElement)) home.focus(); }, 60);
  return true;
}

async function follow(event) {
  const link = event.target.closest("a[data-select], a[data-deselect]");
  if (!link || event.ctrlKey || event.metaKey || event.shiftKey || !document.getElementById("inspector")) return;
  event.preventDefault();
  const { select = null, id = null } = link.dataset;
  const it = board();
  if (it) {
    if (!select) it.selection.clear();
    else if (it.selection.element(select, id)) { it.selection.choose(select, id); it.view.reveal(it.selection.element()); }
    else inspect(select, id);
    return;
  }
  opener = link.closest("#inspector") ? opener : link;
  for (const row of document.querySelectorAll("tr.sel")) row.classList.remove("sel");
  link.closest("tr")?.classList.add("sel");
  const query = select ? `?${new URLSearchParams({ [select]: id })}` : "";
  history.replaceState(history.state, "", location.pathname + query);
  if (await inspect(select, id)) document.getElementById("inspector").focus({ preventScroll: false });
}

/** Escape leads back to where one came from. */
function back(event) {
  if (event.key !== "Escape" || event.defaultPrevented || !event.target.closest("#inspector")) return;
  const it = board();
  const home = it ? it.selection.element() ?? it.nodes.values().next().value : opener;
  if (home?.isConnected) { event.preventDefault(); home.focus(); }
}

export function startInspector(root) {
  for (const workspace of fresh(root, "#workspace", "inspector")) {
    workspace.addEventListener("click", follow);
    workspace.addEventListener("keydown", back);
    if (root !== document && !board()) document.getElementById("inspector")?.focus({ preventScroll: true });
  }
}
