// A drawing made to show what another one shows. What both have alike stays in the page: laying it out again costs most.

const NAMES = ["data-node", "data-edge", "data-container", "data-edge-label", "data-stub"];

/** Make the drawing `old` like `next` (whose elements it takes); the viewBox, where one looks, is left alone. */
export function patch(old, next) {
  for (const name of ["aria-label", "width", "height", "data-kind"]) {
    // Even the same value again would have all of it laid out anew.
    if (old.getAttribute(name) !== next.getAttribute(name)) old.setAttribute(name, next.getAttribute(name));
  }
  const [before, after] = [old, next].map((svg) => [...svg.children]);
  const alike = before.length === after.length && before.every((g, index) => g.getAttribute("class") === after[index].getAttribute("class"));
  if (!alike) return old.replaceChildren(...next.childNodes);
  before.forEach((group, index) => patchGroup(group, after[index]));
}

function patchGroup(group, next) {
  const known = new Map([...group.children].map((g) => [nameOf(g), g]));
  const wanted = [...next.children].map((g) => {
    const was = known.get(nameOf(g));
    return was?.isEqualNode(g) ? was : g;
  });
  const kept = new Set(wanted);
  for (const g of [...group.children]) if (!kept.has(g)) g.remove();
  let at = group.firstElementChild;
  for (const g of wanted) {
    if (g === at) at = at.nextElementSibling;
    else group.insertBefore(g, at);
  }
}

function nameOf(g) {
  return [g.tagName, ...NAMES.map((name) => g.getAttribute(name) ?? "")].join("|");
}
