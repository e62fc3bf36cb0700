"""What a notebook shows: layouts, positions and races as pictures, in the language of the system."""

import os

from homestretch.fives.layout import Layout
from homestretch.fives.state import State as FivesState
from homestretch.i18n.speaker import Speaker, choose_language, system_languages
from homestretch.race.state import State as RaceState

from .stills import layout_picture, position_picture, race_picture


def picture(value: Layout | FivesState | RaceState) -> str:
    """The picture of a value, as its ``_repr_svg_`` shows it: nobody's hand, and nobody's stake."""
    speak = Speaker(choose_language(*system_languages(os.environ)))
    if isinstance(value, Layout):
        return layout_picture(speak, value)
    return position_picture(speak, value) if isinstance(value, FivesState) else race_picture(speak, value)
