// Requests that may be overtaken, what htmx reports, the offline state, and words to the person.

import { unpressed } from "./press.js";

const turns = new Map();
const running = new Map();

const csrfToken = () => document.querySelector('meta[name="csrf-token"]').content;

/**
 * Ask the server; of several requests under one `key` only the last is answered.
 * Gives `{ok, status, text}`, or null when a later request overtook this one or nobody could be reached.
 */
export async function ask(key, url, options = {}) {
  running.get(key)?.abort();
  const controller = new AbortController();
  const turn = (turns.get(key) ?? 0) + 1;
  turns.set(key, turn);
  running.set(key, controller);
  try {
    const response = await fetch(url, {
      ...options,
      signal: controller.signal,
      credentials: "same-origin",
      headers: { "HX-Request": "true", "X-CSRFToken": csrfToken(), "X-Turn": String(turn), ...options.headers },
    });
    const text = await response.text();
    await unpressed();
    if (turns.get(key) !== turn) return null;
    const away = response.headers.get("HX-Redirect");
    if (away) location.assign(away);
    return away ? null : { ok: response.ok, status: response.status, text };
  } catch (error) {
    if (error.name !== "AbortError") showOffline();
    return null;
  }
}

/** Drop whatever answer is still on its way under this key. */
export function forget(key) {
  turns.set(key, (turns.get(key) ?? 0) + 1);
  running.get(key)?.abort();
}

/** Run `work` once, `wait` ms after the last call. */
export function debounce(work, wait) {
  let timer = 0;
  return (...args) => {
    clearTimeout(timer);
    timer = setTimeout(work, wait, ...args);
  };
}

/** A short message at the foot of the page, read out by screen readers; `action` is `{label, run}`. */
export function say(words, { bad = false, action = null } = {}) {
  const toast = document.createElement("div");
  toast.className = bad ? "toast bad" : "toast";
  toast.append(Object.assign(document.createElement("span"), { textContent: words }));
  if (action) {
    const button = Object.assign(document.createElement("button"), { type: "button", textContent: action.label });
    button.addEventListener("click", () => { toast.remove(); action.run(); });
    toast.append(button);
  }
  const box = document.getElementById("toasts");
  while (box.childElementCount > 2) box.firstElementChild.remove();
  box.append(toast);
  setTimeout(() => toast.remove(), bad ? 12000 : 6000);
}

function showOffline() {
  if (!navigator.onLine) {
    document.getElementById("offline").hidden = false;
    return;
  }
  say("The server could not be reached. Nothing was saved; what you typed is still here.", { bad: true });
}

const failures = {
  403: "You may look at this but not change it.",
  404: "That is no longer there. Reload the page to see what is.",
  413: "That is larger than a document may be (4 MiB).",
  429: "Too many requests at once. Wait a moment and try again.",
};

function reportFailure(event) {
  const status = event.detail.xhr.status;
  say(failures[status] ?? `The server could not do that (${status}). Nothing was saved; what you typed is still here.`, { bad: true });
}

function undoButton() {
  const button = document.getElementById("undo");
  return button && !button.disabled ? { label: "Undo", run: () => document.getElementById("undo").click() } : null;
}

export function startNet() {
  const body = document.body;
  let busy = 0;
  const count = (step) => (event) => {
    if (event.detail.elt.hasAttribute("data-quiet")) return;
    busy = Math.max(0, busy + step);
    body.classList.toggle("loading", busy > 0);
  };
  body.addEventListener("htmx:beforeSend", count(1));
  body.addEventListener("htmx:afterRequest", count(-1));
  body.addEventListener("htmx:configRequest", (event) => { event.detail.headers["X-CSRFToken"] = csrfToken(); });
  body.addEventListener("htmx:responseError", reportFailure);
  body.addEventListener("htmx:sendError", showOffline);
  body.addEventListener("said", (event) => {
    // What is undone is always the newest step, so only the newest words may offer it.
    for (const button of document.querySelectorAll("#toasts button")) button.remove();
    say(event.detail.words, { action: event.detail.undo ? undoButton() : null });
  });
  body.addEventListener("htmx:afterSettle", (event) => {
    const target = event.detail.elt;
    const wanted = target.querySelector?.("[data-focus]");
    if (wanted) wanted.focus({ preventScroll: false });
  });
  addEventListener("offline", () => { document.getElementById("offline").hidden = false; });
  addEventListener("online", () => { document.getElementById("offline").hidden = true; });
}
