// A small map of a large picture: where one looks, and what is wrong elsewhere.

const ENOUGH = 60;
const NS = "http://www.w3.org/2000/svg";

function shape(name, attributes) {
  const it = document.createElementNS(NS, name);
  for (const [key, value] of Object.entries(attributes)) it.setAttribute(key, value);
  return it;
}

export function startMinimap(board) {
  const home = board.root.querySelector(".minimap");
  if (!home || board.nodes.size <= ENOUGH) return;
  home.hidden = false;
  const { whole } = board.view;
  const map = shape("svg", { viewBox: `${whole.x} ${whole.y} ${whole.width} ${whole.height}`, "aria-hidden": "true" });
  const add = (element, name) => map.append(shape("rect", { ...board.box(element), class: name }));
  for (const g of board.frames.values()) add(g, "m-frame");
  for (const g of board.nodes.values()) add(g, "m-node");
  const view = map.appendChild(shape("rect", { class: "m-view" }));
  home.replaceChildren(map);

  const follow = ({ detail }) => { for (const key of ["x", "y", "width", "height"]) view.setAttribute(key, detail[key]); };
  board.addEventListener("view", follow);
  board.view.pan(0, 0);

  const look = (event) => {
    const at = new DOMPoint(event.clientX, event.clientY).matrixTransform(map.getScreenCTM().inverse());
    board.view.show(at.x, at.y, board.view.k);
  };
  home.addEventListener("pointerdown", (event) => { home.setPointerCapture(event.pointerId); look(event); });
  home.addEventListener("pointermove", (event) => { if (home.hasPointerCapture(event.pointerId)) look(event); });
}
