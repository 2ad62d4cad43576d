"""Numbers as they are spoken, in the way of today and in that of the seventeenth century."""

from __future__ import annotations

from typing import Final

_SMALL: Final = (
    "nothing", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven",
    "twelve", "thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen",
)  # fmt: skip
_TENS: Final = ("", "", "twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety")
_LARGE: Final = ((1_000_000, "million"), (1_000, "thousand"))
_ORDINALS: Final = {
    "one": "first", "two": "second", "three": "third", "five": "fifth", "eight": "eighth", "nine": "ninth",
    "twelve": "twelfth",
}  # fmt: skip
_FOURSCORE: Final = range(80, 90)


def spoken_number(number: int) -> str:
    """A whole number from 0 on, as it is said now.

    >>> spoken_number(0), spoken_number(27), spoken_number(1_204)
    ('nothing', 'twenty-seven', 'one thousand two hundred and four')
    """
    if number < 20:
        return _SMALL[number]
    if number < 100:
        tens, ones = divmod(number, 10)
        return f"{_TENS[tens]}-{_SMALL[ones]}" if ones else _TENS[tens]
    if number < 1_000:
        hundreds, rest = divmod(number, 100)
        return f"{_SMALL[hundreds]} hundred{f' and {spoken_number(rest)}' if rest else ''}"
    return _with_thousands(number)


def old_number(number: int) -> str:
    """The same as it was said then.

    >>> old_number(27), old_number(44), old_number(80), old_number(85)
    ('seven and twenty', 'four and forty', 'fourscore', 'fourscore and five')
    """
    if number in _FOURSCORE:
        return f"fourscore and {_SMALL[number - 80]}" if number > 80 else "fourscore"
    if 20 < number < 100 and number % 10:
        tens, ones = divmod(number, 10)
        return f"{_SMALL[ones]} and {_TENS[tens]}"
    return spoken_number(number)


def _with_thousands(number: int) -> str:
    parts = []
    for size, name in _LARGE:
        count, number = divmod(number, size)
        if count:
            parts.append(f"{spoken_number(count)} {name}")
    if number:
        parts.append(f"and {spoken_number(number)}" if number < 100 else spoken_number(number))
    return " ".join(parts)


def spoken_ordinal(number: int) -> str:
    """Which of several, from 1 on.

    >>> spoken_ordinal(1), spoken_ordinal(20), spoken_ordinal(31)
    ('first', 'twentieth', 'thirty-first')
    """
    head, hyphen, last = spoken_number(number).rpartition("-")
    if last in _ORDINALS:
        last = _ORDINALS[last]
    else:
        last = f"{last.removesuffix('y')}ieth" if last.endswith("y") else f"{last}th"
    return f"{head}{hyphen}{last}"


def old_ordinal(number: int) -> str:
    """The same as it was said then.

    >>> old_ordinal(2), old_ordinal(28), old_ordinal(30)
    ('second', 'eight and twentieth', 'thirtieth')
    """
    if 20 < number < 100 and number % 10:
        return f"{_SMALL[number % 10]} and {spoken_ordinal(number - number % 10)}"
    return spoken_ordinal(number)


def spoken_year(year: int) -> str:
    """A year of four figures, as it is said now.

    >>> spoken_year(2026), spoken_year(2005), spoken_year(1900)
    ('twenty twenty-six', 'two thousand and five', 'nineteen hundred')
    """
    century, rest = divmod(year, 100)
    if year % 1_000 < 10 or century < 11:
        return spoken_number(year)
    if not rest:
        return f"{spoken_number(century)} hundred"
    return f"{spoken_number(century)} {spoken_number(rest) if rest > 9 else f'oh {spoken_number(rest)}'}"
