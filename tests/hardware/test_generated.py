"""What is committed in hardware/ is what `make hardware` makes now."""

import pytest

from hardware import make, outputs

FOUND = outputs.all_of_them()


@pytest.mark.parametrize("name", FOUND)
def test_it_is_what_would_be_made(name):
    assert FOUND[name].same((make.ROOT / name).read_bytes()), f"run `make hardware`: hardware/{name} differs"
