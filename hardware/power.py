"""How long three AAA cells last: the calculation behind power.md, with its assumptions in one place."""

CELLS = 3
CELL_V = 1.2  # average of an alkaline cell while it empties
CELL_MAH = 1000  # of an alkaline AAA cell at 25 to 50 mA down to 0.9 V
DIODE_V = 0.3  # 1N5817 at some 50 mA
EFFICIENCY = 0.85  # of the Pico's converter
RAIL_V = 3.3
PICO_MA = 20.0  # at 3.3 V, waiting most of the time at 125 MHz
DISPLAYS_MA = (("0.96", 10.0), ("1.3", 15.0), ("2.42", 40.0))  # at 3.3 V with a quarter of the dots lit


def watts(display_ma):
    """What the box draws at 3.3 V."""
    return RAIL_V * (PICO_MA + display_ma) / 1000


def cell_ma(display_ma):
    """The current out of the cells, on the average."""
    return 1000 * watts(display_ma) / EFFICIENCY / (CELLS * CELL_V - DIODE_V)


def usb_ma(display_ma):
    """The current out of a USB supply, at 5 V less the Pico's own diode."""
    return 1000 * watts(display_ma) / EFFICIENCY / (5 - DIODE_V)


def hours(display_ma):
    """How long the cells last."""
    return CELL_MAH / cell_ma(display_ma)
