"""The computer on the other end of the emulated Pico's USB: a serial port that is idle until there is something to say.

The emulator's own host answers every idle request with an empty packet, so that the chip never sleeps. A real host says
nothing (NAK), and so does this one.
"""

_CONTROL = 0


class UsbHost:
    """The port of an emulated device. Plugged in, and opened by a program, from the start.

    reading: while False the host takes nothing, as a program that opened the port and hangs.
    on_data(bytes): called with what arrives; without it, it is kept for `take()`.
    """

    def __init__(self, device):
        self.on_data = None
        self.connected = False
        self._device = device
        self._usb = usb = device.mcu.usb_ctrl
        self._out = bytearray()
        self._asked = []
        self._held = []
        self._taken = bytearray()
        self._reading = True
        self._answer_control = usb.on_endpoint_read
        self._packet_in = usb.on_endpoint_write
        self._forget = usb.on_reset
        usb.on_endpoint_read = self._asked_for
        usb.on_endpoint_write = self._packet
        usb.on_reset = self._reset
        device.cdc.on_serial_data = self._arrived
        device.cdc.on_device_connected = self._connected

    def send(self, data):
        """Bytes for the device; they wait here until it takes them."""
        self._out += data
        self._give()

    @property
    def waiting(self):
        """Bytes that the device has not taken yet."""
        return len(self._out)

    def take(self):
        """What has arrived since the last call."""
        taken = bytes(self._taken)
        self._taken.clear()
        return taken

    @property
    def reading(self):
        return self._reading

    @reading.setter
    def reading(self, value):
        self._reading = value
        held, self._held = self._held, []
        for endpoint, buffer in held if value else ():
            self._packet_in(endpoint, buffer)
        if not value:
            self._held = held

    def open(self, dtr=True):
        """A program opens the port (DTR and RTS), or with `dtr` False closes it. It is open when USB has come up."""
        self._device.cdc.set_control_lines(dtr=dtr, rts=dtr)

    # What the emulated controller calls

    def _asked_for(self, endpoint, size):
        if endpoint == _CONTROL:
            self._answer_control(endpoint, size)
            return
        self._asked.append((endpoint, size))
        self._give()

    def _give(self):
        while self._asked and self._out:
            endpoint, size = self._asked.pop(0)
            piece = bytes(self._out[:size])
            del self._out[:size]
            self._usb.endpoint_read_done(endpoint, piece)

    def _packet(self, endpoint, buffer):
        if endpoint != _CONTROL and not self._reading:
            self._held.append((endpoint, buffer))
            return
        self._packet_in(endpoint, buffer)

    def _arrived(self, data):
        if self.on_data is not None:
            self.on_data(bytes(data))
        else:
            self._taken += data

    def _connected(self):
        self.connected = True

    def _reset(self):
        self.connected = False
        self._asked.clear()
        self._held.clear()
        self._forget()
