"""A difference as lines for a terminal."""

from collections import Counter
from collections.abc import Iterator

from rulewright.editions.details import Detail, one_line
from rulewright.editions.difference import Difference
from rulewright.editions.history import Step
from rulewright.editions.naming import full_name
from rulewright.editions.passages import excerpts
from rulewright.editions.reasons import why_again
from rulewright.editions.snapshot import Snapshot
from rulewright.editions.touched import GLOSSARY
from rulewright.editions.versions import LEVELS, Level, read_version
from rulewright.editions.view import VERBS, ChangeView, DifferenceView
from rulewright.editions.word_changes import Fate, Words
from rulewright.translation.messages import NO_WORDS, Message, all_of, joined, tell, tell_number

RED, GREEN, BOLD, OFF = "\x1b[31m", "\x1b[32m", "\x1b[1m", "\x1b[0m"
CARDS_TO_PRINT, CARDS_OF_GAMES = tell("Cards to print again"), tell("Cards that are different")
COLOURS = (RED, GREEN, BOLD, OFF)
SIGNS = {Fate.SAME: ("", ""), Fate.STRUCK: ("[-", "-]"), Fate.NEW: ("{+", "+}")}
"""Around words that are struck out and new ones, where there is no colour."""
INKS = {Fate.SAME: "", Fate.STRUCK: RED, Fate.NEW: GREEN}


def difference_lines(step: Step, *, colour: bool = False) -> Iterator[str]:
    """The two editions and what the difference means; then each change, and what it touches."""
    difference, view = step.difference, step.view
    yield heading(difference)
    if not difference.changes:
        yield tell("nothing has changed")
        return
    yield meaning(difference)
    if step.because:
        yield tell("why: {why}", why=step.because)
    for section in view.sections:
        yield ""
        yield section.title
        for each in section.changes:
            yield from _change(each, colour)
    yield from _touched(view)


def heading(difference: Difference) -> Message:
    before, after = sides(difference)
    if difference.of_two_games:
        return tell("from {before} to {after}", before=before, after=after)
    return tell("{game}: from {before} to {after}", game=difference.after.game, before=before, after=after)


def sides(difference: Difference) -> tuple[Message, Message]:
    """What both are called: which editions, or which games."""
    both = difference.before, difference.after
    one, other = (joined([each.title]) if difference.of_two_games else _edition(each) for each in both)
    return one, other


def _edition(snapshot: Snapshot) -> Message:
    if not snapshot.edition:
        return tell("the current source")
    return tell("edition {number} of {date}", number=snapshot.edition, date=snapshot.date)


def meaning(difference: Difference) -> Message:
    """How many changes of each level there are, and the number that follows."""
    version, listed = read_version(difference.before.edition), counted(difference)
    if version is None:
        return listed
    return tell("{changes}: the next edition is {number}", changes=listed, number=version.raised(difference.level))


def counted(difference: Difference) -> Message:
    """How many changes of each level there are."""
    view = DifferenceView(difference)
    counts = Counter(change.level for change in difference.changes if view.is_seen(change))
    parts = [_counted(level, counts[level]) for level in reversed(Level) if counts[level]]
    return all_of(parts) if parts else tell("only what cards print")


def _counted(level: Level, count: int) -> Message:
    what = tell_number("{n} change", "{n} changes", count)
    return tell("{changes} ({level})", changes=what, level=LEVELS[level])


def _change(view: ChangeView, colour: bool) -> Iterator[str]:
    what = joined(VERBS[verb] for verb in view.verbs)
    bold, off = (BOLD, OFF) if colour else ("", "")
    kind, id_ = view.change.key
    name = f"{kind}:{id_}"
    beside = "" if view.name == id_ else f" ({name})"
    yield joined(("  ", bold, view.name if beside else name, off, beside, ": ", what, _level(view.level)), "")
    for detail in view.details:
        yield from _detail(detail, colour)
    for why in filter(None, view.why):
        yield tell("    why: {why}", why=why)


def _level(level: Level) -> Message:
    return tell(" [{level}]", level=LEVELS[level]) if level > Level.PATCH else NO_WORDS


def _detail(detail: Detail, colour: bool) -> Iterator[str]:
    for words in excerpts(detail.passages):
        yield joined(("    ", detail.label, ": ", marked(words, colour=colour)), "")
    if not detail.passages:
        yield joined(("    ", one_line(detail)), "")


def marked(words: tuple[Words, ...], *, colour: bool = False) -> str:
    """As in `Roll [-one die-] {+two dice+}`."""
    return "".join(_marked(each, colour) for each in words).strip()


def _marked(words: Words, colour: bool) -> str:
    text = words.text.lstrip()
    space = words.text[: len(words.text) - len(text)]
    if words.fate is Fate.NEW and not colour:
        space = space or " "
    before, after = (INKS[words.fate], OFF if words.fate is not Fate.SAME else "") if colour else SIGNS[words.fate]
    return f"{space}{before}{text}{after}"


def _touched(view: DifferenceView) -> Iterator[str]:
    touched, after = view.touched, view.difference.after
    if touched.cards or touched.gone:
        yield from ("", CARDS_OF_GAMES if view.difference.of_two_games else CARDS_TO_PRINT)
    for reprint in touched.cards:
        yield joined(("  ", reprint.card.get("title"), f" (card:{reprint.card.id})"), "")
        if reprint.new:
            yield tell("    a new card")
        yield from (joined(("    ", each), "") for each in why_again(reprint, view))
        if reprint.layout:
            yield tell("    its layout, colours or pictures")
    for card in touched.gone:
        yield tell("  {title} is no longer made", title=card.get("title"))
    if touched.pages:
        names = [tell("the glossary") if key == GLOSSARY else full_name(key, after) for key in touched.pages]
        yield from ("", tell("Pages"), joined(("  ", joined(names)), ""))
    if touched.examples:
        yield from ("", tell("Examples to read again"))
        yield from (joined(("  ", each.get("title"), f" (example:{each.id})"), "") for each in touched.examples)
