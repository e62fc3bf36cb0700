"""What the card race refuses, and what happens in a meeting of it."""

TEXTS: dict[str, str | tuple[str, str]] = {
    "count.backers": ("{n} backer", "{n} backers"),
    # the notation
    "notation.race-move": "“{text}” is no move. Open the bank with bank 1,2,3,5,10 max 1, stake 1 on diamonds with D1, turn a card with turn.",
    "notation.card": "“{text}” is no card. Write a card as its rank and its suit's initial, such as 10D or KS.",
    # the bank announces
    "announce.not-banker": "{banker} holds the bank in this race, and only the bank announces odds and the largest stake.",
    "announce.already": "The odds and the largest stake have been announced and stand until this race is settled.",
    "announce.prices": "A bank announces five odds, for a horse with 0, 1, 2, 3 and 4 cards on the track; each is a whole number from 1 to {most}.",
    "announce.limit": "The largest stake must be at least 1, so it cannot be {limit}.",
    "announce.over-most": "These rules allow a largest stake of {most} at most, so it cannot be {limit}.",
    "bank.cannot-pay": "With {backers} who may stake {limit} at {price}:1 the bank might have to pay {needed}, and it holds {tokens}. At these odds it can allow a largest stake of {largest}.",
    "bank.price-too-high": "The bank holds {tokens} and could not pay 1 at {price}:1 to {backers}. Offer no horse on this track more than {highest}:1.",
    # the stakes
    "stake.banker": "The banker backs no horse: the bank stands against every stake.",
    "stake.no-tokens": "Whoever has no token left watches this race and stakes nothing.",
    "stake.before-prices": "Nothing can be staked yet: {banker} has to announce the odds and the largest stake first.",
    "stake.locked": "The stakes are locked: no horse is changed and nothing is raised until this race is settled.",
    "stake.amount": "A stake is at least 1 token, so it cannot be {amount}.",
    "stake.over-limit": "The largest stake in this race is {limit}, so {amount} is too much.",
    "stake.over-balance": "Nobody stakes more than they have: {amount} is too much for a stock of {tokens}.",
    # the race
    "turn.not-banker": "{banker} holds the bank in this race, and only the banker turns the cards.",
    "turn.before-prices": "No card is turned yet: announce the odds and the largest stake first.",
    "turn.before-locked": "No card is turned before all stakes are locked: wait for {waiting}.",
    "turn.named": "Nobody at the table knows the next card. Write turn alone.",
    "turn.not-next": "{card} is not the next card of the race deck. Write turn alone, or the card that is next.",
    # house rules
    "ruleset.race-players": "A card race needs {least} people or more, up to {most} at this table; it cannot be played by {players}.",
    "ruleset.tokens": "Everyone starts with at least {least} tokens, so that the first bank can pay every backer, and with at most {most}; {tokens} will not do.",
    "ruleset.prices": "The customary odds are five whole numbers from 1 to {most}, for 0, 1, 2, 3 and 4 cards on the track.",
    "ruleset.most-stake": "The rules must allow a stake of at least 1, so {most_stake} cannot be the most. Write any (in a record, null) to allow whatever the bank can pay.",
    # chances
    "odds.counts": "A track is told by four numbers from 0 to 4: its cards of spades, hearts, diamonds and clubs.",
    "odds.sum": "A track has {track} cards, and these numbers make {total}.",
    "odds.too-many": "With {count} cards of {suit} on the track that horse could not finish, so the track is laid again. There may be {most} of one suit at most.",
    # what happens
    "event.race.bank-passed": "{seat} could not pay every backer 1 at 1:1, so the bank passes {seat} over.",
    "event.race.laid": "Race {race}: {banker} holds the bank. On the track lie {track}.",
    "event.race.relaid": "On the track lie {track}: {count} of {suit} are too many, so all is shuffled and laid again.",
    "event.race.announced": "{banker} offers {offers}. The largest stake is {limit}.",
    "event.race.offer": "{price}:1 on {suit}",
    "event.race.staked": "{seat} has chosen a horse.",
    "event.race.staked-seen": "{seat} chooses {suit} and stakes {tokens}.",
    "event.race.locked": "All stakes are locked: {stakes}.",
    "event.race.stake": "{seat} has {tokens} on {suit}",
    "event.race.turned": "{card}: {suit} move up to {position}.",
    "event.race.won": "{card}: {suit} cross the line and win!",
    "event.race.paid-won": "{seat} gets back the stake and {change} more, {returned} in all, and now has {tokens}.",
    "event.race.paid-lost": "{seat} loses {tokens} to the bank and has {left} left.",
    "event.race.bank-gains": "The bank of {banker} gains {change} and now has {tokens}.",
    "event.race.bank-loses": "The bank of {banker} loses {change} and now has {tokens}.",
    "event.race.bank-even": "The bank of {banker} comes out even and still has {tokens}.",
    "event.race.meeting-won": "The meeting is over: {winner} has the highest balance, {tokens}, and wins.",
    "event.race.meeting-shared": "The meeting is over: {winner} have the highest balance, {tokens} each, and share the win.",
}
