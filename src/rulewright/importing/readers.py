"""Choose the reader for each file, and keep ids of several drafts apart."""

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace

from rulewright.boundary import Failure
from rulewright.importing.draft import Draft, Entry, Guessed, Ids, Layout, Value, together
from rulewright.importing.sources import SourceFile
from rulewright.translation.messages import any_of

Renamed = dict[tuple[str, str], str]
"""New ids by their sections and old ids."""
KINDS = {"rule": "rules", "table": "tables", "reference": "references", "example": "examples", "fact": "facts"}
"""Sections with entries that links name."""
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
"""Keys whose values, or what is in them, are ids of a section."""
LINK = re.compile(r"\[\[(\w+):([\w-]+)(?=[\]|(])")


def apart(drafts: Iterable[Draft], taken: Mapping[str, Iterable[str]] | None = None) -> list[Draft]:
    """The drafts with ids of their own; `taken` are those of the game that they join, by sections."""
    ids = {section: Ids(names) for section, names in (taken or {}).items()}
    known: dict[tuple[str, str], Value] = {}
    return [_renamed(draft, ids, known) for draft in drafts]


def _renamed(draft: Draft, ids: dict[str, Ids], known: dict[tuple[str, str], Value]) -> Draft:
    new: Renamed = {}
    entries: list[Entry] = []
    for each in draft.entries:
        place = each.section, each.id
        used = ids.setdefault(each.section, Ids())
        if each.section == "domains" and known.get(place) == each.value:
            continue
        if each.id in used.taken and each.section != "terms":
            new[place] = used.new(each.id)
        used.taken.add(each.id)
        known[place] = each.value
        entries.append(each)
    if not new:
        return replace(draft, entries=tuple(entries))
    return replace(
        draft,
        entries=tuple(_entry(each, new) for each in entries),
        layouts=tuple(Layout(each.name, _value(each.value, new), each.origin, each.guesses) for each in draft.layouts),
    )


def _entry(entry: Entry, new: Renamed) -> Entry:
    return replace(entry, id=new.get((entry.section, entry.id), entry.id), value=_value(entry.value, new))


def _value(value: Value, new: Renamed, section: str = "") -> Value:
    """A value in which the new ids stand for the old; `section` if it names ids itself."""

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
    """A text whose links name the new ids."""

    def link(match: re.Match[str]) -> str:
        kind, name = match.groups()
        return f"[[{kind}:{new.get((KINDS.get(kind, ''), name), name)}"

    return LINK.sub(link, text) if "[[" in text else text


Reader = Callable[[Sequence[SourceFile]], Draft]
"""Reads all files of its format in one import: they may refer to one another."""


def _markdown(files: Sequence[SourceFile]) -> Draft:
    from rulewright.importing.markdown.reading import read

    return read(files)


def _lout(files: Sequence[SourceFile]) -> Draft:
    from rulewright.importing.lout.drafting import read

    return read(files)


def _spreadsheets(files: Sequence[SourceFile]) -> Draft:
    from rulewright.importing.spreadsheets import read

    return read(files)


def _datasworn(files: Sequence[SourceFile]) -> Draft:
    from rulewright.importing.datasworn import read

    return read(files)


READERS: tuple[tuple[tuple[str, ...], Reader], ...] = (
    ((".md", ".markdown", ".mdown", ".mkd"), _markdown),
    ((".lout", ".lt"), _lout),
    ((".csv", ".tsv", ".tab", ".xlsx", ".xlsm", ".ods", ".fods"), _spreadsheets),
    ((".json",), _datasworn),
)
SUFFIXES = tuple(suffix for suffixes, _ in READERS for suffix in suffixes)


def read_all(files: Iterable[SourceFile], taken: Mapping[str, Iterable[str]] | None = None) -> Draft:
    """Read all files into one draft; raise `Failure` if a file has no reader.

    `taken` are the ids, by sections, of the game that the draft joins.
    """
    chosen = list(files)
    for each in chosen:
        if each.suffix not in SUFFIXES:
            kinds = any_of(SUFFIXES)
            raise Failure(f"{each.name}: import reads files that end in {kinds}")
    of_each = ([each for each in chosen if each.suffix in suffixes] for suffixes, _ in READERS)
    drafts = (reader(own) for own, (_, reader) in zip(of_each, READERS, strict=True) if own)
    return together(apart(drafts, taken))
