"""Which heading is a rule, with which number, below which other; and how the game numbers its rules."""

import re
from collections.abc import Collection, Iterable, Iterator, Sequence

from rulewright.importing.draft import Ids
from rulewright.importing.markdown.headings import GLOSSARY, UNTITLED, Book, Heading
from rulewright.importing.markdown.numbers import ROMAN, Numbered, numbers
from rulewright.importing.markdown.sections import Section
from rulewright.model.names import slug

BACK = re.compile(
    r"\W*(?:designer.{0,3}s?\s+notes?|design\s+notes|credits|acknowledge?ments|index|license|licence|change\s*log|bibliography"
    r"|about\s+the\s+authors?|history)\b.{0,20}",
    re.IGNORECASE,
)
APPENDIX = re.compile(
    r"(?:appendix|annex|anhang|annexe)\s*(?P<letter>[A-Z]|\d+|[IVX]+)?\s*[.:–—-]*\s*(?P<title>.*)", re.IGNORECASE
)
LIKE_A_NUMBER = re.compile(r"\d+[a-z]?|[ivxlc]+|[a-z]")
INTRODUCTION = "Introduction"
"""The title of what stands above the first heading."""
CAPITALS = re.compile(r"\b[^\W\d_a-z]{2,}(?:['’][A-Z])?\b")
FEWEST = 2
"""With fewer numbers a book has none of its own."""
MOST_LEVELS = 30
"""Levels of numbers; deeper ones are no numbers of rules."""


def outline(sections: Sequence[Section], ids: Ids, title: str = "", capitals: Collection[str] = ()) -> Book:
    """The rules of a book. A number says where a rule belongs; else the level of its heading does.

    `title` is that of what stands above all headings; `capitals` are the words that its texts have in capitals, which
    stay so in headings.
    """
    found = _of_the_book(sections, numbers([each.words for each in sections]))
    counted = sum(each is not None for each in found) < min(FEWEST, len(found))
    headings = [*_headings(sections, found, ids, counted=counted)]
    _place(headings, counted=counted)
    if not counted:
        _parts(headings)
    for each in headings:
        if not each.title:
            each.guesses.append("the source has no heading here")
        each.title = _calm(each.title, capitals) or (UNTITLED if each.section.heading else title or INTRODUCTION)
    return Book(headings, counted)


def words_in_capitals(texts: Iterable[str]) -> set[str]:
    """The words that texts have in capitals, such as abbreviations."""
    return {word for text in texts if not text.isupper() for word in CAPITALS.findall(text)}


def _calm(title: str, capitals: Collection[str]) -> str:
    """A heading without its capitals, but for abbreviations and single letters."""
    if not title.isupper():
        return title
    small = CAPITALS.sub(lambda word: word[0] if word[0] in capitals else word[0].lower(), title)
    return re.sub(r"[^\W\d_]", lambda letter: letter[0].upper(), small, count=1)


def _id(title: str, ids: Ids) -> str:
    """An id that is no number of a rule."""
    return ids.new(f"rule {title}" if LIKE_A_NUMBER.fullmatch(slug(title)) else title)


def _of_the_book(sections: Sequence[Section], found: Sequence[Numbered | None]) -> list[Numbered | None]:
    """Without the numbers of steps, which begin anew below headings that have none."""
    plain = [
        section.level
        for section, each in zip(sections, found, strict=True)
        if section.heading and each is None and not _ends(section.words)
    ]
    top = min(plain, default=6)
    divided = {each.number.partition(".")[0] for each in found if each and "." in each.number}
    return [
        each if each and ("." in each.number or section.level <= top or each.number in divided) else None
        for section, each in zip(sections, found, strict=True)
    ]


def _headings(
    sections: Sequence[Section], found: Sequence[Numbered | None], ids: Ids, *, counted: bool
) -> Iterator[Heading]:
    taken: set[str] = set()
    figures = sum(each is not None and each.number.isdecimal() for each in found)
    for section, numbered in zip(sections, found, strict=True):
        title = section.words
        if numbered is None or counted or numbered.number.count(".") > MOST_LEVELS:
            yield Heading(section, _id(title or INTRODUCTION, ids), title)
            continue
        number, why = numbered.number, None
        if number in ROMAN and figures:
            number = str(ROMAN[number])
            why = f"the source numbers it {numbered.number}, and other chapters in figures"
        if number in taken:
            guess = f"its number {number} in the source is that of another rule"
            yield Heading(section, _id(title, ids), title, guesses=[guess])
            continue
        taken.add(number)
        words = numbered.title or title
        yield Heading(section, _id(words, ids), words, number, number_guess=why)


def _place(headings: Sequence[Heading], *, counted: bool) -> None:
    """Puts each below another one: by its number, else by its level, else below the chapter before it."""
    by_number = {each.number: each for each in headings if each.number}
    open_: list[Heading] = []
    chapter: Heading | None = None
    for each in headings:
        while open_ and open_[-1].section.level >= each.section.level:
            open_.pop()
        above = next((by_number[name] for name in _above(each.number) if name in by_number), None)
        by_level = open_[-1] if open_ else None
        if above is None and not (each.number and "." not in each.number):
            above = by_level
            if above is None and chapter and not (counted or each.number or _closes(each)):
                above = chapter
                each.guesses.append(f"it has the level of chapter {chapter.number}, and no number")
        if above is not None and each in above.and_above():
            above = None
        each.parent = above
        if above is not None:
            above.below.append(each)
        elif each.number:
            chapter = each
        if _closes(each):
            chapter = None
        open_.append(each)


def _closes(heading: Heading) -> bool:
    """Whether a heading without a number ends the numbered chapters."""
    return not heading.number and _ends(heading.title)


def _ends(title: str) -> bool:
    return bool(BACK.fullmatch(title) or GLOSSARY.fullmatch(title) or APPENDIX.match(title))


def _above(number: str) -> Iterator[str]:
    parts = number.split(".")
    for length in range(len(parts) - 1, 0, -1):
        yield ".".join(parts[:length])
        zero = ".".join((*parts[:length], "0"))
        if zero != number:
            yield zero


def _parts(headings: Sequence[Heading]) -> None:
    """Chapters without a number: those before the first are introductions, appendices follow, and notes close."""
    before, letters = True, 0
    for each in headings:
        before = before and not each.number
        if each.parent is not None or each.number:
            continue
        appendix = APPENDIX.fullmatch(each.title)
        if before:
            each.part = "front"
        elif appendix and appendix["letter"] == chr(ord("A") + letters):
            letters += 1
            each.part, each.title = "appendix", appendix["title"] or each.title
        elif _closes(each):
            each.part = "back"
