"""Pictures drawn on the server, as SVG: who paid whom, and a hand to share."""

from __future__ import annotations
