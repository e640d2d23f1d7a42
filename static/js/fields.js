// Inspector forms: each field is checked as it is typed, and what was typed is kept until it is saved.

import { fresh } from "./once.js";
import { ask, debounce } from "./net.js";

const kept = (form) => `espalier.draft.${form.dataset.draft}`;
const named = (form) => [...form.elements].filter((e) => e.name && e.closest(".field"));

const held = (control) => (control.type === "checkbox" ? control.checked : control.value);

/** What tells a control from the others of its form: checkboxes of one list share their name. */
const key = (control) => (control.type === "checkbox" ? `${control.name}=${control.value}` : control.name);

function hold(control, value) {
  if (control.type === "checkbox") control.checked = value;
  else control.value = value;
}

function isDirty(control) {
  if (control.type === "checkbox" || control.type === "radio") return control.checked !== control.defaultChecked;
  if (control instanceof HTMLSelectElement) return ![...control.options].some((o) => o.selected && o.defaultSelected) && control.value !== (control.dataset.was ?? "");
  return control.value !== control.defaultValue;
}

class Fields {
  constructor(form) {
    this.form = form;
    for (const select of form.querySelectorAll("select")) select.dataset.was ??= select.value;
    const check = debounce(() => this.#check(), 50);
    form.addEventListener("input", () => { this.#keep(); check(); });
    form.addEventListener("reset", () => setTimeout(() => { this.#keep(); check(); }));
    form.addEventListener("htmx:afterRequest", (event) => {
      if (event.detail.successful && !event.detail.requestConfig.parameters.dry_run) sessionStorage.removeItem(kept(form));
    });
    if (this.#restore()) check();
    this.#show();
  }

  #restore() {
    const draft = JSON.parse(sessionStorage.getItem(kept(this.form)) ?? "null");
    if (!draft) return false;
    for (const control of named(this.form)) if (key(control) in draft) { hold(control, draft[key(control)]); reveal(control); }
    return true;
  }

  #keep() {
    const dirty = named(this.form).filter(isDirty);
    if (dirty.length) sessionStorage.setItem(kept(this.form), JSON.stringify(Object.fromEntries(dirty.map((c) => [key(c), held(c)]))));
    else sessionStorage.removeItem(kept(this.form));
    this.#show();
  }

  #show() {
    const dirty = new Set(named(this.form).filter(isDirty).map((control) => control.closest(".field")));
    // In a form that adds something every word is new.
    if (this.form.dataset.fields !== "add") for (const field of this.form.querySelectorAll(".field")) field.classList.toggle("dirty", dirty.has(field));
    for (const button of this.form.querySelectorAll("[data-when-dirty]")) button.disabled = !dirty.size;
  }

  async #check() {
    const answer = await ask(`fields-${this.form.id}`, this.form.dataset.check, { method: "POST", body: new FormData(this.form) });
    if (!answer?.ok) return;
    const { fields, errors, refused } = JSON.parse(answer.text);
    const controls = Map.groupBy(named(this.form).filter((c) => c.type !== "hidden"), (c) => c.name);
    for (const box of this.form.querySelectorAll("[data-msgs]")) {
      const { msgs } = box.dataset;
      this.#messages(box, fields[msgs] ?? [], controls.get(msgs) ?? []);
    }
    const save = this.form.querySelector("[data-save]");
    if (!save) return;
    save.dataset.label ??= save.textContent.trim();
    const words = save.dataset.label + (errors ? ` with ${errors} ${errors === 1 ? "error" : "errors"}` : "");
    save.textContent = refused ? "Cannot be saved" : words;
  }

  #messages(box, messages, controls) {
    const lines = messages.map(({ severity, message, help }) => {
      const line = Object.assign(document.createElement("div"), { className: `msg ${severity}` });
      line.append(...ticked(message));
      if (help) line.appendChild(document.createElement("small")).append(...ticked(help));
      return line;
    });
    box.replaceChildren(...lines);
    const wrong = messages.some((m) => m.severity === "error");
    for (const control of controls) {
      if (wrong) control.setAttribute("aria-invalid", "true");
      else control.removeAttribute("aria-invalid");
    }
  }
}

/** Words with everything between backticks as code. */
function ticked(words) {
  return words.split("`").map((part, index) => (index % 2 ? Object.assign(document.createElement("code"), { textContent: part }) : part));
}

/** Open every group around a control. */
function reveal(control) {
  for (let group = control.closest("details.group"); group; group = group.parentElement.closest("details.group")) group.open = true;
}

export function startFields(root) {
  for (const form of fresh(root, "form[data-fields]", "fields")) new Fields(form);
}
