"""What a browser sends of a form that nobody touched, read off the page as a browser reads it (HTML, section Forms)."""

from __future__ import annotations

from html.parser import HTMLParser
from typing import Any


class _Form(HTMLParser):
    """The controls of one form, in order, as (name, value)."""

    def __init__(self, form: str) -> None:
        super().__init__()
        self.form, self.inside = form, False
        self.sent: list[tuple[str, str]] = []
        self.area: list[str] | None = None
        self.select: str | None = None
        self.options: list[tuple[str, bool]] = []

    def handle_starttag(self, tag: str, attrs: Any) -> None:
        found = {name: value or "" for name, value in attrs}
        if tag == "form":
            self.inside = found.get("id") == self.form
        if not self.inside:
            return
        if tag == "input" and found.get("name"):
            ticking = found.get("type") in ("checkbox", "radio")
            if not ticking or "checked" in found:
                self.sent.append((found["name"], found.get("value", "on" if ticking else "").replace("\n", "")))
        elif tag == "textarea":
            self.select, self.area = found["name"], []
        elif tag == "select":
            self.select, self.options = found["name"], []
        elif tag == "option" and self.select:
            self.options.append((found["value"], "selected" in found))

    def handle_data(self, data: str) -> None:
        if self.area is not None:
            self.area.append(data)

    def handle_endtag(self, tag: str) -> None:
        if tag == "form":
            self.inside = False
        elif tag == "textarea" and self.area is not None and self.select:
            text = "".join(self.area).removeprefix("\n")
            self.sent.append((self.select, text.replace("\n", "\r\n")))
            self.area = self.select = None
        elif tag == "select" and self.select:
            chosen = [value for value, selected in self.options if selected] or [v for v, _ in self.options[:1]]
            self.sent.append((self.select, chosen[-1]))
            self.select = None


def sent(response: Any, form: str = "fields") -> dict[str, list[str]]:
    """Names and values of a form on a page; a browser knows no NUL, and one kind of line break."""
    text = response.content.decode("utf-8", "replace").replace("\r\n", "\n").replace("\r", "\n").replace("\0", "\ufffd")
    parser = _Form(form)
    parser.feed(text)
    found: dict[str, list[str]] = {}
    for name, value in parser.sent:
        found.setdefault(name, []).append(value)
    return found
