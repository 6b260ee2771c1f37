"""The web server of the preview. In: requests of the author's browser. Out: pages, pictures and JSON of a `LiveGame`.

Every address begins with a secret *token*: `/TOKEN/build/web/hits.html` is the page `web/hits.html` of the game. Each
page gets a script that keeps it up to date. The server announces each change by a server-sent event; the browser then
requests what it shows again, and replaces what differs. `rulewright.app.commands.preview` starts the server.
"""

import asyncio
import json
from collections.abc import AsyncIterator
from concurrent.futures import Future
from dataclasses import dataclass
from typing import TypeVar
from urllib.parse import quote

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.middleware.trustedhost import TrustedHostMiddleware
from starlette.requests import Request
from starlette.responses import HTMLResponse, JSONResponse, Response, StreamingResponse
from starlette.routing import Route

from rulewright.app.preview.live import LiveGame, NothingToShowError, Status
from rulewright.app.preview.snapshot import SourcePlaces, media_type
from rulewright.app.preview.workers import InterruptedJobError
from rulewright.base.findings import Finding, Span
from rulewright.base.memo import memoised
from rulewright.html.environment import asset
from rulewright.outputs.web.fonts import FONT, whole_font

T = TypeVar("T")
ASSETS = ("shell.css", "shell.js", "adapt.js", "page.js")
SCRIPT = (
    b'<head>\n<script src="/%(root)s/preview/adapt.js" defer></script>\n'
    b'<script src="/%(root)s/preview/page.js" data-pages="%(pages)d" data-styles="%(styles)s" defer></script>'
)
"""The scripts of a page. They run first, and get the version of the page, which may change before they listen."""
THEME_SCRIPT = b'<script src="theme.js"></script>'
FONTS = b'<link rel="stylesheet" href="fonts.css">\n'
"""Added to each page before `THEME_SCRIPT`, so that the browser loads the fonts with the first page."""
MIN_WIDTH, MAX_WIDTH = 50, 4000
"""Pixels of a picture of a page; the largest is an A4 page at 480 dots per inch."""
NOT_STORED = {"Cache-Control": "no-store", "Referrer-Policy": "no-referrer", "X-Content-Type-Options": "nosniff"}
STORED = {**NOT_STORED, "Cache-Control": "private, max-age=86400, immutable"}
"""The headers of fonts, which never change."""
EDITORS = {
    "vscode": "vscode://file{file}:{line}:{column}",
    "vscodium": "vscodium://file{file}:{line}:{column}",
    "zed": "zed://file{file}:{line}:{column}",
    "idea": "idea://open?file={file}&line={line}&column={column}",
    "textmate": "txmt://open?url=file://{file}&line={line}&column={column}",
}
"""The addresses by which editors open a line of a file; `{file}` is an absolute path that begins with a slash."""


def application(answers: "Answers", hosts: list[str]) -> Starlette:
    """Return the server. Browsers may only use the host names `hosts`, so that another site cannot pose as this one."""
    root = f"/{answers.token}"
    routes = [
        Route(f"{root}/", answers.shell),
        Route(f"{root}/preview/words.js", answers.words),
        Route(f"{root}/preview/{{name}}", answers.asset),
        Route(f"{root}/build/{{path:path}}", answers.file),
        Route(f"{root}/picture/{{path:path}}", answers.picture),
        Route(f"{root}/pages/{{path:path}}", answers.pages),
        Route(f"{root}/card/{{path:path}}", answers.card),
        Route(f"{root}/status", answers.status),
        Route(f"{root}/contents", answers.contents),
        Route(f"{root}/source", answers.source),
        Route(f"{root}/events", answers.events),
    ]
    return Starlette(routes=routes, middleware=[Middleware(TrustedHostMiddleware, allowed_hosts=hosts)])


class Listeners:
    """The browsers that wait for changes. Any thread may call `notify`."""

    def __init__(self) -> None:
        self._queues: set[asyncio.Queue[None]] = set()
        self._loop: asyncio.AbstractEventLoop | None = None

    def notify(self) -> None:
        """Tell all browsers that something has changed."""
        if self._loop is not None:
            self._loop.call_soon_threadsafe(self._wake)

    def _wake(self) -> None:
        for queue in self._queues:
            if queue.empty():
                queue.put_nowait(None)

    async def changes(self) -> AsyncIterator[None]:
        """Yield at once, and again after each change."""
        self._loop = asyncio.get_running_loop()
        queue: asyncio.Queue[None] = asyncio.Queue()
        self._queues.add(queue)
        try:
            yield
            while True:
                await queue.get()
                yield
        finally:
            self._queues.discard(queue)


