"""Choose the reader for each file, and keep ids of several drafts apart."""

import re
from collections.abc import Iterable, Mapping
from dataclasses import replace
from importlib import import_module

from rulewright.boundary import Failure
from rulewright.importing.draft import Draft, Entry, Guessed, Ids, Value, join_drafts
from rulewright.importing.sources import SourceFile
from rulewright.translation.messages import any_of

Renamed = dict[tuple[str, str], str]
"""New ids by section and old id."""
KINDS = {"rule": "rules", "table": "tables", "reference": "references", "example": "examples", "fact": "facts"}
"""The section of each kind of thing that a link can name."""
NAMING = {
    "rule": "rules",
    "parent": "rules",
    "band": "rules",
    "table": "tables",
    "bullets": "references",
    "rows": "domains",
    "columns": "domains",
    "values": "domains",
    "when": "domains",
}
"""Keys that hold ids, directly or inside their values, and the section of these ids."""
LINK = re.compile(r"\[\[(\w+):([\w-]+)(?=[\]|(])")


def with_unique_ids(drafts: Iterable[Draft], taken: Mapping[str, Iterable[str]] | None = None) -> list[Draft]:
    """Give the entries of several drafts different ids. `taken` are the ids of the game that they join, by section."""
    ids = {section: Ids(names) for section, names in (taken or {}).items()}
    values: dict[tuple[str, str], Value] = {}
    return [_renamed(draft, ids, values) for draft in drafts]


def _renamed(draft: Draft, ids: dict[str, Ids], values: dict[tuple[str, str], Value]) -> Draft:
    new: Renamed = {}
    entries: list[Entry] = []
    for each in draft.entries:
        place = each.section, each.id
        used = ids.setdefault(each.section, Ids())
        if each.section == "domains" and values.get(place) == each.value:
            continue
        if each.id in used.taken and each.section != "terms":
            new[place] = used.new(each.id)
        used.taken.add(each.id)
        values[place] = each.value
        entries.append(each)
    if not new:
        return replace(draft, entries=tuple(entries))
    return replace(
        draft,
        entries=tuple(
            replace(each, id=new.get((each.section, each.id), each.id), value=_value(each.value, new))
            for each in entries
        ),
        layouts=tuple(replace(each, value=_value(each.value, new)) for each in draft.layouts),
    )


def _value(value: Value, new: Renamed, section: str = "") -> Value:
    """Replace old ids by new ones in a value. `section` is the section of the ids that the value holds."""

    def own(name: str) -> str:
        return new.get((section, name), name)

    if isinstance(value, Guessed):
        return Guessed(_value(value.value, new, section), value.why)
    if isinstance(value, dict):
        return {own(key): _value(each, new, NAMING.get(key, section)) for key, each in value.items()}
    if isinstance(value, list):
        return [_value(each, new, section) for each in value]
    return _linked(own(value), new) if isinstance(value, str) else value


def _linked(text: str, new: Renamed) -> str:
    """Replace old ids by new ones in the links of a text."""

    def link(match: re.Match[str]) -> str:
        kind, name = match.groups()
        return f"[[{kind}:{new.get((KINDS.get(kind, ''), name), name)}"

    return LINK.sub(link, text) if "[[" in text else text


READERS = {
    "markdown.reading": (".md", ".markdown", ".mdown", ".mkd"),
    "lout.drafting": (".lout", ".lt"),
    "spreadsheets": (".csv", ".tsv", ".tab", ".xlsx", ".xlsm", ".ods", ".fods"),
    "datasworn": (".json",),
}
"""The module that reads each format, loaded for the first such file, and the ends of its files' names.

Its function `read` gets all files of the format in one import: they may refer to one another.
"""
SUFFIXES = tuple(suffix for suffixes in READERS.values() for suffix in suffixes)


def read_all(files: Iterable[SourceFile], taken: Mapping[str, Iterable[str]] | None = None) -> Draft:
    """Read all files into one draft; raise `Failure` if a file has no reader.

    `taken` are the ids, by sections, of the game that the draft joins.
    """
    chosen, drafts = list(files), list[Draft]()
    for each in chosen:
        if each.suffix not in SUFFIXES:
            raise Failure(f"{each.name}: import reads files that end in {any_of(SUFFIXES)}")
    for module, suffixes in READERS.items():
        if own := [each for each in chosen if each.suffix in suffixes]:
            drafts.append(import_module(f"rulewright.importing.{module}").read(own))
    return join_drafts(with_unique_ids(drafts, taken))
