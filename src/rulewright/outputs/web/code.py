"""Make the pages of rules code: each function that proves something, with links to the things that it proves."""

import keyword
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache, partial
from io import StringIO
from tokenize import COMMENT, NAME, STRING, generate_tokens

from markupsafe import Markup, escape

from rulewright.base.messages.messages import tell
from rulewright.entries.text import Target
from rulewright.outputs.web.annotations import LinkView
from rulewright.outputs.web.site import Page, Site, SiteFile
from rulewright.outputs.web.text import WebTypesetter
from rulewright.proof.report import FunctionSource, State, tried_words

KINDS = {STRING: "string", COMMENT: "comment"}
Proofs = Callable[[], tuple[Mapping[str, tuple[LinkView, ...]], Mapping[str, str]]]
"""Returns, by function, links to the things that it proves, and the ranges of inputs that were tried."""


def code_pages(site: Site) -> Iterator[SiteFile]:
    """Yield the pages of rules code; nothing if no code was run."""
    proofs = cache(partial(_proofs, site))
    for at, file in enumerate(site.listing.pages):
        yield SiteFile(file, partial(_page, site, at, proofs))


def _page(site: Site, at: int, proofs: Proofs) -> Page:
    pages, typesetter = list(site.listing.pages.items()), site.typesetter()
    file, functions = pages[at]
    proves, tried = proofs()
    return site.page(
        file,
        "code",
        typesetter,
        tell("The rules code, page {number}", number=at + 1) if at else tell("The rules code"),
        functions=[
            {
                "name": each.name,
                "place": tell("{file}, line {line}", file=each.file, line=each.line),
                "code": highlight(each.text, site.listing.places),
                "proves": proves.get(each.name, ()),
                "tried": tried.get(each.name, ""),
            }
            for each in functions
        ],
        previous=_turn(pages[at - 1], typesetter) if at else None,
        next=_turn(pages[at + 1], typesetter) if at + 1 < len(pages) else None,
    )


def _turn(page: tuple[str, Sequence[FunctionSource]], typesetter: WebTypesetter) -> LinkView:
    file, functions = page
    label = tell("{first}() to {last}()", first=functions[0].name, last=functions[-1].name)
    return LinkView(file, typesetter.said(label))


def _proofs(site: Site) -> tuple[Mapping[str, tuple[LinkView, ...]], Mapping[str, str]]:
    owners: dict[str, dict[Target, None]] = {}
    ranges: dict[str, dict[tuple[str, str], None]] = {}
    for statement in site.proof.statements:
        if statement.state is State.PROVED:
            owners.setdefault(statement.function, {})[statement.owner] = None
            ranges.setdefault(statement.function, {}).update(dict.fromkeys(statement.tried))
    links = {name: map(site.names.link, targets) for name, targets in owners.items()}
    proves = {name: tuple(link for link in each if link is not None) for name, each in links.items()}
    return proves, {name: tried_words(tuple(tried)) for name, tried in ranges.items()}


def highlight(source: str, places: Mapping[str, str]) -> Markup:
    """Highlight valid Python code and link the functions in `places` to their addresses."""
    starts = [0]
    for line in StringIO(source):  # ends lines where Python does, and not at a form feed
        starts.append(starts[-1] + len(line))
    pieces, done, defined = list[Markup](), 0, False
    for token in generate_tokens(StringIO(source).readline):
        (row, column), (last, end) = token.start, token.end
        kind = "word" if token.type == NAME and keyword.iskeyword(token.string) else KINDS.get(token.type)
        if defined:
            markup = None
        elif token.type == NAME and token.string in places:
            markup = Markup('<a href="{}">{}</a>').format(places[token.string], token.string)
        else:
            markup = Markup('<span class="{}">{}</span>').format(kind, token.string) if kind else None
        defined = token.string == "def"
        if markup is not None:
            pieces += (escape(source[done : starts[row - 1] + column]), markup)
            done = starts[last - 1] + end
    return Markup("").join((*pieces, escape(source[done:])))
