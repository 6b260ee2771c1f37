"""Checks of rule numbers, links and languages, and of entries that nothing uses.

`@finds` makes each check an object, whose `at` makes its findings. A `Target` is the kind and the id of an entry.
"""

import re
from collections.abc import Iterator

from rulewright.base.findings import Finding, Label, Severity
from rulewright.base.messages.catalogues import languages, supported_language
from rulewright.base.messages.messages import all_of
from rulewright.book.book import Book
from rulewright.book.owners import texts
from rulewright.book.wording import full_name
from rulewright.checks.named_check import finds
from rulewright.checks.quoted_numbers import prose
from rulewright.entries.numbering import Numbering
from rulewright.entries.rules import Part, Rule
from rulewright.entries.text import Link, Target, Text, WrittenName
from rulewright.source.markup.links import LINK

NUMBER_PATTERN = {
    Numbering.DOTTED: re.compile(r"(?:[A-Za-z]{0,2}[0-9]+[A-Za-z]?|[A-Z]{1,8})(?:[.\-–][0-9A-Za-z]+)*"),
    Numbering.DECIMAL: re.compile(r"[A-Za-z]{0,2}[0-9]+(?:\.[0-9]+)?(?:\.?[A-Za-z])?(?:[\-–][0-9]+)?"),
}
"""The forms of rule numbers: `4.3.1.a`, `A4.3` in chapter A, `IV.2`, `13.1.5–6`; with decimals one dot: `12.121`."""

NUMBER_HINT = {
    Numbering.DOTTED: "write figures and letters with dots between, such as 4.3.1.a",
    Numbering.DECIMAL: "write the figures of all levels after one dot, such as 12.121",
}


@finds(Severity.ERROR)
def bad_number(book: Book) -> Iterator[Finding]:
    """A rule number that the game's numbering does not allow.

    The tool finds, sorts and nests rules by their numbers, so a rule with a malformed number has no place.
    """
    numbering = book.game.numbering
    for rule in book.game.rules:
        if rule.number and rule.part is Part.RULES and not NUMBER_PATTERN[numbering].fullmatch(rule.number):
            message = f"{rule.number!r} is not a rule number"
            yield bad_number.at(rule.number_span, message, NUMBER_HINT[numbering], about=f"rule {rule.id}")


@finds(Severity.WARNING)
def former_name(book: Book) -> Iterator[Finding]:
    """A link by a number or an id that its rule had in an earlier edition.

    The link still leads to the rule. But another rule may get the number tomorrow, and a search of the source for the
    id of the rule misses the link.
    """
    numbers = {each.name: rule for rule in book.game.rules for each in rule.former_numbers}  # written as `was: 4.2`
    former = {**numbers, **{each.name: rule for rule in book.game.rules for each in rule.former_ids}}
    for owner, text in texts(book.game) if former else ():
        for link in text.links:
            name, target = link.target.removeprefix("rule:"), book.resolve(link)
            rule = former.get(name)
            if rule is None or target != Target("rule", rule.id) or name in (rule.id, rule.number):
                continue
            now = f"is {rule.number} now" if name in numbers and rule.number else f"is called {rule.id!r} now"
            message, hint = f"the rule {name!r} {now}", f"a link by id stays when numbers change: [[rule:{rule.id}]]"
            yield former_name.at(link.span, message, hint, about=f"{owner.kind} {owner.id}: {name}")


@finds(Severity.ERROR)
def former_name_taken(book: Book) -> Iterator[Finding]:
    """A former number or id that two rules claim.

    Readers follow a number from an old card or a forum. It can lead to one rule only, so nobody would find the other.
    If another rule has a former number today, the number leads to that rule, and nothing is reported. A former id that
    is the id of another rule is an error, because an id is a permanent address. A former number that its rule still has
    is reported too.
    """
    numbers = [(rule, each) for rule in book.game.rules for each in rule.former_numbers]
    ids = [(rule, each) for rule in book.game.rules for each in rule.former_ids]
    yield from _claimed_twice("number", numbers)
    yield from _claimed_twice("id", ids)
    for rule, former in numbers:
        if former.name == rule.number:
            message = f"{rule.id!r} still has the number {former.name!r}"
            yield former_name_taken.at(former.span, message, "remove it from 'was'", about=f"{rule.id}: number")
    for rule, former in ids:
        if (holder := book.rules.get(former.name)) is not None:
            message = f"{former.name!r} is the id of a rule, so it cannot lead to {rule.id!r}"
            hint = "give that rule another id, because old links still use this one"
            if holder is rule:
                hint = "remove it from 'was-id'"
            labels = (Label(holder.span, "the rule with this id"),)
            yield former_name_taken.at(former.span, message, hint, labels, about=f"{rule.id}: id {former.name}")


def _claimed_twice(what: str, claims: list[tuple[Rule, WrittenName]]) -> Iterator[Finding]:
    """Report each former number or id that an earlier claim has too."""
    first: dict[str, tuple[Rule, WrittenName]] = {}
    for rule, former in claims:
        claimant, claim = first.setdefault(former.name, (rule, former))
        if claim is not former:
            message = f"{claimant.id!r} and {rule.id!r} both claim the former {what} {former.name!r}"
            hint = "keep it with the rule that most readers will look for"
            if claimant is rule:
                message, hint = f"{rule.id!r} claims the former {what} {former.name!r} twice", "remove one of the two"
            labels = (Label(claim.span, "claimed here first"),)
            yield former_name_taken.at(former.span, message, hint, labels, about=f"{rule.id}: {what} {former.name}")


