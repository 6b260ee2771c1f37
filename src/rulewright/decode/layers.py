"""The changes of a layer as values, and what an author writes of them."""

from collections.abc import Iterator

from rulewright.findings import Findings
from rulewright.language.entry import Entry, key
from rulewright.language.kinds import FLAG, STRING, TEXT
from rulewright.language.texts import prose
from rulewright.model.about import Layer, LayerChange
from rulewright.model.names import slug
from rulewright.model.text import Text
from rulewright.source.files import EntryChange, Sources

KINDS = {
    "rules": "rule",
    "tables": "table",
    "references": "reference",
    "facts": "fact",
    "terms": "term",
    "domains": "domain",
    "examples": "example",
    "figures": "figure",
    "errata": "erratum",
    "rulings": "ruling",
}
"""What the entries of sections are."""


class LayerEntry(Entry):
    """An entry of a game that extends another, with the id of one below. It needs only what is otherwise there.

    What it gives for a key takes the place of what stands there; nothing after a key takes it away. A mapping with
    numbers changes the items of a list, one with the names of columns a row of a table.
    """

    noun = "an entry of a layer"
    because = key(
        TEXT,
        "Why it differs from the game below; readers see the reason beside it",
        "because: We play it so.",
        default="the `because` of the game",
    )
    struck = key(
        FLAG,
        "Whether it is not used; a rule keeps its number and its title, and says why it is not used",
        "struck: yes",
        default="no",
    )
    of = key(
        STRING,
        "The digest of the entry below when it was changed; `check` warns when that entry has changed since",
        "of: 206a2b",
        default="none: nothing is compared",
    )


def decode_layer(sources: Sources, faults: Findings) -> Layer | None:
    """What a game has of those that it extends; None if it extends none."""
    layered = sources.layered
    if layered is None:
        return None
    because = prose(layered.because, faults) if layered.because else None
    return Layer(layered.bases, because, tuple(_changes(layered.changes, because, faults)))


def _changes(changes: tuple[EntryChange, ...], of_all: Text | None, faults: Findings) -> Iterator[LayerChange]:
    for each in changes:
        if each.section in KINDS:
            same = of_all is not None and each.because is not None and each.because.span == of_all.span
            because = of_all if same else prose(each.because, faults) if each.because else None
            id_ = slug(each.name.value) if each.section == "terms" else each.name.value
            yield LayerChange(KINDS[each.section], id_, each.done, because, each.name.span, each.below)
