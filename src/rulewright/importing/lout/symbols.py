"""The symbols that come with Lout, declared in its own language, mostly with empty bodies.

A declaration says only what a reader needs: which objects a symbol takes, and the names of its options.
"""

from collections.abc import Iterable

PACKAGES = frozenset(
    (
        "bsf doc docf report book slides illustration picture mydefs tbl tab eq math fig diag graph pie xrgb cprint "
        "init dl ltab latin2 russian fontdefs langdefs"
    ).split()
)
"""The files that come with Lout, which `@SysInclude` names."""
FONTS = ("R", "I", "B", "BI", "II", "S", "F", "Sym")
LISTS = (
    "",
    *(
        "Left Indented Quoted Centred Centered Numbered ParenNumbered Roman ParenRoman UCRoman ParenUCRoman Alpha "
        "ParenAlpha UCAlpha ParenUCAlpha Bullet Star Dash Tagged WideTagged VeryWideTagged"
    ).split(),
)
NUMBERED = tuple(name for name in LISTS if name.endswith(("Numbered", "Roman", "Alpha")))
LIST_SYMBOLS = {f"@{raw}{name}List": name for raw in ("", "Raw") for name in LISTS}
"""The symbols that begin a list, and its kind."""
LIST_ENDS = {"@EndList", "@RawEndList"}
ITEMS = {"@ListItem", "@LI", "@DropListItem", "@DLI", "@ListInterruptItem", "@LII"}
TAGGED_ITEMS = {"@TagItem", "@TI", "@DropTagItem", "@DTI"}
DISPLAYS = {
    f"@{raw}{kind}{numbered}Display"
    for raw in ("", "Raw")
    for kind in ("", "Left", "Indented", "Quoted", "Centred", "Centered", "Right")
    for numbered in ("", "Aligned", "Numbered", "AlignedNumbered")
} | {"@D", "@LD", "@ID", "@QD", "@CD", "@RD", "@RawID", "@RawCD", "@RawLD", "@RawQD", "@RawRD", "@RawD"}
BOXES = {"@Box", "@CurveBox", "@ShadowBox", "@CircleBox"}
PARAGRAPHS = {"@PP", "@LP", "@DP", "@LOP", "@NP", "@CNP", "@LLP"}
LARGE = frozenset(
    ("Chapter Appendix Overhead LectureOverhead Introduction Preface Abstract Section SubAppendix").split()
)
SECTIONS = {f"@{name}" for name in LARGE} | {"@SubSection", "@SubSubSection", "@SubSubAppendix"}
PICTURES = {"@Fig", "@Diag", "@Graph", "@Pie", "@Tree", "@HTree", "@SyntaxDiag", "@Eq", "@Math"}
ROWS = {
    f"@{kind}Row{letter}"
    for kind in ("", "First", "Mark", "NoBreak", "Header", "HeaderFirst")
    for letter in ("", *"abcdefgh")
}
LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
PRINTED_OPTIONS = {"@Title", "@Caption", "@Author", "@Institution", "@Abstract", "titletext", *LETTERS}
"""Options with words to print; the others are about looks."""
RULES = ("rule rulehorizontal ruleabove rulebelow rulevertical ruleleft ruleright").split()
ABBREVIATED = dict(
    pair.split(":")
    for pair in (
        "paint:p background:bg font:f break:b width:w height:h indent:i indentvertical:iv strut:s struthorizontal:sh "
        "margin:m marginhorizontal:mh marginleft:ml marginright:mr marginvertical:mv marginabove:ma marginbelow:mb "
        "rule:r rulehorizontal:rh ruleabove:ra rulebelow:rb rulevertical:rv ruleleft:rl ruleright:rr texture:texture "
        "ruleplainchar:rpc"
    ).split()
) | {f"{rule}{end}": f"{rule}{end}" for rule in RULES for end in ("width", "gap", "colour", "color")}
"""The options of cells, rows and tables, long and short."""


def _options(names: Iterable[str]) -> str:
    return " ".join(f"named {name} {{}}" for name in names)


def _looks(prefix: str = "") -> str:
    return " ".join(f"named {prefix}{long} {prefix}{short} {{}}" for long, short in ABBREVIATED.items())


def _tables() -> str:
    cell = f"named @Cell {_looks()} right x {{}}"
    form = f"format {_options(LETTERS)} {cell} {{}}"
    formats = " ".join(f"{_looks(letter)} named {letter}{form}" for letter in "abcdefgh")
    spans = (
        "def @StartHSpan right x {} def @StartVSpan right x {} def @StartHVSpan right x {} def @HSpan {} def @VSpan {}"
    )
    row = f"def @Row {_looks()} {_options(LETTERS)} named {form} {{}}"
    return f"def @Tbl {_looks()} {formats} right x {{}} def @EndHeaderRow {{}} {spans} {row}"


