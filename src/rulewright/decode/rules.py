"""Decoding of rules: text, exceptions, notes, open questions, former numbers and ids, and procedures."""

from collections.abc import Iterable

from rulewright.decode.numerals import read_dice
from rulewright.entries.entry import EntryReader, Schema
from rulewright.entries.lazy import LazyEntry, key
from rulewright.entries.origins import KEYWORDS, OURS, SOURCE, read_origin
from rulewright.entries.roles import (
    FLAG,
    ONE_VALUE,
    PASSAGE,
    PROSE,
    SCALAR,
    STRINGS,
    TEXT,
    TEXTS,
    TITLE,
    WORDS,
    check_id,
    choice,
    either,
    link,
    list_of,
    named,
    names_to,
    node,
    one_or_list,
    prose,
    ref,
    reference,
)
from rulewright.entries.text import Text
from rulewright.findings import Findings
from rulewright.model.game import NUMBERED_PARTS, Exemption, FormerName, Part, Rule
from rulewright.model.numbering import Count
from rulewright.model.procedure import Operand, Procedure, ProcedureStep, Word
from rulewright.source.nodes import Mapping, Node, Scalar, Sequence, kind

RESULTS: Schema = one_or_list(ONE_VALUE)


class ProcedureStepEntry(LazyEntry):
    """A step of a procedure: it reads a table, rolls dice, adds up earlier results, or only asks the player."""

    noun = "a step of a procedure"
    title = key(
        TEXT,
        "What the step is called",
        "title: Score to hit\ntable: hits\nasks: cover",
        default="the title of its table",
    )
    text = key(TEXT, "What one does in it", "table: hits\nasks: cover\ntext: Look at the ground of the target.")
    table = key(link("table"), "The table that it reads, or whose modifiers it adds up", "table: hits\nasks: cover")
    asks = key(
        STRINGS, "The inputs of the table that the player chooses; without a table a domain", "table: hits\nasks: cover"
    )
    takes = key(
        named("a mapping of inputs to results or values", ONE_VALUE),
        "Inputs of the table that have another name among the earlier results, or always one value",
        "table: hits\ntakes: {cover: wood}",
    )
    roll = key(
        SCALAR, "The dice that it rolls; a table whose row is dice rolls these by itself", "title: Shots\nroll: 1d6"
    )
    times = key(
        SCALAR,
        "How many times it rolls them: a number, a fact, or an earlier result",
        "title: Shots\nroll: 1d6\ntimes: 2\nat-least: 5",
        default="1",
    )
    add = key(
        STRINGS,
        "What is added to each roll, or without a roll added up: numbers, facts, earlier results",
        "title: Shots\nroll: 1d6\nadd: 1",
    )
    at_least = key(
        SCALAR, "The score that a roll must reach: the result is how many do", "title: Shots\nroll: 1d6\nat-least: 5"
    )
    at_most = key(
        SCALAR,
        "The score that a roll must not exceed: the result is how many do not",
        "title: Shots\nroll: 1d6\nat-most: 2",
    )
    always = key(
        SCALAR,
        "A score of the dice that always succeeds, whatever is added",
        "title: Shots\nroll: 1d6\nat-least: 5\nalways: 6",
        default="none",
    )
    never = key(
        SCALAR,
        "A score of the dice that never succeeds, whatever is added",
        "title: Shots\nroll: 1d6\nat-least: 5\nnever: 1",
        default="none",
    )
    results = key(
        named("a mapping of results to other names for them", ONE_VALUE),
        "Names for its results, as later steps and their tables know them; those of the domain with its name print so",
        "title: Shots\nroll: 1d6\nat-least: 5\nresults: {0: miss, 1: hit}",
        default="the results as they are",
    )
    when = key(
        node("a mapping of earlier results to those at which it takes place", names_to(RESULTS)),
        "When the step takes place; without it, whenever what it takes is there",
        "title: Luck\nroll: 1d6\nwhen: {first: 6}",
        default="always",
    )
    stop = key(
        named("a mapping of results to texts", PROSE),
        "The results at which the procedure ends, and what that means",
        "title: Shots\nroll: 1d6\nat-least: 5\nstop: {0: a miss}",
    )


