"""What axe-core, which knows the rules of WCAG, finds wrong with a page as it is shown just now."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from playwright.sync_api import Page

SCRIPT = Path(__file__).parents[1] / "javascript" / "node_modules" / "axe-core" / "axe.min.js"


@cache
def _script() -> str:
    """The checker as `make types` installs it; a page's own policy does not apply to what a debugger runs."""
    return SCRIPT.read_text(encoding="utf-8")


def barriers(page: Page, *, rules: tuple[str, ...] = (), but: str = "") -> list[str]:
    """What stands in somebody's way on a page: a line for each element, with the rule that it breaks.

    All of axe's rules are tried, those of good practice too, or only the ``rules`` named; on all elements,
    ``but`` those within this one.
    """
    if not page.evaluate("'axe' in window"):
        page.evaluate(_script())
    found: list[str] = page.evaluate(_BARRIERS, [list(rules), but])
    return found


_BARRIERS = """async ([rules, but]) => {
    const options = { resultTypes: ["violations"], preload: false, iframes: false };
    if (rules.length) options.runOnly = { type: "rule", values: rules };
    const { violations } = await axe.run(but ? { exclude: [but] } : document, options);
    return violations.flatMap(({ id, impact, help, nodes }) =>
        nodes.map(({ target, html }) => `${impact}: ${id} (${help}): ${target}: ${html.slice(0, 200)}`));
}"""
