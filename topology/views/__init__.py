"""Pages and fragments, a module per page."""