class ProcedureEntry(LazyEntry):
    """The steps by which players carry out a rule: a calculator on web pages, and a numbered list in print."""

    noun = "a procedure"
    title = key(
        TEXT,
        "What the procedure is called",
        "title: A shot\nsteps: {die: {title: Shot, roll: 1d6}}",
        default="the title of its rule",
    )
    steps = key(
        named("a mapping of names to steps", ref("ProcedureStepEntry")),
        "The steps in their order; later ones take the result of each by its name",
        "steps: {die: {title: Shot, roll: 1d6, at-least: 5}}",
        required=True,
    )


# Procedures of rules

ROLLING = ("times", "at-least", "at-most", "always", "never")
"""Keys of a step that need `roll`."""
DICE_ALONE = "write the dice alone, such as 1d10 or 2d6, and what is added under 'add'"
READING = ("takes",)
"""Keys of a step that need `table`."""


def read_procedure(written: Node | None, above: EntryReader) -> Procedure | None:
    """Return the procedure of a rule; None if it has none, or its steps cannot be read."""
    if written is None:
        return None
    entry = ProcedureEntry(written, f"the procedure of {above.what}", above.findings)
    results: list[str] = []
    steps = tuple(_step(name, step, results, entry) for name, step in entry.steps)
    return Procedure(entry.title, steps, entry.span) if entry.sound and steps else None


def _step(name: Scalar, written: Node, results: list[str], above: EntryReader) -> ProcedureStep:
    """Read one step. `results` are the names that earlier steps define; the step adds its own."""
    entry = ProcedureStepEntry(written, f"step {name.value!r}", above.findings)
    check_id(name, entry.findings)
    if entry.sound:
        _check_keys(entry)

    def operand(written: Scalar) -> Operand:
        word = _word(written)
        is_fact = not isinstance(word.result, int) and written.value.partition(".")[0] not in results
        return Operand(word, reference(written, "fact") if is_fact else None)

    def optional(written: Scalar | None) -> Operand | None:
        return None if written is None else operand(written)

    asks = tuple(map(_word, entry.asks))
    results += [word.name for word in asks]
    step = ProcedureStep(
        name=name.value,
        title=entry.title,
        text=entry.text,
        table=entry.table,
        asks=asks,
        takes=_words(entry.takes),
        roll=read_dice(entry, entry.roll, DICE_ALONE),
        times=optional(entry.times),
        add=tuple(map(operand, entry.add)),
        at_least=optional(entry.at_least),
        at_most=optional(entry.at_most),
        always=optional(entry.always),
        never=optional(entry.never),
        results=_words(entry.results),
        when=_conditions(entry.when),
        stop=_stops(entry),
        span=name.span,
    )
    results.append(name.value)
    return step


def _check_keys(entry: ProcedureStepEntry) -> None:
    """Report missing keys, and keys that exclude each other."""
    if not any(map(entry.has, ("table", "roll", "add", "asks"))):
        hint = "as in table: hits, roll: 1d6, add: [die, drm], or asks: cover"
        message = f"{entry.what} does nothing: it needs 'table', 'roll', 'add' or 'asks'"
        entry.report("missing-key", entry.span, message, hint)
    if not entry.has("table"):
        entry.require("title")
    for names, other in ((ROLLING, "roll"), (READING, "table")):
        for name in filter(entry.has, names):
            if not entry.has(other):
                message = f"{name!r} needs {other!r} beside it"
                hint = f"add {other!r} to the step, or leave out {name!r}"
                entry.report("missing-key", entry.key_place(name), message, hint)
    for one, another in (("table", "roll"), ("table", "add"), ("at-least", "at-most")):
        if entry.has(one) and entry.has(another):
            hint = "make two steps of it; the second takes the result of the first by its name"
            message = f"{entry.what} has both {one!r} and {another!r}"
            entry.report("bad-value", entry.key_place(another), message, hint)


def _word(written: Scalar) -> Word:
    return Word(written.value.strip(), written.span)


