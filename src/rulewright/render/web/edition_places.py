"""On which page each rule of a recorded edition stands: one for all of a short edition, else one for each chapter."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property, lru_cache

from rulewright.editions.history import History
from rulewright.editions.snapshot import RULE, TERM, Snapshot, Thing, links_in

ONE_PAGE = 40_000
"""Letters of an edition that still make one page: about 60 kB."""


@dataclass(frozen=True, slots=True)
class EditionPart:
    """A page of an edition: a chapter of its rules, or without any its glossary."""

    file: str
    rules: tuple[Thing, ...]


def places_of_editions(history: History) -> tuple["EditionPlaces", ...]:
    """The pages of the recorded editions, the latest first."""
    return _places(history, ONE_PAGE)


@lru_cache(maxsize=2)
def _places(history: History, one_page: int) -> tuple["EditionPlaces", ...]:
    """A preview asks for them after each edit."""
    return tuple(EditionPlaces(each, history, one_page) for each in history.editions)


@dataclass(frozen=True)
class EditionPlaces:
    """The pages of one edition; `history` knows the ids that its rules got later.

    So many letters still make `one_page`.
    """

    snapshot: Snapshot
    history: History
    one_page: int

    @property
    def file(self) -> str:
        """The page of the edition, to which permalinks lead: all of it, or its contents."""
        return f"edition-{self.snapshot.edition}.html"

    def href(self, rule: str) -> str:
        """Where a rule stands, by any of its ids; the page of the edition where it did not have the rule."""
        file = self._files.get(rule)
        return f"{file}#rule-{rule}" if file else self.file

    @cached_property
    def parts(self) -> tuple[EditionPart, ...]:
        """None for an edition on one page."""
        letters = sum(len(text) for thing in self.snapshot.things for text in thing.fields.values())
        return tuple(self._parts()) if letters > self.one_page else ()

    @cached_property
    def rules(self) -> tuple[Thing, ...]:
        """Those that its pages have: not those of other works."""
        return tuple(rule for rule in self.snapshot.of(RULE) if not rule.get("external"))

    @cached_property
    def levels(self) -> Mapping[str, int]:
        """How deep each rule stands, from 1."""
        found: dict[str, int] = {}
        for rule in self.rules:
            above = next((id_ for _, id_ in links_in(rule.get("parent"))), "")
            found[rule.id] = found.get(above, 0) + 1
        return found

    def _parts(self) -> Iterator[EditionPart]:
        chapters: list[list[Thing]] = []
        for rule in self.rules:
            if self.levels[rule.id] == 1 or not chapters:
                chapters.append([])
            chapters[-1].append(rule)
        every = [*map(tuple, chapters), *([()] if self.snapshot.of(TERM) else [])]
        yield from (EditionPart(self._file_of(at), rules) for at, rules in enumerate(every, 1))

    def _file_of(self, part: int) -> str:
        return f"edition-{self.snapshot.edition}-{part}.html"

    @cached_property
    def _files(self) -> Mapping[str, str]:
        """The page of each rule by the ids of then, and by each that it got later."""
        pages = self.parts or (EditionPart(self.file, self.rules),)
        return {id_: page.file for page in pages for rule in page.rules for id_ in self.names(rule)}

    def names(self, thing: Thing) -> tuple[str, ...]:
        """The ids that a thing had from then on."""
        return self.history.names(thing.key, self.snapshot.edition)
