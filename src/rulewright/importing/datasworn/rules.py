"""Collections as chapters, and moves, assets and other things with a text as rules below them."""

from collections.abc import Iterator, Mapping
from itertools import chain
from typing import Any

from rulewright.importing.datasworn.links import line, passage
from rulewright.importing.datasworn.things import BELOW, Thing, text_of
from rulewright.importing.draft import Draft, Entry, Unread, Value

SAID = (
    "summary",
    "description",
    "text",
    "requirement",
    "features",
    "drives",
    "tactics",
    "quest_starter",
    "your_character",
)
"""The texts of a thing, in the order in which they are told."""
LONGEST = 500
"""Characters of words that are listed as not read."""
KNOWN = {
    *SAID,
    *BELOW,
    "_id",
    "$id",
    "id",
    "type",
    "name",
    "title",
    "label",
    "rows",
    "table",
    "dice",
    "column_labels",
    "abilities",
    "options",
    "canonical_name",
    "oracle_type",
    "category",
    "rank",
    "nature",
    "variants",
    "enabled",
}
MECHANICS = {
    "_source",
    "_i18n",
    "_comment",
    "source",
    "color",
    "icon",
    "images",
    "tags",
    "suggestions",
    "trigger",
    "outcomes",
    "roll_type",
    "match",
    "recommended_rolls",
    "replaces",
    "enhances",
    "track_category",
    "allow_momentum_burn",
    "shared",
    "count_as_impact",
    "attachments",
    "asset_type",
    "controls",
    "replacement",
    "region",
    "dark",
    "progress_track",
    "roll",
    "min",
    "max",
}
"""What programs roll, look up and colour by: the texts say the same to players, or it says nothing."""


def rule(thing: Thing, id_: str, parent: str, within: Draft) -> Entry | None:
    """A chapter or a rule of what is said of a thing, or else of the tables in it; None where it holds nothing."""
    value: dict[str, Value] = {"title": line(thing.name)}
    if parent:
        value["parent"] = parent
    listed = "\n".join(f"- [[table:{table.id}]]" for table in within.of("tables"))
    text = "\n\n".join(_paragraphs(thing)) or listed
    if text:
        value["text"] = text
    return Entry("rules", id_, value, thing.origin) if text or any(within.of("rules")) else None


def _paragraphs(thing: Thing) -> Iterator[str]:
    kind = text_of(thing.values, "rank", "nature")
    if kind:
        yield f"*{line(kind)}*"
    for name in SAID:
        yield from _texts(thing.values.get(name))
    if not text_of(thing.values, "text"):
        yield from _outcomes(thing.values)
    abilities = [item for each in _parts(thing, "abilities") if (item := _ability(each))]
    yield from ["\n".join(f"- {item}" for item in abilities)] if abilities else []
    for each in (*_parts(thing, "options"), *_parts(thing, "variants")):
        yield from _texts(_joined(each))


def _parts(thing: Thing, name: str) -> list[Mapping[str, Any]]:
    """The values of a list, or of a mapping, that have keys themselves."""
    held = thing.values.get(name)
    inside = held.values() if isinstance(held, dict) else held if isinstance(held, list) else ()
    return [each for each in inside if isinstance(each, dict)]


def _texts(value: Any) -> Iterator[str]:
    """A text as a passage; a list of them as bullets."""
    if isinstance(value, str) and value.strip():
        yield passage(value.strip())
    elif isinstance(value, list):
        items = [text_of(each, "text", "name") if isinstance(each, dict) else each for each in value]
        lines = [f"- {line(each)}" for each in items if isinstance(each, str) and each.strip()]
        yield from ["\n".join(lines)] if lines else []


def _joined(values: Mapping[str, Any]) -> str:
    """An option with its name before all that it says."""
    name, texts = text_of(values, "name", "label"), [text for each in SAID if (text := text_of(values, each))]
    return "\n\n".join((f"**{name}:** {texts[0]}", *texts[1:]) if name and texts else filter(None, (name, *texts)))


def _outcomes(values: Mapping[str, Any]) -> Iterator[str]:
    """The trigger and the outcomes of a move that has no text as a whole."""
    trigger, outcomes = values.get("trigger"), values.get("outcomes")
    if isinstance(trigger, dict):
        yield from _texts(text_of(trigger, "text"))
    for name, each in outcomes.items() if isinstance(outcomes, dict) else ():
        if isinstance(each, dict) and text_of(each, "text"):
            yield passage(f"**{str(name).replace('_', ' ').capitalize()}:** {text_of(each, 'text')}")


def _ability(ability: Mapping[str, Any]) -> str:
    """An ability of an asset; one that is there from the beginning is ticked."""
    name, text = line(text_of(ability, "name")), line(text_of(ability, "text"))
    begun = "☒ " if ability.get("enabled") is True else "☐ "
    return f"{begun}**{name}:** {text}" if name and text else f"{begun}{name or text}" if name or text else ""


def unread(thing: Thing) -> Iterator[Unread]:
    """What is said of a thing, or of a part of it, under keys that nobody here knows."""
    parts = (_parts(thing, name) for name in ("abilities", "options", "variants"))
    for values in (thing.values, *chain.from_iterable(parts)):
        for key, value in values.items():
            words = [value] if isinstance(value, str) else list(_strings(value, 0))
            if key not in KNOWN and key not in MECHANICS and any(words):
                why = f"{key!r} of {thing.name} is not read"
                yield Unread(thing.origin, " · ".join(filter(None, words))[:LONGEST], why)


def _strings(value: Any, depth: int) -> Iterator[str]:
    inside = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    for each in inside if depth < 6 else ():
        if isinstance(each, str):
            yield each
        else:
            yield from _strings(each, depth + 1)
