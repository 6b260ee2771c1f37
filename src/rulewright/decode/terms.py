"""Terms of the glossary."""

from rulewright.decode.keywords import KEYWORDS
from rulewright.decode.origins import OURS, SOURCE, read_origin
from rulewright.findings import Findings
from rulewright.language.entry import Entry, key
from rulewright.language.kinds import STRINGS, TEXT, WORDS, link
from rulewright.model.game import Term
from rulewright.model.names import slug
from rulewright.source.nodes import Node, Renamed, Scalar, name_in_source


class TermEntry(Entry):
    """A term of the glossary, under its name as it stands in text; `[[LOS]]` links it."""

    noun = "a term"
    abbreviation = key(WORDS, "Its abbreviation, which links it too", "abbreviation: FOF")
    also = key(STRINGS, "Other spellings that link it, such as a plural", "also: [lines of sight]")
    rule = key(link("rule"), "The rule that defines it", "rule: hits")
    unexplained = key(
        TEXT,
        "Why it has no definition",
        "unexplained: The source uses it without a word of explanation.",
    )
    keywords = KEYWORDS
    source, ours = SOURCE, OURS
    text = key(
        TEXT,
        "Its definition; a term whose meaning no source gives has `unexplained` instead",
        "text: A straight line between two hexes.",
        default="none, for a term that is unexplained",
    )


def decode_term(name: Scalar, node: Node, faults: Findings) -> Term:
    """One entry under `terms`."""
    entry = TermEntry(node, f"term {name.value!r}", faults)
    if entry.unexplained is None:
        entry.require("text")
    known, also = name_in_source(name), tuple(scalar.value for scalar in entry.also)
    return Term(
        slug(known),
        name.value,
        entry.abbreviation,
        also,
        entry.text,
        entry.rule,
        entry.unexplained,
        name.span,
        read_origin(entry),
        (known, *name.spellings) if isinstance(name, Renamed) else (),
        entry.keywords,
    )
