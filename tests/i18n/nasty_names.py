"""Display names that do harm if shown unchanged, each with its visible part ("" if nothing)."""

from __future__ import annotations

from typing import Final

ESCAPED_NAMES: Final = {
    "<@1> calls": "<@1> calls",
    "<@&12> <#34>": "<@&12> <#34>",
    "@everyone": "@everyone",
    "@here now": "@here now",
    "<t:1700000000:R>": "<t:1700000000:R>",
    "<:sled:123456> :sled:": "<:sled:123456> :sled:",
    "</play:77> <id:guide>": "</play:77> <id:guide>",
    "[gold](https://evil.example)": "[gold](https://evil.example)",
    "https://a*b*.example discord.gg/x": "https://a*b*.example discord.gg/x",
    "**bold** __u__ ~~s~~ ||spoiler||": "**bold** __u__ ~~s~~ ||spoiler||",
    "`code` \\*stars\\*": "`code` \\*stars\\*",
    "# big": "# big",
    "> quoted": "> quoted",
    "-# small": "-# small",
    "- item": "- item",
    "+ item": "+ item",
    "1. first": "1. first",
    "Ana\u202eneB\u202c": "AnaneB",
    "\u2066Ben\u2069\u200f": "Ben",
    "Z\u200be\u200cr\u200do\ufeff\u2060": "Zero",
    "two\nlines\tand\u2028more": "two lines and more",
    "\x07bell\x00": "bell",
    "  wide \u3000 name ": "wide name",
    "\u200b\u200d": "",
    "\u3164\u2800\u115f": "",
    "\ufe0f\u0301": "",
    "\U000e0041\U000e0101": "",
}
