"""An emulated Pico that runs the real MicroPython with the box's file system. Needs the extra `emulator`."""
