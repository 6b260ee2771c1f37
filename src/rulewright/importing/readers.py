"""Choose the reader for each file of an import, and join what they read into one draft.

`rules.md` and `tables.csv` come in; the draft has the rules of the one and the tables of the other. The commands
`import` and `export` call `read_all`; `export` reads its own files back to see that nothing is lost.

Entries of several drafts get different ids. If two drafts have a rule `movement`, the second becomes `movement-2`, and
its texts link `[[rule:movement-2]]`. Terms keep their ids: two definitions of one term are the author's to settle. Two
equal domains become one.
"""

import re
from collections.abc import Iterable, Mapping
from dataclasses import replace
from importlib import import_module

from rulewright.base.boundary import Failure
from rulewright.base.messages.messages import any_of
from rulewright.book.kinds import OF_CONTENT
from rulewright.importing.draft import Draft, Entry, Guessed, Ids, Value, join_drafts
from rulewright.importing.sources import SourceFile

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
    all_files, drafts = list(files), list[Draft]()
    for file in all_files:
        if file.suffix not in SUFFIXES:
            raise Failure(f"{file.name}: import reads files that end in {any_of(SUFFIXES)}")
    for module, suffixes in READERS.items():
        if files_of_format := [file for file in all_files if file.suffix in suffixes]:
            drafts.append(import_module(f"rulewright.importing.{module}").read(files_of_format))
    return join_drafts(with_unique_ids(drafts, taken))


# Different ids for the entries of several drafts

SectionAndId = tuple[str, str]
NewIds = Mapping[SectionAndId, str]
"""The new ids of entries by section and old id. An entry that keeps its id is not here."""
SECTION_OF_LINK = {kind.name: kind.section for kind in OF_CONTENT}
"""The section of the entry that a link such as `[[fact:...]]` names."""
SECTION_OF_KEY = {
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
LINK = re.compile(r"\[\[(?P<prefix>\w+):(?P<id>[\w-]+)(?=[\]|(])")
"""The start of a link up to its id: `[[rule:movement` of `[[rule:movement|how to move]]`."""


def with_unique_ids(drafts: Iterable[Draft], taken: Mapping[str, Iterable[str]] | None = None) -> list[Draft]:
    """Give the entries of several drafts different ids. `taken` are the ids of the game that they join, by section."""
    ids = {section: Ids(names) for section, names in (taken or {}).items()}
    domains: dict[str, list[Entry]] = {}
    return [_with_new_ids(draft, ids, domains) for draft in drafts]


def _with_new_ids(draft: Draft, ids: dict[str, Ids], domains: dict[str, list[Entry]]) -> Draft:
    """The draft with ids that no draft before it has.

    `ids` are the used ids by section, and `domains` those of the drafts so far by the ids that they had in their
    drafts; both get those of this draft.
    """
    new_ids: dict[SectionAndId, str] = {}
    entries: list[Entry] = []
    for entry in draft.entries:
        used, new_id = ids.setdefault(entry.section, Ids()), entry.id
        of_same_id = domains.setdefault(entry.id, []) if entry.section == "domains" else []
        same = next((each for each in of_same_id if each.value == entry.value), None)
        if same is not None:
            new_id = same.id
        elif entry.id in used.taken and entry.section != "terms":
            new_id = used.new(entry.id)
        if new_id != entry.id:
            new_ids[entry.section, entry.id] = new_id
        if same is None:
            used.taken.add(entry.id)
            of_same_id.append(replace(entry, id=new_id))
            entries.append(entry)
    return replace(
        draft,
        entries=tuple(
            replace(entry, id=new_ids.get((entry.section, entry.id), entry.id), value=_value(entry.value, new_ids))
            for entry in entries
        ),
        layouts=tuple(replace(layout, value=_value(layout.value, new_ids)) for layout in draft.layouts),
    )


def _value(value: Value, new_ids: NewIds, section: str = "") -> Value:
    """Replace old ids by new ones in a value. `section` is the section of the ids that it holds, "" if it has none."""

    def new_id(text: str) -> str:
        return new_ids.get((section, text), text)

    if isinstance(value, Guessed):
        return Guessed(_value(value.value, new_ids, section), value.why)
    if isinstance(value, dict):
        return {new_id(key): _value(each, new_ids, SECTION_OF_KEY.get(key, section)) for key, each in value.items()}
    if isinstance(value, list):
        return [_value(each, new_ids, section) for each in value]
    return _with_new_links(new_id(value), new_ids) if isinstance(value, str) else value


def _with_new_links(text: str, new_ids: NewIds) -> str:
    """Replace old ids by new ones in the links of a text."""

    def link_start(match: re.Match[str]) -> str:
        old = SECTION_OF_LINK.get(match["prefix"], ""), match["id"]
        return f"[[{match['prefix']}:{new_ids.get(old, match['id'])}"

    return LINK.sub(link_start, text) if "[[" in text else text
