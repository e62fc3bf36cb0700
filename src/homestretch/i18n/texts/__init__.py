"""The English text of every code; a pair is a singular and a plural, chosen by the data's ``n``."""

from typing import Final

from . import board, commands, common, dominoes, draw, engine, play, race, records, rules, sheet, strength, train, web

TEXTS: Final[dict[str, str | tuple[str, str]]] = {
    code: text
    for module in (
        common,
        dominoes,
        race,
        records,
        commands,
        draw,
        engine,
        play,
        strength,
        web,
        rules,
        board,
        train,
        sheet,
    )
    for code, text in module.TEXTS.items()
}
