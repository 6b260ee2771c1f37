"""The command line. It imports only what the given command needs: see `cache`."""

import argparse
import sys
from functools import cache

from rulewright.boundary import guard

CHECK_FORMATS = ("text", "json", "github", "junit", "sarif", "html")
CELL_FORMATS = ("text", "json")
"""Each is a module `formats/cells_NAME.py`. Names only, because nothing more may be imported at every start."""
COMPARISON_FORMATS = ("text", "json", "html")
"""Of `compare` and of `diff`."""
EXPORT_FORMATS = ("markdown", "csv", "xlsx", "datasworn")
"""The `FORMS` of `render/export/forms.py`."""
SHELLS = ("bash", "zsh")
KINDS = ("wargame", "rpg", "cards")
"""Each is a game of `tutorial.py`."""


def main(arguments: list[str] | None = None) -> int:
    """Exit status: 0 fine, 1 findings of severity error, 2 wrong use, unreadable input or an interrupted run."""
    return guard(lambda: _run(_options(arguments)), _told)


def _told(text: str) -> str:
    """A sentence in the language of the user."""
    return text


def _options(arguments: list[str] | None) -> argparse.Namespace:
    parser = _parser()
    options = parser.parse_args(arguments)
    if wrong := _wrong_use(options):
        parser.error(_told(wrong))
    return options


def _wrong_use(options: argparse.Namespace) -> str:
    """Which options do not go together."""
    if options.command == "build" and options.draft and (options.only or options.watch):
        return "--draft makes all that it can, so it does not go with --only or --watch; a preview shows drafts"
    if options.command in ("build", "check") and options.executor and (wrong := _wrong_cluster(options)):
        return wrong
    if options.command != "check":
        return ""
    if options.mutants and options.no_prove:
        return "--mutants alters what the proof covers, so it does not go with --no-prove"
    if options.sample is not None and options.no_prove:
        return "--sample runs the rules code, so it does not go with --no-prove"
    return ""


def _wrong_cluster(options: argparse.Namespace) -> str:
    from rulewright.proof.executor import is_cluster

    if not is_cluster(options.executor):
        return f"--executor {options.executor!r} is no Dask scheduler: write dask:tcp://HOST:PORT"
    if options.no_prove:
        return "--executor runs the rules code, so it does not go with --no-prove"
    if options.command == "build" and (options.draft or options.watch):
        return "--executor is for one whole proof, so it does not go with --draft or --watch"
    return ""


def _run(options: argparse.Namespace) -> int:
    if not getattr(options, "jobs", 0):
        return _run_command(options)
    from rulewright.processors import at_most

    with at_most(options.jobs):
        return _run_command(options)


def _run_command(options: argparse.Namespace) -> int:
    if options.command == "build":
        if options.draft:
            from rulewright.commands.draft import build_draft

            return build_draft(options.project, options.games, prove=not options.no_prove)
        from rulewright.commands.build import build

        prove, only = not options.no_prove, options.only
        return build(
            options.project, options.games, prove=prove, only=only, watch=options.watch, executor=options.executor
        )
    if options.command == "check":
        from rulewright.commands.check import check
        from rulewright.proof.binding import Sample

        return check(
            options.project,
            options.games,
            options.format,
            prove=not options.no_prove,
            mutants=options.mutants,
            printed=options.printed,
            sample=Sample(options.sample, options.seed) if options.sample else None,
            executor=options.executor,
            verbose=options.verbose,
        )
    if options.command == "compare":
        from rulewright.commands.compare import compare

        return compare(options.project, options.source, options.game, options.format, options.output)
    if options.command == "edition":
        from rulewright.commands.edition import edition

        return edition(options.project, options.number, options.game)
    if options.command == "diff":
        from rulewright.commands.diff import diff

        return diff(options.project, options.what, options.format, options.output, prove=not options.no_prove)
    if options.command == "new":
        from rulewright.commands.new import new

        return new(options.project, options.game, options.kind)
    if options.command == "import":
        from rulewright.commands.import_game import import_game

        return import_game(options.project, options.files, options.name)
    if options.command == "stubs":
        from rulewright.commands.stubs import stubs

        return stubs(options.project, options.games, only_check=options.check)
    if options.command == "fmt":
        from rulewright.commands.fmt import fmt

        return fmt(options.project, options.games, only_check=options.check)
    if options.command == "rename":
        from rulewright.commands.rename import rename

        return rename(options.project, options.old, options.new, options.game)
    if options.command == "translate":
        from rulewright.commands.translate import translate

        return translate(options.project, options.game, options.language, options.reviewed)
    if options.command == "export":
        from rulewright.commands.export import export

        return export(options.project, options.games, options.format)
    if options.command == "explain":
        from rulewright.commands.explain import explain

        return explain(options.findings)
    if options.command == "completion":
        from rulewright.commands.completion import completion

        return completion(_parser(), options.shell)
    if options.command == "schema":
        from rulewright.commands.schema import schema

        return schema()
    if options.command == "manual":
        from rulewright.commands.manual import manual

        return manual(options.project)
    if options.command == "preview":
        from rulewright.commands.preview import preview

        return preview(
            options.project,
            options.games,
            prove=not options.no_prove,
            host=options.host,
            port=options.port,
            editor=options.editor,
            open_=options.open,
        )
    from rulewright.commands.tables import tables

    prove = not options.no_prove
    return tables(options.project, options.games, options.format, prove=prove, language=options.language)


