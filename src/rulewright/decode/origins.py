"""Keys that several entries share: `source` and `ours`, which say where an entry comes from, and `keywords`."""

from rulewright.findings import Findings
from rulewright.language.entry import Entry, key
from rulewright.language.kinds import FLAG, PROSE, WORDS, check_id, named, prose, reference
from rulewright.model.about import Document, Origin, Source
from rulewright.source.nodes import Node, Scalar

SOURCE = key(
    named("a mapping of the game's `documents` to places", PROSE),
    "The places of documents that say it, each as words for a reader who has the document",
    'source: {rulebook: "page 4, on hits"}',
)
OURS = key(
    FLAG,
    "Whether it is ours: no document says it, as with a definition, a reading or a reason",
    "ours: yes",
    default="no",
)


def read_origin(entry: Entry) -> Origin:
    """Return the origin of an entry from its keys `source` and `ours`."""
    return Origin(read_sources(entry), entry.read_key(OURS))


def read_sources(entry: Entry) -> tuple[Source, ...]:
    """Return the places in documents that an entry cites."""
    return tuple(_source(name, place, entry) for name, place in entry.read_key(SOURCE))


def _source(name: Scalar, place: Node, entry: Entry) -> Source:
    if not isinstance(place, Scalar):
        entry.wrong(place, "the place in a document is text", f"as in {name.value}: page 12")
    return Source(reference(name, "document"), place.value if isinstance(place, Scalar) else "")


def decode_document(name: Scalar, title: Node, entry: Entry, findings: Findings) -> Document | None:
    """Decode one entry of `documents`. Return None, with a finding, if it cannot be read."""
    if not check_id(name, findings):
        return None
    if not isinstance(title, Scalar) or not title.value.strip():
        entry.wrong(title, "the title of a document is text", f"as in {name.value}: Rulebook, 2nd edition")
        return None
    return Document(name.value, prose(title, findings), name.span)


KEYWORDS = key(
    WORDS,
    "What readers may call it when they search, with commas between; it prints nowhere",
    "keywords: hand to hand, melee",
)
