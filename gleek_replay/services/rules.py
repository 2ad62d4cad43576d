"""The presets side by side, each choice with its source."""

from __future__ import annotations

from dataclasses import dataclass

from gleek_replay.engine import (
    DOCUMENT_TITLES,
    OPTIONS,
    PRESETS,
    SECTIONS,
    RuleSet,
    Standing,
    authority,
    choices_text,
)
from gleek_replay.services.refusals import NotFound


@dataclass(frozen=True, slots=True, kw_only=True)
class SourcedChoice:
    """What a preset chooses for an option, and who says so.

    ``choice`` is ``None`` for a section of the game, which leaves nothing to choose. ``title`` is the
    document's in full.
    """

    rule: str
    choice: str | int | bool | None
    document: str
    title: str
    passage: str
    standing: Standing

    @property
    def is_open(self) -> bool:
        """Whether the sources leave it open, by silence or by contradiction."""
        return self.standing in (Standing.SILENT, Standing.CONTRADICTED)


@dataclass(frozen=True, slots=True, kw_only=True)
class PresetListing:
    """A preset: the numbers of players it is for, its choices, and the sources of what is no option."""

    name: str
    players: tuple[int, ...]
    options: tuple[SourcedChoice, ...]
    sections: tuple[SourcedChoice, ...]

    def choice_of(self, option: str) -> SourcedChoice:
        """The choice of one option."""
        return next(choice for choice in self.options if choice.rule == option)


def list_presets() -> tuple[PresetListing, ...]:
    """Every preset, the oldest source first, the reconstructions last."""
    return tuple(_listing(rules) for rules in PRESETS.values())


def get_preset(name: str) -> PresetListing:
    """A preset by its name; raises :class:`NotFound`."""
    if name not in PRESETS:
        raise NotFound(f"There is no preset {name}; there are {', '.join(PRESETS)}.")
    return _listing(PRESETS[name])


def differing_options(listings: tuple[PresetListing, ...]) -> tuple[str, ...]:
    """The options in which some of these presets choose otherwise than others."""
    return tuple(
        option for option in OPTIONS if len({listing.choice_of(option).choice for listing in listings}) > 1
    )


def allowed_values(option: str) -> str:
    """What an option may be, in words."""
    return choices_text(option)


def _listing(rules: RuleSet) -> PresetListing:
    options = rules.options()
    return PresetListing(
        name=rules.name,
        players=rules.players,
        options=tuple(_sourced(rules, option, choice) for option, choice in options.items()),
        sections=tuple(_sourced(rules, section, None) for section in SECTIONS),
    )


def _sourced(rules: RuleSet, rule: str, choice: str | int | bool | None) -> SourcedChoice:
    citation = authority(rules, rule)
    return SourcedChoice(
        rule=rule,
        choice=choice,
        document=citation.document.value,
        title=DOCUMENT_TITLES[citation.document],
        passage=citation.passage,
        standing=citation.standing,
    )
