// Each part starts once per element, however often its surroundings are swapped.

const seen = new WeakMap();

/** The elements under (and including) `root` that match `selector` and were not given to this `part` before. */
export function fresh(root, selector, part) {
  const found = [...root.querySelectorAll(selector)];
  if (root instanceof Element && root.matches(selector)) found.unshift(root);
  return found.filter((element) => {
    const parts = seen.get(element) ?? new Set();
    if (parts.has(part)) return false;
    seen.set(element, parts.add(part));
    return true;
  });
}
