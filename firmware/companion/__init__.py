"""The program of the box, for MicroPython on the Pico and for both Pythons in a virtual box."""
