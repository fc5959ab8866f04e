"""The enclosure in numbers: change them here, run `make hardware`, print.

Millimetres; x to the right, y away from the player, z up; the middle of the plan is 0, 0, the table z = 0.
The lid is turned over for printing, with its face on the bed.
"""

from hardware import pico

# The outside.
WIDE, DEEP, HIGH = 104.0, 112.0, 30.0
CORNER = 10.0  # radius, seen from above
CHAMFER = 1.0  # of the upper and the lower edge
WALL = FLOOR = LID = 2.4
THINNEST = 1.6  # nothing may be thinner: four lines of a 0.4 mm nozzle
GAP = 0.25  # between the lid's rim and the walls
RIM_HIGH, RIM_THICK = 2.0, 1.6
LID_Z = HIGH - LID  # the lid's underside, the upper edge of the walls

# The keys: four suits in a row, below them UP DOWN OK BACK, on a perfboard.
KEY_PITCH = 8 * pico.PITCH
BOARD = (80.0, 60.0, 1.6)
BOARD_Y = -22.8  # its middle
# Its columns and rows of holes: the middle is on a column and between two rows, because a key's legs are 2 holes apart one way and 5 the other.
HOLES = (29, 22)
LEGS = (1, 2.5)  # pitches from the middle of a key to its legs: right and left, up and down
BOARD_GAP = 6.0  # from its upper side to the lid
CAP = 12.5  # the widest cap that fits
CAP_HIGH = 12.0  # from the board to the top of the cap
KEY_HOLE = 13.5
PILLAR = (6.4, 2.1)  # under the board: outside, bore for a screw M2.5
PILLARS = tuple((x * 8 * pico.PITCH, BOARD_Y + y * 9.5 * pico.PITCH) for x in (-1, 1) for y in (-1, 1))

# What can be felt and read.
DISH = (13.0, 0.8)  # diameter, depth; the suit's shape stands in it, as high as the lid's face
SUIT = 4.2  # radius of the shape
SUIT_ABOVE = 14.6  # from the middle of a key to its shape
LETTERS = (4.5, 0.6)  # height of the capitals, depth
LETTERS_BELOW = 10.9
STROKE = 0.8  # the thinnest stroke that prints and can be read

# The Pico: USB to the back.
PICO_END = DEEP / 2 - WALL - 0.4  # its edge with the socket
PICO_Z = FLOOR + 4.0  # its underside
POST = (4.8, 1.6)  # under it: outside, bore for a screw M2
USB_HOLE = (13.0, 8.5, 2.0)  # wide, high, radius: the plug's sleeve goes in
USB_Z = PICO_Z + pico.THICK + pico.USB[1] / 2

# Screws M3 × 12, countersunk, from above; feet.
BOSS = (8.0, 2.6)
SCREW, SCREW_HEAD = 3.4, 6.4
PAD = 0.8  # so much thicker is the lid around the screws
BOSSES = tuple((x * 44.6, y * 48.2) for x in (-1, 1) for y in (-1, 1))
FOOT = (10.6, 0.8)
FEET = tuple((x * 41.0, y * 45.0) for x in (-1, 1) for y in (-1, 1))

BUZZER = (12.0, 9.5)  # diameter, height
BUZZER_AT = (-30.0, 24.0)  # on the floor, beside pin 20 of the Pico

DISPLAY_Y = 29.9
FRAME = (1.6, 3.0, 0.5)  # around the display's board: thick, high, play on the whole width


class Display:
    """An OLED module: its board, the window over its picture, and how far that is from the board's middle towards the pads.

    Modules of one size differ by half a millimetre between makers: measure yours. `window` has 1.5 mm to spare on each side.
    """

    def __init__(self, board, picture, up):
        self.board = board
        self.picture = picture
        self.up = up
        self.window = (picture[0] + 3.0, picture[1] + 3.0)


DISPLAYS = {
    "0.96": Display((27.3, 27.8), (21.7, 10.9), 1.6),
    "1.3": Display((35.4, 33.5), (29.4, 14.7), 1.8),
    "2.42": Display((72.0, 43.0), (55.0, 27.5), 1.0),
}


def key_at(number):
    """The middle of key 0 to 7, in the order of the firmware."""
    row, column = divmod(number, 4)
    return KEY_PITCH * (column - 1.5), BOARD_Y + KEY_PITCH * (0.5 - row)


def legs_of(number):
    """Where the four legs of a key go through the board."""
    x, y = key_at(number)
    return [(x + i * LEGS[0] * pico.PITCH, y + j * LEGS[1] * pico.PITCH) for i in (-1, 1) for j in (-1, 1)]


def holes():
    """Every hole of the key board."""
    columns, rows = HOLES
    return [
        ((column - (columns - 1) / 2) * pico.PITCH, BOARD_Y + (row - (rows - 1) / 2) * pico.PITCH)
        for column in range(columns)
        for row in range(rows)
    ]
