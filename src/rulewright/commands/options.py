"""Options and arguments that several commands share. A build with nothing to do imports this: keep it light."""

import os

import click
from click.shell_completion import CompletionItem


def game_names(context: click.Context, _parameter: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """Complete the folders of the project's games."""
    folder = os.path.join(context.params.get("project") or ".", "content")
    try:
        names = sorted(entry.name for entry in os.scandir(folder) if entry.is_dir())
    except OSError:
        return []
    return [CompletionItem(name) for name in names if name.startswith(incomplete)]


class Number(click.ParamType[int]):
    """A whole number between two bounds; 100,000 and 100_000 are the same as 100000."""

    name = "number"

    def __init__(self, least: int, most: int) -> None:
        self.least, self.most = least, most

    def convert(self, value: object, param: click.Parameter | None, ctx: click.Context | None) -> int:
        digits = str(value).replace(",", "").replace("_", "")
        if not (digits.isascii() and digits.isdecimal() and self.least <= int(digits) <= self.most):
            self.fail(f"takes a number from {self.least:,} to {self.most:,}, not {str(value)!r}", param, ctx)
        return int(digits)


def _limit_jobs(context: click.Context, _parameter: click.Parameter, jobs: int | None) -> None:
    if jobs is not None:
        from rulewright.processors import at_most

        context.with_resource(at_most(jobs))


def _cluster(_context: click.Context, _parameter: click.Parameter, address: str) -> str:
    if address:
        from rulewright.proof.cluster import is_cluster

        if not is_cluster(address):
            raise click.BadParameter(f"{address!r} is not the address of a Dask scheduler: write dask:tcp://HOST:PORT")
    return address


PROJECT = click.option(
    "--project", default=".", metavar="FOLDER", is_eager=True, help="The folder that holds content/ and cards/."
)
GAMES = click.argument(
    "games",
    nargs=-1,
    metavar="[GAME]...",
    shell_complete=game_names,
    help="Folders under content/; all of them by default.",
)
GAME = click.argument(
    "game", default="", metavar="[GAME]", shell_complete=game_names, help="The game, if the project has several."
)
NO_PROVE = click.option("--no-prove", is_flag=True, help="Do not run the rules code; pages then say: not proved.")
JOBS = click.option(
    "--jobs",
    type=Number(1, 999),
    metavar="N",
    expose_value=False,
    callback=_limit_jobs,
    help="How many processes may work at once; by default one for each processor.",
)
EXECUTOR = click.option(
    "--executor",
    default="",
    metavar="ADDRESS",
    callback=_cluster,
    help="Run the rules code on a Dask cluster: dask:tcp://HOST:PORT.",
)
FORMAT_OF_DIFFERENCES = click.option(
    "--format", "form", type=click.Choice(["text", "json", "html"]), default="text", help="html is a page to read."
)
OUTPUT = click.option(
    "-o", "--output", default="", metavar="FILE", help="Write to this file instead of standard output."
)
