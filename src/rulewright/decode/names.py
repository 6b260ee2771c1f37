"""What may name a value: everything that keys, links, claims and rules code can all write."""

import re

NAME = re.compile(r"[A-Za-z0-9]+(?:[-_][A-Za-z0-9]+)*")
RESERVED = {
    "any": "it stands for every value of a domain",
    "nothing": "it stands for a cell left empty on purpose",
    "unknown": "it stands for a cell whose answer is an open question",
}
IN_SETS = {
    "none": "it stands for the set with nothing in it",
    "only": "it begins the key of just one set",
    "and": "it joins the names of a set",
    "or": "alternatives are divided by commas",
    "not": "it says that a name is not in the set",
    "without": "it says that a name is not in the set",
}
"""Words that the keys of sets are made of, and what each does there."""
