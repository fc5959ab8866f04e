"""Makes the files of the hardware from the firmware's pin table: wiring, schematic, enclosure, pictures. `make hardware` runs it."""
