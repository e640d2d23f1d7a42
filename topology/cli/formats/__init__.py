"""The forms in which `check` writes its outcome: a module each with `render(outcome) -> bytes`."""
