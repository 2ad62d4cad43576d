"""The rules: options, presets, and the source of every choice."""

from __future__ import annotations

from http import HTTPStatus

from gleek_replay.services.access import Action
from gleek_replay.services.rules import PresetListing, RuleBook, get_preset, get_rule_book
from gleek_replay.web.api.document import ApiBlueprint
from gleek_replay.web.api.rule_answers import PresetSchema, RuleBookSchema
from gleek_replay.web.callers import does

blueprint = ApiBlueprint("rules", __name__, description="Options and presets, with their sources")


@blueprint.route("/rules")
@does(Action.READ)
@blueprint.response(200, RuleBookSchema)
@blueprint.refuses()
def list_rules() -> RuleBook:
    """Every option with what it may be, and every preset with its choices."""
    return get_rule_book()


@blueprint.route("/rules/<id:preset>")
@does(Action.READ)
@blueprint.response(200, PresetSchema)
@blueprint.refuses(HTTPStatus.NOT_FOUND)
def read_preset(preset: str) -> PresetListing:
    """A preset with its choices and the source of each."""
    return get_preset(preset)