@dataclass(frozen=True, slots=True)
class EncodedFindings:
    """Findings as JSON, with the values they were made from."""

    findings: tuple[Finding, ...]
    places: SourcePlaces | None
    json: list[dict[str, object]]


class Answers:
    """Answers the requests of browsers, one method for each kind of address.

    All addresses begin with `token`. `editor_template` is one of the values of `EDITORS`, or "".
    """

    def __init__(self, game: LiveGame, listeners: Listeners, token: str, editor_template: str = "") -> None:
        self.game, self.listeners, self.token, self.editor_template = game, listeners, token, editor_template
        self._encoded = EncodedFindings((), None, [])

    async def shell(self, _: Request) -> Response:
        return HTMLResponse(await _result(self.game.shell()), headers=NOT_STORED)

    async def words(self, _: Request) -> Response:
        return Response(await _result(self.game.shell_words()), media_type=media_type("words.js"), headers=NOT_STORED)

    async def asset(self, request: Request) -> Response:
        name = request.path_params["name"]
        if name not in ASSETS:
            raise HTTPException(404)
        return Response(asset(self.game.project, f"preview/{name}"), media_type=media_type(name), headers=NOT_STORED)

    async def file(self, request: Request) -> Response:
        """Answer with a file of build/GAME; a page gets the script that keeps it up to date."""
        path, status = request.path_params["path"], self.game.status
        if path.startswith(f"web/{FONT}"):  # a font needs no job of the worker
            try:
                return Response(
                    whole_font(path.removeprefix(f"web/{FONT}")), media_type=media_type(path), headers=STORED
                )
            except KeyError:
                raise HTTPException(404) from None
        data = await _result(self.game.file(path))
        data = self._with_script(data, status) if path.endswith(".html") else data
        return Response(data, media_type=media_type(path), headers=NOT_STORED)

    def _with_script(self, page: bytes, status: Status) -> bytes:
        """Return a page with the script that keeps it up to date."""
        values = {"root": self.token.encode(), "pages": status.page_version, "styles": status.styles.encode()}
        script = SCRIPT % {name.encode(): value for name, value in values.items()}
        return page.replace(b"<head>", script, 1).replace(THEME_SCRIPT, FONTS + THEME_SCRIPT, 1)

    async def card(self, request: Request) -> Response:
        """Answer with a card as the browser lays it out, shown until its print is made."""
        page = await _result(self.game.card(request.path_params["path"]))
        # In print, the address of a font is `font:NAME`.
        url_of_fonts = f"url(/{self.token}/build/web/{FONT}".encode()
        return HTMLResponse(page.replace(b"url(font:", url_of_fonts), headers=NOT_STORED)

    async def picture(self, request: Request) -> Response:
        """Answer with a page of a PDF and its digest, because the file may have changed since it was listed."""
        width = min(max(_number(request, "width", 800), MIN_WIDTH), MAX_WIDTH)
        path, index = request.path_params["path"], _number(request, "page", 0)
        png, page = await _result(self.game.picture(path, index, width))
        return Response(png, media_type="image/png", headers={**NOT_STORED, "X-Digest": page.digest})

    async def pages(self, request: Request) -> Response:
        """Answer with the list of pages of a PDF; the browser then requests pictures of those that have changed."""
        pages = await _result(self.game.pages(request.path_params["path"]))
        answer = [{"digest": page.digest, "wide": page.width, "high": page.height} for page in pages]
        return JSONResponse(answer, headers=NOT_STORED)

    async def status(self, _: Request) -> Response:
        """Answer with the status of the game, the findings, and the digest of the list of contents."""
        status, places = self.game.status, self.game.places
        answer = {
            "title": self.game.title,
            "state": status.revision,
            "pages": status.page_version,
            "broken": status.broken,
            "proof": status.proof,
            "printing": status.printing,
            "findings": self._findings(status, places),
            "listed": places.contents_digest if places else "",
            "sides": places.page_counts() if places else {},
        }
        return JSONResponse(answer, headers=NOT_STORED)

    async def contents(self, _: Request) -> Response:
        """Answer with all that can be shown. The browser requests it when its digest in the status has changed."""
        items = self.game.places.contents if self.game.places else ()
        return JSONResponse([item._asdict() for item in items], headers=NOT_STORED)

    def _findings(self, status: Status, places: SourcePlaces | None) -> list[dict[str, object]]:
        """Return the findings as JSON, encoded once: the status changes several times a second during a proof."""
        encoded = self._encoded
        if encoded.findings is not status.findings or encoded.places is not places:
            encoded = EncodedFindings(status.findings, places, [self._finding(each) for each in status.findings])
            self._encoded = encoded
        return encoded.json

    def _finding(self, finding: Finding) -> dict[str, object]:
        places = self.game.places
        return {
            "name": finding.name,
            "severity": finding.severity.value,
            "message": finding.message,
            "hint": finding.hint,
            "address": places.address(finding.span) if places else "",
            **self._place(finding.span),
        }

    def _place(self, span: Span) -> dict[str, object]:
        """Return a place of the source as JSON.

        `line` is its line in three parts: before the span, inside it, and behind it; empty if there is no such line.
        `editor` is the address that opens the place in the author's editor.
        """
        lines = _lines(self.game.status.texts.get(span.text, ""))
        line = lines[span.line - 1] if 0 < span.line <= len(lines) else ""
        begin, end = span.column - 1, span.column - 1 + span.length
        parts_of_line = (line[:begin], line[begin:end], line[end:]) if line else ()
        path = (self.game.project / span.file).resolve().as_posix()
        editor = editor_address(self.editor_template, f"/{path.lstrip('/')}", span.line or 1, span.column or 1)
        return {"place": str(span), "line": parts_of_line, "editor": editor}

    async def source(self, request: Request) -> Response:
        """Answer with the place in the source of something on a page: the place of the first address that has one."""
        places = self.game.places
        spans = map(places.span, request.query_params.getlist("address")) if places else iter(())
        span = next((each for each in spans if each is not None), None)
        if span is None:
            raise HTTPException(404)
        return JSONResponse(self._place(span), headers=NOT_STORED)

    async def events(self, request: Request) -> Response:
        """Send the status whenever it changes, with the new text of `page`, so that the browser need not request it."""
        events = self._events(request.query_params.get("page", ""))
        return StreamingResponse(events, media_type="text/event-stream", headers=NOT_STORED)

    async def _events(self, page: str) -> AsyncIterator[str]:
        """Yield an event now and after each change, as lines of an event stream.

        The first event has no text, because the browser has its page. Later ones have the text of `page`; an empty text
        means no change. If a page cannot be made, the event has no text: the browser requests the page and gets the
        reason.
        """
        sent_version, sent_text = -1, b""  # -1: no event was sent
        async for _ in self.listeners.changes():
            status = self.game.status
            event = {
                "state": status.revision,
                "pages": status.page_version,
                "styles": status.styles,
                "errors": status.errors,
            }
            is_first = sent_version < 0
            if page and not is_first:
                text = sent_text if sent_version == status.page_version else await self._page(page)
                if text:
                    event["text"] = "" if text == sent_text else self._with_script(text, status).decode()
                sent_text = text
            sent_version = status.page_version
            yield f"data: {json.dumps(event)}\n\n"

    async def _page(self, path: str) -> bytes:
        """Return a page; empty if it cannot be made."""
        try:
            return await _result(self.game.file(path))
        except HTTPException:
            return b""


@memoised(8)
def _lines(text: str) -> list[str]:
    """Split a file once, because it may have a thousand findings."""
    return text.split("\n")


def editor_address(template: str, file: str, line: int, column: int) -> str:
    """Return the address that opens a place in an editor: `template` with its placeholders filled in."""
    template = template.replace("{file}", quote(file))
    return template.replace("{line}", str(line)).replace("{column}", str(column))


async def _result(future: Future[T]) -> T:
    """Return the result of a job. If it fails, raise the HTTP error whose text the browser shows."""
    try:
        return await asyncio.wrap_future(future)
    except KeyError:
        raise HTTPException(404) from None
    except NothingToShowError as error:
        raise HTTPException(503, str(error)) from None
    except InterruptedJobError:
        raise HTTPException(503) from None


def _number(request: Request, name: str, default: int) -> int:
    """Return a number of the query string; `default` if it is missing or not a number of up to 5 digits."""
    text = request.query_params.get(name, "")
    return int(text) if text.isdecimal() and len(text) < 6 else default
