"""Terms that several games share: each game has those that it uses."""

from dataclasses import replace

from rulewright.game_folders import SHARED
from rulewright.model.book import Book, Target


def with_used_terms(book: Book) -> Book:
    """The book without the shared terms to which no text of it leads, directly or by way of other terms."""
    shared = {Target("term", each.id) for each in book.game.terms if each.span.file.startswith(f"content/{SHARED}")}
    if not shared:
        return book
    waiting = [each.target for each in book.citations if each.source not in shared]
    used: set[Target] = set()
    while waiting:
        target = waiting.pop()
        if target in shared and target not in used:
            used.add(target)
            waiting += [each.target for each in book.citations if each.source == target]
    unused = shared - used
    terms = tuple(term for term in book.game.terms if Target("term", term.id) not in unused)
    citations = tuple(each for each in book.citations if each.source not in unused)
    return replace(book, game=replace(book.game, terms=terms), citations=citations) if unused else book
