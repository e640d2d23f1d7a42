"""The shape of what the browser sends; no rules here."""
