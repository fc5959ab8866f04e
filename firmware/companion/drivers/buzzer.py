"""Short tones on a passive buzzer. `play()` begins one and returns; `step()` ends it in time.

A tone is two or three notes at most and under a quarter of a second. A new one takes the place of the old.
"""

from companion.ticks import after, apart

_TONES = {  # (hertz, milliseconds) …; 0 hertz is a pause
    "entered": ((1760, 25),),
    "trick": ((1319, 60), (1760, 90)),
    "warning": ((880, 70), (0, 40), (880, 70)),
    "refused": ((330, 120),),
}
_LOUD = 32768  # of 65535: a square wave


class Buzzer:
    """`pwm` is shaped like `machine.PWM`, `ticks_ms()` the board's clock."""

    def __init__(self, pwm, ticks_ms):
        self._pwm = pwm
        self._ticks_ms = ticks_ms
        self._notes = ()
        self._at = 0
        self._until = 0
        pwm.duty_u16(0)

    def play(self, name):
        """Begins the tone of a sound event; an unknown one is that of "entered"."""
        self._notes = _TONES.get(name, _TONES["entered"])
        self._at = 0
        self._until = self._ticks_ms()
        self._note()

    def step(self):
        """Goes on to the next note, or ends, when it is time. Cheap: for every turn of the loop."""
        while self._notes and apart(self._ticks_ms(), self._until) >= 0:
            self._note()

    def _note(self):
        if self._at == len(self._notes):
            self._notes = ()
            self._pwm.duty_u16(0)
            return
        hertz, ms = self._notes[self._at]
        self._at += 1
        self._until = after(self._until, ms)
        if hertz:
            self._pwm.freq(hertz)
        self._pwm.duty_u16(_LOUD if hertz else 0)
