"""Terms of the glossary."""

from collections.abc import Iterable
from typing import Annotated, Any, Self

from rulewright.base.findings import Findings
from rulewright.entries.entry import EntryReader, NamedEntry, key, shared
from rulewright.entries.names import slug
from rulewright.entries.origins import KEYWORDS, OURS, SOURCE, Sourced, Sources
from rulewright.entries.roles import Name, Names, Prose, link
from rulewright.entries.text import Text
from rulewright.source.nodes import Node, Renamed, Scalar, name_in_source


class Term(NamedEntry, Sourced, noun="a term"):
    """A term of the glossary, under its name as it is written in text; `[[LOS]]` links it."""

    name: str
    originals: tuple[str, ...] = ()
    """In a translation, the names of the term in the original; texts may still link it by these."""
    abbreviation: Name = key("Its abbreviation, which links it too", "abbreviation: FOF", default="")
    also: Names = key("Other spellings that link it, such as a plural", "also: [lines of sight]", default=())
    rule: Annotated[Text, link("rule")] | None = key("The rule that defines it", "rule: hits", default=None)
    unexplained: Prose | None = key(
        "Why it has no definition",
        "unexplained: The source uses it without a word of explanation.",
        default=None,
    )
    keywords: Name = shared(KEYWORDS, default="")
    source: Sources = shared(SOURCE, default=())
    ours: bool = shared(OURS, default=False)
    text: Prose | None = key(
        "Its definition; a term whose meaning no source gives has `unexplained` instead",
        "text: A straight line between two hexes.",
        default=None,
        otherwise="none, for a term that is unexplained",
    )

    @classmethod
    def read_named(cls, name: Scalar, node: Node, findings: Findings, context: Any = None) -> Self:
        original = name_in_source(name)
        names: dict[str, Any] = {"id": slug(original), "name": name.value}
        if isinstance(name, Renamed):
            names["originals"] = (original, *name.spellings)
        return cls.read(node, cls.called(name), findings, context, span=name.span, **names)

    def check(self, reader: EntryReader) -> None:
        if self.unexplained is None:
            reader.require("text")

    @property
    def names(self) -> tuple[str, ...]:
        """All spellings by which texts can link the term."""
        return tuple(name for name in (self.name, self.abbreviation, *self.also) if name)


def case_sensitive_names(terms: Iterable[Term]) -> frozenset[str]:
    """Return abbreviations and their plurals that differ from those of another term only in upper and lower case."""
    names = [(name, term) for term in terms for name in term.names if name.removesuffix("s") == term.abbreviation]
    pairs = ((one, other) for one, term in names for other, owner in names if term is not owner)
    return frozenset(one for one, other in pairs if one != other and one.casefold() == other.casefold())
