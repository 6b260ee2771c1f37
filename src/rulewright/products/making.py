"""Makes the files of all products, in the order that their needs give."""

from collections.abc import Callable, Iterator

from rulewright.products.product import Buildable, Plan
from rulewright.products.run import PrintRun

Wish = Callable[[str], bool]
"""Whether the file at a path is asked for."""


def make_files(run: PrintRun, wish: Wish = lambda _: True) -> dict[str, bytes]:
    """The files by their paths, each made as soon as those that it needs are finished."""
    finished: dict[str, bytes] = {}
    waiting = list(_plans(run, wish))
    while waiting:
        ready = [plan for plan in waiting if plan.needs <= finished.keys()]
        waiting = [plan for plan in waiting if not plan.needs <= finished.keys()]
        assert ready, f"nobody makes {min(waiting[0].needs - finished.keys())}"
        outputs = [output for plan in ready for output in plan.outputs(finished) if wish(output.path)]
        new = run.files(outputs)
        for plan in ready:
            new |= plan.here(finished)
        finished |= new
    return finished


def _plans(run: PrintRun, wish: Wish) -> Iterator[Plan]:
    """Those of every product that makes one of the files."""
    for product in run.book.products:
        assert isinstance(product, Buildable)  # PRODUCTS has no others
        if any(wish(file.path) for file in product.files(run.book)):
            yield from product.plans(run)