@finds(Severity.WARNING)
def repeated_link(book: Book) -> Iterator[Finding]:
    """A text that cites one rule twice, or a rule that cites itself.

    "See [[4.1]] and [[4.1]]": where one paragraph or one list gives the number of a rule twice, one of the two was
    meant for another rule. A rule that sends its reader to itself was moved, or the link was copied. Links that show
    words of the author's choice may repeat, since each leads on from other words.
    """
    for owner, text in prose(book):
        cited: dict[tuple[int, Target], Link] = {}
        for paragraph, link, target in _cited_rules(text, book) if text.links else ():
            about = f"{owner.kind} {owner.id}: [[{link.target}]]"
            first = cited.setdefault((paragraph, target), link)
            if target == owner:
                message = f"the rule links to itself: [[{link.target}]]"
                yield repeated_link.at(link.span, message, "link the rule that is meant, or leave it out", about=about)
            elif first is not link:
                message = f"the same rule is cited twice here: [[{link.target}]]"
                labels = (Label(first.span, "the first link to it"),)
                yield repeated_link.at(link.span, message, "cite the other rule, or leave one out", labels, about=about)


def _cited_rules(text: Text, book: Book) -> Iterator[tuple[int, Link, Target]]:
    """Yield the rules that a text cites by number or title, each with the index of its paragraph."""
    for link, match in zip(text.links, LINK.finditer(text.source), strict=True):
        target, is_range = book.resolve(link), book.game.numbering.range(link.target.removeprefix("rule:"))
        if target is not None and target.kind == "rule" and not link.shown and not is_range:
            yield text.source.count("\n\n", 0, match.start()), link, target


@finds(Severity.WARNING)
def unused_term(book: Book) -> Iterator[Finding]:
    """A glossary entry that nothing links to.

    Either texts use the term without a link to its definition, or the rule that needed it is gone.
    """
    for term in book.game.terms:
        if Target("term", term.id) not in book.cited_by:
            message = f"nothing links to the term {term.name!r}"
            hint = f"write [[{term.name}]] where it is used, or remove it"
            yield unused_term.at(term.span, message, hint, about=term.name)


@finds(Severity.WARNING)
def unused_rule(book: Book) -> Iterator[Finding]:
    """A rule of another work that nothing cites.

    Authors declare a rule `external` because something refers to it. If nothing cites it, the reference was removed, or
    a link that was meant for it leads elsewhere.
    """
    for rule in book.game.rules:
        if rule.external and Target("rule", rule.id) not in book.cited_by:
            message = f"nothing cites the external rule {full_name(rule, book)!r}"
            hint = "cite it where it applies, or remove it"
            yield unused_rule.at(rule.span, message, hint, about=rule.id)


@finds(Severity.WARNING)
def unused_figure(book: Book) -> Iterator[Finding]:
    """A figure that is not printed: it has no rule, no passage places it, and no card shows it."""
    on_cards = (name for card in book.game.cards for block in card.all_blocks() for name in block.shown.figures)
    printed = {target.id for name in on_cards if (target := book.target_of(name)) is not None}
    printed |= {figure.id for figure in book.figure_order.figures}
    for figure in book.game.figures:
        if figure.id not in printed:
            message = f"nothing prints the figure {figure.id!r}"
            hint = f"give it a rule, or write [[figure:{figure.id}]] alone in a paragraph of a rule"
            yield unused_figure.at(figure.span, message, hint, about=figure.id)


@finds(Severity.ERROR)
def mark_without_legend(book: Book) -> Iterator[Finding]:
    """A mark that some text prints but that has no legend: a badge on a card means nothing without it."""
    for mark in book.game.marks:
        if mark.legend is None and Target("mark", mark.id) in book.cited_by:
            message = f"the mark {mark.id!r} is printed, but nothing says what it means"
            yield mark_without_legend.at(mark.span, message, "give it a legend", about=mark.id)


@finds(Severity.WARNING)
def legend_without_mark(book: Book) -> Iterator[Finding]:
    """A mark with a legend that no text prints.

    Readers look for the mark and never find it. Most often somebody forgot it where it belongs.
    """
    for mark in book.game.marks:
        if Target("mark", mark.id) not in book.cited_by:
            message = f"the mark {mark.id!r} is not printed anywhere"
            hint = f"write [[mark:{mark.id}]] where it belongs, or remove it"
            yield legend_without_mark.at(mark.span, message, hint, about=mark.id)


@finds(Severity.WARNING)
def unknown_language(book: Book) -> Iterator[Finding]:
    """The tool does not speak the language of the game.

    The words that it adds itself, such as headings, remarks below tables and buttons of the web pages, then print in
    English among the author's own.
    """
    for language in (book.game.language, *book.game.translations):
        if supported_language(language) is None:
            message = f"there is no translation of the built-in words for language {language!r}: they print in English"
            hint = f"available: {all_of(languages())}; the manual explains how to add a language"
            yield unknown_language.at(book.game.language_span, message, hint, about=language)
