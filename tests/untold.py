"""English that a finding says and no catalogue can have: what is no sentence of the tool, the author wrote."""

import re
from collections.abc import Iterable, Iterator, Mapping
from functools import cache

from rulewright.catalogue import STAGES
from rulewright.decode.names import RESERVED
from rulewright.decode.sizes import FORMATS
from rulewright.diagnostics import Diagnostic
from rulewright.model.themes import THEMES
from rulewright.proof.contained.fence import PURE
from rulewright.reference import card_file_schema, content_schema, words
from rulewright.translation.catalogues import catalogue
from rulewright.translation.messages import Message

WORD = re.compile(r"[^\W\d_]{3,}")
COLOUR = re.compile(r"#[0-9a-f]{6}\b")
QUOTING = frozenset({"invalid-yaml", "rules-raised", "rules-syntax", "foreign-font", "missing-glyph"})
"""Findings that quote libyaml or Python, which speak English only, or the names of a machine's fonts."""


def untold(finding: Diagnostic, sources: Iterable[str]) -> Iterator[str]:
    """Words of a finding that stand neither in a sentence of the tool nor in the sources of its author."""
    known = frozenset(word.casefold() for text in sources for word in WORD.findall(text)) | _language()
    finding.in_language(catalogue("fr"))  # each value takes the form that its sentence asks for
    labels = (label.message for label in finding.labels)
    for text in (finding.message, finding.hint, finding.other, finding.example_is, *labels):
        yield from _untold(text, known, quoting=finding.name in QUOTING)


def _untold(text: str, known: frozenset[str], *, quoting: bool) -> Iterator[str]:
    if isinstance(text, Message) and text.template:
        for value in text.values.values():
            yield from _untold(value, known, quoting=quoting) if isinstance(value, str) else ()
    elif not quoting and any(word.casefold() not in known for word in WORD.findall(COLOUR.sub("", text))):
        yield str(text)


@cache
def _language() -> frozenset[str]:
    """The words of the source language: keys, what can stand under them, their examples, and names that it knows."""
    texts = [text for each in words().values() for word in each for text in (word.label, word.example)]
    texts += [*_named(content_schema()), *_named(card_file_schema()), *STAGES]
    texts += [*RESERVED, *FORMATS, *PURE, "rulewright translate", *(theme.id for theme in THEMES)]
    return frozenset(word.casefold() for text in texts for word in WORD.findall(text))


def _named(schema: object) -> Iterator[str]:
    """The keys, and the values that are names."""
    if isinstance(schema, Mapping):
        yield from schema.get("properties", ())
        yield from map(str, [*schema.get("enum", ()), schema.get("const", "")])
        yield from (name for inner in schema.values() for name in _named(inner))
    elif isinstance(schema, list):
        yield from (name for inner in schema for name in _named(inner))
