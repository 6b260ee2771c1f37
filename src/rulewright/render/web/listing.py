"""The listing of the rules code: the page of each function, and links to it."""

from collections.abc import Iterator, Mapping
from functools import cached_property

from markupsafe import Markup

from rulewright.model.readers import Readers
from rulewright.proof.report import FunctionSource, ProofReport
from rulewright.render.typesetting.proof_words import function_name

LONGEST = 24_000
"""Characters of code on one page, which keep it below 100 kB with its markup."""
OF_FUNCTION = 120
"""Characters that a function counts beside its code."""


class CodeListing:
    """The functions that a proof has asked, in the order of the rules code, page by page; none for players."""

    def __init__(self, proof: ProofReport, readers: Readers) -> None:
        asked = sorted(proof.functions.values(), key=lambda function: (function.file, function.line))
        self.functions = readers.parts(asked)

    @cached_property
    def pages(self) -> Mapping[str, tuple[FunctionSource, ...]]:
        """The first is always `code.html`; none if no code was run."""
        return {_file(at): run for at, run in enumerate(self._runs())}

    def _runs(self) -> Iterator[tuple[FunctionSource, ...]]:
        run: list[FunctionSource] = []
        weight = 0
        for function in self.functions:
            own = len(function.text) + OF_FUNCTION
            if run and weight + own > LONGEST:
                yield tuple(run)
                run, weight = [], 0
            run.append(function)
            weight += own
        if run:
            yield tuple(run)

    @cached_property
    def places(self) -> Mapping[str, str]:
        """The address of each function."""
        return {each.name: f"{file}#{each.name}" for file, run in self.pages.items() for each in run}

    def link(self, function: str) -> Markup:
        """A function named in a sentence, one click away from its code."""
        href = self.places.get(function)
        return Markup('<a class="code" href="{}">{}()</a>').format(href, function) if href else function_name(function)


def _file(at: int) -> str:
    return f"code-{at + 1}.html" if at else "code.html"
