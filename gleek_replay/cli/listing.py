"""`gleek-replay rules`: the presets side by side, each choice with its source."""

from __future__ import annotations

from argparse import Namespace
from typing import Final

from gleek_replay.audit.account import Line, LineKind, Section
from gleek_replay.cli.terminal import FAILED, complain, make_writer
from gleek_replay.services.refusals import NotFound
from gleek_replay.services.rules import (
    PresetListing,
    SourcedChoice,
    allowed_values,
    differing_options,
    get_preset,
    list_presets,
)

_OPEN: Final = "†"


def run(named: Namespace) -> int:
    """The table of choices, then the source of each; with ``--diff`` only where two presets differ."""
    try:
        listings = tuple(get_preset(name) for name in named.diff) if named.diff else list_presets()
    except NotFound as error:
        complain(str(error))
        return FAILED
    options = tuple(choice.rule for choice in listings[0].options)
    if named.diff:
        options = differing_options(listings)
    with_players = not named.diff or len({listing.players for listing in listings}) > 1
    if not options and not with_players:
        print(f"{' and '.join(listing.name for listing in listings)} do not differ.")
        return 0
    writer = make_writer()
    header = ["option", *(listing.name for listing in listings)]
    rows = [["players", *(listing.numbers for listing in listings)]] if with_players else []
    writer.table(header, [*rows, *([option, *_choices(listings, option)] for option in options)])
    print(f"{_OPEN} the sources are silent on it, or differ: the choice is one reading among others\n")
    if with_players:
        writer.section(_players(listings))
    for option in options:
        writer.section(_sources(listings, option))
    return 0


def _players(listings: tuple[PresetListing, ...]) -> Section:
    sources = ((listing, listing.players_source) for listing in listings)
    lines = [
        Line(text=f"{listing.name}: {listing.numbers}. {_cited(source)}", kind=LineKind.PLAIN)
        for listing, source in sources
    ]
    return Section(title="players: how many may play", lines=tuple(lines))


def _choices(listings: tuple[PresetListing, ...], option: str) -> list[str]:
    chosen = (listing.choice_of(option) for listing in listings)
    return [f"{_value(choice)} {_OPEN}" if choice.is_open else _value(choice) for choice in chosen]


def _value(choice: SourcedChoice) -> str:
    return str(choice.choice).lower() if isinstance(choice.choice, bool) else str(choice.choice)


def _sources(listings: tuple[PresetListing, ...], option: str) -> Section:
    lines = tuple(_source(listing.name, listing.choice_of(option)) for listing in listings)
    return Section(title=f"{option}: {allowed_values(option)}", lines=lines)


def _source(preset: str, choice: SourcedChoice) -> Line:
    mark = f" {_OPEN}" if choice.is_open else ""
    text = f"{preset}: {_value(choice)}{mark}. {_cited(choice)}"
    return Line(text=text, kind=LineKind.NOTE if choice.is_open else LineKind.PLAIN)


def _cited(choice: SourcedChoice) -> str:
    return f"{choice.title}; {choice.passage} ({choice.standing})."
