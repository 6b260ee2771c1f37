"""A link to a thing of which its sentence does not speak, though it speaks of another.

A link that leads to the wrong term, fact or rule works as well as the right one, so only a reader who follows it
notices; a quoted fact prints a wrong number. The check knows two signs. Words that are the name of another term link to
that one. And a sentence has hardly anything in common with the thing that it links to, while it has much in common with
another of the same kind: see `associations.py`. The second sign needs a book with enough sentences to compare with, and
words of the sentence that the message can name.
"""

import re
from collections.abc import Collection, Iterator, Mapping

from rulewright.checks.associations import Associations
from rulewright.checks.book_words import normalised
from rulewright.checks.occurrences import Occurrences
from rulewright.checks.passages import Linked, Passage, stems
from rulewright.checks.prose_numbers import prose
from rulewright.diagnostics import Diagnostic, FindingKind, Label, Severity
from rulewright.markup.links import LINK
from rulewright.markup.words import EMPHASIS
from rulewright.model.book import Book, Target
from rulewright.model.game import Fact, Rule, Term
from rulewright.wording import full_name, number, plain

FINDING = FindingKind("doubtful-link", Severity.WARNING)

FEWEST = 100
"""With fewer sentences a book shows too little of what belongs together."""
LEAST_SHARE = {"term": 0.12, "fact": 0.25, "rule": 0.12}
"""A link is doubtful if it fits its sentence by less than this share of what the best other thing does.

Found on three games: of their sound links, the least fit of a fact is 0.31, of a rule 0.13.
"""
LEAST_SHARE_UNNAMED = 0.3
"""The same for a rule of which the sentence has no word of the title, unless it is next to its owner in the outline.

The least fit of a sound link to such a rule is 0.33.
"""
FEWEST_WORDS = {"term": 2, "fact": 0, "rule": 1}
"""Words that the sentence must have in common with the other thing."""
LONGEST_TITLE = 6
"""Words of the longest title that the words before a citation are compared with."""
MOST_WORDS = 3
"""Words of the sentence that the message names."""


Reading = tuple[str, str, Target]
"""A message, a hint, and the thing that the link may mean instead."""


def check(book: Book, only: Collection[Target] | None = None) -> Iterator[Diagnostic]:
    """Each link that leads elsewhere than its words or its sentence; `only` in texts of these owners."""
    if not any(text.links for _, text in prose(book, only)):
        return
    associations, occurrences = Associations(book), Occurrences()
    names = {_folded(name): Target("term", term.id) for term in book.game.terms for name in term.names}
    titles = {_folded(plain(rule.title, book)): rule for rule in book.game.rules if not rule.external}
    judge = _by_sentence if len(associations.passages) >= FEWEST else _by_nothing
    for passage in associations.passages:
        for linked in passage.links if only is None or passage.owner in only else ():
            by_name = _by_words(linked, names, book) or _by_title(passage, linked, titles, associations)
            reading = by_name or judge(passage, linked, associations)
            if reading is not None:
                message, hint, other = reading
                about = occurrences.about(passage.owner, f"[[{linked.link.target}]]")
                label = Label(_declared(other, book).span, "the other reading")
                yield FINDING.at(linked.link.span, message, hint, (label,), about=about)


def _by_words(linked: Linked, names: Mapping[str, Target], book: Book) -> Reading | None:
    """The reading of a link that shows the name of another term."""
    other = names.get(_folded(linked.link.shown)) if linked.target.kind == "term" else None
    if other is None or other == linked.target:
        return None
    message = (
        f"the link shows {linked.link.shown!r}, the name of another term, but leads to {_name(linked.target, book)}"
    )
    return message, f"link {_name(other, book)}, or show other words", other


def _by_title(
    passage: Passage, linked: Linked, titles: Mapping[str, Rule], associations: Associations
) -> Reading | None:
    """The reading of a cited rule, unnamed in its sentence, right after the whole title of another one.

    A title of one word may be any word, unless nothing else is before the link. A chapter may be named for its parts.
    """
    book = associations.book
    if linked.target.kind != "rule" or linked.link.shown or book.rules[linked.target.id].external:
        return None
    rule = _title_before(passage.text.source[: linked.at], titles)
    unnamed = not stems(plain(book.rules[linked.target.id].title, book)) & passage.features(without=linked)
    if rule is None or not unnamed or associations.is_below(linked.target.id, rule.id):
        return None
    other = Target("rule", rule.id)
    named, leads = _name(other, book), _name(linked.target, book)
    message = f"the words before this link are the title of {named}, but it leads to {leads}"
    return message, f"write {_written(other)}, or name the rule that is meant", other


def _title_before(source: str, titles: Mapping[str, Rule]) -> Rule | None:
    """The rule whose title a text ends with."""
    before = _folded(EMPHASIS.sub("", LINK.sub(_shown, source)).rstrip(" (\n")).split()
    lengths = range(min(LONGEST_TITLE, len(before)), 1 if len(before) > 1 else 0, -1)
    return next((rule for length in lengths if (rule := titles.get(" ".join(before[-length:])))), None)


def _shown(link: re.Match[str]) -> str:
    """The words of a link to a term; a rule's number or title is none of the sentence's own words."""
    return link[2] or ("|" if ":" in link[1] else link[1])


def _by_nothing(*_: object) -> None:
    return None


def _by_sentence(passage: Passage, linked: Linked, associations: Associations) -> Reading | None:
    """The reading of a link that its sentence hardly speaks of, while it speaks of another thing."""
    book = associations.book
    if linked.target.kind not in LEAST_SHARE:
        return None
    evidence = associations.evidence(passage, linked)
    fit = associations.fit(linked.thing, evidence)
    if fit is None:
        return None
    best = associations.best(evidence, linked.thing, fit / _least_share(passage, linked, associations))
    if best is None:
        return None
    shared = associations.shared_words(passage, linked, best)
    if len(shared) < FEWEST_WORDS[linked.target.kind]:
        return None
    words = ", ".join(f"“{word}”" for word in shared[:MOST_WORDS])
    other = Target(linked.target.kind, best.partition(":")[2])
    because = f", with which it shares {words}" if words else ""
    message = (
        f"nothing else in this sentence speaks of {_name(linked.target, book)}; it reads as "
        f"if it were about {_name(other, book)}{because}"
    )
    return (
        message,
        f"write {_written(other)}, or say how {_name(linked.target, book)} belongs here",
        other,
    )


def _least_share(passage: Passage, linked: Linked, associations: Associations) -> float:
    if linked.target.kind == "rule" and associations.is_unnamed(passage, linked):
        return LEAST_SHARE_UNNAMED
    return LEAST_SHARE[linked.target.kind]


def _declared(thing: Target, book: Book) -> Term | Fact | Rule:
    kinds: Mapping[str, Mapping[str, Term | Fact | Rule]] = {"term": book.terms, "fact": book.facts, "rule": book.rules}
    return kinds[thing.kind][thing.id]


def _name(thing: Target, book: Book) -> str:
    match _declared(thing, book):
        case Term(name=name):
            return f"the term {name!r}"
        case Fact(value=value):
            return f"the fact {thing.id!r} ({number(value)})"
        case Rule() as rule:
            return f"rule {full_name(rule, book)!r}"


def _written(thing: Target) -> str:
    return f"[[{thing.kind}:{thing.id}]]" if thing.kind != "term" else "that term"


def _folded(name: str) -> str:
    """A name without the quotation marks that may set it off in a sentence."""
    return " ".join(normalised(name.strip("“”‘’\"'")))
