"""The numbers of power.md: what is calculated follows from what is assumed, and nothing is outside what the parts allow."""

import pytest

from hardware import power


def test_energy_in_is_energy_out():
    """Over the life of the cells: what they give, less the diode, times the efficiency, is what the 3.3 V rail took."""
    for _, ma in power.DISPLAYS_MA:
        hours = power.hours(ma)
        given_wh = power.CELL_MAH / 1000 * (power.CELLS * power.CELL_V - power.DIODE_V)
        taken_wh = 3.3 * (power.PICO_MA + ma) / 1000 * hours
        assert given_wh * power.EFFICIENCY == pytest.approx(taken_wh)
        assert power.usb_ma(ma) * (5 - power.DIODE_V) == pytest.approx(
            power.cell_ma(ma) * given_wh / power.CELL_MAH * 1000
        )


def test_full_and_empty_cells_are_in_the_range_of_vsys():
    """Pico datasheet: 1.8 to 5.5 V at VSYS; an alkaline cell has 1.65 V at most when new, 0.9 V when it is empty."""
    assert power.CELLS * 1.65 <= 5.5
    assert power.CELLS * 0.9 - 0.45 >= 1.8  # with the diode at its worst


def test_the_display_may_be_fed_by_the_pico():
    """Pico datasheet: up to 300 mA out of 3V3; full white takes four times the estimate."""
    assert 4 * max(ma for _, ma in power.DISPLAYS_MA) < 300
