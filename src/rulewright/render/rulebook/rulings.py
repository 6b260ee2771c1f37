"""The appendix of rulings: those in force, in the order of the source."""

from collections.abc import Iterator

from rulewright.model.book import citation_target
from rulewright.model.ruling import in_force
from rulewright.render.rulebook.text import BookTypesetter
from rulewright.render.rulebook.views import BookRuling
from rulewright.translation.catalogues import spoken_day


def book_rulings(typesetter: BookTypesetter) -> Iterator[BookRuling]:
    """Each with links to what it is about."""
    book = typesetter.book
    for ruling in in_force(book.game.rulings):
        typesetter.begin()
        targets = (book.target_of(text) for text in ruling.where)
        named = dict.fromkeys(citation_target(target) for target in targets if target is not None)
        about = tuple(map(typesetter.named, named))
        day = spoken_day(ruling.date, book.game.language) if ruling.date else ""
        question, answer = typesetter.inline(ruling.question), typesetter.inline(ruling.answer)
        yield BookRuling(f"ruling-{ruling.id}", about, question, answer, ruling.by, day)