@cache
def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="rulewright", description="Publishes the rules of games, and proves what is printed."
    )
    parser.add_argument("--version", action=_Version, nargs=0, help="print the version and stop")
    commands = parser.add_subparsers(dest="command", required=True, metavar="COMMAND")
    new = commands.add_parser("new", help="write a small whole game to begin with; it never overwrites anything")
    new.add_argument("game", metavar="GAME", help="the name of its folder under content/: hedgerow, my-game")
    new.add_argument("--kind", choices=KINDS, default=KINDS[0], help="what kind of game; a wargame by default")
    import_ = commands.add_parser(
        "import", help="draft a game from a rulebook in Markdown or cards in Lout; again after a change"
    )
    import_.add_argument("files", nargs="+", metavar="FILE", help="a file to read, or a folder of them")
    import_.add_argument(
        "--game", dest="name", required=True, metavar="NAME", help="the name of its folder under content/: my-game"
    )
    stubs = commands.add_parser("stubs", help="write the enums and functions that rules.py lacks")
    stubs.add_argument("games", nargs="*", metavar="GAME", help="a folder under content/; all of them by default")
    stubs.add_argument("--check", action="store_true", help="write nothing, and fail if something is missing")
    fmt = commands.add_parser("fmt", help="bring the keys of the source into their usual order; comments go with them")
    fmt.add_argument("games", nargs="*", metavar="GAME", help="a folder under content/; all of them by default")
    fmt.add_argument("--check", action="store_true", help="write nothing, and fail if a file would change")
    rename = commands.add_parser("rename", help="give an id, a term, a value or a function another name")
    rename.add_argument("old", metavar="OLD", help="its name, if need be with what it is: rule:hits, cover:wood")
    rename.add_argument("new", metavar="NEW", help="its new name")
    rename.add_argument("game", nargs="?", default="", metavar="GAME", help="its game, where there are several")
    translate = commands.add_parser("translate", help="write the keys of the texts that a translation lacks")
    translate.add_argument("game", metavar="GAME", help="a folder under content/")
    translate.add_argument("language", metavar="LANGUAGE", help="the code of the language: fr, de")
    translate.add_argument(
        "--reviewed",
        action="append",
        default=[],
        metavar="ENTRY",
        help="its translation is that of the present original, though this has changed: rules.hits, game, cards/fire",
    )
    compare = commands.add_parser("compare", help="say what of a source is in a game, what is lost, and what is new")
    compare.add_argument("source", metavar="SOURCE", help="a file in Markdown, Lout or plain text, or a folder of them")
    compare.add_argument("game", nargs="?", default="", metavar="GAME", help="its game, where there are several")
    compare.add_argument("--format", choices=COMPARISON_FORMATS, default="text", help="html is a page to read")
    compare.add_argument("-o", "--output", default="", metavar="FILE", help="write it there; printed by default")
    edition = commands.add_parser("edition", help="record what a game says now as a published edition")
    edition.add_argument("number", metavar="NUMBER", help="its number: 1.0, 1.1, 2.0.1")
    edition.add_argument("game", nargs="?", default="", metavar="GAME", help="its game, where there are several")
    diff = commands.add_parser("diff", help="tell what has changed since an edition, between two, or between two games")
    diff.add_argument(
        "what",
        nargs="*",
        metavar="EDITION",
        help="the earlier edition, the last by default; a later one, the source of today by default; "
        "and the game, where there are several: 1.0 1.1 my-game; or two games: my-game my-house-rules",
    )
    diff.add_argument("--format", choices=COMPARISON_FORMATS, default="text", help="html is a page to read")
    diff.add_argument("-o", "--output", default="", metavar="FILE", help="write it there; printed by default")
    diff.add_argument("--no-prove", action="store_true", help="run no rules code: proofs are not compared")
    build = commands.add_parser("build", help="write cards, web rulebook, glossary and report to build/GAME")
    build.add_argument(
        "--draft",
        action="store_true",
        help="write what can be made in spite of errors to build/draft/GAME, with the errors in red at their places",
    )
    build.add_argument("--watch", action="store_true", help="build again after each change, until Ctrl-C")
    build.add_argument(
        "--only",
        action="append",
        default=[],
        metavar="NAME",
        help="make only this, and leave the rest as it is; may be given several times: card:assault, rulebook, web, "
        "page:glossary, GAME/sheet:home",
    )
    check = commands.add_parser("check", help="run all checks and proofs, and write nothing into the project")
    tables = commands.add_parser("tables", help="list every printed cell with its place and what proves it")
    export = commands.add_parser("export", help="write tables, or the whole book, for other programs to build/export")
    export.add_argument("games", nargs="*", metavar="GAME", help="a folder under content/; all of them by default")
    export.add_argument(
        "--format",
        choices=EXPORT_FORMATS,
        default=EXPORT_FORMATS[0],
        help="the book as markdown (the default), tables as csv or xlsx, lists to roll on as datasworn",
    )
    preview = commands.add_parser("preview", help="show a game in the browser while you edit it")
    preview.add_argument("--open", action="store_true", help="open the browser")
    preview.add_argument("--host", default="", help="the address to listen at; by default only this machine connects")
    preview.add_argument("--port", type=int, default=0, help="the port to listen at; 7414 by default, or any free one")
    preview.add_argument(
        "--editor",
        default="",
        metavar="URL",
        help="what a click on a place opens: vscode, vscodium, zed, idea, textmate, "
        "or an address with {file}, {line} and {column}",
    )
    explain = commands.add_parser("explain", help="tell what a finding or a word of a card means, or list them all")
    manual = commands.add_parser("manual", help="write what explain tells as pages to build/manual")
    completion = commands.add_parser("completion", help="print the script by which a shell completes words")
    completion.add_argument("shell", choices=SHELLS, help='for bash: eval "$(rulewright completion bash)" in ~/.bashrc')
    commands.add_parser("schema", help="tell where the JSON Schemas of the source lie, for editors")
    explain.add_argument("findings", nargs="*", metavar="NAME", help="a finding or its id: gap-in-table; a word: band")
    check.add_argument(
        "--mutants", action="store_true", help="alter what is proved, and the rules code; report what goes unnoticed"
    )
    check.add_argument("--format", choices=CHECK_FORMATS, default="text", help="how findings are printed")
    check.add_argument(
        "--sample",
        type=_count,
        metavar="N",
        help="where a proof would have too many cases, search N of them: searched, not proved",
    )
    check.add_argument("--seed", type=int, default=0, metavar="SEED", help="which cases --sample chooses; 0 by default")
    verbose = "also give the ranges tried, and say what contained the rules code"
    check.add_argument("--verbose", action="store_true", help=verbose)
    check.add_argument("--printed", action="store_true", help="also print all: finds what does not fit")
    tables.add_argument("--format", choices=CELL_FORMATS, default=CELL_FORMATS[0], help="how cells are printed")
    tables.add_argument("--language", default="", metavar="LANGUAGE", help="as a translation prints them: fr, de")
    of_projects = (
        new,
        import_,
        stubs,
        fmt,
        rename,
        translate,
        compare,
        edition,
        diff,
        build,
        check,
        tables,
        export,
        manual,
        preview,
    )
    for command in of_projects:
        command.add_argument(
            "--project", default=".", metavar="FOLDER", help="the folder that holds content/ and cards/"
        )
    for command in (build, check):
        cluster = "run the rules code on a Dask cluster: dask:tcp://HOST:PORT"
        command.add_argument("--executor", default="", metavar="ADDRESS", help=cluster)
        jobs = "how many processes may work at once; by default one for each processor"
        command.add_argument("--jobs", type=_jobs, default=0, metavar="N", help=jobs)
    for command in (build, check, tables, preview):
        several = "all of them" if command is not preview else "the only one there is"
        command.add_argument("games", nargs="*", metavar="GAME", help=f"a folder under content/; {several} by default")
        command.add_argument(
            "--no-prove", action="store_true", help="run no rules code; the pages then say: not proved"
        )
    return parser


def _count(text: str) -> int:
    """A number of cases."""
    count = int(text.replace(",", "").replace("_", ""))
    if count < 1:
        raise argparse.ArgumentTypeError(_told("a search tries at least one case"))
    return count


def _jobs(text: str) -> int:
    """A number of processes."""
    if not (text.isascii() and text.isdecimal() and len(text) < 4 and int(text)):
        raise argparse.ArgumentTypeError(_told(f"{text!r} is no number of processes: write 1 to 999"))
    return int(text)


class _Version(argparse.Action):
    def __call__(self, parser: argparse.ArgumentParser, *_: object) -> None:
        from rulewright import __version__

        print(f"rulewright {__version__}")
        parser.exit()


if __name__ == "__main__":
    sys.exit(main())
