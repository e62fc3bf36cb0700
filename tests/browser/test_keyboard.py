"""A round from the front page to its end without a mouse, and focus that stays where it is."""

from playwright.sync_api import Page, expect

from homestretch.kit.card import Suit
from homestretch.race.moves import Stake
from web.serving import Running

from .tables import Play, caught_up, my_turn, name_in, open_table, sit_down, two_friends, wait_until
from .visitors import Visitors

PLAYABLE = """tiles => tiles.map(tile => {
  const choice = tile.querySelector("button, input");
  return choice ? [choice.type, choice.value] : ["", ""];
})"""


def tab_to(page: Page, selector: str) -> None:
    """Press Tab until the focus is on what the selector names."""
    for _ in range(80):
        if page.locator(f":is({selector}):focus").count():
            return
        page.keyboard.press("Tab")
    raise AssertionError(f"Tab does not lead to {selector}")


def focus(page: Page) -> str:
    """The id of the focused element, or of the nearest element around it that has one."""
    found: str = page.evaluate("document.activeElement.closest('[id]')?.id ?? document.activeElement.tagName")
    return found


def said(page: Page, key: str) -> str:
    """What a key reads aloud."""
    page.keyboard.press(key)
    return page.locator("#say").inner_text()


def test_a_round_is_played_with_the_keyboard_alone(page: Page, server: Running) -> None:
    tab_to(page, ".game.horse-race .go")
    page.keyboard.press("Enter")
    page.wait_for_selector("main.table")
    play = Play(server, name_in(page.url), {0: page})
    ways: set[str] = set()
    while not play.between_rounds or len(ways) < 2:  # a round may leave its player a single choice
        if play.between_rounds:
            go_on_by_keys(page, play)
        wait_until(lambda: play.choosing or play.between_rounds, "the round goes on")
        if play.choosing:
            events = len(play.table.log)
            caught_up(page, events)
            ways.add(move_by_keys(page, typed=play.moves % 2 == 1))
            wait_for_more(play, events)
            play.moves += 1
    assert ways == {"typed", "digit"}
    go_on_by_keys(page, play)


def test_a_horse_is_backed_and_changed_with_keys_alone(visitors: Visitors, server: Running) -> None:
    people = [visitors.arrive("about:blank")]
    name = open_table(people[0], server, "card-race", name="Ann", seating="3")
    for who in ("Bo", "Cy"):
        people.append(visitors.arrive(people[0].url))
        sit_down(people[-1], who)
    people[0].click(".starts .go")
    play = Play(server, name, dict(enumerate(people)))
    banker = play.wait_for_turn()
    play.step()
    backer = people[(banker + 1) % 3]
    caught_up(backer, len(play.table.log))
    heard = said(backer, "e")
    assert heard.startswith("spades: position 0 of 8. hearts: position 0 of 8. diamonds: position 0 of 8. clubs:")
    assert ".." not in heard
    for key, suit in (("3", Suit.DIAMONDS), ("4", Suit.CLUBS)):
        events = len(play.table.log)
        backer.keyboard.press(key)
        assert focus(backer) == f"back-{suit}"
        backer.keyboard.press("Enter")
        caught_up(backer, events + 1)
        assert play.table.state.stakes[(banker + 1) % 3] == Stake(suit, 1)
    other = people[(banker + 2) % 3]
    caught_up(other, len(play.table.log))
    for page, move in ((other, "H1"), (people[banker], "turn")):
        events = len(play.table.log)
        page.keyboard.press("m")
        assert focus(page) == "typed"
        assert page.get_attribute("#typed", "placeholder") in ("D1", "turn")
        page.keyboard.type(move)
        page.keyboard.press("Enter")
        caught_up(page, events + 1)
        caught_up(people[banker], len(play.table.log))
    assert play.table.state.stakes[(banker + 2) % 3] == Stake(Suit.HEARTS, 1)
    assert len(play.table.state.turned) == 1


def go_on_by_keys(page: Page, play: Play) -> None:
    """Go on to the next round."""
    round_played = play.table.state.round
    page.wait_for_selector(".go-on .go")
    page.keyboard.press("g")
    page.keyboard.press("Enter")
    wait_until(lambda: play.table.state.round > round_played, "the next round begins")


