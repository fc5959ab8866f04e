"""The program on the desk. Holds the version and nothing else, so that MicroPython can import it too."""

__version__ = "0.1.0"
