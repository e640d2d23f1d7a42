// Keys that work anywhere on a page. Single-key shortcuts can be switched off in the list of keys.

const storage = "espalier.single-keys";

/** Whether single-key shortcuts are on and the person is not typing. */
export function mayUseKey(event) {
  if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return false;
  if (localStorage.getItem(storage) === "off") return false;
  return !isTyping(event.target);
}

export function isTyping(element) {
  return element instanceof Element && element.closest("input:not([type=checkbox]):not([type=radio]), textarea, select, [contenteditable], .ace_editor") !== null;
}

function openKeys() {
  document.getElementById("keys").showModal();
}

function onKey(event) {
  const key = event.key.toLowerCase();
  if ((event.ctrlKey || event.metaKey) && !event.altKey && (key === "z" || key === "y") && !isTyping(event.target)) {
    const id = key === "y" || event.shiftKey ? "redo" : "undo";
    const button = document.getElementById(id);
    if (!button) return;
    event.preventDefault();
    if (!button.disabled) button.click();
    return;
  }
  if (!mayUseKey(event) || document.querySelector("dialog[open]")) return;
  if (event.key === "?") { event.preventDefault(); openKeys(); }
  if (event.key === "/") {
    const find = document.querySelector("[data-find] input");
    if (find) { event.preventDefault(); find.focus(); find.select(); }
  }
}

export function startKeys() {
  document.addEventListener("keydown", onKey);
  document.addEventListener("click", (event) => { if (event.target.closest("[data-open-keys]")) openKeys(); });
  const box = document.getElementById("single-keys");
  box.checked = localStorage.getItem(storage) !== "off";
  box.addEventListener("change", () => localStorage.setItem(storage, box.checked ? "on" : "off"));
}
