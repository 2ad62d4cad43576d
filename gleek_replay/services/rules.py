"""The rules as they are told: the options, and the presets side by side, each choice with its source."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from gleek_replay.audit.account.topics import RULE_WORDS
from gleek_replay.engine import (
    DOCUMENT_TITLES,
    OPTIONS,
    PRESETS,
    SECTIONS,
    Document,
    RuleSet,
    Standing,
    authority,
    choices,
    choices_text,
)
from gleek_replay.records import Stake
from gleek_replay.services.meanings import STAGES, meaning_of
from gleek_replay.services.refusals import NotFound


@dataclass(frozen=True, slots=True, kw_only=True)
class Value:
    """A value that an option may take, as a hand history writes it, and what it means."""

    value: str | int | bool
    meaning: str


@dataclass(frozen=True, slots=True, kw_only=True)
class OptionListing:
    """An option: what it is ``about``, in words that can follow “on”, and what it may be.

    Either ``values`` are all it may be, or it is any whole number from ``least`` to ``most``.
    """

    name: str
    about: str
    values: tuple[Value, ...] | None
    least: int | None
    most: int | None


@dataclass(frozen=True, slots=True, kw_only=True)
class SourcedChoice:
    """What a preset chooses for an option, what that means, and who says so.

    ``choice`` and ``meaning`` are ``None`` for a section of the game, which leaves nothing to choose.
    ``title`` is the document's in full.
    """

    rule: str
    about: str
    choice: str | int | bool | None
    meaning: str | None
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
    """A preset: the numbers of players it is for, its choices, and the sources of what is no option.

    ``title`` is that of the document it is named after, ``None`` if it is named after none.
    """

    name: str
    title: str | None
    players: tuple[int, ...]
    options: tuple[SourcedChoice, ...]
    sections: tuple[SourcedChoice, ...]

    @property
    def standings(self) -> dict[str, int]:
        """How many of the choices have each standing, the firmest first; none that no choice has."""
        counted = Counter(choice.standing for choice in self.options)
        return {standing.value: counted[standing] for standing in Standing if standing in counted}

    @property
    def numbers(self) -> str:
        """The numbers of players in short: ``"3"``, ``"2–6"``."""
        least, most = min(self.players), max(self.players)
        return str(least) if least == most else f"{least}–{most}"

    @property
    def players_source(self) -> SourcedChoice:
        """Who says for how many players the game is."""
        return self.sections[SECTIONS.index("players")]

    def choice_of(self, option: str) -> SourcedChoice:
        """The choice of one option."""
        return self.options[OPTIONS.index(option)]


@dataclass(frozen=True, slots=True, kw_only=True)
class RuleBook:
    """Some options, in the order in which the game meets them, and what some presets choose for them."""

    options: tuple[OptionListing, ...]
    presets: tuple[PresetListing, ...]

    @property
    def differ_in_players(self) -> bool:
        """Whether the presets are for other numbers of players than each other."""
        return len({preset.players for preset in self.presets}) > 1

    @property
    def stages(self) -> dict[str, tuple[OptionListing, ...]]:
        """The options under the stages of the game; a stage without any is left out."""
        under = {
            stage: tuple(option for option in self.options if option.name in names)
            for stage, names in STAGES.items()
        }
        return {stage: options for stage, options in under.items() if options}


def get_rule_book() -> RuleBook:
    """Every option, and every preset with its choices."""
    return RuleBook(options=_options(OPTIONS), presets=list_presets())


def compare_presets(names: Sequence[str]) -> RuleBook:
    """Some presets, and the options in which they differ; raises :class:`NotFound`."""
    presets = tuple(get_preset(name) for name in names)
    return RuleBook(options=_options(differing_options(presets)), presets=presets)


def list_presets() -> tuple[PresetListing, ...]:
    """Every preset, the oldest source first, the reconstructions last."""
    return tuple(_listing(rules) for rules in PRESETS.values())


def preset_names() -> tuple[str, ...]:
    """The names of the presets, in the order in which they are listed."""
    return tuple(PRESETS)


def presets_for(players: int) -> tuple[str, ...]:
    """The names of the presets by which so many may play."""
    return tuple(name for name, rules in PRESETS.items() if players in rules.players)


def stake_names() -> tuple[str, ...]:
    """The coins that a counter may stand for, the smallest first."""
    return tuple(stake.value for stake in Stake)


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


def _options(names: Sequence[str]) -> tuple[OptionListing, ...]:
    return tuple(_option(name) for name in names)


def _option(name: str) -> OptionListing:
    allowed = choices(name)
    about = RULE_WORDS[name]
    if isinstance(allowed, range):
        return OptionListing(name=name, about=about, values=None, least=allowed[0], most=allowed[-1])
    values = tuple(Value(value=value, meaning=meaning_of(name, value)) for value in allowed)
    return OptionListing(name=name, about=about, values=values, least=None, most=None)


def _listing(rules: RuleSet) -> PresetListing:
    options = rules.options()
    return PresetListing(
        name=rules.name,
        title=next((title for document, title in DOCUMENT_TITLES.items() if document == rules.name), None),
        players=rules.players,
        options=tuple(_sourced(rules, option, choice) for option, choice in options.items()),
        sections=tuple(_sourced(rules, section, None) for section in SECTIONS),
    )


def sourced_change(change: Mapping[str, Any]) -> SourcedChoice:
    """The choice for an option in rules that may have been played, as
    :func:`gleek_replay.audit.which_rules_document` writes it.
    """
    option, choice = change["option"], change["choice"]
    return SourcedChoice(
        rule=option,
        about=RULE_WORDS[option],
        choice=choice,
        meaning=meaning_of(option, choice),
        document=change["document"],
        title=DOCUMENT_TITLES[Document(change["document"])],
        passage=change["passage"],
        standing=Standing(change["standing"]),
    )


def _sourced(rules: RuleSet, rule: str, choice: str | int | bool | None) -> SourcedChoice:
    citation = authority(rules, rule)
    return SourcedChoice(
        rule=rule,
        about=RULE_WORDS[rule],
        choice=choice,
        meaning=None if choice is None else meaning_of(rule, choice),
        document=citation.document.value,
        title=DOCUMENT_TITLES[citation.document],
        passage=citation.passage,
        standing=citation.standing,
    )
