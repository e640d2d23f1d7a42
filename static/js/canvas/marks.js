// While a target is being chosen, every node of the picture shows whether it may be one.

/** `verdicts`: node id -> anything with `legal` "1" or "0". */
export function markTargets(board, verdicts) {
  if (!board) return;
  board.workspace.classList.add("choosing");
  for (const [id, node] of board.nodes) {
    const verdict = verdicts.get(id);
    const legal = verdict?.legal === "1";
    node.classList.toggle("legal", legal);
    node.classList.toggle("illegal", !legal);
  }
}

export function unmarkTargets(board) {
  if (!board) return;
  board.workspace.classList.remove("choosing");
  for (const node of board.nodes.values()) node.classList.remove("legal", "illegal");
}
