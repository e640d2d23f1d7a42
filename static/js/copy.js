// Copy buttons beside a line meant for a shell.

import { fresh } from "./once.js";
import { say } from "./net.js";

export function startCopy(root) {
  for (const button of fresh(root, "[data-copy]", "copy")) {
    button.hidden = false;
    button.addEventListener("click", async () => {
      await navigator.clipboard.writeText(document.getElementById(button.dataset.copy).textContent.trim());
      say("Copied.");
    });
  }
}
