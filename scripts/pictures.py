"""Draws the pictures that links to the tables preview with, from our own drawings: ``python scripts/pictures.py``.

Needs Chromium (HOMESTRETCH_CHROMIUM, or chromium on the PATH). The results are kept in the repository.
"""

import os
import shutil
import subprocess
import tempfile
from pathlib import Path

from homestretch.fives.layout import Layout
from homestretch.fives.ruleset import Spinners
from homestretch.kit.card import SUITS, Card, parse_card
from homestretch.kit.tile import parse_tile
from homestretch.render import lay
from homestretch.render.svg import card_sprite, draw_board, draw_card, draw_track, tile_sprite

STATIC = Path(__file__).parent.parent / "src/homestretch/web/static"
WIDTH, HEIGHT = 1200, 630
LAYOUTS = {
    "horse-race": (Spinners.ALL, "2-5 5-5@2-5 3-5@5-5 3-3@3-5 5-6@5-5 1-5@5-5 3-4@3-3 1-1@1-5 0-2@2-5"),
    "seven-rocks": (Spinners.FIRST, "5-5 0-5@5-5 2-5@5-5 3-5@5-5 2-6@2-5 6-6@2-6 0-4@0-5 1-5@5-5"),
}
TRACK = ("2S", "9H", "KD", "4S", "7C", "10H", "JC")
POSITIONS = (6, 5, 7, 4)


def board(branching: Spinners, moves: str) -> str:
    """A layout's drawing."""
    layout = Layout(branching)
    for move in moves.split():
        own, _, host = move.partition("@")
        tile, joined = parse_tile(own), parse_tile(host)
        if tile is None:
            raise ValueError(move)
        layout = layout.join(tile, joined)
    return draw_board(layout, lay(layout), least=(64, 34))


def race() -> str:
    """A race shortly before its end."""
    cards = [card for text in TRACK if (card := parse_card(text)) is not None]
    return draw_track(cards, POSITIONS, [""] * len(SUITS))


def page(drawing: str, title: str) -> str:
    """The picture as a page."""
    css = (STATIC / "board.css").read_text()
    return f"""<!doctype html><html data-theme="light"><meta charset="utf-8"><style>{css}
    body {{ margin: 0; width: {WIDTH}px; height: {HEIGHT}px; background: var(--felt); display: grid;
      grid-template-rows: 1fr auto; font: 600 44px "Noto Sans", sans-serif; color: var(--felt-ink); overflow: hidden }}
    .in {{ display: grid; place-items: center; padding: 20px; min-height: 0 }}
    .in > svg {{ width: 1120px; max-height: 490px; height: auto }} svg.board {{ background: none }}
    .cards {{ display: flex; gap: 24px }} .cards svg {{ width: 190px; height: auto }}
    h1 {{ margin: 0; padding: 0 0 28px; font-size: 44px; text-align: center }}
    </style>{tile_sprite()}{card_sprite()}<div class="in">{drawing}</div><h1>{title}</h1>"""


def shoot(name: str, html: str) -> None:
    """Take a page's picture."""
    browser = os.environ.get("HOMESTRETCH_CHROMIUM") or shutil.which("chromium")
    if browser is None:
        raise SystemExit("Chromium is missing.")
    with tempfile.TemporaryDirectory() as folder:
        source = Path(folder) / "page.html"
        source.write_text(html)
        subprocess.run(
            [
                browser,
                "--headless",
                "--no-sandbox",
                "--disable-gpu",
                "--hide-scrollbars",
                f"--user-data-dir={folder}/profile",
                f"--window-size={WIDTH},{HEIGHT}",
                f"--screenshot={STATIC / name}.png",
                source.as_uri(),
            ],
            check=True,
            capture_output=True,
        )


def main() -> None:
    """Draw them all."""
    cards = '<div class="cards">' + "".join(draw_card(Card(1, suit)) for suit in SUITS) + "</div>"
    shoot("homestretch", page(cards, "homestretch"))
    shoot("horse-race", page(board(*LAYOUTS["horse-race"]), "Horse Race · dominoes"))
    shoot("seven-rocks", page(board(*LAYOUTS["seven-rocks"]), "Seven Rocks · dominoes"))
    shoot("card-race", page(race(), "Horse Race · cards"))


if __name__ == "__main__":
    main()
