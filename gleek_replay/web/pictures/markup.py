"""Text as XML can hold it."""

from __future__ import annotations

import re
from typing import Final

from markupsafe import Markup, escape

_FORBIDDEN: Final = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
_REPLACEMENT: Final = "\N{REPLACEMENT CHARACTER}"


def written(text: str) -> Markup:
    r"""A text between tags; what XML 1.0 has no place for, such as most control characters, is replaced.

    >>> print(written("a\x00 & b"))
    a\ufffd &amp; b
    """
    return escape(_FORBIDDEN.sub(_REPLACEMENT, text))
