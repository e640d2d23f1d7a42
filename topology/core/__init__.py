"""The pure core: documents, rules, compilation, launch order, edits. No Django, no subprocess, no clock, no disk."""
