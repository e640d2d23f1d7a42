// The source page: Ace over the plain text field, live checks and picture, unsaved text kept in this browser.

import { fresh } from "./once.js";
import { ask, debounce, say } from "./net.js";
import { makeEditor } from "./ace.js";

class Source {
  constructor(root) {
    this.root = root;
    this.form = root.querySelector("form[data-source]");
    this.field = this.form.querySelector("textarea");
    this.kept = `espalier.source.${root.dataset.key}`;
    this.readOnly = this.field.readOnly;
    this.saved = this.field.value;
    this.checkSoon = debounce(() => this.#check(), 50);
    this.drawSoon = debounce(() => this.#draw(), 250);
    this.keepSoon = debounce(() => this.#keep(), 400);
    this.editor = makeEditor(root.querySelector("[data-ace]"), this.field, () => this.#changed());
    this.#restore();
    this.#listen();
    this.#fromHash();
  }

  get text() {
    return this.editor.text;
  }

  get base() {
    return this.form.elements.base;
  }

  #listen() {
    this.root.addEventListener("click", (event) => {
      const line = event.target.closest("[data-line]");
      if (line) { event.preventDefault(); this.editor.goTo(Number(line.dataset.line), Number(line.dataset.column ?? 1)); }
      if (event.target.closest("[data-discard]")) this.put(this.saved);
      if (event.target.closest("[data-forget]")) { this.forgotten = true; localStorage.removeItem(this.kept); }
      const take = event.target.closest("[data-take]");
      if (take) this.#takeMerged(take);
    });
    this.form.addEventListener("htmx:configRequest", (event) => event.detail.parameters.set?.("text", this.text));
    this.form.addEventListener("submit", () => { this.field.value = this.text; }, { capture: true });
    document.body.addEventListener("source-saved", (event) => this.#wasSaved(event.detail));
    document.addEventListener("keydown", (event) => {
      if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === "s" && document.contains(this.root)) {
        event.preventDefault();
        if (!this.readOnly) this.form.requestSubmit(this.form.querySelector("[data-save]"));
      }
    });
    addEventListener("hashchange", () => this.#fromHash());
    addEventListener("pagehide", () => { if (!this.forgotten) this.#keep(); });
  }

  #restore() {
    const kept = this.readOnly ? null : JSON.parse(localStorage.getItem(this.kept) ?? "null");
    if (kept && kept.text !== this.saved) {
      this.base.value = kept.base;
      this.put(kept.text);
      say("Your unsaved text from before is back.", { action: { label: "Discard it", run: () => { this.base.value = this.root.dataset.head; this.put(this.saved); } } });
    } else {
      localStorage.removeItem(this.kept);
      this.#check();
    }
    this.#dirty();
  }

  /** Put a whole text into the editor, as if it had been typed. */
  put(text) {
    this.editor.put(text);
    this.#changed();
  }

  #changed() {
    this.#dirty();
    this.keepSoon();
    this.checkSoon();
    this.drawSoon();
  }

  #keep() {
    if (this.readOnly) return;
    if (this.text === this.saved) localStorage.removeItem(this.kept);
    else localStorage.setItem(this.kept, JSON.stringify({ base: this.base.value, text: this.text }));
  }

  #dirty() {
    const dirty = this.text !== this.saved;
    const mark = this.root.querySelector("[data-dirty]");
    if (mark) mark.hidden = !dirty;
    for (const button of this.form.querySelectorAll("[data-when-dirty]")) button.disabled = !dirty;
  }

  #body() {
    const body = new FormData();
    body.set("text", this.text);
    return body;
  }

  async #check() {
    const answer = await ask("source-check", this.root.dataset.check, { method: "POST", body: this.#body() });
    if (!answer?.ok) return;
    const checks = this.root.querySelector("[data-checks]");
    checks.innerHTML = answer.text;
    const lines = [...checks.querySelectorAll("[data-annotation]")].map(({ dataset }) => dataset);
    this.editor.annotate(lines.map((d) => ({ row: Number(d.row) - 1, column: Number(d.column) - 1, text: d.annotation, type: d.type })));
  }

  async #draw() {
    const answer = await ask("source-draw", this.root.dataset.draw, { method: "POST", body: this.#body() });
    const mini = this.root.querySelector("[data-mini]");
    if (!answer || !mini) return;
    const stale = mini.querySelector("[data-stale]");
    if (answer.status === 200) mini.querySelector(".drawing").innerHTML = answer.text;
    if (stale) stale.hidden = answer.status === 200;
  }

  #wasSaved({ base, text }) {
    this.base.value = base;
    this.root.dataset.head = base;
    this.root.querySelector("[data-revision]").textContent = `r${base}`;
    if (typeof text === "string" && text !== this.text) this.put(text);
    this.saved = this.text;
    localStorage.removeItem(this.kept);
    this.#dirty();
    this.drawSoon();
    this.checkSoon();
  }

  #takeMerged(button) {
    const merged = document.getElementById(button.dataset.take);
    this.base.value = button.dataset.base;
    this.put(merged.value);
    this.root.querySelector("#save-result").replaceChildren();
    this.editor.focus();
  }

  #fromHash() {
    const found = /^#L(\d+)(?::(\d+))?$/.exec(location.hash);
    if (found) this.editor.goTo(Number(found[1]), Number(found[2] ?? 1));
  }
}

export function startSource(root) {
  for (const page of fresh(root, "[data-source-page]", "source")) new Source(page);
}
