"""Where things stand and how edges run: placement, memory of positions, routing. No look."""
