"""`rulewright preview`: show a game in the browser while its files are edited.

It opens a socket, starts the server (`rulewright.app.preview.server`) on it, and watches the files of the game.
"""

import errno
import secrets
import socket
import sys
import webbrowser
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from ipaddress import IPv6Address
from pathlib import Path
from threading import Event, Thread

import click

from rulewright.app.commands.options import GAME_ARGUMENT, NO_PROVE_OPTION, PROJECT_OPTION, WholeNumber
from rulewright.app.commands.progress_line import say
from rulewright.app.commands.shared import chosen_game
from rulewright.app.commands.watching import changes
from rulewright.base.boundary import Failure

THIS_MACHINE = "127.0.0.1"
PORT = 7414
"""The port tried first, so that bookmarks keep working."""
HOSTS = ("localhost", THIS_MACHINE, "[::1]")
ALL_ADDRESSES = ("0.0.0.0", "::")  # noqa: S104 - only if the author asks for it


@click.command()
@GAME_ARGUMENT
@PROJECT_OPTION
@click.option("--open", "open_browser", is_flag=True, help="Open the browser.")
@click.option("--host", default="", help="The address to listen at; by default only this machine can connect.")
@click.option(
    "--port",
    type=WholeNumber(1, 65535),
    metavar="PORT",
    help="The port to listen at; by default 7414, or any that is free.",
)
@click.option(
    "--editor",
    default="",
    metavar="URL",
    help="What a click on a place opens: vscode, vscodium, zed, idea, textmate, or an address with {file}, {line} "
    "and {column}.",
)
@NO_PROVE_OPTION
def preview(
    game: str, project: str, open_browser: bool, host: str, port: int | None, editor: str, no_prove: bool
) -> int:
    game = chosen_game(Path(project), game, must_print=True)
    with _listening_socket(host or THIS_MACHINE, port or 0) as listener:
        return _serve(Path(project), game, listener, host, editor, prove=not no_prove, open_browser=open_browser)


@contextmanager
def _listening_socket(host: str, port: int) -> Iterator[socket.socket]:
    """Yield a socket at this port, or for 0 at the usual one or any; raise Failure if none is free."""
    for candidate in (port,) if port else (PORT, 0):  # 0 is any that is free
        listener = socket.socket(socket.AF_INET6 if ":" in host else socket.AF_INET)
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            listener.bind((host, candidate))
            listener.listen()  # so that a quick browser waits for the server
        except OSError as error:
            listener.close()
            if isinstance(error, socket.gaierror) or error.errno == errno.EADDRNOTAVAIL:
                raise Failure(f"--host {host}: this machine has no such address; leave --host out") from None
            continue
        with listener:
            yield listener
        return
    raise Failure(f"cannot listen at {host}:{port or PORT}: choose another --port")


def _serve(
    project: Path, game: str, listener: socket.socket, host: str, editor: str, *, prove: bool, open_browser: bool
) -> int:
    """Serve the preview until Ctrl-C; return the exit status."""
    from uvicorn import Config, Server

    from rulewright.app.preview.live import LiveGame
    from rulewright.app.preview.server import EDITORS, Answers, Listeners, application

    if editor and editor not in EDITORS and "{file}" not in editor:
        names = ", ".join(EDITORS)
        raise click.BadParameter(f"takes one of {names}, or an address with {{file}}", param_hint="'--editor'")
    listeners, token = Listeners(), secrets.token_urlsafe(16)
    live = LiveGame(project, game, prove=prove, changed=listeners.notify)
    answers = Answers(live, listeners, token, EDITORS.get(editor, editor))
    hosts = ["*"] if host in ALL_ADDRESSES else [*HOSTS, _host_in_url(host)]
    server = Server(Config(application(answers, hosts), log_level="critical", timeout_graceful_shutdown=1))
    stop = Event()
    watching = Thread(target=_watch, args=(project, game, live.edited, stop), daemon=True)
    live.edited()
    watching.start()
    address = f"http://{_host_in_url(host)}:{listener.getsockname()[1]}/{token}/"
    say(f"{game}: {address}  (Ctrl-C ends the preview)")
    sys.stdout.flush()
    if open_browser:
        webbrowser.open(address)
    try:
        server.run(sockets=[listener])
    except KeyboardInterrupt:  # uvicorn raises it again after it has stopped
        pass
    finally:
        stop.set()
        live.close()
    return 0


def _host_in_url(host: str) -> str:
    """Return the host as browsers write it; this machine's name if it listens on all addresses."""
    name = socket.gethostname() if host in ALL_ADDRESSES else host or THIS_MACHINE
    return f"[{IPv6Address(name)}]" if ":" in name else name


def _watch(project: Path, game: str, edited: Callable[[], object], stop: Event) -> None:
    """Call `edited` after each change of a file that the game is made from."""
    for _ in changes(project, [game], stop):
        edited()
