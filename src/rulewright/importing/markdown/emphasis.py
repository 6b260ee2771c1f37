"""Emphasis that HTML and cut words leave open, empty or beside spaces: made such that no sign of it prints."""

from markdown_it.token import Token

from rulewright.importing.markdown.plain import bare_text


def balanced(tokens: list[Token]) -> list[Token]:
    """Emphasis that opens and closes in its line and in its order; HTML may leave it open, and other tokens not."""
    open_: list[int] = []
    dropped: set[int] = set()
    for at, token in enumerate(tokens):
        if token.nesting > 0:
            open_.append(at)
        elif token.nesting < 0:
            name = token.type.removesuffix("_close")
            match = next((n for n in reversed(open_) if tokens[n].type == f"{name}_open"), None)
            if match is None:
                dropped.add(at)
            else:
                dropped.update(open_[open_.index(match) + 1 :])
                del open_[open_.index(match) :]
    dropped.update(open_)
    return _with_spaces_outside([token for at, token in enumerate(tokens) if at not in dropped])


def _with_spaces_outside(tokens: list[Token]) -> list[Token]:
    """Emphasis that neither begins nor ends with a space, nor is empty: else its signs would print."""
    made: list[Token] = []
    for each in tokens:
        token = each
        opened = made[-1] if made and made[-1].type in ("em_open", "strong_open") else None
        if token.type in ("em_close", "strong_close") and made:
            if opened:
                made.pop()
                continue
            if made[-1].type == "text" and made[-1].content != (bare := made[-1].content.rstrip()):
                after = bare_text(made[-1].content[len(bare) :])
                made[-1] = bare_text(bare)
                made += (token, after) if bare else ()
                if bare:
                    continue
        elif opened and token.type == "text" and token.content != token.content.lstrip():
            made[-1:] = [bare_text(" "), opened]
            token = bare_text(token.content.lstrip())
        if token.content or token.type != "text":
            made.append(token)
    return made
