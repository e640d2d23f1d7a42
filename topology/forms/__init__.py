"""The shape of what the browser sends: fields of one thing, and operations. No rules here."""
