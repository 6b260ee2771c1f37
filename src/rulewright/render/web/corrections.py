"""Corrections at what they correct: each thing says that it was printed otherwise, and leads to the reason."""

from collections.abc import Mapping
from functools import cached_property

from rulewright.model.book import Book, Target
from rulewright.model.game import Erratum
from rulewright.render.web.text import WebTypesetter
from rulewright.render.web.views import CorrectionView


class Corrections:
    """The errata of one book, by what they correct."""

    def __init__(self, book: Book) -> None:
        self.book = book

    @cached_property
    def by_target(self) -> Mapping[Target, tuple[Erratum, ...]]:
        """In the order of the source."""
        found: dict[Target, tuple[Erratum, ...]] = {}
        for erratum in self.book.game.errata:
            if (target := self.book.target_of(erratum.where)) is not None:
                found[target] = (*found.get(target, ()), erratum)
        return found

    def of(self, target: Target, typesetter: WebTypesetter) -> tuple[CorrectionView, ...]:
        """What was corrected here, set with the page's own typesetter."""
        return tuple(
            CorrectionView(
                typesetter.places.href(Target("erratum", erratum.id)),
                typesetter.inline(erratum.printed),
                typesetter.inline(erratum.now),
            )
            for erratum in self.by_target.get(target, ())
        )
