"""A verb that does not fit its subject: `a unit lose`, `these units is`.

Most often the subject was changed and the verb was not, and readers wonder which of the two is meant: one unit, or all.
Only a subject that begins a clause, right before its verb, counts. A team may take either form.
"""

import re
from collections.abc import Iterator

from rulewright.checks.printed_prose import Slips, english_texts
from rulewright.diagnostics import Diagnostic, FindingKind, Severity
from rulewright.model.book import Book

FINDING = FindingKind("verb-disagrees", Severity.WARNING)

PLAIN = "are|have|lose|take|become|remain|suffer|receive|begin|get|go|give|ignore|choose|arrive|belong|cost"
"""Verbs without an ending that are no nouns beside another noun."""
WITH_S = "is|has|was|does|loses|takes|becomes|remains|suffers|receives|begins|gets|goes|gives|ignores|chooses|arrives"
FOR_ONE, FOR_MANY = "an?|each|every|another", "these|those|both|several|many"
VERBS = frozenset((*PLAIN.split("|"), *WITH_S.split("|")))
BEFORE = frozenset(("a", *FOR_ONE.replace("?", "").split("|"), *FOR_MANY.split("|")))
WORD = r"[a-z][\w-]*"
ONE = re.compile(rf"\b(?:{FOR_ONE})\s+(?:{WORD}\s+)?({WORD}[^\W\ds])\s+(?:{PLAIN})\b", re.IGNORECASE)
MANY = re.compile(
    rf"(?<!\bhow )\b(?:{FOR_MANY})\s+(?:{WORD}\s+)?(?!(?:this|his|its)\b){WORD}[^\W\ds]s\s+(?:{WITH_S})\b",
    re.IGNORECASE,
)
"""After `how many` comes an object: `it says how many actions this takes`."""
BEGINS = re.compile(
    r"(?:^[\W_]*|[,(–—]\s*|\b(?:if|when|unless|because|while|although|once|until|whenever|as|but|so)\s+)$",
    re.IGNORECASE,
)
"""What comes before the subject of a clause; elsewhere a noun may belong to another: `guns on a pintle have`."""
NO_SUBJECT = frozenset(
    {
        # one word for several
        "few",
        "lot",
        "couple",
        "dozen",
        "number",
        "pair",
        "majority",
        "team",
        "group",
        "crew",
        "side",
        "squad",
        "army",
        "staff",
        "platoon",
        "company",
        "party",
        "force",
        "battalion",
        "section",
        "family",
        "enemy",
        "half",
        "people",
        "men",
        "infantry",
        "cavalry",
        "artillery",
        "third",
        "quarter",
        # no nouns
        "can",
        "may",
        "must",
        "will",
        "shall",
        "should",
        "would",
        "could",
        "might",
        "cannot",
        "not",
        "to",
        "do",
        "did",
        "of",
        "who",
        "you",
        "they",
        "we",
        "i",
        "both",
        "all",
        "some",
        "many",
        "most",
        "and",
        "or",
        "than",
        # when something is to be done
        "turn",
        "phase",
        "round",
        "time",
        "day",
        "night",
        "impulse",
        "step",
        "game",
        "month",
        "year",
        "activation",
        "segment",
    }
)
"""Words before a verb without an ending that may be right: `a team have`, `a unit can lose`, `each turn take`."""


def check(book: Book) -> Iterator[Diagnostic]:
    """Each subject with a verb in the wrong number."""
    slips = Slips(FINDING)
    for printed in english_texts(book):
        speaks = not (VERBS.isdisjoint(printed.words) or BEFORE.isdisjoint(printed.words))
        for sentence in printed.sentences() if speaks else ():
            for match in ONE.finditer(sentence):
                if match[1].lower() not in NO_SUBJECT and BEGINS.search(sentence[: match.start()]):
                    message = f"{match[0]!r} has one subject and a verb for several"
                    yield slips.at(printed, match[0], message, "make both singular, or both plural")
            for match in MANY.finditer(sentence):
                message = f"{match[0]!r} has several subjects and a verb for one"
                yield slips.at(printed, match[0], message, "make both singular, or both plural")
