"""Checks of the numbers in prose: those that an author typed, and those that a link quotes from elsewhere.

In `Add [[fact:bonus]] and 2 in rule 4.1`, the author *typed* 2, and the link *quotes* the fact `bonus`; 4.1 is a
citation, neither typed nor quoted. `ProseNumbers.blank_others` leaves only the typed number of such a text. `@finds`
makes each check an object, whose `at` makes its findings.
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import cache

from rulewright.base.findings import Finding, Label, Severity
from rulewright.base.limits import RUN
from rulewright.base.messages.catalogues import catalogue
from rulewright.base.messages.messages import all_of
from rulewright.book.book import Book, Outline, citation_target, once_per_book
from rulewright.book.kinds import OF_TEXT
from rulewright.book.wording import link_text, number, plain
from rulewright.checks.named_check import finds
from rulewright.checks.words import book_texts, is_english
from rulewright.entries.entry import Entry
from rulewright.entries.examples import Example
from rulewright.entries.facts import Fact
from rulewright.entries.numbers import read_exact
from rulewright.entries.references import all_bullets
from rulewright.entries.rules import Rule
from rulewright.entries.table import Table
from rulewright.entries.text import Link, Target, Text
from rulewright.source.markup.english import NUMBERS, number_words, singular
from rulewright.source.markup.links import LINK
from rulewright.source.markup.words import EMPHASIS

TOKEN = re.compile(
    r"(?:[^\d\s]{0,40}\s)+|[^\W\d_][^\W_]*(?:[-./'’][^\W_]+)*|([-−+]?\d[^\W_]*(?:[-−–.,:/][^\W_]*\d[^\W_]*)*)"
)
"""Words without digits; a word with digits after a letter (T34, Pak-40); or a number in group 1 (12, +1, 4–5, 88mm)."""
DICE = re.compile(r"(?<!\w)(?:\d+ ?)?[dDwW]\d+s?(?!\w)")
"""Dice such as 2D10, d66 and D6s; in German W6."""
MAY_BE_DICE = re.compile(r"[dDwW]\d")
"""A part of all dice, which is quick to search for."""
LIST_NUMBER = re.compile(r"^[ \t]*\d+[.)](?=\s)", re.MULTILINE)
"""The number of an item in a Markdown list: `1.` or `2)`."""
DIGIT = re.compile(r"\d")
"""A text without a digit needs no closer look."""
YEAR = re.compile(r"(?:1[6-9]\d\d|20[1-4]\d)(?<![\w.,]....)(?:[-–/](?:\d\d)?\d\d)?(?![\w″\"%])")
"""A year from 1600 to 2049, or a span of years (1943, 1943–45); not part of a number such as 1,943 or 1943%."""
RULE_NUMBER = re.compile(r"\d(?:(?<![\w.].)|(?<=[A-Za-z].)(?<![\w.]..))\d*(?:\.[\dA-Za-z]+)*")
"""The number of a rule, possibly after a letter (4.1, A12, 10.3b), but not the end of a longer word or number.

The pattern begins with a digit, because that is quick to search for.
"""
RULE_WORD = re.compile(r"\b(?:rules?|sections?|chapters?)$", re.IGNORECASE)
"""The end of a word such as "rule" before a number."""
BLANKS = "[ \u00a0\u202f]"
"""The spaces that French writes between thousands."""
QUOTES = ("fact", "cell", "unit", "given", "result")
"""The kinds of link that quote a number, so that their words are not typed numbers."""
CITATION_WINDOW = RUN.most + 10
"""How many characters before a number show whether it is a citation.

