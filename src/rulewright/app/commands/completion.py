"""`rulewright completion SHELL`: print the script by which a shell completes commands, options and names.

The script runs `rulewright` again with the variable `COMPLETION` set, and `group.py` answers with the words.
"""

import click
from click.shell_completion import get_completion_class

COMPLETION = "_RULEWRIGHT_COMPLETE"
"""The environment variable through which a completion script asks for words."""


@click.command()
@click.argument(
    "shell",
    type=click.Choice(["bash", "zsh", "fish"]),
    help='For bash, write eval "$(rulewright completion bash)" into ~/.bashrc; for zsh the same with zsh into '
    "~/.zshrc; for fish, rulewright completion fish | source into ~/.config/fish/config.fish.",
)
@click.pass_context
def completion(context: click.Context, shell: str) -> int:
    script = get_completion_class(shell)
    assert script is not None
    print(script(context.find_root().command, {}, "rulewright", COMPLETION).source())
    return 0