def wait_for_more(play: Play, events: int) -> None:
    wait_until(lambda: len(play.table.log) > events, "the move is made")


def move_by_keys(page: Page, *, typed: bool) -> str:
    """Choose with a digit and place with Enter, or type the move."""
    playable: list[list[str]] = page.locator(".hand .tiles > li").evaluate_all(PLAYABLE)
    at = next(number for number, (kind, _) in enumerate(playable[:9]) if kind)
    kind, value = playable[at]
    if typed:
        move = value if kind == "submit" else page.locator(f".places .for.t{value} button").first.get_attribute("value")
        page.keyboard.press("m")
        assert focus(page) == "typed"
        page.keyboard.type(move or "")
        page.keyboard.press("Enter")
        return "typed"
    if focus(page) == "typed":
        page.keyboard.press("Tab")
    page.keyboard.press(str(at + 1))
    if kind == "radio":
        assert focus(page) == f"pick-{value}"
        tab_to(page, f".places .for.t{value} button")
    page.keyboard.press("Enter")
    return "digit"


def test_keys_read_the_hand_the_ends_and_the_score(visitors: Visitors, server: Running) -> None:
    ann, _, play = two_friends(visitors, server, "horse-race")
    play.step()
    caught_up(ann, len(play.table.log))
    tiles = [f"{tile.low}-{tile.high}" for tile in sorted(play.table.state.hands[0])]
    hand = said(ann, "h")
    assert "Ann" in hand
    assert all(tile in hand for tile in tiles)
    last = play.table.state.layout.tiles[-1]
    assert f"{last.low}-{last.high}" in said(ann, "e")
    score = said(ann, "s")
    assert "Ann" in score
    assert "Bo" in score
    expect(ann.locator("#say")).to_have_attribute("role", "status")


def test_a_tile_that_fits_nowhere_says_so(page: Page, server: Running) -> None:
    play = Play(server, open_table(page, server, "horse-race", others="bots", name="Ann"), {0: page})
    while True:
        play.wait_for_turn()
        caught_up(page, len(play.table.log))
        off = page.locator("#hand .tiles > li").evaluate_all("all => all.findIndex(each => each.querySelector('.off'))")
        if 0 <= off < 9:
            break
        play.step()
    assert "fits nowhere" in said(page, str(off + 1))


def test_a_refusal_is_said_again_when_the_same_is_tried_again(visitors: Visitors, server: Running) -> None:
    visitors.expect("409")
    page = visitors.arrive(server.address)
    page.click(".game.horse-race .go")
    my_turn(page)
    page.keyboard.press("m")
    page.keyboard.type("0-9")
    page.keyboard.press("Enter")
    page.locator(".notice").evaluate("each => { each.said = true; }")
    page.keyboard.press("Enter")
    new = "all => all.some(each => !each.said)"
    wait_until(lambda: page.locator(".notice").evaluate_all(new), "the refusal is there anew", 3, page)


def test_a_key_leads_to_the_hand_of_whoever_takes_the_device(page: Page, server: Running) -> None:
    open_table(page, server, "horse-race", others="here", names="Ann, Bo")
    page.wait_for_selector(".covers .go")
    page.keyboard.press("g")
    page.keyboard.press("Enter")
    page.wait_for_selector("#hand")


def test_single_keys_do_nothing_where_they_are_not_wished(page: Page, server: Running) -> None:
    page.click("#wishes summary")
    page.locator("#wishes [name=keys]").select_option("0")
    page.click("#wishes form button")
    page.click(".game.horse-race .go")
    my_turn(page)
    assert said(page, "h") == ""


