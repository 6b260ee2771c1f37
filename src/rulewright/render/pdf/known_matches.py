"""Which selectors match which elements, found once for a document that is laid out several times.

A card is laid out in one size of type after the other. Its elements stay, and so do the selectors: from size to size
only the values of their declarations differ.
"""

from collections.abc import Callable, Iterator
from copy import copy
from functools import lru_cache, wraps
from operator import itemgetter
from typing import Any

from cssselect2 import Matcher

Match = Callable[[Any, Any], list[Any]]


def remembering(match: Match) -> Match:
    """The `match` of cssselect2's matchers, once for each element that remembers and for equal selectors.

    It gives specificity, order, pseudo-element and payload of each selector; only the payload is the matcher's own.
    """

    @wraps(match)
    def known(matcher: Any, element: Any) -> list[Any]:
        memory = vars(element).get("known_matches")
        if memory is None:
            return match(matcher, element)
        kind, payloads = _selectors_of(matcher)
        found = memory.get(kind)
        if found is None:
            found = memory[kind] = [entry[:3] for entry in match(matcher, element)]
        return [(*entry, payloads[entry[1]]) for entry in found]

    return known


def remember_matches(source: Any) -> None:
    """Lets the elements of a parsed document remember; its tree must not change."""
    root = source.wrapper_element
    elements = list(root.iter_subtree()) if _is_known(Matcher) else []
    for element in elements:
        element.known_matches = {}
    if elements:
        root.iter_subtree = lambda: iter(elements)


def in_place_of(sheet: Any, other: Any) -> tuple[Any, ...]:
    """The sheets that do what both do, where the other has the same selectors and comes later: then it says it all.

    What the first says of pages stays.
    """
    if not _is_known(Matcher) or _selectors_of(sheet.matcher)[0] is not _selectors_of(other.matcher)[0]:
        return sheet, other
    of_pages = copy(sheet)
    of_pages.matcher = type(sheet.matcher)()
    return of_pages, other


def _is_known(matchers: Any) -> bool:
    """Whether `remembering` is at work: the version of cssselect2 is the one that this module knows."""
    return hasattr(matchers.match, "__wrapped__")


def _selectors_of(matcher: Any) -> tuple[object, dict[int, Any]]:
    """What stands for the selectors of a matcher, the same object for equal ones; and their payloads by their order."""
    known: tuple[int, object, dict[int, Any]] | None = vars(matcher).get("known_selectors")
    if known is None or known[0] != matcher.order:
        entries = sorted(_entries(matcher), key=itemgetter(3))
        kind = _kind(tuple(entry[:5] for entry in entries))
        known = matcher.known_selectors = matcher.order, kind, {entry[3]: entry[5] for entry in entries}
    return known[1:]


@lru_cache(maxsize=256)
def _kind(_: tuple[Any, ...]) -> object:
    return object()


def _entries(matcher: Any) -> Iterator[Any]:
    """The name by which each selector is found, its test, specificity, order, pseudo-element and payload."""
    for by_name in (
        matcher.id_selectors,
        matcher.class_selectors,
        matcher.lower_local_name_selectors,
        matcher.namespace_selectors,
        {None: [*matcher.lang_attr_selectors, *matcher.other_selectors]},
    ):
        yield from ((name, *entry) for name, entries in by_name.items() for entry in entries)
