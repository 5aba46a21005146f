"""Strings that do something where a text is taken for markup or a cell for a formula."""

SHORT = [
    "<script>window.hit=1</script>",
    "<img src=x onerror=window.hit=1>",
    "<svg onload=window.hit=1>",
    "</textarea><script>window.hit=1</script>",
    "</script><script>window.hit=1</script>",
    "\"><iframe srcdoc='<script>parent.hit=1</script>'>",
    "javascript:window.hit=1",
    "{{constructor.constructor('window.hit=1')()}}",
    "${window.hit=1}",
    "<a href=javascript:window.hit=1>x</a>",
    "<style>*{display:none}</style>",
    "<math><mtext></table><img src onerror=window.hit=1>",
    "&lt;img src=x onerror=window.hit=1&gt;",
    "\u202egnirts\u202c <b>bold</b>",
    "<base href=//evil.example>",
    "<meta http-equiv=refresh content=0;url=//evil.example>",
]
ENDS = (
    "",
    "</style>",
    '">',
    "'>",
    "</textarea>",
    "</script>",
    "</title>",
    "</svg>",
    "-->",
    "]]>",
    "`};",
    "\\u003c",
    "%3E",
)
BEGINS = (
    "<script>window.hit=1</script>",
    "<img src=x onerror=window.hit=1>",
    "<svg/onload=window.hit=1>",
    "<details open ontoggle=window.hit=1>",
    "<input autofocus onfocus=window.hit=1>",
    "<iframe src=javascript:parent.hit=1>",
    "<style>@import'//evil.example'</style>",
)
HOSTILE = [*SHORT, *(end + begin for end in ENDS for begin in BEGINS)]
"""A hundred strings that do something where a text is taken for markup."""
FORMULAS = ("=1+1", "+cmd|' /C calc'!A0", "-2+3", "@SUM(1)", "\t=1", '=HYPERLINK("//evil.example")')
"""Cells that a spreadsheet would run."""
