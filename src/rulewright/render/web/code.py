"""The pages of rules code: each function that proves something, and what it proves."""

import keyword
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache, partial
from io import StringIO
from tokenize import COMMENT, NAME, STRING, TokenInfo, generate_tokens

from markupsafe import Markup, escape

from rulewright.model.book import Target
from rulewright.proof.report import FunctionSource, State, tried_words
from rulewright.render.web.site import Page, Site, SiteFile
from rulewright.render.web.text import WebTypesetter
from rulewright.render.web.views import FunctionView, LinkView
from rulewright.translation.messages import tell

# Highlights Python

KINDS = {STRING: "string", COMMENT: "comment"}


def highlight(source: str, places: Mapping[str, str]) -> Markup:
    """Highlights code, which has run and so can be tokenized; `places` are the addresses of functions."""
    lines = list(StringIO(source))  # ends lines where Python does, and not at a form feed
    starts = [0]
    for line in lines:
        starts.append(starts[-1] + len(line))
    return Markup("").join(_pieces(source, starts, places))


def _pieces(source: str, starts: list[int], places: Mapping[str, str]) -> Iterator[Markup]:
    at = 0
    defined = False
    for token in generate_tokens(StringIO(source).readline):
        (row, column), (last, end) = token.start, token.end
        markup = None if defined else _markup(token, places)
        defined = token.string == "def"
        if markup is not None:
            start = starts[row - 1] + column
            yield escape(source[at:start])
            yield markup
            at = starts[last - 1] + end
    yield escape(source[at:])


def _markup(token: TokenInfo, places: Mapping[str, str]) -> Markup | None:
    """The markup of a token; None for plain code."""
    if token.type == NAME and token.string in places:
        return Markup('<a href="{}">{}</a>').format(places[token.string], token.string)
    kind = "word" if token.type == NAME and keyword.iskeyword(token.string) else KINDS.get(token.type)
    return None if kind is None else Markup('<span class="{}">{}</span>').format(kind, token.string)


def code_pages(site: Site) -> Iterator[SiteFile]:
    """None if no code was run."""
    proofs = cache(partial(_Proofs, site))
    for at, file in enumerate(site.listing.pages):
        yield SiteFile(file, partial(_page, site, at, proofs))


def _page(site: Site, at: int, proofs: "Callable[[], _Proofs]") -> Page:
    pages = list(site.listing.pages.items())
    (file, functions), typesetter = pages[at], site.typesetter()
    return site.page(
        file,
        "code",
        typesetter,
        tell("The rules code, page {number}", number=at + 1) if at else tell("The rules code"),
        functions=tuple(_function(site, each, proofs()) for each in functions),
        previous=_turn(pages[at - 1], typesetter) if at else None,
        next=_turn(pages[at + 1], typesetter) if at + 1 < len(pages) else None,
    )


class _Proofs:
    """What each function proves, and for which ranges of its inputs."""

    def __init__(self, site: Site) -> None:
        self.proves, self.tried = _proves(site), _tried(site)


def _function(site: Site, function: FunctionSource, proofs: _Proofs) -> FunctionView:
    code = highlight(function.text, site.listing.places)
    proves, tried = proofs.proves.get(function.name, ()), proofs.tried.get(function.name, "")
    return FunctionView(
        function.name, tell("{file}, line {line}", file=function.file, line=function.line), code, proves, tried
    )


def _turn(page: tuple[str, Sequence[FunctionSource]], typesetter: WebTypesetter) -> LinkView:
    file, functions = page
    label = tell("{first}() to {last}()", first=functions[0].name, last=functions[-1].name)
    return LinkView(file, typesetter.said(label))


def _tried(site: Site) -> Mapping[str, str]:
    """The ranges of inputs for which each function proves something."""
    ranges: dict[str, dict[tuple[str, str], None]] = {}
    for statement in site.proof.statements:
        if statement.state is State.PROVED:
            ranges.setdefault(statement.function, {}).update(dict.fromkeys(statement.tried))
    return {name: tried_words(tuple(tried)) for name, tried in ranges.items()}


def _proves(site: Site) -> Mapping[str, tuple[LinkView, ...]]:
    """The tables, examples and quick references that each function proves, at least in part."""
    owners: dict[str, dict[Target, None]] = {}
    for statement in site.proof.statements:
        if statement.state is State.PROVED:
            owners.setdefault(statement.function, {})[statement.owner] = None
    links = {name: (site.names.link(owner) for owner in targets) for name, targets in owners.items()}
    return {name: tuple(link for link in each if link is not None) for name, each in links.items()}
