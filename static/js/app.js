// Starts every part of a page, at load and again for each piece that htmx swaps in.

import { startNet } from "./net.js";
import { startPress } from "./press.js";
import { startTheme } from "./theme.js";
import { startMenus } from "./menus.js";
import { startKeys } from "./keys.js";
import { startCanvas } from "./canvas/board.js";
import { startConnect } from "./connect.js";
import { startFields } from "./fields.js";
import { startFind } from "./find.js";
import { startSource } from "./source.js";
import { startImport } from "./importing.js";
import { startCopy } from "./copy.js";
import { startInspector } from "./inspector.js";
import { startChanges } from "./changes.js";

const parts = [startMenus, startCanvas, startInspector, startConnect, startFields, startFind, startSource, startImport, startCopy, startChanges];

function start(root) {
  for (const part of parts) part(root);
}

startPress();
startNet();
startTheme();
startKeys();
start(document);
document.querySelector(".tabs [aria-current]")?.scrollIntoView({ block: "nearest", inline: "center" });
document.body.addEventListener("htmx:load", (event) => start(event.detail.elt));
