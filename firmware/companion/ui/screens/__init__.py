"""The screens, one a file (small ones of a kind together)."""
