"""The rules: the presets side by side, and each with its sources in full."""

from __future__ import annotations

from collections import Counter

from flask import Blueprint, render_template, request

from gleek_replay.services.access import Action
from gleek_replay.services.rules import (
    RuleBook,
    compare_presets,
    get_preset,
    get_rule_book,
    list_presets,
)
from gleek_replay.web.callers import does

blueprint = Blueprint("rule_pages", __name__)


@blueprint.get("/rules")
@does(Action.READ)
def rules() -> str:
    """Every preset; or some, and only where they differ."""
    named = _named()
    comparing = len(named) > 1
    book = compare_presets(named) if comparing else get_rule_book()
    return render_template(
        "rules.html",
        book=book,
        usual=_usual(book),
        comparing=comparing,
        named=named,
        names=[preset.name for preset in list_presets()],
    )


@blueprint.get("/rules/<id:preset>")
@does(Action.READ)
def preset(preset: str) -> str:
    """One preset, with every choice and its source."""
    found = get_preset(preset)
    return render_template(
        "preset.html",
        preset=found,
        stages=get_rule_book().stages,
        others=[other.name for other in list_presets() if other.name != preset],
    )


def _named() -> list[str]:
    """The presets to compare, each once: ``?compare=a,b``, or as the form has it ``?compare=a&compare=b``."""
    asked = ",".join(request.args.getlist("compare")).split(",")
    return list(dict.fromkeys(filter(None, asked)))


def _usual(book: RuleBook) -> dict[str, object]:
    """What most presets choose for an option, where most choose alike."""
    found: dict[str, object] = {}
    for option in book.options:
        counted = Counter(preset.choice_of(option.name).choice for preset in book.presets)
        choice, number = counted.most_common(1)[0]
        if 2 * number > len(book.presets):
            found[option.name] = choice
    return found