def test_focus_stays_where_it_is_when_the_other_side_moves(visitors: Visitors, server: Running) -> None:
    ann, _, play = two_friends(visitors, server, "horse-race")
    while play.wait_for_turn() == 0:
        play.step()
    ann.wait_for_selector("#status:not(.mine)")
    tab_to(ann, "#words summary")
    ann.keyboard.press("Enter")
    assert focus(ann) == "words"
    play.step()
    caught_up(ann, len(play.table.log))
    assert focus(ann) == "words"
    assert ann.locator("#words[open] summary:focus").count() == 1
    tab_to(ann, "#news")
    while play.wait_for_turn() == 1:
        play.step()
    caught_up(ann, len(play.table.log))
    assert focus(ann) == "news"


def test_whoever_has_pressed_what_then_goes_stays_at_the_table(visitors: Visitors, server: Running) -> None:
    ann, _, play = two_friends(visitors, server, "horse-race")
    while play.wait_for_turn() == 1 or play.moves < 4:
        if play.choosing == [0]:
            events = len(play.table.log)
            caught_up(ann, events)
            move_by_keys(ann, typed=False)
            wait_for_more(play, events)
            caught_up(ann, len(play.table.log))
            wait_until(lambda: focus(ann).split("-")[0] in {"hand", "tile", "pick"}, "the focus is at the hand", 3)
            play.moves += 1
        else:
            play.step()
    race = visitors.arrive("about:blank")
    table = open_table(race, server, "card-race", name="Ann", others="bots", seating="3")
    meeting = Play(server, table, {0: race})
    while not race.locator("main > .stake").count():
        meeting.step()
        meeting.wait_for_turn()
        caught_up(race, len(meeting.table.log))
    race.locator(".horse-choice input").first.focus()
    race.keyboard.press("Space")
    tab_to(race, ".stake .go")
    race.keyboard.press("Enter")
    race.wait_for_selector("main > .stake", state="detached")
    wait_until(lambda: focus(race) == "status", "the focus is at the table", 3)


def test_what_is_being_written_or_chosen_stays_when_somebody_comes_or_goes(visitors: Visitors, server: Running) -> None:
    ann, bo, play = two_friends(visitors, server, "horse-race")
    while play.wait_for_turn() == 1 or not chooses_among_places(ann, play):
        play.step()
    caught_up(ann, len(play.table.log))
    pick = ann.locator("#hand input.pick").last
    pick.focus()
    ann.keyboard.press("Space")
    chosen = focus(ann)
    version = play.room.version
    bo.reload()
    wait_until(lambda: play.room.version > version, "Bo has come back")
    wait_until(lambda: view_of(ann).endswith(str(play.room.version)), "Ann sees it")
    assert focus(ann) == chosen
    expect(ann.locator(f"#{chosen}")).to_be_checked()

    ann.keyboard.press("m")
    ann.keyboard.type("2-")
    version = play.room.version
    bo.reload()
    wait_until(lambda: play.room.version > version, "Bo has come back again")
    wait_until(lambda: view_of(ann).endswith(str(play.room.version)), "Ann sees it")
    assert focus(ann) == "typed"
    ann.keyboard.type("5")
    assert ann.input_value("#typed") == "2-5"


def view_of(page: Page) -> str:
    """The number of the view that a page shows."""
    return page.locator("#main").get_attribute("data-view") or ""


def chooses_among_places(page: Page, play: Play) -> bool:
    """Whether this page offers a tile that fits in several places, besides others."""
    caught_up(page, len(play.table.log))
    return page.locator("#hand input.pick").count() > 0


def test_the_field_for_moves_is_empty_again_when_the_turn_is_kept(page: Page, server: Running) -> None:
    table = open_table(page, server, "horse-race", others="bots", name="Ann")
    play = Play(server, table, {0: page})
    for _ in range(60):
        play.wait_for_turn()
        events = len(play.table.log)
        caught_up(page, events)
        move = page.locator("#hand button[name=move]").first.get_attribute("value") or ""
        page.locator("#typing").evaluate("each => { each.open = true; }")
        page.locator("#typed").fill(move)
        page.locator("#typed").press("Enter")
        wait_for_more(play, events)
        wait_until(lambda: play.choosing or play.between_rounds, "the match goes on")
        if play.table.state.goes_on:
            caught_up(page, len(play.table.log))
            assert page.input_value("#typed") == ""
            return
    raise AssertionError("no move has kept the turn")
