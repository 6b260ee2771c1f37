"""Turn errors in a project's own templates and stylesheets into findings with file and line."""

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from pathlib import Path
from traceback import walk_tb

from jinja2 import TemplateError, TemplateSyntaxError

from rulewright.base.findings import Finding, Findings, Span

FOLDER = "templates"
HINT = "correct the project's template, or remove it to use the one that comes with the tool"
LONGEST_ADDRESS = 200
MOST_LISTED = 5
ENDLESS = "it includes or calls itself endlessly"
own_templates: ContextVar[bool] = ContextVar("own_templates", default=False)
"""Whether the project has its own templates. Forked worker processes inherit the value."""


class BrokenTemplateError(Exception):
    """A template or a stylesheet of the project is unusable; `file` is its path below `templates/`."""

    def __init__(self, reason: str, file: str = "", line: int = 0, unreadable: bool = False) -> None:
        super().__init__(reason, file, line, unreadable)
        self.reason, self.file, self.line, self.unreadable = reason, file, line, unreadable

    @property
    def finding(self) -> Finding:
        span = Span(f"{FOLDER}/{self.file}" if self.file else FOLDER, self.line, 1 if self.line else 0)
        message = f"the template cannot be used: {self.reason}"
        return Finding("template-error", span, message, HINT, unreadable=self.unreadable)


class UnprintableError(Exception):
    """The PDF printer failed, perhaps because of a template of the project.

    A line of a stylesheet that contains `mentions` is the probable cause.
    """

    def __init__(self, reason: str, mentions: str = "") -> None:
        super().__init__(reason, mentions)
        self.reason, self.mentions = reason, mentions


class RefusedAddressError(BaseException):
    """A template or a stylesheet tries to load an address.

    It is a BaseException because the printer would swallow an Exception.
    """

    def __init__(self, address: str) -> None:
        super().__init__(address)
        self.address = address


@contextmanager
def template_findings(project: Path, findings: Findings) -> Iterator[None]:
    """Run the block; if the project's own templates fail, add a finding and leave the block. Other errors pass."""
    own = project / FOLDER
    before = own_templates.set(own.is_dir())
    try:
        yield
    except (BrokenTemplateError, RefusedAddressError, UnprintableError) as error:
        if not isinstance(error, BrokenTemplateError):
            if not own.is_dir():
                raise
            error = _stylesheet_error(error, own)
        finding = error.finding
        if all((each.span, each.message) != (finding.span, finding.message) for each in findings.items):
            findings.add(finding)
    finally:
        own_templates.reset(before)


def _stylesheet_error(error: RefusedAddressError | UnprintableError, own: Path) -> BrokenTemplateError:
    """Return the error with the best place we can find.

    That is the line with the words of the error, the only file of the project, or a list of its files in the reason.
    """
    if isinstance(error, RefusedAddressError):
        reason = f"it loads {error.address[:LONGEST_ADDRESS]!r}, but templates must not load anything"
        return BrokenTemplateError(reason, *_find_words(own, error.address))
    file, line = _find_words(own, error.mentions)
    if file:
        return BrokenTemplateError(error.reason, file, line)
    first, *others = [file.relative_to(own).as_posix() for file in _own_files(own)] or [""]
    if not others:
        return BrokenTemplateError(error.reason, first)
    listed = ", ".join((first, *others[: MOST_LISTED - 1])) + (", …" if len(others) >= MOST_LISTED else "")
    return BrokenTemplateError(f"{error.reason}; the project has {listed}")


@contextmanager
def rendering(project: Path) -> Iterator[None]:
    """Turn an error inside a template of the project, or an error of Jinja, into a BrokenTemplateError."""
    own = project / FOLDER
    try:
        yield
    except BrokenTemplateError:
        raise
    except Exception as error:
        places = [*_running_templates(error)]
        mine = [(file, line) for file, line in places if file.is_relative_to(own)]
        if not mine and not (isinstance(error, TemplateError) and own.is_dir()):
            raise
        file, line = (mine or places or [(own, 0)])[-1]
        name = file.relative_to(own).as_posix() if mine else _name_of(file)
        raise BrokenTemplateError(_reason(error), name, line) from error


def _running_templates(error: Exception) -> Iterator[tuple[Path, int]]:
    """Yield the templates in the traceback of an error, with their lines, the innermost last."""
    for frame, line in walk_tb(error.__traceback__):
        if frame.f_code.co_filename.endswith(".j2"):
            yield Path(frame.f_code.co_filename), line
    if isinstance(error, TemplateSyntaxError) and error.filename:
        yield Path(error.filename), error.lineno


def _name_of(file: Path) -> str:
    """Return the path of a template below its last folder `templates`; "" if it is in no such folder."""
    parts = file.parts
    return "/".join(parts[len(parts) - parts[::-1].index(FOLDER) :]) if FOLDER in parts else ""


def _reason(error: Exception) -> str:
    if isinstance(error, RecursionError):
        return ENDLESS
    if isinstance(error, MemoryError):
        return "it needs more memory than there is"
    return (error.message if isinstance(error, TemplateError) else str(error)) or type(error).__name__


def _find_words(own: Path, words: str) -> tuple[str, int]:
    """Return the file and line of the project's own templates that contain the words; ("", 0) if none do."""
    for file in _own_files(own) if words else ():
        lines = file.read_text("utf-8", "replace").splitlines()
        for number, line in enumerate(lines, 1):
            if words in line:
                return file.relative_to(own).as_posix(), number
    return "", 0


def _own_files(own: Path) -> list[Path]:
    """Return the files of the project's own templates, stylesheets before pages."""
    return sorted((each for each in own.rglob("*") if each.is_file()), key=lambda each: (each.suffix != ".css", each))
