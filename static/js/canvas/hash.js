// The view's state in the URL's hash: what is selected, where one looks, which kinds are off.

function read() {
  return new URLSearchParams(location.hash.slice(1));
}

export function recall(name) {
  return read().get(name);
}

/** Drop what is kept under these names. */
export function forget(...names) {
  remember(Object.fromEntries(names.map((name) => [name, null])));
}

/** Keep `changes` (a null value removes a name) in the hash without adding a step to the browser's history. */
export function remember(changes) {
  const state = read();
  for (const [name, value] of Object.entries(changes)) {
    if (value === null || value === "") state.delete(name);
    else state.set(name, value);
  }
  const text = state.toString().replaceAll("%2C", ",").replaceAll("%3A", ":").replaceAll("%3E", ">").replaceAll("%40", "@");
  // The browser takes its time over each replacement.
  if (`#${text}` === location.hash || (!text && !location.hash)) return;
  history.replaceState(history.state, "", text ? `#${text}` : location.pathname + location.search);
}
