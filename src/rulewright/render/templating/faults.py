"""Faults of a project's own templates, and where in them they are."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from traceback import walk_tb

from jinja2 import TemplateError, TemplateSyntaxError

from rulewright.diagnostics import Diagnostic, Span

FOLDER = "templates"
HINT = "correct the project's template, or remove it to use the one that comes with the tool"
ENDLESS = "it includes or calls itself without end"


class BrokenTemplateError(Exception):
    """A template or a stylesheet of the project cannot be used: why, and its file below `templates/` and line."""

    def __init__(self, reason: str, file: str = "", line: int = 0, unreadable: bool = False) -> None:
        super().__init__(reason, file, line, unreadable)
        self.reason, self.file, self.line, self.unreadable = reason, file, line, unreadable

    @property
    def finding(self) -> Diagnostic:
        span = Span(f"{FOLDER}/{self.file}" if self.file else FOLDER, self.line, 1 if self.line else 0)
        message = f"the template cannot be used: {self.reason}"
        return Diagnostic("template-error", span, message, HINT, unreadable=self.unreadable)


class UnprintableError(Exception):
    """The printer fails; `reason` says how. Where the project has templates of its own, they may ask too much of it."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason


class RefusedAddressError(BaseException):
    """A template or a stylesheet asks for something from an address. The printer swallows any `Exception`."""

    def __init__(self, address: str) -> None:
        super().__init__(address)
        self.address = address


@contextmanager
def template_faults(project: Path, found: Callable[[Diagnostic], None]) -> Iterator[None]:
    """Reports a fault of the project's own templates, and ends what stands under this line. Other errors pass."""
    own = project / FOLDER
    try:
        yield
    except BrokenTemplateError as error:
        found(error.finding)
    except RefusedAddressError as error:
        reason = f"it asks for {error.address!r}, and nothing is fetched"
        found(BrokenTemplateError(reason, *_mention(own, error.address)).finding)
    except UnprintableError as error:
        if not own.is_dir():
            raise
        found(BrokenTemplateError(error.reason).finding)


@contextmanager
def rendering(project: Path) -> Iterator[None]:
    """An error of a template of the project, and an error of Jinja in its company, is a fault of that template."""
    own = project / FOLDER
    try:
        yield
    except Exception as error:
        if isinstance(error, BrokenTemplateError):
            raise
        places = [*_places(error)]
        mine = [(file, line) for file, line in places if file.is_relative_to(own)]
        if not mine and not (isinstance(error, TemplateError) and own.is_dir()):
            raise
        file, line = (mine or places or [(own, 0)])[-1]
        name = file.relative_to(own).as_posix() if mine else _below(file)
        raise BrokenTemplateError(_reason(error), name, line) from error


def _places(error: Exception) -> Iterator[tuple[Path, int]]:
    """The templates that were running, the innermost last."""
    for frame, line in walk_tb(error.__traceback__):
        if frame.f_code.co_filename.endswith(".j2"):
            yield Path(frame.f_code.co_filename), line
    if isinstance(error, TemplateSyntaxError) and error.filename:
        yield Path(error.filename), error.lineno


def _below(file: Path) -> str:
    """The path below the last folder of templates."""
    parts = file.parts
    return "/".join(parts[len(parts) - parts[::-1].index(FOLDER) :]) if FOLDER in parts else ""


def _reason(error: Exception) -> str:
    if isinstance(error, RecursionError):
        return ENDLESS
    if isinstance(error, MemoryError):
        return "it needs more memory than there is"
    return str(error) or type(error).__name__


def _mention(own: Path, address: str) -> tuple[str, int]:
    """The file of the project's own templates, and the line, that holds the address."""
    for file in sorted(each for each in own.rglob("*") if each.is_file()):
        lines = file.read_text("utf-8", "replace").splitlines()
        for number, line in enumerate(lines, 1):
            if address in line:
                return file.relative_to(own).as_posix(), number
    return "", 0
