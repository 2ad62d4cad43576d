"""Whether every text of a page stands out from its ground."""

from __future__ import annotations

from playwright.sync_api import Page


def faint_texts(page: Page, *, but: str = "") -> list[str]:
    """The visible texts, ``but`` those in this element, with less than the contrast that WCAG asks for.

    That is 4.5 to 1, for large ones 3 to 1.
    """
    found: list[str] = page.evaluate(_FAINT_TEXTS, f"svg, noscript, .hidden, .skip{but and ', '}{but}")
    return found


_FAINT_TEXTS = """(unseen) => {
    const channels = (colour) => (colour.match(/[\\d.]+/g) ?? []).map(Number);
    const light = ([r, g, b]) => [r, g, b]
        .map((c) => c / 255).map((c) => (c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4))
        .reduce((sum, c, i) => sum + c * [0.2126, 0.7152, 0.0722][i], 0);
    const ground = (element) => {
        for (let e = element; e; e = e.parentElement) {
            const [r, g, b, a = 1] = channels(getComputedStyle(e).backgroundColor);
            if (a === 1) return [r, g, b];
        }
        return [255, 255, 255];
    };
    const faint = [];
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (texts.nextNode()) {
        const element = texts.currentNode.parentElement;
        const text = texts.currentNode.textContent.trim();
        if (!text || !element.checkVisibility() || element.closest(unseen)) continue;
        const style = getComputedStyle(element);
        const [a, b] = [light(channels(style.color)), light(ground(element))].sort((x, y) => y - x);
        const ratio = (a + 0.05) / (b + 0.05);
        const least = parseFloat(style.fontSize) >= 24 ? 3 : 4.5;
        if (ratio < least) faint.push(`${ratio.toFixed(2)} to 1: ${text}`);
    }
    return faint;
}"""
