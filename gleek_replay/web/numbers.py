"""How pages and pictures write whole numbers and differences."""

from __future__ import annotations

from typing import Final

NO_NUMBER: Final = "–"


def signed(number: float | None, places: int = 0) -> str:
    """A number with its sign: ``+6``, ``−1,204``, ``0``.

    >>> signed(-7), signed(0), signed(1.25, 1)
    ('−7', '0', '+1.2')
    """
    if number is None:
        return NO_NUMBER
    text = f"{number:+,.{places}f}"
    return text[1:] if not float(text.replace(",", "")) else text.replace("-", "−")


def grouped(number: int) -> str:
    """A whole number with its thousands apart."""
    return f"{number:,}".replace("-", "−")


def size(length: int) -> str:
    """A number of bytes in the largest unit of which it has one, to a tenth at most.

    >>> size(1 << 30), size(3 << 29), size(25 << 20), size(8_000_000), size(512)
    ('1 GiB', '1.5 GiB', '25 MiB', '7.6 MiB', '512 bytes')
    """
    for unit, bits in (("GiB", 30), ("MiB", 20), ("KiB", 10)):
        if length >= 1 << bits:
            return f"{length / (1 << bits):,.1f}".removesuffix(".0") + f" {unit}"
    return f"{grouped(length)} bytes"
