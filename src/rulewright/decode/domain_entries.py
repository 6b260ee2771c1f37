"""The source format of domains: the keys of each kind."""

from rulewright.entries.entry import Declaration, Schema
from rulewright.entries.lazy import LazyEntry, key
from rulewright.entries.roles import (
    NAME,
    ONE_VALUE,
    PROSE,
    SCALAR,
    STRINGS,
    TEXT,
    WORDS,
    either,
    list_of,
    named,
    names_to,
    node,
    ref,
)

NAMES = node("a list of names, or a mapping of names to what prints for each", list_of(NAME), names_to(NAME))
NUMBER_WORDS = named("a mapping of words to numbers", ONE_VALUE, PROSE)
TITLE_SUMMARY = "What the domain is called where a form or a heading names it"
UNIT_SUMMARY = "What follows its numbers in print"


class GroupEntry(LazyEntry):
    """A group of names that one key stands for. A group without a label may be written as a list."""

    noun = "a group"
    of = key(STRINGS, "The names in it", "of: [wood, bocage]")
    label = key(TEXT, "What prints for it", "label: among trees", default="its name")


class NamesEntry(LazyEntry):
    """A choice of one name, such as the cover of a target or the kind of a weapon."""

    noun = "a domain of names"
    title = key(TEXT, TITLE_SUMMARY, "title: Cover")
    names = key(
        NAMES,
        "Its names, each with what prints for it",
        "names: {open: In the open, wood: In a wood, bocage: In bocage}",
        required=True,
    )
    groups = key(
        named("a mapping of names to lists", either(list_of(ONE_VALUE), ref("GroupEntry"))),
        "Keys that stand for several names at once",
        "groups: {trees: [wood, bocage]}",
    )


class BooleanEntry(LazyEntry):
    """Yes or no."""

    noun = "a domain of yes and no"
    boolean = key(NAMES, "What prints for yes and for no", "boolean: {yes: moving, no: halted}", required=True)
    title = key(TEXT, TITLE_SUMMARY, "title: Movement")


class SetsEntry(LazyEntry):
    """Sets of names, because several may hold at once, such as the states of a unit.

    Keys read `moving without hidden`.
    """

    noun = "a domain of sets"
    sets = key(NAMES, "The names", "sets: [moving, hidden, dug-in]", required=True)
    title = key(TEXT, TITLE_SUMMARY, "title: State")
    never = key(STRINGS, "Sets that cannot occur", "never: moving and dug-in")


class NumbersEntry(LazyEntry):
    """Whole numbers, or the scores of dice."""

    noun = "a domain of numbers"
    title = key(TEXT, TITLE_SUMMARY, "title: Distance")
    numbers = key(
        SCALAR, "Its bounds or dice: 0..10, 1.., 2d6, 1d6 + 0..1, d66, highest of 2d10", "numbers: 0..", required=True
    )
    unit = key(WORDS, UNIT_SUMMARY, "unit: hexes")
    words = key(NUMBER_WORDS, "Words that keys may use for single numbers", "words: {adjacent: 1}")
    test_range = key(
        SCALAR,
        "The numbers that a proof tries, where the domain has no end",
        "test-range: 0..20",
        default="all of them",
        former=("proved",),
    )


class RangesEntry(LazyEntry):
    """Ranges of whole numbers, such as 2–4 hexes: each value is a range."""

    noun = "a domain of ranges"
    title = key(TEXT, TITLE_SUMMARY, "title: Hexes")
    ranges = key(SCALAR, "The numbers between which a range may lie", "ranges: 1..12", required=True)
    unit = key(WORDS, UNIT_SUMMARY, "unit: hexes")


class MeasureEntry(LazyEntry):
    """A measure such as a distance, which has values between its points 1″ and 2″."""

    noun = "a domain of measures"
    title = key(TEXT, TITLE_SUMMARY, "title: Distance")
    measure = key(SCALAR, "Its bounds", "measure: 0..", required=True)
    unit = key(WORDS, UNIT_SUMMARY, "unit: ″")
    step = key(SCALAR, "The distance between points at which statements may begin and end", "step: 0.5", default="1")
    words = key(NUMBER_WORDS, "Words that keys may use for single points", "words: {contact: 0}")
    test_range = key(
        SCALAR,
        "The range that a proof tries if the measure has no end: each point, and one value between neighbours",
        "test-range: 0..40",
        default="all of it",
        former=("proved",),
    )


class DatesEntry(LazyEntry):
    """Months. Keys read `9/43`, `1943`, `after 9/43` or `9/43-5/44`; rules code sees the number 194309."""

    noun = "a domain of dates"
    dates = key(
        SCALAR, "The first and the last month, with their years in full", "dates: 9/1939..5/1945", required=True
    )
    title = key(TEXT, TITLE_SUMMARY, "title: Date")


DOMAINS: dict[str, type[Declaration]] = {
    "numbers": NumbersEntry,
    "measure": MeasureEntry,
    "ranges": RangesEntry,
    "dates": DatesEntry,
    "sets": SetsEntry,
    "boolean": BooleanEntry,
    "names": NamesEntry,
}
"""The kinds of domain by the key that identifies each."""


class DomainEntry(LazyEntry):
    """A domain: the set of values that keys and cells may have.

    Write bounds, dice, the word `boolean`, a list of names, a mapping of names to their labels, or a mapping of one of
    the kinds below.
    """

    noun = "a domain"

    @classmethod
    def schema_extra(cls) -> Schema:
        """Allow a mapping of names, or one of the kinds."""
        kinds = [ref(entry.__name__) for entry in DOMAINS.values()]
        plain = names_to(NAME) | {"propertyNames": {"not": {"enum": list(DOMAINS)}}}
        return {"properties": {}, "additionalProperties": True, "anyOf": [plain, *kinds]}


ENTRIES: tuple[type[Declaration], ...] = (DomainEntry, *DOMAINS.values(), GroupEntry)
