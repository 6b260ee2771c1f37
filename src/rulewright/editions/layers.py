"""What a game that extends another changes of it, as a step from the one to the other."""

from collections.abc import Iterator

from rulewright.editions.comparison import compare
from rulewright.editions.history import Step
from rulewright.editions.recording import NOT_PROVED, snapshot
from rulewright.editions.snapshot import Key
from rulewright.model.book import Book
from rulewright.proof.report import ProofReport
from rulewright.store import Store
from rulewright.wording import plain

Proofs = tuple[ProofReport, ProofReport]


def layer_step(base: Book, book: Book, proofs: Proofs = (NOT_PROVED, NOT_PROVED), store: Store | None = None) -> Step:
    """From one game to another; with the reasons, if that is a layer over it. `proofs` are those of both."""
    before, after = (snapshot(each, proof, store) for each, proof in zip((base, book), proofs, strict=True))
    of_all = book.game.layer.because if book.game.layer else None
    return Step(compare(before, after), dict(_reasons(book)), plain(of_all, book) if of_all is not None else "")


def _reasons(book: Book) -> Iterator[tuple[Key, tuple[str, ...]]]:
    """Those of each changed thing; the reason of all changes is told once."""
    layer = book.game.layer
    if layer is not None:
        for key, changes in layer.by_key.items():
            own = [each.because for each in changes if each.because is not None and each.because != layer.because]
            if own:
                yield key, tuple(plain(because, book) for because in dict.fromkeys(own))
