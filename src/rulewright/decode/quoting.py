"""Quotes within an example: `[[given:distance]]` and `[[result]]` mean its own values, told apart from all others.

So the text of a link names one thing in the whole book, and linking needs no context.
"""

from collections.abc import Collection
from dataclasses import replace

from rulewright.findings import Finding, Findings
from rulewright.markup.links import LINK
from rulewright.model.names import did_you_mean, listed
from rulewright.model.text import Link, Text


def scoped(text: Text, example: str, quotable: Collection[str], faults: Findings, step: int = 0) -> Text:
    """The text of an example with the targets of its quotes made unique: `given:EXAMPLE/distance`.

    `quotable` are the targets that the example has; `[[result]]` is that of the `step`, if the text is of one.
    """
    links: list[Link] = []
    for link in text.links:
        own = f"result:{step}" if link.target == "result" and step else link.target
        kind, _, name = own.partition(":")
        if kind not in ("given", "result"):
            links.append(link)
            continue
        if f"{kind}:{name.strip()}" not in quotable:
            faults.add(_dangling(link, kind, name.strip(), example, quotable))
        links.append(Link(f"{kind}:{example}/{name.strip()}", link.shown, link.span))
    written = iter(links)

    def relinked(_: object) -> str:
        link = next(written)
        return f"[[{link.target}|{link.shown}]]" if link.shown else f"[[{link.target}]]"

    changed = tuple(links) != text.links or any(a.target != b.target for a, b in zip(links, text.links, strict=True))
    return replace(text, source=LINK.sub(relinked, text.source), links=tuple(links)) if changed else text


def _dangling(link: Link, kind: str, name: str, example: str, quotable: Collection[str]) -> Finding:
    if kind == "result":
        message = f"there is no result to print here in example {example!r}"
        return Finding("dangling-link", link.span, message, "a step has a result where it has 'ask' and 'result'")
    known = [each.removeprefix("given:") for each in quotable if each.startswith("given:")]
    otherwise = f"its values are: {listed(known)}" if known else "it has no values under 'given'"
    message = f"example {example!r} is given no {name!r}"
    return Finding("dangling-link", link.span, message, did_you_mean(name, known, otherwise))
