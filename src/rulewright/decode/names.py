"""What may name a value: everything that keys, links, claims and rules code can all write."""

import re

from rulewright.translation.messages import tell

NAME = re.compile(r"[A-Za-z0-9]+(?:[-_][A-Za-z0-9]+)*")
RESERVED = {
    "any": tell("it stands for every value of a domain"),
    "nothing": tell("it stands for a cell left empty on purpose"),
    "unknown": tell("it stands for a cell whose answer is an open question"),
}
IN_SETS = {
    "none": tell("it stands for the set with nothing in it"),
    "only": tell("it begins the key of just one set"),
    "and": tell("it joins the names of a set"),
    "or": tell("alternatives are divided by commas"),
    "not": tell("it says that a name is not in the set"),
    "without": tell("it says that a name is not in the set"),
}
"""Words that the keys of sets are made of, and what each does there."""
