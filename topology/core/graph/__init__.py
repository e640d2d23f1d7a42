"""Agent graphs on the four-stage lattice."""