def _words(pairs: Iterable[tuple[Scalar, Node]]) -> tuple[tuple[Word, Word], ...]:
    return tuple((_word(name), _word(value)) for name, value in pairs if isinstance(value, Scalar))


def _conditions(written: Node | None) -> tuple[tuple[Word, tuple[Word, ...]], ...]:
    """Return earlier results, each with the values at which the step takes place: one value or a list."""
    pairs = written.entries if isinstance(written, Mapping) else ()
    lists = ((name, value.items if isinstance(value, Sequence) else (value,)) for name, value in pairs)
    return tuple(
        (_word(name), tuple(_word(each) for each in values if isinstance(each, Scalar))) for name, values in lists
    )


def _stops(entry: ProcedureStepEntry) -> tuple[tuple[Word, Text], ...]:
    pairs = ((name, value) for name, value in entry.stop if isinstance(value, Scalar))
    return tuple((_word(name), prose(value, entry.findings)) for name, value in pairs)


EXCEPTIONS = node(
    "a text, or a list of texts and of exceptions that have exceptions themselves",
    PROSE,
    ref("ExceptionEntry"),
    list_of(either(PROSE, ref("ExceptionEntry"))),
)


class ExceptionEntry(LazyEntry):
    """An exception that has exceptions itself. Any other exception is just a text."""

    noun = "an exception"
    text = key(TITLE, "What the exception says", "text: In a wood it scores on 5 or more.", required=True)
    exceptions = key(EXCEPTIONS, "Exceptions to this exception", "exceptions: [A mortar ignores the wood.]")


class RuleEntry(LazyEntry):
    """A rule.

    Its id, the key under `rules`, stays the same when its number changes: links and permalinks use the id.
    """

    noun = "a rule"
    number = key(
        SCALAR,
        "The number that readers cite; a rule without one needs `parent`",
        'number: "4.2"',
        default="none for a rule with a parent; that of its order under `numbering: auto` and in appendices",
    )
    numbered = key(
        choice("yes", "no"),
        "Whether it has a number; one without is printed after the rule before it in the source",
        "numbered: no",
        default="yes",
    )
    part = key(
        choice("rules", "front", "appendix", "back"),
        "Where a chapter is in the book: among the rules; in front of them without a number, as an introduction; as "
        "an appendix, with a letter; or at the back without a number, as designer's notes",
        "part: appendix",
        default="rules",
    )
    sidebar = key(
        FLAG,
        "Whether it prints in a box beside the rules, without a number and outside of the contents",
        "parent: hits\nsidebar: yes",
        default="no",
    )
    parent = key(
        link("rule"), "The rule above this one, where its number does not say so", "parent: combat", former=("under",)
    )
    title = key(TEXT, "The heading; only an external rule may do without", "title: Hits", default="none")
    external = key(
        WORDS, "The work in which a rule stands that is cited but not part of this source", "external: Core rules"
    )
    former_numbers = key(
        STRINGS,
        "Numbers that the rule had in earlier editions; links by them still lead here",
        'former-numbers: ["3.9"]',
        former=("was",),
    )
    former_ids = key(
        STRINGS,
        "Ids that the rule had in earlier editions; links by them still lead here",
        "former-ids: [hitting]",
        former=("was-id",),
    )
    keywords = KEYWORDS
    source, ours = SOURCE, OURS
    text = key(
        PASSAGE,
        "What the rule says; only an external rule, or one with rules below it, may do without",
        'text: "Roll one die and look at [[table:hits]]."',
        default="none",
    )
    exceptions = key(
        EXCEPTIONS, "Exceptions, each printed as a block of its own", "exceptions: [A mortar never misses.]"
    )
    incomplete = key(TEXT, "What is missing where the source breaks off", "incomplete: The page on duds is missing.")
    notes = key(
        TEXTS, "Why the rule is as it is, for readers who ask", "notes: [Wood hides a man, but stops no shell.]"
    )
    questions = key(
        TEXTS, "What the sources leave undecided", "questions: [Does a hedge count as a wood?]", former=("open",)
    )
    rolls = key(
        named("a mapping of ids to tables", ref("RollEntry")),
        "Tables in the text of the rule: what each score of the dice leads to, printed as a list where "
        "scores alone decide",
        "rolls: {jam: {rows: {die: 1d6}, cells: {1: It jams., 2-6: It fires.}}}",
        former=("throws",),
    )
    procedure = key(
        node("a procedure", ref("ProcedureEntry")),
        "How the rule is carried out step by step, through dice, modifiers and tables: a calculator on the web, with "
        "the odds of all of it, and a numbered list in print",
        "procedure: {title: A shot, steps: {die: {title: Shot, roll: 1d6, at-least: 5}}}",
    )


