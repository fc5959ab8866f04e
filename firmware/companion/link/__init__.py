"""The cable: a host may ask, the box answers when it has time."""
