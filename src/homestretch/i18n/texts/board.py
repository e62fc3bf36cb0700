"""What the explain board says."""

TEXTS: dict[str, str | tuple[str, str]] = {
    "board.title": "What does this layout count?",
    "board.page": "{game}: what does this layout count?",
    "board.lead": "Tap the tiles as they lie on your table, or write them down. The total, the award and every free place are shown at once.",
    "board.games": "The same layout by the rules of both games",
    "board.no-award": "no award",
    "board.stops": "placement {number} does not fit",
    # what does not fit
    "board.stands": "The board shows the tiles before it.",
    "board.instead": "What fits instead:",
    "board.leave-out": "Leave {text} out",
    # what it counts
    "board.total": "Total and award",
    "board.empty": "The table is empty. Tap the tile that opened the round.",
    "board.take-back": "Take {tile} back",
    "board.clear": "Clear the table",
    "board.counts": "What counts",
    "board.places": "Where a tile may go",
    "board.spinners": ("Spinner: {tiles}.", "Spinners: {tiles}."),
    "board.no-spinner": "There is no spinner yet.",
    # the tiles to choose from
    "board.pick": "Put another tile",
    "board.pick-first": "Put the first tile",
    "board.on-table": "{tile} is on the table",
    "board.take-up": ("{tile}: {n} place, at best {points}", "{tile}: {n} places, at best {points}"),
    "board.legend": "Free places show {pips}; tiles with other pips fit nowhere now. The small number is the most that a tile can earn.",
    "board.legend-first": "Any tile may open. The small number is what it earns.",
    # as text
    "board.text": "The layout as text",
    "board.text-how": "Write 5-5 to open, then 2-5@5-5 to join 2-5 to 5-5.",
    "board.count": "Count it",
    "board.copy-text": "Copy the text",
    # the other game
    "board.other": "By the rules of {game}",
    "board.other-same": "{award}.",
    "board.other-stops": "There it stops earlier. {refusal}",
    "board.up-to": "Up to there: {award}.",
    "board.no-branch-there": ("{tiles} is no spinner there.", "{tiles} are no spinners there."),
    "board.branch-there": ("{tiles} is a spinner there too.", "{tiles} are spinners there too."),
    "board.same-spinners": "The same places are free there.",
    "board.switch": "Switch to {game}",
    # to share
    "board.share": "Share this board",
    "board.link": "Link to this board",
    "board.code": "Code for another phone’s camera",
    "board.picture": "Download as a picture",
    # from elsewhere
    "board.open": "What counts, and why?",
    "board.no-layout": "{game} has no layout of tiles to count. Choose one of the domino games, or see what the rules of the race say about its odds and chances.",
    "board.to-rules": "The rules of {game}",
}
