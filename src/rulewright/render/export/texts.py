"""Texts and addresses as other programs read them."""

from collections.abc import Iterable, Mapping
from functools import cached_property

from rulewright.model.book import Book, Target
from rulewright.model.text import Text
from rulewright.render.typesetting.places import places_of
from rulewright.wording import plain

WEB = "web/"
"""The folder of the pages, relative to `rules.json`."""


class Texts:
    """The texts of one book, and the addresses of its things."""

    def __init__(self, book: Book) -> None:
        self.book, self.places = book, places_of(book)

    def text(self, text: Text) -> dict[str, str]:
        """A text as the author wrote it, and without markup."""
        return {"markdown": text.source, "plain": plain(text, self.book)}

    def maybe(self, text: Text | None) -> dict[str, str] | None:
        return None if text is None else self.text(text)

    def all(self, texts: Iterable[Text]) -> list[dict[str, str]]:
        return [self.text(text) for text in texts]

    @cached_property
    def above(self) -> Mapping[str, str]:
        """The parent of each rule."""
        outlines = (outline for top in self.book.outline for outline in top.walk())
        return {inner.rule.id: outline.rule.id for outline in outlines for inner in outline.below}

    def rule(self, text: Text | None) -> str | None:
        """The id of the rule that a text names."""
        rule = self.book.rule_of(text)
        return rule.id if rule else None

    def named(self, text: Text | None) -> str | None:
        """The id of whatever a text names."""
        target = self.book.target_of(text)
        return target.id if target else None

    def href(self, target: Target) -> str:
        """The address of a thing on the web, relative to `rules.json`; empty if it has none."""
        href = self.places.href(target)
        return WEB + href if href else ""
