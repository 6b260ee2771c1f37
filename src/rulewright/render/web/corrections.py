"""Corrections beside what they correct: each shows the former text and links to the reason."""

from collections.abc import Mapping
from functools import cached_property

from rulewright.model.book import Book, Target, citation_target
from rulewright.model.game import Erratum, ErratumClass
from rulewright.render.web.text import WebTypesetter
from rulewright.render.web.views import CorrectionView
from rulewright.translation.messages import tell

VERBS = {
    ErratumClass.SLIP: tell("Corrected"),
    ErratumClass.CLARIFICATION: tell("Clarified"),
    ErratumClass.RULING: tell("Our ruling"),
}
"""What a correction is called beside what it corrects."""


class Corrections:
    """The errata of one book, by what they correct."""

    def __init__(self, book: Book) -> None:
        self.book = book

    @cached_property
    def by_target(self) -> Mapping[Target, tuple[Erratum, ...]]:
        """In the order of the source."""
        errata: dict[Target, tuple[Erratum, ...]] = {}
        for erratum in self.book.game.errata:
            if (target := self.book.target_of(erratum.where)) is not None:
                corrected = citation_target(target)  # a cell is corrected with its table
                errata[corrected] = (*errata.get(corrected, ()), erratum)
        return errata

    def of(self, target: Target, typesetter: WebTypesetter) -> tuple[CorrectionView, ...]:
        """The corrections of a thing, set with the page's typesetter."""
        return tuple(
            CorrectionView(
                VERBS[erratum.class_],
                typesetter.places.href(Target("erratum", erratum.id)),
                typesetter.inline(erratum.printed),
                typesetter.inline(erratum.now),
            )
            for erratum in self.by_target.get(target, ())
        )
