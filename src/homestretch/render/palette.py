"""The colours of the drawings that stand alone, light and dark; the pages' ``board.css`` has the same."""

from typing import Final, Literal

Theme = Literal["light", "dark"]

COLOURS: Final[dict[str, tuple[str, str]]] = {
    "felt": ("#2f6a53", "#1f4133"),
    "felt-rim": ("#275845", "#18332a"),
    "felt-ink": ("#eef4ec", "#dfe9e1"),
    "felt-soft": ("#c3d8c9", "#8fb3a0"),
    "link": ("#c8b68e", "#a3926b"),
    "ivory": ("#f8f1e1", "#e2d8c2"),
    "ivory-edge": ("#a8946c", "#82724f"),
    "ivory-bevel": ("#e4d8bd", "#cabd9f"),
    "pip": ("#2a2420", "#1d1916"),
    "divider": ("#8c7a57", "#75653f"),
    "spinner": ("#8a4b10", "#7a3f08"),
    "amber": ("#ffc247", "#f5b83d"),
    "amber-ink": ("#2a1c05", "#231703"),
    "paper": ("#fffdf6", "#e9e3d5"),
    "paper-edge": ("#9b8f78", "#7d745f"),
    "card-red": ("#b3202c", "#a01722"),
    "card-black": ("#23211f", "#1d1b1a"),
    "turf-0": ("#3b7655", "#234536"),
    "turf-1": ("#346c4d", "#1e3d2f"),
    "turf-post": ("#93bda2", "#64907a"),
    "check-light": ("#ffffff", "#f2efe8"),
    "check-dark": ("#1d1d1d", "#111111"),
}
"""By name: on a light page, and on a dark one."""


def palette(theme: Theme) -> dict[str, str]:
    """The colours of one theme.

    >>> palette("light")["felt"], palette("dark")["felt"]
    ('#2f6a53', '#1f4133')
    """
    return {name: pair[theme == "dark"] for name, pair in COLOURS.items()}
