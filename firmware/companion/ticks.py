"""The board's clock: milliseconds that begin anew after 2**30.

Masked and not divided, since 2**30 is no small integer on the Pico: a remainder would take memory at every turn.
"""

_HALF = 0x20000000
_MASK = 0x3FFFFFFF


def since(now, then):
    """Milliseconds from `then` to `now`, which is not the earlier one."""
    return now - then & _MASK


def apart(one, other):
    """Milliseconds from `other` to `one`, less than nothing if `one` was earlier."""
    return (one - other + _HALF & _MASK) - _HALF


def after(now, ms):
    """The time `ms` after `now`."""
    return now + ms & _MASK
