"""A number in the text of a rule that its tables, claims and facts do not have.

A rule says in words what its table prints in cells: that a total above +4 becomes +4, that the range is two hexes. The
proof reads the table only. So each figure, and each number word before a unit, is held against the numbers that go with
the same words in the tables of the rule, the claims of its bullets and its facts, and so is the side on which it draws
the line: "16 or more" is not "more than 16". A quoted fact must have its line on the same side as in the claims that
compare with it, or else as in all other sentences that do.
"""

import re
from collections.abc import Collection, Iterator, Mapping, Sequence

from rulewright.checks.english import BOUGHT, PAYS
from rulewright.checks.limits import Limit
from rulewright.checks.number_differs import topics_of_text
from rulewright.checks.occurrences import Occurrences
from rulewright.checks.passages import Features, stems
from rulewright.checks.prose_numbers import ProseNumbers, prose
from rulewright.checks.rule_numbers import RuleNumber, claims_by_fact, numbers_by_rule, of_table
from rulewright.checks.said_numbers import SaidNumber, quoted_facts, said_numbers
from rulewright.diagnostics import Diagnostic, FindingKind, Label, Severity, Span
from rulewright.model.book import Book, Target
from rulewright.model.text import Text

FINDING = FindingKind("unmatched-number", Severity.WARNING)


NOUN = re.compile(r"[\s*_]*(?:\[\[(?:\w+:)?)?([^\W\d_]+)(?:\s+([^\W\d_]+))?")
"""The words after a number: what it counts."""
HINT = "correct the one that is wrong, or state the number as a fact and quote it"


def check(book: Book, only: Collection[Target] | None = None) -> Iterator[Diagnostic]:
    """Each number of a text that no number of its rule matches; `only` in texts of these owners."""
    by_rule, by_fact, uses = numbers_by_rule(book), claims_by_fact(book), _uses_of_facts(book)
    numbers, occurrences = ProseNumbers(book), Occurrences()
    unsettled = {
        text.span for rule in book.game.rules for text in (*rule.notes, *rule.questions, rule.incomplete) if text
    }
    for owner, text in prose(book, only):
        known = _known(owner, text, by_rule, book) if text.span not in unsettled else ()
        for said in said_numbers(text, numbers):
            if said.fact:
                place = text.at(said.at, said.length)
                number = _other_side(said, by_fact.get(said.fact) or _other_uses(said, place, uses.get(said.fact, ())))
            else:
                number = _contradicted(said, text, known)
            if number is not None:
                message = f"the text {said.reading}, but {number.statement}"
                label = Label(number.span, "declared here")
                about = occurrences.about(owner, said.written)
                yield FINDING.at(text.at(said.at, said.length), message, HINT, (label,), about=about)


def _known(owner: Target, text: Text, by_rule: Mapping[str, Sequence[RuleNumber]], book: Book) -> list[RuleNumber]:
    """The numbers of the rules that a text is about or cites, and of the tables that it cites."""
    about = topics_of_text(owner, text, book)
    of_rules = [each for target in about if target.kind == "rule" for each in by_rule.get(target.id, ())]
    of_tables = [each for target in about if target.kind == "table" for each in of_table(book.tables[target.id], book)]
    return [each for each in (*of_rules, *of_tables) if each.limits]


def _contradicted(said: SaidNumber, text: Text, known: Sequence[RuleNumber]) -> RuleNumber | None:
    """The number that a text contradicts; None where one with the same words agrees, or none has the same words."""
    if not known:
        return None
    words = _sentence(said, text)
    near = [each for each in known if each.words & words]
    if (purpose := _purpose(said, text)) is not None:
        near = [each for each in near if each.words & purpose]
    side = None if said.utmost else said.above  # no number next to the utmost one will do
    if any(limit.agrees(said.value, side) for each in near for limit in each.limits):
        return None
    if said.word:
        counted = NOUN.match(text.source[said.at + said.length :])
        nouns = stems(" ".join(filter(None, counted.groups()))) if counted is not None else frozenset()
        near = [each for each in near if each.unit & nouns]
    return max(near, key=lambda each: len(each.words & words), default=None)


def _purpose(said: SaidNumber, text: Text) -> Features | None:
    """What a number is the price of: “take 1 Damp to roll again” says nothing of how much Damp sinks a boat."""
    bought = BOUGHT.match(text.source, said.at + said.length) if PAYS.search(text.source[: said.at]) else None
    return stems(Text(bought[1]).words) if bought is not None else None


def _uses_of_facts(book: Book) -> Mapping[str, Sequence[tuple[Span, SaidNumber]]]:
    """The sentences that compare with each fact, by its id."""
    uses: dict[str, list[tuple[Span, SaidNumber]]] = {}
    for _, text in prose(book):
        for said in quoted_facts(text, book) if "[[fact:" in text.source else ():
            if said.above is not None:
                uses.setdefault(said.fact, []).append((text.at(said.at, said.length), said))
    return uses


def _other_uses(said: SaidNumber, place: Span, uses: Sequence[tuple[Span, SaidNumber]]) -> Sequence[RuleNumber]:
    """What all other sentences make of a fact, where they agree."""
    others = [(at, use) for at, use in uses if at != place]
    if len({use.above for _, use in others}) != 1:
        return ()
    at, use = others[0]
    limits = (Limit(said.value, bool(use.above)),)
    return [RuleNumber(frozenset(), limits, f"every other sentence {use.reading}", at)]


def _other_side(said: SaidNumber, known: Sequence[RuleNumber]) -> RuleNumber | None:
    """The limit of the same value as a quoted fact, where each has its line on the other side."""
    if said.above is None:
        return None
    same = [each for each in known if any(limit.value == said.value for limit in each.limits)]
    agrees = any(limit.agrees(said.value, said.above) for each in same for limit in each.limits)
    return same[0] if same and not agrees else None


def _sentence(said: SaidNumber, text: Text) -> Features:
    """The words of the sentence around a number."""
    begin = max(text.source.rfind(sign, 0, said.at) for sign in ENDS)
    ends = [at for sign in ENDS if (at := text.source.find(sign, said.at)) >= 0]
    begin, end = max(begin, 0, said.at - LONGEST), min([*ends, said.at + LONGEST])
    return stems(Text(text.source[begin:end]).words)


LONGEST = 1_000
"""Characters of a sentence on each side of a number."""
ENDS = (". ", ".\n", "\n- ", "\n\n")
