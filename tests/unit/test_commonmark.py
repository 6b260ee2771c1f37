"""CommonMark construct by construct: each renders as markdown-it renders it, or is refused with what to write instead.

The examples follow the chapters of CommonMark, in our own words. What is refused is HTML, addresses that are none of the
web, and pictures that are not of the game. Two brackets are our own link: `[[Fire]]`.
"""

import re

import pytest
from markdown_it import MarkdownIt

from rulewright.markup.refused import refusals
from rulewright.model.text import Text
from rulewright.render.typesetting.markdown import block
from tests.unit.test_markdown import Neutral, _bare

RENDERED = {
    "tabs": [
        "\ta column", "  \ta column", "- one\n\n\ttwo", "- one\n\n\t\tcode", ">\t\tcode", "-\t\tcode", "    a\n\tb",
        "- a\n\t- b\n\t  - c", "#\tUnits", "*\t*\t*\t",
    ],
    "backslashes": [
        "\\!\\\"\\#\\$\\%\\&\\'\\(\\)\\*\\+\\,\\-\\.\\/\\:\\;\\<\\=\\>\\?\\@", "\\[\\\\\\]\\^\\_\\`\\{\\|\\}", "\\a\\3\\«",
        "\\*not bold*", "\\# no heading", "\\- no item", "1\\. no item", "\\\\*bold*", "two\\\nlines", "`\\*`", "    \\*",
        "~~~\n\\*\n~~~", "<https://example.org?a=\\*>", "[a](https://example.org/\\*)", "\\&amp;",
    ],
    "entities": [
        "&nbsp; &amp; &copy; &AElig; &Dcaron; &frac34;", "&#35; &#1234; &#0;", "&#X22; &#XD06;", "&nosuch; & &x &#;",
        "[a](https://example.org/&auml;)", "`&auml;`", "    &auml;", "&#42;not bold&#42;", "&#9;tab",
    ],
    "precedence": ["- `one\n- two`"],
    "lines across": [
        "***\n---\n___", "+++", "===", "--\n**\n__", " ***\n  ***\n   ***", "    ***", "Go\n    ***", "_____________",
        " - - -", " **  * ** * ** * **", "_ _ _ _ a", "*-*", "- one\n***\n- two", "Go\n***\non", "Go\n---\non",
        "* one\n* * *\n* two", "- one\n- * * *",
    ],
    "headings with #": [
        "# a\n## b\n### c\n#### d\n##### e\n###### f", "####### g", "#5 moves", "\\## a", "# a *b* \\*c\\*", "#    a    ",
        " ### a\n  ## b\n   # c", "    # a", "Go\n    # a", "## a ##\n  ### b ###", "# a ##########", "### a ###   ",
        "### a ### b", "# a#", "### a \\###", "***\n## a\n***", "Go\n# a\non", "## \n#\n### ###",
    ],
    "headings underlined": [
        "A *b*\n===\n\nA *b*\n---", "A *b\nc*\n===", "  A *b\nc*\t\n====", "A\n-------\n\nA\n=", "   A\n---\n\n  A\n---",
        "    A\n    ---", "A\n   ----      ", "A\n    ---", "A\n= =\n\nA\n--- -", "A  \n-----", "A\\\n----", "> A\n---",
        "> a\nb\n===", "- A\n---", "A\nB\n---", "---\nA\n---\nB\n---\nC", "\n====", "- a\n-----", "> a\n-----", "\\> a\n------",
    ],
    "code indented": [
        "    one\n      two", "  - one\n\n    two", "1.  one\n\n    - two", "    *one*\n\n    - two", "    a\n\n    b\n  \n \n    c",
        "    a\n      \n      b", "Go\n    on", "    a\nb", "        a\n    b", "\n    \n    a\n    \n", "    a  ",
    ],
    "code in fences": [
        "```\n>\n*a*\n```", "~~~\n>\n~~~", "``\na\n``", "```\na\n~~~\n```", "````\na\n```\n``````", "~~~~\na\n~~~\n~~~~", "```",
        "`````\n\n```\na", "> ```\n> a\n\nb", "```\n\n  \n```", "```\n```", " ```\n a\nb\n```", "   ```\n   a\n    b\n  c\n   ```",
        "    ```\n    a\n    ```", "```\na\n  ```", "```\na\n    ```", "``` ```\na", "~~~~~~\na\n~~~ ~~", "Go\n```\non\n```\nthen",
        "A\n---\n~~~\nb\n~~~\n# c", "```python\na = 1\n```", "~~~~    ruby b=3 $%@#$\na\n~~~~~~~", "````;\n````", "~~~ a ``` ~~~\nb\n~~~",
    ],
    "definitions of addresses": [
        "[a]: https://example.org  \"b\"\n\n[a]", "   [a]: \n      https://example.org  \n           'b'  \n\n[a]",
        "[A b]:\n<https://example.org>\n'c'\n\n[a B]", "[a]: https://example.org '\nb\nc\n'\n\n[a]", "[a]:\nhttps://example.org\n\n[a]",
        "[a]\n\n[a]: https://example.org", "[a]\n\n[a]: https://example.org/1\n[a]: https://example.org/2", "[ÄB]: https://example.org\n\n[äb]",
        "# [a]\n[a]: https://example.org\n> b", "[a]\n\n> [a]: https://example.org",
    ],
    "paragraphs": ["a\n\nb", "a\nb\n\nc\nd", "a\n\n\nb", "  a\n b", "a\n             b\n                       c", "   a\nb", "    a\nb", "a     \nb     "],
    "blank lines": ["  \n\na\n  \n\n# b\n\n  "],
    "quotations": [
        "> # a\n> b\n> c", "># a\n>b\n> c", "   > # a\n   > b", "    > # a", "> # a\n> b\nc", "> a\nb\n> c", "> a\n---", "> - a\n- b",
        ">     a\n    b", "> ```\na\n```", "> a\n    - b", ">", ">\n>  \n> ", ">\n> a\n>  ", "> a\n\n> b", "> a\n> b", "> a\n>\n> b",
        "a\n> b", "> a\n***\n> b", "> a\nb", "> a\n\nb", "> a\n>\nb", "> > > a\nb", ">>> a\n> b\n>>c", ">     code\n\n>    not code",
    ],
    "items": [
        "1.  a\n    b\n\n        c\n\n    > d", "- a\n\n b", "- a\n\n  b", " -    a\n\n     b", " -    a\n\n      b", "   > > 1.  a\n>>\n>>     b",
        ">>- a\n>>\n  >  > b", "-a\n\n2.b", "- a\n\n\n  b", "1.  a\n\n    ```\n    b\n    ```\n\n    c\n\n    > d", "- a\n\n      b\n\n\n      c",
        "123456789. a", "1234567890. a", "0. a", "003. a", "-1. a", "- a\n\n      b", "  10.  a\n\n           b", "1.     a\n\n   b\n\n       c",
        "-\n  a\n-\n  ```\n  b\n  ```\n-\n      c", "-   \n  a", "-\n\n  a", "- a\n-\n- b", "- a\n-   \n- b", "1. a\n2.\n3. b", "*", "a\n*\n\nb\n1.",
        " 1.  a\n     b\n\n         c", "  1.  a\nb\n\n          c", "  1.  a\n    b", "> 1. > a\nb", "- a\n  - b\n    - c\n      - d",
        "- a\n - b\n  - c", "10) a\n    - b", "10) a\n   - b", "- - a", "1. - 2. a", "- # a\n- b\n  ---\n  c",
    ],
    "lists": [
        "- a\n- b\n+ c", "1. a\n2. b\n3) c", "Go\n- a\n- b", "The number is\n14.  it does not begin a list", "The number is\n1.  it does",
        "- a\n\n- b\n\n\n- c", "- a\n  - b\n    - c\n\n\n      d", "- a\n - b\n  - c\n   - d", "1. a\n\n  2. b\n\n   3. c", "- a\n - b\n  - c\n   - d\n    - e",
        "1. a\n\n  2. b\n\n    3. c", "- a\n- b\n\n- c", "* a\n*\n\n* c", "- a\n- b\n\n  c\n- d", "- a\n- ```\n  b\n\n\n  ```\n- c", "- a\n  - b\n\n    c\n- d",
        "* a\n  > b\n  >\n* c", "- a\n  > b\n  ```\n  c\n  ```\n- d", "- a", "- a\n  - b", "1. ```\n   a\n   ```\n\n   b", "* a\n  * b\n\n  c", "- a\n  - b\n  - c\n\n- d\n  - e",
    ],
    "spans of code": [
        "`a`", "`` a ` b ``", "` `` `", "`  ``  `", "` a`", "`\u00a0a\u00a0`", "`\u00a0`\n`  `", "``\na \nb  \nc\n``", "``\na \n``", "`a   b \nc`", "`a\\`b`",
        "``a`b``", "` a `` b `", "*a`*`", "[not a `link](/a`)", "`<https://a.b.`c>`", "```a``", "`a", "`a``b``",
    ],
    "emphasis": [
        "*a b*", "a * b*", "a*\"b\"*", "*\u00a0a\u00a0*", "a*b*", "5*6*78", "_a b_", "_ a b_", "a_\"b\"_", "a_b_", "5_6_78", "aa_\"bb\"_cc", "a-_(b)_", "_a*",
        "*a b *", "*a b\n*", "*(*a)", "*(*a*)*", "*a*b", "_a b _", "_(_a)", "_(_a_)_", "_a_b", "_a_b_c_", "_(a)_.", "**a b**", "** a b**", "a**\"b\"**", "a**b**",
        "__a b__", "__ a b__", "__\na b__", "a__\"b\"__", "a__b__", "5__6__78", "__a, __b__, c__", "a-__(b)__", "**a b **", "**(**a)", "*(**a**)*",
        "**a (*b*, *c*)**", "**a \"*b*\" c**", "**a**b", "__a b __", "__(__a)", "_(__a__)_", "__a__b", "__a__b__c__", "__(a)__.", "*a\nb*", "_a __b__ c_", "_a _b_ c_",
        "__a_ b_", "*a *b**", "*a **b** c*", "*a**b**c*", "*a**b*", "***a** b*", "*a **b***", "*a**b***", "a***b***c", "a******b*********c", "*a **b *c* d** e*",
        "** is no emphasis", "**** is none", "**a\nb**", "__a _b_ c__", "__a __b__ c__", "____a__ b__", "**a **b****", "**a *b* c**", "**a*b*c**", "***a* b**", "**a *b***",
        "a ***", "a *\\**", "a *_*", "a *****", "a **\\***", "a **_**", "**a*", "*a**", "***a**", "****a*", "**a***", "*a****", "a ___", "a _\\__", "a _*_", "a _____",
        "__a_", "_a__", "___a__", "__a___", "_a____", "**a**", "*_a_*", "__a__", "_*a*_", "****a****", "____a____", "******a******", "***a***", "_____a_____",
        "*a _b* c_", "*a __b *c d__ e*", "**a **b c**", "*a *b c*", "**a\\**", "*a `*`*", "_a `_`_", "**a<https://example.org/?q=**>",
    ],
    "links": [
        "[a](https://example.org \"b\")", "[a](<https://example.org/b>)", "[a](https://example.org/b c)", "[a](https://example.org/\\(b\\))",
        "[a](https://example.org/b(c(d)))", "[a](<https://example.org/(b)(c)>)", "[a](https://example.org/b\\)\\:)", "[a](https://example.org#b)",
        "[a](https://example.org/b\\c)", "[a](https://example.org/b%20&auml;)", "[a](https://example.org 'b')\n[a](https://example.org (b))",
        "[a](https://example.org \"b \\\"&quot;\")", "[a](https://example.org 'b \"c\" d')", "[a](   https://example.org\n  \"b\"  )", "[a] (https://example.org)",
        "[a [b [c]]](https://example.org)", "[a] b](https://example.org)", "[a \\[b](https://example.org)", "[a *b `#`*](https://example.org)",
        "*[a*](https://example.org)", "[a *b](https://example.org/c*)", "*a [b* c]", "[a`](https://example.org)`", "[a][B]\n\n[b]: https://example.org 'c'",
        "[a [b]][c]\n\n[c]: https://example.org", "[a][]\n\n[a]: https://example.org", "[*a* b][]\n\n[*a* b]: https://example.org", "[A][]\n\n[a]: https://example.org",
        "\\[a]\n\n[a]: https://example.org", "*[a*]\n\n[a*]: https://example.org", "[a][b][c]\n\n[b]: https://example.org/1\n[c]: https://example.org/2",
    ],
    "addresses by themselves": [
        "<https://example.org>", "<https://example.org/?a=b&c=d>", "<HTTPS://EXAMPLE.ORG>", "< https://example.org >", "<>", "https://example.org", "a@b.example",
        "<mailto:a@b.example>", "<a.b-c@d.example>", "[a](mailto:b@c.example)",
    ],
    "ends of lines": ["a  \nb", "a\\\nb", "a       \nb", "a  \n     b", "a\\\n     b", "*a  \nb*", "*a\\\nb*", "`a  \nb`", "`a\\\nb`", "a\\", "a  ", "### a\\", "### a  ", "a\nb", "a \n b"],
    "text": ["hello $.;'there", "Foo χρῆν", "Multiple     spaces"],
    "tables": ["| a | b |\n|---|--:|\n| 1 | *2* |", "a | b\n:-: | ---\n1 | 2 \\| 3\n\n4", "| a |\n|---|\n| 1 | 2 |\n| |\n> b"],
}  # fmt: skip
REFUSED = {
    "<b>a</b>": "is HTML", "<table><tr><td>a</td></tr></table>": "is HTML", "<div>\n*a*\n</div>": "is HTML", "<!-- a -->\n\nb": "is HTML",
    "<?php\n\n?>": "is HTML", "<!DOCTYPE html>": "is HTML", "<![CDATA[\na\n]]>": "is HTML", "a <br/> b": "is HTML", "</a></b >": "is HTML",
    "*a <i class=\"*\">b*": "is HTML", "a <!-- b --> c": "is HTML", "[a <b c=\"](d)\">": "is HTML",
    "[a](/b)": "is no address", "[a](<b c>)": "is no address", "[a]()": "is no address", "[a](<>)": "is no address", "[a](#b)": "is no address",
    "[a](javascript:b)": "is no address",
    "<irc://a.example>": "is no address", "[a]\n\n[a]: /b": "is no address", "[a]: /b": "prints nothing", "[a][b]": "is no address",
    "a ![b](c.png)": "a paragraph of its own", "![](c.png)": "needs words", "![a](https://example.org/b.png)": "is on the web",
}  # fmt: skip


@pytest.mark.parametrize("kind", RENDERED)
def test_what_a_text_can_have_renders_as_markdown_it_renders_it(kind: str) -> None:
    found = {source: [str(each.message) for each in refusals(source, blocks=True)] for source in RENDERED[kind]}
    assert {source: said for source, said in found.items() if said} == {}
    assert [source for source in found if _ours(source) != _plain(source)] == []


@pytest.mark.parametrize(("source", "name"), REFUSED.items())
def test_what_it_cannot_have_is_refused_by_name_with_what_to_write(source: str, name: str) -> None:
    found = list(refusals(source, blocks=True))
    assert any(name in each.message and each.hint for each in found), [each.message for each in found]


def _plain(source: str) -> str:
    return _bare(MarkdownIt("commonmark").enable("table").render(source))


def _ours(source: str) -> str:
    highest = min(map(int, re.findall(r"<h(\d)>", _plain(source))), default=1)
    return _bare(str(block(Text(source, blocks=True), "", Neutral(), level=highest - 1)))