That is the longest run of blanks (`limits.RUN`), and before it a word such as "chapters".
"""


@once_per_book
def prose(book: Book) -> Sequence[tuple[Target, Text]]:
    """Return every text with sentences. Cells, keys and labels of tables are not prose: prose quotes them."""
    return [(owner, text) for owner, texts in _prose_by_owner(book) for text in texts if text is not None]


def _prose_by_owner(book: Book) -> Iterator[tuple[Target, Iterable[Text | None]]]:
    for kind in OF_TEXT:
        for entry in book.game.of_kind(kind.name):
            owner = Target(kind.name, entry.id)
            match entry:
                case Rule(external=work) if work:
                    yield owner, entry.body()
                case Table():
                    yield owner, (entry.note, *(silence.why for silence in entry.silences if silence.question))
                case Entry():
                    yield owner, entry.prose()


class ProseNumbers:
    """A filter that leaves only the typed numbers of a text."""

    def __init__(self, book: Book) -> None:
        self.book = book
        self._rules = {rule.number for rule in book.game.rules}
        self._names = _names_with_digits(book)
        self._local_number = _local_number(book.game.language)

    def blank_others(self, text: Text) -> str:
        """Return a text in which every number is typed: links, rule numbers, dice and years become spaces.

        Positions stay the same: `rule 4.1: roll 2D6 twice for 3 guns` keeps only the 3.

        Numbers get their English spelling: `2,5` of a German text becomes `2.5`, and `1.000` becomes `1,000`.
        """
        blanked = "".join(self._without_links(text)) if text.links else text.source
        if not DIGIT.search(blanked):
            return blanked
        blanked = RULE_NUMBER.sub(lambda match: _blank(match) if self._is_citation(match) else match[0], blanked)
        for pattern in (self._names, DICE if MAY_BE_DICE.search(blanked) else None, LIST_NUMBER, YEAR):
            blanked = pattern.sub(_blank, blanked) if pattern else blanked
        return self._local_number.sub(_in_english, blanked) if self._local_number else blanked

    def _without_links(self, text: Text) -> Iterator[str]:
        """Yield the text with spaces for links; words that a link shows stay, unless it quotes a number."""
        end_of_last_link = 0
        for link, match in zip(text.links, LINK.finditer(text.source), strict=True):
            target = self.book.resolve(link)
            keeps_words = match[2] is not None and (target is None or target.kind not in QUOTES)
            start, end = match.span(2) if keeps_words else (match.end(), match.end())
            yield text.source[end_of_last_link : match.start()]
            yield " " * (start - match.start()) + text.source[start:end] + " " * (match.end() - end)
            end_of_last_link = match.end()
        yield text.source[end_of_last_link:]

    def _is_citation(self, match: re.Match[str]) -> bool:
        """Return whether a number cites a rule: it has a dot, or follows a word such as "rule"."""
        before = match.string[max(0, match.start() - CITATION_WINDOW) : match.start()]
        letter = before[-1:] if before[-1:].isalpha() else ""
        if letter + match[0] not in self._rules:
            return False
        before = before.removesuffix(letter)
        has_dot = "." in match[0]
        follows_rule_word = before[-1:].isspace() and any(map(RULE_WORD.search, before.split()[-1:]))
        return has_dot or follows_rule_word


@cache
def _local_number(language: str) -> re.Pattern[str] | None:
    """Return a pattern for numbers as a language writes them: `1.000,5` in German. None if it writes them as English.

    Group 1 is the whole part of the number, group 2 the decimals.
    """
    signs = catalogue(language).signs
    if not signs:
        return None
    comma, point = signs[ord(",")], signs[ord(".")]  # what the language writes instead of them
    comma = BLANKS if comma.isspace() else re.escape(comma)
    return re.compile(rf"(?<![\w.,])(\d{{1,3}}(?:{comma}\d{{3}})+(?!\d)|\d+)(?:{re.escape(point)}(\d+))?(?!\w)")


def _in_english(match: re.Match[str]) -> str:
    """Return the English spelling of a number that `_local_number` matched: `1.000,5` becomes `1,000.5`."""
    whole = re.sub(r"\D", ",", match[1])
    return f"{whole}.{match[2]}" if match[2] else whole


def _names_with_digits(book: Book) -> re.Pattern[str] | None:
    """Return a pattern for terms with digits in their names, such as a vehicle 250; None if there are none."""
    names = sorted((name for term in book.game.terms for name in term.names if re.search(r"\d", name)), key=len)
    spelt = ("".join(r"\s+" if sign == " " else re.escape(sign) for sign in name) for name in reversed(names))
    return re.compile(rf"(?<!\w)(?:{'|'.join(spelt)})s?(?!\w)", re.IGNORECASE) if names else None


def _blank(match: re.Match[str]) -> str:
    """Return as many spaces as the match has characters."""
    return " " * len(match[0])


MOST_FACTS_NAMED = 3


@finds(Severity.ERROR)
def unquoted_number(book: Book) -> Iterator[Finding]:
    """A number typed in prose, in a game that wants its numbers quoted.

    A typed number can drift from its rule; a quote of a fact or a cell always agrees with it.
    """
    if not book.game.numbers_quoted:
        return
    numbers = ProseNumbers(book)
    examples = {text.span: example for example in book.game.examples for text in example.prose()}
    for owner, text in prose(book):
        for match in TOKEN.finditer(numbers.blank_others(text)):
            if typed := match[1]:
                message = f"the number {typed} is typed, not quoted"
                hint = _what_to_quote(typed, book, examples.get(text.span))
                place, about = text.span_at(match.start(), len(typed)), f"{owner.kind} {owner.id}: {typed}"
                yield unquoted_number.at(place, message, hint, about=about)


def _what_to_quote(typed: str, book: Book, example: Example | None) -> str:
    """Return a hint: in an example quote a value under `given`, else a fact with that number."""
    for value in example.given if example else ():
        if value.label.source == typed:
            return f"{typed} is the given {value.name} of the example: write [[given:{value.name}]]"
    figures = re.findall(r"\d+(?:\.\d+)?", typed)
    facts = [fact for fact in book.game.facts if number(fact.value).lstrip("−+-") in figures][:MOST_FACTS_NAMED]
    if not facts:
        return "declare it once as a fact and quote it: [[fact:…]], or quote a cell: [[cell:table(…)]]"
    values = all_of(f"the fact {fact.id!r} is {number(fact.value)}" for fact in facts)
    return f"{values}: write {' or '.join(f'[[fact:{fact.id}]]' for fact in facts)}"


FIGURES = re.compile(r"(?:\d{1,3}(?:,\d{3})+(?!\d)|\d+)(?:\.\d+)?")
"""A number in English spelling without its sign: `12`, `1,000`, `2.5`."""


@finds(Severity.WARNING)
def erratum_differs(book: Book) -> Iterator[Finding]:
    """A number that an erratum says is printed now, though what it corrects has no such number.

    A player who reads errata to learn which number holds must not learn a third one. The check looks for each number
    that stands under `now` in what `where` names: its texts, its tables with their keys, values and cut-offs, the rules
    below a rule. A number that the reason or the earlier print has too may be there to explain the change.
    """
    numbers = ProseNumbers(book)
    outlines = {below.rule.id: below for outline in book.outline for below in outline.walk()}
    for erratum in book.game.errata:
        place = book.target_of(erratum.where)
        if place is None:
            continue
        typed = list(_typed_numbers(numbers.blank_others(erratum.now)))
        printed = _numbers_in(_texts_of(citation_target(place), book, outlines), book) if typed else frozenset()
        for start, digits in typed if printed else ():
            if _value(digits) not in printed:
                # the author's spelling, such as `2,5` for `2.5` in German
                written, where = erratum.now.source[start : start + len(digits)], f"{place.kind} {place.id!r}"
                message = f"the erratum says that {written} is printed now, but {where} has no {written}"
                hint = "correct the one that is wrong, or correct 'where'"
                labels, about = (Label(erratum.where.span, "what it corrects"),), f"erratum {erratum.id}: {written}"
                yield erratum_differs.at(erratum.now.span_at(start, len(digits)), message, hint, labels, about=about)


def _typed_numbers(text: str) -> Iterator[tuple[int, str]]:
    """Yield the position and the digits of each number: 0 and `4`, then 2 and `5`, in `4–5 hexes`."""
    for token in TOKEN.finditer(text):
        for digits in FIGURES.finditer(token[1] or ""):
            yield token.start() + digits.start(), digits[0]


def _value(digits: str) -> Fraction:
    return Fraction(digits.replace(",", ""))


def _numbers_in(texts: Iterable[Text], book: Book) -> frozenset[Fraction]:
    """Return all numbers in the printed texts, written as digits or words."""
    printed = " ".join(plain(text, book) for text in texts)
    words = (Fraction(NUMBERS[match[0].lower()]) for match in number_words(printed))
    return frozenset({*map(_value, FIGURES.findall(printed)), *words})


def _texts_of(target: Target, book: Book, outlines: Mapping[str, Outline]) -> Iterator[Text]:
    """Yield all texts of a rule and the rules below it, of a table, a reference or a term."""
    match target.kind:
        case "rule" if target.id in outlines:
            for rule in (outline.rule for outline in outlines[target.id].walk()):
                yield from rule.prose()
                for rule_table in book.tables_of.get(rule.id, ()):
                    yield from _texts_of_table(rule_table)
                for example in book.examples_of.get(rule.id, ()):
                    yield from example.prose()
        case "table":
            yield from _texts_of_table(book.tables[target.id])
        case "reference":
            reference = book.references[target.id]
            yield reference.title
            for item in all_bullets(reference.items):
                yield item.text
                if (table := book.target_of(item.table)) is not None:
                    yield from _texts_of_table(book.tables[table.id])
        case "term":
            term = book.terms[target.id]
            yield from filter(None, (Text(" ".join(term.names)), term.text, term.unexplained))


def _texts_of_table(table: Table) -> Iterator[Text]:
    yield from table.prose()
    yield from table.labels()
    yield from (text for axis in table.axes if (text := axis.domain.title) is not None)
    yield from (case.value.label for case in (*table.cases, *table.cutoffs))
    yield from (key.label for case in (*table.cases, *table.cutoffs) for keys in case.conditions for key in keys)
    low, high = table.clamp
    yield Text(f"{low} {high}")


@finds(Severity.ERROR)
def quote_differs(book: Book) -> Iterator[Finding]:
    """A quote that prints another number than the one it quotes: `[[fact:dice|two]]` where the fact is 3.

    Words read better than figures in a sentence, so a quote may show its number as a word, or as figures of the
    author's. Then the printed number no longer follows when the fact or the cell changes, and the sentence would
    contradict it. Other words of a quote, such as "the third line", are the author's own. Number words are known in
    English only.
    """
    for owner, text in book_texts(book):
        for link in text.links:
            target = book.resolve(link) if link.shown else None
            if target is None or target.kind not in ("fact", "cell"):
                continue
            quoted = link_text(Link(link.target, "", link.span), target, book)
            if _numbers_differ(link.shown, quoted, book):
                declared = book.facts[target.id].span if target.kind == "fact" else book.case(target).span
                message = f"the quote shows {link.shown!r}, but [[{link.target}]] is {quoted}"
                labels = (Label(declared, "the number is declared here"),)
                about = f"{owner.kind} {owner.id}: [[{link.target}|{link.shown}]]"
                yield quote_differs.at(link.span, message, "correct the one that is wrong", labels, about=about)


def _numbers_differ(shown: str, quoted: str, book: Book) -> bool:
    """Return whether both texts are numbers and differ. A number shown without a sign is compared without it."""
    words = EMPHASIS.sub("", shown).strip()
    shown_number = NUMBERS.get(words.lower()) if is_english(book) and words.isalpha() else read_exact(words)
    quoted_number = read_exact(quoted)
    if shown_number is None or quoted_number is None:
        return False
    has_sign = shown.startswith(("+", "-", "−"))
    return shown_number != (quoted_number if has_sign else abs(quoted_number))


SIGNS = "″°%"
"""Units that always stand right after their number. A word such as "hexes" may be elsewhere in the sentence."""
UNIT_AFTER_QUOTE = re.compile(rf"[*_]*(?:\s*([{SIGNS}])|[\s*_]+([^\W\d_]+))?")
"""What follows a quote, past emphasis: a sign in group 1 (`″`), a word in group 2 (`** hexes`), or neither."""


@finds(Severity.WARNING)
def unit_differs(book: Book) -> Iterator[Finding]:
    """A quoted fact whose unit is not the one in the sentence: "[[fact:morale]] hexes", where morale has no unit.

    A fact declares its unit, and a quote prints the number only, so the sentence gives the unit. If the unit of another
    fact follows instead, or the sign of an inch, a degree or a percentage is missing, the quote was meant for another
    fact.
    """
    units = {_unit(fact.unit) for fact in book.game.facts if fact.unit}
    for owner, text in prose(book):
        for fact, link, unit in _fact_quotes(text, book) if "[[fact:" in text.source else ():
            is_own_unit = unit in (fact.unit, _unit(fact.unit))
            is_unit_of_another_fact = not is_own_unit and unit in units
            lacks_sign = not is_own_unit and fact.unit in tuple(SIGNS)
            if is_unit_of_another_fact or lacks_sign:
                follows = f"“{unit}” follows" if unit in units else "it does not follow"
                message = f"the fact {fact.id!r} has {fact.unit or 'no unit'}, but {follows} its quote"
                hint = "quote the fact that is meant, or correct its unit"
                labels, about = (Label(fact.span, "declared here"),), f"{owner.kind} {owner.id}: [[fact:{fact.id}]]"
                yield unit_differs.at(text.span_at(link.start(), len(link[0])), message, hint, labels, about=about)


def _fact_quotes(text: Text, book: Book) -> Iterator[tuple[Fact, re.Match[str], str]]:
    """Yield the facts that a text quotes as digits, each with its link and the unit that follows, if any."""
    for link, match in zip(text.links, LINK.finditer(text.source), strict=True):
        target, after = book.resolve(link), UNIT_AFTER_QUOTE.match(text.source, match.end())
        if target is not None and target.kind == "fact" and not link.shown and after is not None:
            yield book.facts[target.id], match, after[1] or _unit(after[2] or "")


def _unit(word: str) -> str:
    """Return a unit in the singular, in lower case except for abbreviations: MM and mm are two units."""
    return word if len(word) > 1 and word[:2].isupper() else singular(word.lower())
