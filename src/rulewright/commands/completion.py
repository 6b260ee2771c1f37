"""`rulewright completion`: the script by which a shell completes commands, options and the names of games."""

from argparse import ArgumentParser, _SubParsersAction

GAMES = {
    "bash": '_rulewright_games() { compgen -W "$(ls -1 content 2>/dev/null)" -- "$1"; }',
    "zsh": "_rulewright_games() { compadd -- content/*(/N:t) }",
}
"""What lists the folders of the games, in each shell."""


def completion(parser: ArgumentParser, shell: str) -> int:
    """Prints the script for a shell; the user loads it."""
    import shtab

    for command in _commands(parser).values():
        for action in command._actions:
            if action.dest in ("games", "game", "name") and command.prog.split()[-1] != "new":
                action.complete = dict.fromkeys(GAMES, "_rulewright_games")  # type: ignore[attr-defined]
            elif action.dest == "files":
                action.complete = shtab.FILE  # type: ignore[attr-defined]
    print(shtab.complete(parser, shell, preamble=GAMES[shell]))
    return 0


def _commands(parser: ArgumentParser) -> dict[str, ArgumentParser]:
    found = next(action for action in parser._actions if isinstance(action, _SubParsersAction))
    return dict(found.choices)
