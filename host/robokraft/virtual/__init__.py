"""Simulated parts of a box, and the virtual boxes made of them."""
