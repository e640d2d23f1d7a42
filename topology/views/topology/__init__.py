"""The pages of one topology: picture, outline, source, checks, launch, lattice, channels, history, with fragments."""
