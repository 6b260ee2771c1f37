"""A host on this machine: a folder served below a path of its own, as a publisher would put it somewhere."""

from collections.abc import Iterator
from contextlib import contextmanager, suppress
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from time import sleep

BELOW = "some/where"
"""The path of the game on the host."""


class _Handler(SimpleHTTPRequestHandler):
    """Sends the game's own page for what is not there, as hosts of static folders do, and writes nothing."""

    asked: list[str]

    def __init__(self, *args: object, host: "Host", **named: object) -> None:
        self.host, self.asked = host, host.asked
        super().__init__(*args, **named)  # type: ignore[arg-type]

    def do_GET(self) -> None:
        self.asked.append(self.path)
        sleep(self.host.pause)
        del self.headers["If-Modified-Since"]  # tells seconds only, and a test makes two editions in one
        with suppress(BrokenPipeError, ConnectionResetError):  # a page that is left takes no answer
            super().do_GET()

    def send_error(self, code: int, message: str | None = None, explain: str | None = None) -> None:
        page = (Path(self.directory) / BELOW / "404.html").read_bytes()
        self.send_response(code)
        self.send_header("Content-Type", "text/html; charset=utf-8")
        self.send_header("Content-Length", str(len(page)))
        self.end_headers()
        self.wfile.write(page)

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002 - the name that is overridden
        pass


class Host:
    """A running host: `root` is the address of the game, `asked` what was asked for so far, `folder` what it serves.

    It waits `pause` seconds before each answer.
    """

    def __init__(self, top: Path) -> None:
        self.folder, self.asked, self.pause = top / BELOW, list[str](), 0.0
        handler = partial(_Handler, directory=str(top), host=self)
        self.server = ThreadingHTTPServer(("localhost", 0), handler)
        self.root = f"http://localhost:{self.server.server_port}/{BELOW}/"
        Thread(target=self.server.serve_forever, daemon=True).start()

    def stop(self) -> None:
        """After this nobody answers at the address."""
        self.server.shutdown()
        self.server.server_close()


@contextmanager
def hosting(top: Path) -> Iterator[Host]:
    """A host for the folder `top`, in which the game lies BELOW."""
    host = Host(top)
    try:
        yield host
    finally:
        host.stop()
