"""The entries of a layer: what a game changes in the games that it extends."""

from collections.abc import Iterator

from rulewright.base.findings import Findings
from rulewright.book.kinds import OF_CONTENT
from rulewright.entries.about import Layer, LayerChange
from rulewright.entries.lazy import LazyEntry, key
from rulewright.entries.names import slug
from rulewright.entries.roles import (
    FLAG,
    STRING,
    TEXT,
    prose,
)
from rulewright.entries.text import Text
from rulewright.source.files import EntryChange, Sources

# The changes of a layer as values, and what an author writes of them

KINDS = {kind.section: kind.name for kind in OF_CONTENT}
"""The kind of the entries of each section."""


class LayerEntry(LazyEntry):
    """An entry that changes the entry with the same id in the extended game. Only the changed keys are needed.

    The value of a key replaces the one below; a key without a value removes it. A mapping with numbers as keys changes
    items of a list, and a mapping with names of columns changes a row of a table.
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


def decode_layer(sources: Sources, findings: Findings) -> Layer | None:
    """Return how a game changes the games that it extends; None if it extends none."""
    layered = sources.layered
    if layered is None:
        return None
    because = prose(layered.because, findings) if layered.because else None
    return Layer(layered.bases, because, tuple(_changes(layered.changes, because, findings)))


def _changes(changes: tuple[EntryChange, ...], default: Text | None, findings: Findings) -> Iterator[LayerChange]:
    """Yield each changed entry with the reason: its own, else the `default` of the game."""
    for each in changes:
        if each.section in KINDS:
            is_default = default and each.because and each.because.span == default.span
            own = prose(each.because, findings) if each.because and not is_default else None
            because = default if is_default else own
            id_ = slug(each.name.value) if each.section == "terms" else each.name.value
            yield LayerChange(KINDS[each.section], id_, each.done, because, each.name.span, each.below)
