"""Bringing a page to where all of it is to be seen."""

from __future__ import annotations

from playwright.sync_api import Page, expect


def open_up(page: Page) -> None:
    """Open every chapter of a page, and wait until its figures, or the description of the API, are drawn."""
    page.evaluate("document.querySelectorAll('details').forEach((part) => { part.open = true; })")
    for figure in page.locator("[data-figure]").all():
        figure.scroll_into_view_if_needed()
    expect(page.locator("[data-figure]:not([data-state=drawn])")).to_have_count(0)
    if page.locator("#docs").count():
        expect(page.get_by_text("/api/v1/hands/{hand_id}/audit")).to_be_visible()
