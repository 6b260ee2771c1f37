"""Let a document look at each page as soon as it is laid out, and ask for a new layout of this page.

A source with an attribute `watcher` has its method `begin` called with the root box before a page is made, and `amend`
after it, with the page and the box that begins the next page after a forced break, or None. While `amend` returns true,
the page is laid out again.

Upstream: not a bug; WeasyPrint has no hook between two pages.
Gain: links do not print the number of their own page, and no page of a book is nearly empty; nothing in speed.
Fallback: with another version no page is looked at; every link prints its page number.

Report to upstream:
A wish: a callback after each page of the layout, which may ask for a new layout of this page.
"""

from collections.abc import Callable
from importlib import import_module
from typing import Any

Remake = Callable[..., Any]


def patch() -> None:
    """Wrap WeasyPrint's `remake_page`."""
    paging: Any = import_module("weasyprint.layout.page")
    if paging.remake_page.__module__ != __name__:
        paging.remake_page = _watched(paging.remake_page)


def _watched(remake_page: Remake) -> Remake:
    def watched(index: int, context: Any, root: Any, source: Any) -> Any:
        watcher = getattr(source, "watcher", None)
        if watcher is None:
            return remake_page(index, context, root, source)
        watcher.begin(root)
        made = remake_page(index, context, root, source)
        while watcher.amend(made[0], _box_after_break(root, *context.page_maker[index + 1][:2])):
            made = remake_page(index, context, root, source)
        return made

    return watched


def _box_after_break(box: Any, resume_at: Any, next_page: Any) -> Any:
    """Return the box before which a page was forced to end; None if it is full or the last one."""
    if resume_at is None or next_page["break"] == "any":
        return None
    while resume_at is not None:
        ((at, resume_at),) = resume_at.items()
        box = box.children[at]
    return box