LINE_OPTIONS = (
    "linestyle linewidth linecap linecolour linecolor margin hmargin vmargin topmargin footmargin leftmargin "
    "rightmargin paint texture shadow shadowmargin shadowcolour shadowcolor"
)
DOCUMENTS = ("@Doc", "@Document", "@Report", "@Book", "@Slides", "@Illustration")
FLOATS = ("@Figure", "@Table")
FLOAT = "@Tag @Location @Caption @Format @OnePage"
TITLES = "@Title @RunningTitle @Tag @Bypass @InTitle @NewPage @Contents"
"""The options of `FLOATS` and of `SECTIONS`; those of `DOCUMENTS` follow."""
DOCUMENT = (
    "@InitialFont @InitialBreak @InitialSpace @InitialLanguage @InitialColour @InitialColor @PageHeaders @ColumnNumber "
    "@PageOrientation @FirstPageNumber @OptimizePages @PageType @PageWidth @PageHeight @PageBackground @Title @Author "
    "@Institution @DateLine @CoverSheet @ContentsPage @Abstract @AbstractTitle @Edition @Publisher @BeforeTitlePage "
    "@AfterTitlePage @TopMargin @FootMargin @OddLeftMargin @OddRightMargin @EvenLeftMargin @EvenRightMargin"
)
LEFT_AND_RIGHT = (
    "@Font @Colour @Color @SetColour @SetColor @Rotate @Scale @Break @Space @Language @Wide @High @HShift @VShift "
    "@Graphic @Index @SubIndex @SubSubIndex @RawIndex @ExternalLink @CrossLink @OverStrike @OrIfPlain @Background "
    "@Case @Yield @If @SetTexture @PAdjust @HCover @VCover @Sup @Sub @Insert @KernShrink @Outline @NoBreak"
)
"""Symbols with an object at each side: `red @Colour { Fire }`."""
RIGHT = (
    "@Char @Underline @HExpand @VExpand @HContract @VContract @HScale @VScale @HLimited @VLimited @HAdjust @VAdjust "
    "@HMirror @VMirror @OneCol @OneRow @Heading @IncludeGraphic @SysIncludeGraphic @NumberOf @PageOf @TitleOf @Ref "
    "@PageMark @FootNote @EndNote @MarginNote @LeftNote @RightNote @DropCapTwo @DropCapThree @Centre @Right @Code "
    "@Verbatim @RawVerbatim @Cite @TwoCol @OneRowOnly @Null @PageLabel @FullWidth @Author @Address @BackEnd @Galley"
)
"""Symbols with an object at the right: `@Underline { Fire }`."""
ALONE = (
    "@LLP @PP @LP @DP @LOP @NP @CNP @Date @Time @Euro @BeginSections @EndSections @BeginSubSections @EndSubSections "
    "@JL @BeginSubSubSections @EndSubSubSections @BeginChapters @EndChapters @BeginAppendices @EndAppendices @CurrLang "
    "@BeginSubAppendices @EndSubAppendices @BeginAlignedDisplays @EndAlignedDisplays @FullWidthRule @LocalWidthRule "
    "@ListNewPage @BeginOverheads @EndOverheads @RawEndSections @RawEndSubSections @MakeIndex @MakeReferences"
)
SIGNS = dict(
    pair.split(":")
    for pair in (
        "@Bullet:bullet @ParSym:paragraph @SectSym:section @Dagger:dagger @DaggerDbl:daggerdbl @CDot:periodcentered "
        "@Sterling:sterling @Yen:yen @Florin:florin @Star:asterisk @Degree:degree @Minute:minute @Second:second "
        "@Multiply:multiply @Divide:divide @Lozenge:lozenge @Register:registered @CopyRight:copyright "
        "@TradeMark:trademark"
    ).split()
) | {
    '"--"': "endash",
    '"---"': "emdash",
    '"..."': "ellipsis",
    '"``"': "quotedblleft",
    "\"''\"": "quotedblright",
    '",,"': "quotedblbase",
}
"""Symbols that print one character, and its PostScript name."""


def declarations() -> str:
    """Declare all of them in a text in Lout."""
    listed = "named gap {} named indent {} named rightindent {} named labelwidth {} named start {} named format {}"
    items = " ".join(f"def {name} {_options(['@Tag', 'margin'])} right x {{}}" for name in sorted(ITEMS))
    return " ".join(
        (
            *(f"def @{name} right x {{}}" for name in FONTS),
            *(f"def {name} left x right y {{}}" for name in LEFT_AND_RIGHT.split()),
            *(f"def {name} right x {{}}" for name in (*RIGHT.split(), *sorted(DISPLAYS))),
            *(f"def {name} {{}}" for name in ALONE.split()),
            *(f"def {name} {{ @Char {sign} }}" for name, sign in SIGNS.items()),
            *(f"def {name} {listed} named style right tag {{}} {{}}" for name in LIST_SYMBOLS),
            *(f"def {name} {_options(LINE_OPTIONS.split())} right x {{}}" for name in sorted(BOXES)),
            *(f"def {name} {_options(TITLES.split())} right x {{}}" for name in sorted(SECTIONS)),
            *(f"def {name} {_options(('save', 'maxlabels', 'titletext'))} right x {{}}" for name in sorted(PICTURES)),
            *(f"def {name} {_options(DOCUMENT.split())} right x {{}}" for name in DOCUMENTS),
            *(f"def {name} {{}}" for name in sorted(LIST_ENDS)),
            items,
            *(f"def {name} {_options(['margin'])} right tag {{}}" for name in sorted(TAGGED_ITEMS)),
            *(f"def {name} {_options(FLOAT.split())} right x {{}}" for name in FLOATS),
            "def @Text right x {} def @ColourCommand right x {}",
            'def "~" left x right y {} def "~~" left x right y {} def "&-" {}',
            'def "&&" precedence 101 left x right y {}',
            'def "^" {}',
            _tables(),
        )
    )