def decode_rule(name: Scalar, node: Node, counting: Count, findings: Findings) -> Rule:
    """Decode one entry of `rules`. `counting` says how rules are numbered in this game.

    The tables under `rolls` are decoded elsewhere, together with all tables.
    """
    entry = RuleEntry(node, f"rule {name.value!r}", findings)
    _ = entry.rolls  # only a value that is not a mapping gives a finding here
    part, sidebar = Part(entry.part), entry.sidebar
    numbered = entry.numbered == "yes" and not sidebar and part in NUMBERED_PARTS
    is_titled_external = bool(entry.external) and entry.has("title")
    if numbered and part is Part.RULES and not (counting or entry.has("parent") or is_titled_external):
        entry.require("number")
    if not entry.external:
        entry.require("title")
    if entry.has("text"):
        entry.require("text")  # a rule without the key may be a chapter with rules below it
    _refuse_number(entry, numbered, counting)
    if sidebar and entry.sound:
        entry.require("parent")
    if entry.has("part") and entry.has("parent"):
        hint = "remove it: a rule is in the part of the rule above it"
        entry.report("bad-value", entry.place("part"), "a rule with a parent has no 'part'", hint)
    return Rule(
        id=name.value,
        number=entry.number.value if entry.number else "",
        parent=entry.parent,
        title=entry.title or Text("", (), entry.span),
        text=entry.text,
        questions=entry.questions,
        external=entry.external,
        span=name.span,
        number_span=entry.number.span if entry.number else entry.span,
        exceptions=_exceptions(entry.exceptions, entry),
        incomplete=entry.incomplete,
        notes=entry.notes,
        former_numbers=tuple(map(_former, entry.former_numbers)),
        former_ids=tuple(_former(each) for each in entry.former_ids if check_id(each, findings)),
        origin=read_origin(entry),
        part=part,
        numbered=numbered,
        sidebar=sidebar,
        keywords=entry.keywords,
        procedure=read_procedure(entry.procedure, entry),
    )


def _refuse_number(entry: RuleEntry, numbered: bool, counting: Count) -> None:
    """Report a number that contradicts another key, or the automatic numbering of the game."""
    if not entry.has("number") or entry.external or (numbered and not counting):
        return
    message, hint = f"{entry.what} has no number", "remove the number, or the key that says it has none"
    if numbered:
        message = "rules are numbered automatically: see 'numbering' in the section game"
        hint = "remove it; links by id stay right whatever the number is"
    entry.report("bad-value", entry.key_place("number"), message, hint)


def _former(name: Scalar) -> FormerName:
    return FormerName(name.value, name.span)


def _exceptions(written: Node | None, entry: EntryReader) -> tuple[Exemption, ...]:
    """Return the exceptions in order. A single one need not be a list: it may be text or a mapping."""
    each: Iterable[Node] = written.items if isinstance(written, Sequence) else (written,) if written else ()
    return tuple(_exception(node, entry) for node in each)


def _exception(node: Node, above: EntryReader) -> Exemption:
    if isinstance(node, Scalar):
        return Exemption(prose(node, above.findings))
    if not isinstance(node, Mapping):
        hint = "as in exceptions: [In a wood it scores on 5 or more.]"
        above.report("wrong-type", node.span, f"an exception is text or a mapping, not {kind(node)}", hint)
        return Exemption(Text("", (), node.span))
    entry = ExceptionEntry(node, "an exception", above.findings)
    return Exemption(entry.text, _exceptions(entry.exceptions, entry))
