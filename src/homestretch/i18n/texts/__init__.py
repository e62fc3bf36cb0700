"""The English text of every code; a pair is a singular and a plural, chosen by the data's ``n``."""

from typing import Final

from . import commands, common, dominoes, engine, play, race, records, strength, web

TEXTS: Final[dict[str, str | tuple[str, str]]] = {
    code: text
    for module in (common, dominoes, race, records, commands, engine, play, strength, web)
    for code, text in module.TEXTS.items()
}
