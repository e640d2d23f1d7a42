// Import: files may be dropped anywhere on the page's drop area.

import { fresh } from "./once.js";

export function startImport(root) {
  for (const area of fresh(root, ".drop", "drop")) {
    const input = area.querySelector("input[type=file]");
    const names = area.querySelector("[data-names]");
    const show = () => { names.textContent = [...input.files].map((f) => f.name).join(", "); };
    input.addEventListener("change", show);
    for (const name of ["dragenter", "dragover"]) {
      area.addEventListener(name, (event) => { event.preventDefault(); area.classList.add("over"); });
    }
    area.addEventListener("dragleave", () => area.classList.remove("over"));
    area.addEventListener("drop", (event) => {
      event.preventDefault();
      area.classList.remove("over");
      input.files = event.dataTransfer.files;
      show();
    });
  }
}
