"""Texts and names as values: Markdown with links, ids, and names that refer to things."""

import re
from functools import lru_cache

from rulewright.findings import Finding, Findings
from rulewright.markup.links import LINK
from rulewright.markup.refused import refusals
from rulewright.model.names import slug
from rulewright.model.text import Link, Text, read_text
from rulewright.source.nodes import Scalar

ID = re.compile(r"[a-z0-9]+(?:-[a-z0-9]+)*")
BROKEN_LINK = re.compile(rf"(?!{LINK.pattern})\[\[[^\[\]\n]{{0,30}}(?:\]\])?")


def check_id(name: Scalar, faults: Findings) -> bool:
    """Whether a name can be an id, which is also a file name and an anchor; a fault if not."""
    if _is_id(name.value):
        return True
    hint = "an id holds lower-case letters a to z, digits and hyphens"
    if _is_id(slug(name.value)):
        hint = f"write {slug(name.value)!r}: lower-case letters, digits and hyphens"
    faults.add(Finding("bad-name", name.span, f"{name.value!r} cannot be an id", hint))
    return False


@lru_cache(maxsize=2**15)  # a preview asks for those of a whole book after each edit
def _is_id(name: str) -> bool:
    return ID.fullmatch(name) is not None


def reference(name: Scalar, kind: str) -> Text:
    """The bare name of a thing of one kind as a text with that one link."""
    target = f"{kind}:{name.value}"
    return Text(f"[[{target}]]", (Link(target, "", name.span),), name.span)


def prose(scalar: Scalar, faults: Findings, *, blocks: bool = False) -> Text:
    """The text of a scalar, a passage with `blocks`; a link left open is a fault, as is markup that it cannot have."""
    for match in BROKEN_LINK.finditer(scalar.value):
        span = scalar.at(match.start(), len(match[0]))
        hint = "write [[name]] or [[name|shown text]]"
        faults.add(Finding("broken-link", span, f"{match[0]!r} {_broken(match[0])}", hint))
    for refused in refusals(scalar.value, blocks=blocks):
        span = scalar.at(refused.start, refused.length)
        faults.add(Finding("unsupported-markup", span, refused.message, refused.hint))
    return read_text(scalar, blocks=blocks)


def _broken(link: str) -> str:
    if not link.endswith("]]"):
        return "is a link that is not closed"
    return "is a link with more than one |" if link.count("|") > 1 else "is a link with nothing in it"
