"""The list of commands, and the click group that runs one. In: the words of a command line. Out: an exit status.

A command's module is imported when the command runs or shows its help, so that every command starts at once.
"""

import os
from importlib import import_module

import click
from click.shell_completion import CompletionItem, shell_complete

from rulewright import __version__
from rulewright.app.commands.completion import COMPLETION

COMMANDS = {
    "new": "Write a small complete game to start from.",
    "import": "Draft a game from a rulebook in Markdown or cards in Lout; run again after a change.",
    "preview": "Show a game in the browser while you edit it.",
    "build": "Write cards, web rulebook, glossary and report to build/GAME.",
    "check": "Run all checks and proofs; write nothing into the project.",
    "explain": "Explain a finding or a word of the source; list them all without a name.",
    "fmt": "Put the keys of the source into their usual order; comments stay with them.",
    "stubs": "Write the enums and functions that rules.py lacks.",
    "rename": "Rename an id, a term, a value or a function wherever it is used.",
    "tables": "List each printed cell with its place in the source and what proves it.",
    "export": "Write tables or the whole book for other programs to build/export.",
    "translate": "Write the keys of the texts that a translation lacks.",
    "compare": "Compare a source with a game: what is missing, what differs, what is new.",
    "edition": "Record what a game says now as a published edition.",
    "diff": "Show what changed since an edition, between two editions or between two games.",
    "manual": "Write the pages of `explain` as a website to build/manual.",
    "schema": "Print where editors find the JSON Schemas of the source.",
    "completion": "Print the completion script for a shell.",
}
"""The help of each command by its name. The module `commands/NAME.py` has its options and its function NAME."""


def run_command(arguments: list[str]) -> int:
    """Run a command and return its exit status, or answer the completion script of a shell."""
    # Not click's own `main`, which would hide an interruption and a closed output from `boundary.guard`.
    if instruction := os.environ.get(COMPLETION):
        return shell_complete(rulewright, {}, "rulewright", COMPLETION, instruction)
    try:
        with rulewright.make_context("rulewright", arguments) as context:
            status: int = rulewright.invoke(context)
            return status
    except click.exceptions.Exit as stop:
        return stop.exit_code
    except click.UsageError as error:
        error.show()
        return 2


class Commands(click.Group):
    """Imports the module of a command only when that command is needed."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return [*COMMANDS]

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in COMMANDS:
            return None
        name = "import_game" if cmd_name == "import" else cmd_name  # `import` is a word of Python
        command: click.Command = getattr(import_module(f"rulewright.app.commands.{name}"), name)
        command.help = command.help or COMMANDS[cmd_name]
        return command

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        if args[0] not in COMMANDS and not ctx.resilient_parsing:
            raise click.NoSuchCommand(args[0], possibilities=COMMANDS, ctx=ctx)
        return super().resolve_command(ctx, args)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        with formatter.section("Commands"):
            formatter.write_dl([*COMMANDS.items()])

    def shell_complete(self, ctx: click.Context, incomplete: str) -> list[CompletionItem]:
        names = [CompletionItem(name, help=text) for name, text in COMMANDS.items() if name.startswith(incomplete)]
        return [*names, *click.Command.shell_complete(self, ctx, incomplete)]


@click.command(cls=Commands, invoke_without_command=True, context_settings={"help_option_names": ["-h", "--help"]})
@click.option("--version", is_flag=True, help="Show the version and exit.")
@click.pass_context
def rulewright(context: click.Context, version: bool) -> int:
    """Publish the rules of games, and prove what is printed."""
    if version:
        print(f"rulewright {__version__}")
        context.exit()
    if not context.invoked_subcommand:
        print(context.get_help())
    return 0
