"""Measurements of the box, of its cable and of the archive. `python -m bench --help`."""
