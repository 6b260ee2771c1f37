"""Options and arguments that several commands share, as decorators: `@GAMES_ARGUMENT` adds `[GAME]...` to a command.

A build with nothing to do imports this module, so it imports little.
"""

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


class WholeNumber(click.ParamType[int]):
    """A whole number from `least` to `most`; 100,000 and 100_000 are the same as 100000."""

    name = "number"

    def __init__(self, least: int, most: int) -> None:
        self.least, self.most = least, most

    def convert(self, value: object, param: click.Parameter | None, ctx: click.Context | None) -> int:
        digits = str(value).replace(",", "").replace("_", "")
        if not (digits.isascii() and digits.isdecimal() and self.least <= int(digits) <= self.most):
            self.fail(f"takes a number from {self.least:,} to {self.most:,}, not {str(value)!r}", param, ctx)
        return int(digits)


def _limit_jobs(context: click.Context, _parameter: click.Parameter, jobs: int | None) -> None:
    """Limit the number of processes until the command ends."""
    if jobs is not None:
        from rulewright.base.processors import limit_jobs

        context.with_resource(limit_jobs(jobs))


def _checked_cluster_address(_context: click.Context, _parameter: click.Parameter, address: str) -> str:
    """Return the address of a cluster; refuse anything else. An empty one means no cluster."""
    if address:
        from rulewright.proof.cluster import is_cluster

        if not is_cluster(address):
            raise click.BadParameter(f"{address!r} is not the address of a Dask scheduler: write dask:tcp://HOST:PORT")
    return address


PROJECT_OPTION = click.option(
    "--project", default=".", metavar="FOLDER", is_eager=True, help="The folder that holds content/ and cards/."
)
GAMES_ARGUMENT = click.argument(
    "games",
    nargs=-1,
    metavar="[GAME]...",
    shell_complete=game_names,
    help="Folders under content/; all of them by default.",
)
GAME_ARGUMENT = click.argument(
    "game", default="", metavar="[GAME]", shell_complete=game_names, help="The game, if the project has several."
)
NO_PROVE_OPTION = click.option(
    "--no-prove", is_flag=True, help="Do not run the rules code; pages then say: not proved."
)
JOBS_OPTION = click.option(
    "--jobs",
    type=WholeNumber(1, 999),
    metavar="N",
    expose_value=False,
    callback=_limit_jobs,
    help="How many processes may work at once; by default one for each processor.",
)
EXECUTOR_OPTION = click.option(
    "--executor",
    default="",
    metavar="ADDRESS",
    callback=_checked_cluster_address,
    help="Run the rules code on a Dask cluster: dask:tcp://HOST:PORT.",
)
FORMAT_OPTION = click.option(
    "--format", "form", type=click.Choice(["text", "json", "html"]), default="text", help="html is a page to read."
)
OUTPUT_OPTION = click.option(
    "-o", "--output", default="", metavar="FILE", help="Write to this file instead of standard output."
)
