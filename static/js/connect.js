// The edge form: every target is marked at once, the verdict for the one looked at is spelled out before anything is saved.

import { fresh } from "./once.js";
import { ask, debounce, forget } from "./net.js";
import { Combo } from "./combo.js";
import { board } from "./canvas/board.js";
import { markTargets, unmarkTargets } from "./canvas/marks.js";

/** Do something once an element is on show: now, or when the closed details round it are opened. */
function whenShown(element, work) {
  const closed = element.closest("details:not([open])");
  if (!closed) return work();
  closed.addEventListener("toggle", () => whenShown(element, work), { once: true });
}

class Connect {
  constructor(form) {
    this.form = form;
    this.input = form.querySelector("[data-target-input]");
    this.list = form.querySelector("[role=listbox]");
    this.verdict = form.querySelector("[data-verdict]");
    this.shown = null;
    const judge = debounce((target) => this.#judge(target), 50);
    this.combo = new Combo(this.input, this.list, { onActive: judge, onChoose: judge });
    this.input.addEventListener("input", () => judge(this.combo.active?.dataset.value ?? this.input.value.trim()));
    form.addEventListener("change", (event) => {
      if (!event.target.matches("[data-edge-kind], [data-edge-from]")) return;
      this.shown = null;
      this.#fill();
      judge(this.input.value.trim());
    });
    form.addEventListener("focusin", () => this.#mark());
    form.addEventListener("focusout", (event) => { if (!form.contains(event.relatedTarget)) unmarkTargets(board()); });
    form.querySelector("[data-questions]")?.addEventListener("change", (event) => this.#answer(event.target.value));
    whenShown(form, () => this.#fill());
  }

  get source() {
    return this.form.querySelector("[data-edge-from]").value.trim();
  }

  get kind() {
    return this.form.querySelector("[data-edge-kind]:checked, select[data-edge-kind], input[type=hidden][data-edge-kind]")?.value ?? "";
  }

  #url(more) {
    const url = new URL(this.form.dataset.verdicts, location.href);
    url.searchParams.set("from", this.source);
    if (this.kind) url.searchParams.set("kind", this.kind);
    const { wasKind, wasFrom, wasTo } = this.form.dataset;
    if (wasTo) for (const [name, value] of Object.entries({ was_kind: wasKind, was_from: wasFrom, was_to: wasTo })) url.searchParams.set(name, value);
    for (const [name, value] of Object.entries(more)) url.searchParams.set(name, value);
    return url;
  }

  /** One request marks every target for the chosen source and kind. */
  async #fill() {
    const answer = await ask("targets", this.#url({ list: "1" }));
    if (!answer?.ok) return;
    this.list.innerHTML = answer.text;
    this.verdicts = new Map(this.combo.options.map((option) => [option.dataset.value, option.dataset]));
    this.combo.filter();
    if (this.form.contains(document.activeElement)) this.#mark();
  }

  #mark() {
    if (this.verdicts) markTargets(board(), this.verdicts);
  }

  async #judge(target) {
    if (!target) {
      forget("verdict");
      this.shown = null;
      this.verdict.replaceChildren();
      return;
    }
    if (target === this.shown) return;
    const answer = await ask("verdict", this.#url({ to: target }));
    if (!answer?.ok) return;
    this.shown = target;
    this.verdict.innerHTML = answer.text;
  }

  /** "Which edge kind?": the answer presses the kind's button. */
  #answer(kind) {
    const radio = [...this.form.querySelectorAll("[data-edge-kind]")].find((r) => r.value === kind);
    if (!radio) return;
    radio.checked = true;
    radio.dispatchEvent(new Event("change", { bubbles: true }));
  }
}

/** The kinds of an edge that is there: the verdict on the chosen one before it is saved. */
function startKinds(form) {
  const acts = form.querySelector("[data-when-changed]");
  const verdict = form.querySelector("[data-verdict]");
  const { kind, from, to } = form.elements;
  acts.hidden = true;
  form.addEventListener("change", async () => {
    const chosen = form.elements.new_kind.value;
    acts.hidden = chosen === kind.value;
    if (acts.hidden) { forget("verdict"); verdict.replaceChildren(); return; }
    const url = new URL(form.dataset.verdicts, location.href);
    const was = { was_kind: kind.value, was_from: from.value, was_to: to.value };
    url.search = new URLSearchParams({ from: from.value, to: to.value, kind: chosen, ...was });
    const answer = await ask("verdict", url);
    if (answer?.ok) verdict.innerHTML = answer.text;
  });
}

export function startConnect(root) {
  for (const form of fresh(root, "form[data-kinds]", "kinds")) startKinds(form);
  for (const form of fresh(root, "form[data-connect]", "connect")) new Connect(form);
}
