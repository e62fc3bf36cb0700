"""Guests, the links that are theirs, and their wishes."""

from pathlib import Path

import pytest

from homestretch.web.guests import (
    LONGEST_NAME,
    MOST_TABLES,
    Guest,
    SeatLink,
    Signer,
    clean_name,
    new_guest,
    server_secret,
)
from homestretch.web.hub import is_public
from homestretch.web.prefs import Prefs, read_prefs
from homestretch.web.visit import accepted


def test_a_guest_is_read_from_what_was_signed_here_alone() -> None:
    signer, other = Signer(b"a" * 32), Signer(b"b" * 32)
    guest = Guest("id", "Анна", ("one", "two"))
    text = signer.guest(guest)
    assert signer.read_guest(text) == guest
    assert other.read_guest(text) is None
    for wrong in (None, "", ".", "x.y", text[:-1], text + "x", signer.seat(SeatLink("t", 0, "g")), "é", "\ud800x"):
        try:
            assert signer.read_guest(wrong) is None, wrong
        except UnicodeEncodeError:  # halves of pairs come from no header and no address
            assert wrong == "\ud800x"
    link = SeatLink("table", 3, "guest")
    assert signer.read_seat(signer.seat(link)) == link
    assert signer.read_seat(text) is None
    assert other.read_seat(signer.seat(link)) is None


def test_a_guest_remembers_the_tables_seen_last() -> None:
    guest = new_guest("Anna")
    assert new_guest().id != guest.id
    for number in range(MOST_TABLES + 5):
        guest = guest.at(f"table {number}")
    assert len(guest.tables) == MOST_TABLES
    assert guest.tables[0] == f"table {MOST_TABLES + 4}"
    again = guest.at("table 9")
    assert again.tables[0] == "table 9"
    assert again.tables.count("table 9") == 1
    assert (again.called("Bo").name, again.called("Bo").tables) == ("Bo", again.tables)


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("Anna", "Anna"),
        ("  Anna   Maria ", "Anna Maria"),
        ("An\nna", "An na"),
        ("\x1b[31mAnna", "[31mAnna"),
        ("\u202eannA", "annA"),
        ("", ""),
        ("\u200b\x00", ""),
        ("x" * 100, "x" * LONGEST_NAME),
        ("अन्ना", "अन्ना"),
        ("�", ""),
    ],
)
def test_names_are_one_printable_line(text: str, name: str) -> None:
    assert clean_name(text) == name
    assert clean_name(clean_name(text)) == name


def test_the_secret_is_made_once_and_kept_from_others(tmp_path: Path) -> None:
    secret = server_secret(tmp_path)
    assert len(secret) == 32
    assert server_secret(tmp_path) == secret
    assert (tmp_path / "secret").stat().st_mode & 0o777 == 0o600
    (tmp_path / "other").mkdir()
    assert server_secret(tmp_path / "other") != secret


@pytest.mark.parametrize(
    "cookie",
    [
        None,
        "",
        "x",
        "theme=loud",
        "language=de&shape=round&hints=2",
        "theme=<script>",
        "язык=ru",
        "%ff%fe",
        "=&=&",
        "&".join("a=1" for _ in range(30)),
        "theme=dark;" * 30,
        "a" * 4000,
    ],
)
def test_wishes_that_make_no_sense_are_the_usual_ones(cookie: str | None) -> None:
    assert read_prefs(cookie) == Prefs()


def test_wishes_come_back_from_their_cookie() -> None:
    for form in (
        {},
        {"language": "hi"},
        {"theme": "dark", "shape": "tall"},
        {"hints": "0", "chances": "0", "keys": "0", "language": "ru", "theme": "light", "shape": "wide"},
    ):
        prefs = Prefs().with_form(form)
        assert read_prefs(prefs.cookie()) == prefs
        assert prefs.with_form({"theme": "x", "shape": "", "hints": "yes"}) == prefs


@pytest.mark.parametrize(
    ("header", "languages"),
    [
        ("", [""]),
        ("ru", ["ru"]),
        ("de, en;q=0.3, hi;q=0.8", ["de", "hi", "en"]),
        ("ru;q=0, en", ["en"]),
        ("ru;q=nan, en", ["en"]),
        ("ru;q=x, en", ["en"]),
        ("ru;q=-1, hi;q=1e9, en", ["hi", "en"]),
        (";q=,,;", ["", "", ";"]),
    ],
)
def test_the_languages_of_a_browser_in_the_order_of_its_wishes(header: str, languages: list[str]) -> None:
    assert accepted(header) == languages
    assert len(accepted(",".join(["en"] * 1000))) == 20


def test_only_tables_that_say_so_are_public() -> None:
    assert not is_public(b"")
    assert not is_public(b"nonsense\n")
    assert not is_public(b'[{"type":"Started"}]\n')
