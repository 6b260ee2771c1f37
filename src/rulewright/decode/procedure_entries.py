"""What an author writes of a procedure: its keys and those of its steps."""

from rulewright.language.entry import Entry, Schema, key
from rulewright.language.kinds import (
    ONE_VALUE,
    PROSE,
    SCALAR,
    STRINGS,
    TEXT,
    link,
    named,
    names_to,
    node,
    one_or_list,
    ref,
)

WORDS: Schema = one_or_list(ONE_VALUE)


class ProcedureStepEntry(Entry):
    """A step of a procedure: it reads a table, rolls dice, adds up earlier results, or only asks the player."""

    noun = "a step of a procedure"
    title = key(
        TEXT,
        "What the step is called",
        "title: Score to hit\ntable: hits\nasks: cover",
        default="the title of its table",
    )
    text = key(TEXT, "What one does in it", "table: hits\nasks: cover\ntext: Look at the ground of the target.")
    table = key(
        link("table"),
        "The table that it reads, or whose modifiers it adds up",
        "table: hits\nasks: cover",
    )
    asks = key(
        STRINGS,
        "The inputs of the table that the player chooses; without a table a domain",
        "table: hits\nasks: cover",
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
        SCALAR,
        "The score that a roll must reach: the result is how many do",
        "title: Shots\nroll: 1d6\nat-least: 5",
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
        node("a mapping of earlier results to those at which it takes place", names_to(WORDS)),
        "When the step takes place; without it, whenever what it takes is there",
        "title: Luck\nroll: 1d6\nwhen: {first: 6}",
        default="always",
    )
    stop = key(
        named("a mapping of results to texts", PROSE),
        "The results at which the procedure ends, and what that means",
        "title: Shots\nroll: 1d6\nat-least: 5\nstop: {0: a miss}",
    )


class ProcedureEntry(Entry):
    """How a rule is carried out: a calculator on the web, and a numbered list in print."""

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
