"""What the worker says of the rules code, as sentences that can be translated.

The worker runs apart from the rest of the tool and sends plain English, which rules code may have forged. So here it is
taken for a sentence only if it has the form of one.
"""

import re
from functools import cache

from rulewright.translation.messages import Message, tell

FORMS = (
    tell("may not import {name} from {module}"),
    tell("may not import {name}"),
    tell("may not use {name}"),
    tell("gives {name} another name"),
    tell("uses {name} with a name that it makes while it runs"),
    tell("passes {name} on, which takes the names of attributes"),
    tell("uses {name} of a text that it makes while it runs"),
    tell("uses {name} with names of attributes"),
    tell("tried to read {name} of a value"),
    tell("tried {event}, which rules code may not do"),
    tell("raised {exception}"),
    tell("returned a value of type {type}, which no table can print"),
    tell("returned {value}, which no table can print"),
    tell("returned over {size} MB of text"),
    tell("ran out of memory"),
    tell("is nested too deeply"),
    tell("is not valid Python: {error}"),
    tell("rules code only computes from its arguments: it may read no file and run no program"),
    tell("rules code may import only {modules}"),
    tell("write the name of the attribute itself, so that the check of the source can read it"),
    tell('write an f-string such as f"{example}", whose parts the check of the source can read'),
    tell("return an int, float, bool, str, Fraction, enum member, None, or a tuple, list or set of these"),
)


def rules_words(written: str) -> Message:
    """The sentence that has the form of a text; else the text as it is."""
    found = ((form.template, _pattern(form.template).fullmatch(written)) for form in FORMS)
    return next((Message(written, template, match.groupdict()) for template, match in found if match), Message(written))


@cache
def _pattern(template: str) -> re.Pattern[str]:
    return re.compile(re.sub(r"\\\{(\w+)\\\}", r"(?P<\1>.*)", re.escape(template)), re.DOTALL)
