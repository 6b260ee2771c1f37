"""Rules that a layer strikes: each keeps its number and its title, so links and permalinks to it still lead there."""

from collections.abc import Iterator
from collections.abc import Mapping as Lookup
from contextlib import suppress

from rulewright.extending.keys import game_of, text_at
from rulewright.markup.links import LINK
from rulewright.model.numbering import Numbering
from rulewright.source.files import Sources
from rulewright.source.nodes import Mapping, Node, Scalar
from rulewright.translation.catalogues import catalogue
from rulewright.translation.messages import Message, in_language, tell

KEPT = ("number", "numbered", "part", "parent", "title", "external", "former-numbers", "former-ids", "source", "ours")
"""What stays of a struck rule."""


def struck_rule(rule: Node, because: Scalar | None, place: Scalar, language: str) -> Node:
    """A rule of which only the place is left, with the reason; `place` is where it is struck."""
    kept = tuple(entry for entry in rule.entries if entry[0].value in KEPT) if isinstance(rule, Mapping) else ()
    said = _said(tell("*Not used here.* {reason}", reason=because.value) if because else NOT_USED, language)
    text = Scalar(said, (because or place).span, said, plain=False)
    return Mapping((*kept, (Scalar("text", place.span), text)), rule.span)


NOT_USED = tell("*Not used here.*")


def _said(message: Message, language: str) -> str:
    return str(in_language(message, catalogue(language)))


def rules_below(rules: Lookup[str, Node], struck: str, sources: Sources) -> Iterator[str]:
    """The ids of the rules below one, by their numbers and parents."""
    numbering = _numbering(sources)
    by_number = {number.removesuffix(".0"): id_ for id_, rule in rules.items() if (number := _text(rule, "number"))}
    above = {id_: _above(rule, numbering, by_number) for id_, rule in rules.items()}
    for id_ in rules:
        seen, parent = {id_}, above[id_]
        while parent and parent not in seen and parent != struck:
            seen.add(parent)
            parent = above.get(parent, "")
        if parent == struck and id_ != struck:
            yield id_


def _above(rule: Node, numbering: Numbering, by_number: Lookup[str, str]) -> str:
    """The id of the rule above one; empty for a chapter."""
    parent = _text(rule, "parent")
    if parent:
        name = LINK.sub(lambda link: link[1], parent).rpartition(":")[2]
        return by_number.get(name, name)
    number = _text(rule, "number").removesuffix(".0")
    return next((by_number[each] for each in numbering.above(number) if each in by_number), "")


def _numbering(sources: Sources) -> Numbering:
    game = game_of(sources)
    written = text_at(game[1], "numbering") if game else None
    with suppress(ValueError):
        return Numbering(written.value) if written else Numbering.DOTTED
    return Numbering.DOTTED


def _text(rule: Node, key: str) -> str:
    found = text_at(rule, key)
    return found.value if found else ""
