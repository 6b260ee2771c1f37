"""What pages show, kept as long as the frame of the book is the same, for a process that shows a page after each edit.

Within a frame (`model/frame.py`) a view is made again only for a thing that is another object: of a page of forty rules
one.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, TypeVar

from rulewright.editions.history import History
from rulewright.model.book import Book
from rulewright.model.frame import frame_of
from rulewright.proof.report import ProofReport
from rulewright.render.typesetting.places import places_of

T = TypeVar("T")


class Views:
    """The views that are true at the same time."""

    def __init__(self) -> None:
        self._made: dict[object, tuple[object, Any]] = {}

    def of(self, name: object, thing: object, make: Callable[[], T]) -> T:
        """The view with this name. It is made again where the thing that it shows is another object."""
        known = self._made.get(name)
        if known is None or known[0] is not thing:
            known = self._made[name] = thing, make()
        view: T = known[1]
        return view


class _NothingKept(Views):
    def of(self, name: object, thing: object, make: Callable[[], T]) -> T:  # noqa: ARG002 - it is made each time
        return make()


NOTHING_KEPT = _NothingKept()


def views_of(book: Book, proof: ProofReport, history: Callable[[], History]) -> Views:
    """The views of a book that were made before and are still true. Those before and after its proof are kept apart."""
    frame = frame_of(book)
    if frame is None:
        return NOTHING_KEPT
    around, name = _around(book, proof, history()), f"views, {proof.ran}"
    last: tuple[_Around, Views] | None = frame.kept.get(name)
    views = last[1] if last is not None and last[0].is_like(around) else Views()
    frame.kept[name] = around, views
    return views


@dataclass(frozen=True, slots=True, eq=False)
class _Around:
    """What views show beside the frame: on which pages things stand, what is proved, and what was otherwise before.

    `why_unproved` is one sentence for all that is not proved.
    """

    pages: tuple[Mapping[str, str], ...]
    proof: ProofReport
    why_unproved: str
    history: History

    def is_like(self, other: "_Around") -> bool:
        """Where nothing is proved, one sentence says so everywhere; of two proofs each cell may say something else."""
        without = not self.proof.ran and not other.proof.ran and self.why_unproved == other.why_unproved
        return self.pages == other.pages and (without or self.proof is other.proof) and self.history is other.history


def _around(book: Book, proof: ProofReport, history: History) -> _Around:
    places = places_of(book)
    why = proof.statements[0].reason if proof.statements and not proof.ran else ""
    return _Around((places.pages, places.term_pages, places.reference_pages), proof, why, history)
