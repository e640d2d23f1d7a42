// The editor behind four verbs (text, put, annotate, goTo): Ace where it loaded, else the plain text field.

export function makeEditor(home, field, onChange) {
  return window.ace && home ? aceEditor(home, field, onChange) : plainEditor(field, onChange);
}

// The colours are in app.css; Ace only has to name its class.
const theme = { cssClass: "ace-espalier", cssText: "", isDark: false };

function aceEditor(home, field, onChange) {
  const { ace } = window;
  ace.config.set("useStrictCSP", true);
  ace.config.set("basePath", home.dataset.ace);
  home.hidden = false;
  field.hidden = true;
  const editor = ace.edit(home.appendChild(document.createElement("div")), {
    useWorker: false,
    showPrintMargin: false,
    fontSize: "0.93rem",
    tabSize: 2,
    useSoftTabs: true,
    navigateWithinSoftTabs: true,
    scrollPastEnd: 0.3,
    readOnly: field.readOnly,
    enableKeyboardAccessibility: true,
  });
  editor.setTheme(theme);
  editor.session.setMode("ace/mode/yaml");
  editor.session.setNewLineMode(field.dataset.newline === "crlf" ? "windows" : "unix");
  editor.session.setValue(field.value);
  editor.textInput.getElement().setAttribute("aria-label", "YAML source");
  editor.session.on("change", () => onChange());
  return {
    get text() { return editor.getValue(); },
    put(text) { const at = editor.getCursorPosition(); editor.setValue(text, -1); editor.moveCursorToPosition(at); },
    annotate(list) { editor.session.setAnnotations(list); },
    focus() { editor.focus(); },
    goTo(line, column) { editor.gotoLine(line, column - 1, false); editor.focus(); },
  };
}

function plainEditor(field, onChange) {
  field.addEventListener("input", onChange);
  return {
    get text() { return field.value; },
    put(text) { field.value = text; },
    annotate() {},
    focus() { field.focus(); },
    goTo(line, column) {
      const start = field.value.split("\n").slice(0, line - 1).reduce((sum, l) => sum + l.length + 1, 0) + column - 1;
      field.focus();
      field.setSelectionRange(start, start);
      field.scrollTop = (line - 4) * parseFloat(getComputedStyle(field).lineHeight);
    },
  };
}
