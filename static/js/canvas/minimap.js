// A small map of a large picture: where one looks, and what is wrong elsewhere.

const ENOUGH = 60;
const NS = "http://www.w3.org/2000/svg";

function shape(name, attributes) {
  const it = document.createElementNS(NS, name);
  for (const [key, value] of Object.entries(attributes)) it.setAttribute(key, value);
  return it;
}

/** The boxes of many elements as one shape: hundreds of rectangles would be laid out one by one. */
function outline(board, elements) {
  return [...elements].map((g) => board.box(g)).map(({ x, y, width, height }) => `M${x} ${y}h${width}v${height}h${-width}z`).join("");
}

export function startMinimap(board) {
  const home = board.root.querySelector(".minimap");
  if (!home) return;
  const [frames, nodes, view] = [shape("path", { class: "m-frame" }), shape("path", { class: "m-node" }), shape("rect", { class: "m-view" })];
  const map = shape("svg", { "aria-hidden": "true" });
  map.append(frames, nodes, view);
  home.replaceChildren(map);

  function draw() {
    home.hidden = board.nodes.size <= ENOUGH;
    if (home.hidden) return;
    const { x, y, width, height } = board.whole;
    map.setAttribute("viewBox", `${x} ${y} ${width} ${height}`);
    frames.setAttribute("d", outline(board, board.frames.values()));
    nodes.setAttribute("d", outline(board, board.nodes.values()));
  }

  const follow = (shown) => { for (const key of ["x", "y", "width", "height"]) view.setAttribute(key, shown[key]); };
  board.addEventListener("view", ({ detail }) => follow(detail));
  board.addEventListener("drawn", draw);
  draw();
  follow(board.view.shown);

  const look = (event) => {
    const at = new DOMPoint(event.clientX, event.clientY).matrixTransform(map.getScreenCTM().inverse());
    board.view.show(at.x, at.y, board.view.k);
  };
  home.addEventListener("pointerdown", (event) => { home.setPointerCapture(event.pointerId); look(event); });
  home.addEventListener("pointermove", (event) => { if (home.hasPointerCapture(event.pointerId)) look(event); });
}
