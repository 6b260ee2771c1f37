"""The draft of packages of Datasworn."""

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from rulewright.boundary import Failure
from rulewright.findings import Span
from rulewright.importing.datasworn.links import line, passage, plain_id, resolved
from rulewright.importing.datasworn.oracles import oracle
from rulewright.importing.datasworn.rules import rule, unread
from rulewright.importing.datasworn.things import SECTIONS, Package, Thing, text_of
from rulewright.importing.draft import Draft, Entry, Guessed, Ids, Remark, Unread, Value, together
from rulewright.importing.grids import Names
from rulewright.importing.sources import SourceFile

GLOSSARY = ("stats", "condition_meters", "special_tracks")
"""Parts of the rules of a package whose names have a description."""


def read(files: Sequence[SourceFile]) -> Draft:
    """The oracles, moves, assets and other things of all packages; links lead from one to the other."""
    reader, drafts = _Reader(), list[Draft]()
    for file in files:
        try:
            drafts += reader.package(*_opened(file))
        except Failure as failure:
            if len(files) == 1:
                raise
            drafts.append(Draft(remarks=(Remark(Span(file.name), f"left out: {failure!s}"),)))
    return resolved(together(drafts), reader.targets)


def _opened(file: SourceFile) -> tuple[Package, tuple[Remark, ...]]:
    text, remarks = file.text()
    try:
        values = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise Failure(f"{file.name} is no JSON: {error!s}") from None
    if not isinstance(values, dict) or not any(isinstance(values.get(name), (dict, list)) for name in SECTIONS):
        raise Failure(f"{file.name} is no package of Datasworn: it has neither oracles nor moves nor assets")
    return Package(values, text, file.name), remarks


@dataclass(slots=True)
class _Reader:
    """The names given so far: of rules, tables and terms; and our target for each thing of theirs."""

    rules: Ids = field(default_factory=Ids)
    tables: Names = field(default_factory=Names)
    targets: dict[str, str] = field(default_factory=dict)

    def package(self, package: Package, remarks: tuple[Remark, ...]) -> Iterator[Draft]:
        yield Draft(game=_about(package.values), entries=tuple(_glossary(package)), remarks=remarks)
        for thing in package.things():
            yield from self._thing(thing, "")

    def _thing(self, thing: Thing, parent: str) -> Iterator[Draft]:
        """A rule, with those below it; or a table, which belongs to the rule above."""
        yield Draft(unread=tuple(unread(thing)))
        if thing.is_oracle:
            made = oracle(thing, parent, self.tables)
            for table in made.of("tables"):
                self.targets[plain_id(thing.id)] = f"table:{table.id}"
            yield made
            return
        id_ = self.rules.new(thing.name)
        self.targets[plain_id(thing.id)] = f"rule:{id_}"
        below = [draft for each in thing.below for draft in self._thing(each, id_)]
        within = together(below)
        entry = rule(thing, id_, parent, within)
        yield Draft(entries=(entry,)) if entry else Draft(unread=(_nothing(thing),))
        yield from below


def _nothing(thing: Thing) -> Unread:
    return Unread(thing.origin, thing.name, "nothing is said of this, and nothing is in it")


def _about(values: Mapping[str, Any]) -> dict[str, Value]:
    """What the package says of itself."""
    authors: list[Value] = [
        name for each in values.get("authors") or () if isinstance(each, dict) and (name := text_of(each, "name"))
    ]
    said: dict[str, Value] = {"numbering": Guessed("auto", "nothing of Datasworn has a number")}
    if title := text_of(values, "title", "name"):
        said["title"] = title
    if licence := text_of(values, "license"):
        said["licence"] = line(licence)
    return said | ({"authors": authors} if authors else {})


def _glossary(package: Package) -> Iterator[Entry]:
    """Stats and meters as terms."""
    rules, names = package.values.get("rules"), set[str]()
    for part in GLOSSARY if isinstance(rules, dict) else ():
        held = rules.get(part)  # type: ignore[union-attr]
        for name, each in held.items() if isinstance(held, dict) else ():
            text = text_of(each, "description") if isinstance(each, dict) else ""
            label = (text_of(each, "label") if text else "") or str(name)
            if text and label.casefold() not in names:
                names.add(label.casefold())
                yield Entry("terms", label, {"text": passage(text)}, package.place(name))
