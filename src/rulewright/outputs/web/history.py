"""Find the editions that changed a thing, and the page of each rule in an earlier edition."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import date
from functools import cached_property

from markupsafe import Markup

from rulewright.base.memo import memoised
from rulewright.base.messages.catalogues import spoken_day
from rulewright.base.messages.messages import Message
from rulewright.editions.edition import Edition, Thing
from rulewright.editions.history import History
from rulewright.editions.view import CHANGED, VERBS, ChangeView, Step
from rulewright.entries.text import Target

DIFFERENCES = "differences.html"
"""The page of all changes to the game that a game extends."""


def history_of(history: History, target: Target) -> Iterator[dict[str, object]]:
    """Yield each edition that changed a thing, the latest first: the kinds of change, and a link to the changes."""
    for step, changes in history.of((target.kind, target.id)):
        href = f"{changes_file(step)}#{changes[0].anchor}"
        yield {"edition": step.edition, "verbs": _verbs(changes, target.kind), "href": href, "base": ""}


def history_of_layer(step: Step, target: Target, why: Markup | None) -> Iterator[dict[str, object]]:
    """Yield the change that a layer made to a thing of the game that it extends; nothing if the thing is unchanged."""
    changes = step.changes.get((target.kind, target.id), ())
    if changes:
        href = f"{DIFFERENCES}#{changes[0].anchor}"
        base = step.difference.before.title
        yield {"verbs": _verbs(changes, target.kind), "href": href, "base": base, "why": why}


def changes_file(step: Step) -> str:
    """Return the file name of the page with the changes of an edition."""
    return f"changes-{step.edition}.html"


def day_of(each: Edition, language: str) -> str:
    return spoken_day(date.fromisoformat(each.date), language)


def _verbs(changes: tuple[ChangeView, ...], kind: str) -> Message:
    """Return the kinds of change to a thing, or "changed" if only its parts changed."""
    own = next((each for each in changes if each.change.kind == kind), None)
    return VERBS[CHANGED] if own is None else own.what


# The pages of an earlier edition: one page for a short edition, otherwise a page for each chapter

ONE_PAGE = 40_000
"""An edition with up to this many characters is on one page, of about 60 kB."""


@dataclass(frozen=True, slots=True)
class EditionPart:
    """A page of an edition: a chapter of its rules, or its glossary if `rules` is empty."""

    file: str
    rules: tuple[Thing, ...]


def places_of_editions(history: History) -> tuple["EditionPlaces", ...]:
    """Return the pages of the recorded editions, the latest first."""
    return _places(history, ONE_PAGE)


@memoised(2)
def _places(history: History, one_page: int) -> tuple["EditionPlaces", ...]:
    return tuple(EditionPlaces(each, history, one_page) for each in history.editions)


@dataclass(frozen=True)
class EditionPlaces:
    """The pages of one edition; `history` knows the ids that later editions gave its rules."""

    edition: Edition
    history: History
    one_page: int

    @property
    def file(self) -> str:
        """The first page of the edition, to which permalinks lead: its full text, or its contents."""
        return f"edition-{self.edition.number}.html"

    def href(self, rule: str) -> str:
        """Return the address of a rule, by any of its ids; the first page if the edition does not have the rule."""
        file = self._files.get(rule)
        return f"{file}#rule-{rule}" if file else self.file

    @cached_property
    def parts(self) -> tuple[EditionPart, ...]:
        """A part for each chapter and one for the glossary; empty if the edition is on one page."""
        letters = sum(len(each.source) for thing in self.edition.things for each in thing.fields.values())
        if letters <= self.one_page:
            return ()
        chapters: list[tuple[Thing, ...]] = []
        for rule in self.rules:
            if self.levels[rule.id] == 1 or not chapters:
                chapters.append(())
            chapters[-1] += (rule,)
        if self.edition.of("term"):
            chapters.append(())
        name = f"edition-{self.edition.number}"
        return tuple(EditionPart(f"{name}-{at}.html", rules) for at, rules in enumerate(chapters, 1))

    @cached_property
    def rules(self) -> tuple[Thing, ...]:
        """The rules that the pages contain. Rules of other works are left out."""
        return tuple(rule for rule in self.edition.of("rule") if not rule.words("external"))

    @cached_property
    def levels(self) -> Mapping[str, int]:
        """The level of each rule, from 1."""
        levels: dict[str, int] = {}
        for rule in self.rules:
            above = next((id_ for _, id_ in rule.targets("parent")), "")
            levels[rule.id] = levels.get(above, 0) + 1
        return levels

    @cached_property
    def _files(self) -> Mapping[str, str]:
        """The page of each rule, by its id in the edition and by each later id."""
        pages = self.parts or (EditionPart(self.file, self.rules),)
        return {id_: page.file for page in pages for rule in page.rules for id_ in self.names(rule)}

    def names(self, thing: Thing) -> tuple[str, ...]:
        """Return the ids that a thing had in this edition and later."""
        return self.history.names(thing.key, self.edition.number)
