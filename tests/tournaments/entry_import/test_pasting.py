"""Entering a pasted list: what is odd about its lines, what goes in, what stays."""

from collections.abc import Sequence
from datetime import datetime, timedelta
from functools import partial

import pytest

from accounts.common.errors import RefusedError
from accounts.models import User
from tests.accounts.people import a_person as a_named_person
from tests.games.races import ROUNDS, at_once
from tests.games.tables import a_person
from tests.tournaments.cups import a_cup, a_running_cup
from tests.tournaments.soundness import sound
from tournaments.entries import services as entries
from tournaments.entry_import.resolve import resolve_list
from tournaments.entry_import.services import Entered, enter_pasted
from tournaments.entry_import.warnings import ImportDraft, PastedRow
from tournaments.models import AuditEvent, Competition, Entry
from tournaments.ranking import services as ranking

pytestmark = [pytest.mark.django_db, pytest.mark.both]
DAY = timedelta(days=1)


@pytest.fixture
def cup(organiser: User, now: datetime) -> Competition:
    return a_cup(organiser, now, per_side=2)


def put_in(cup: Competition, organiser: User, now: datetime, text: str, **said) -> Entered:
    return enter_pasted(
        competition_id=cup.pk, actor=organiser, pasted=ImportDraft(text, **said), now=now
    )


def before(organiser: User, now: datetime, *texts: str, per_side: int = 2) -> None:
    """Earlier evenings of the club."""
    for text in texts:
        past = a_cup(organiser, now - DAY, per_side=per_side)
        put_in(past, organiser, now - DAY, text)


def rows(cup: Competition, text: str, **said) -> Sequence[PastedRow]:
    return resolve_list(cup, ImportDraft(text, **said)).rows


def problems(cup: Competition, text: str, **said) -> list[str]:
    return [row.problem for row in rows(cup, text, **said)]


def offered(row: PastedRow) -> list[tuple[str, ...]]:
    return [fix.shown for fix in row.fixes if fix.act == "replace"]


def names(cup: Competition) -> list[str]:
    return list(cup.entries.order_by("pk").values_list("name", flat=True))


def test_a_team_keeps_the_name_it_was_given(cup, organiser, now) -> None:
    put_in(cup, organiser, now, "Los Pibes: Nico y Fede\nJuez: Ana y Beto")
    assert names(cup) == ["Los Pibes", "Ana y Beto"]
    first = cup.entries.order_by("pk").first()
    assert [player.name for player in first.roster.order_by("number")] == ["Nico", "Fede"]


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("Ana y Beto\nCaro y Dani", ["", ""]),
        ("Ana", ["alone"]),
        ("Ana busca pareja", [""]),
        ("🦊\nAna", ["nameless", "alone"]),
        ("Ana, Beto, Caro", ["too-many"]),
        ("Ana y Beto\nBETO Y ANA", ["", "twice"]),
        ("Ana y Beto\nAná y Caro", ["", "elsewhere"]),
        ("Ana y Ana", ["twice-in-row"]),
        (f"Ana y {'b' * 61}", ["too-long"]),
        (f"Ana y {'b' * 60}", [""]),
        ("Ana y Веto", ["bad-name"]),
        ("Ana y Admin", ["reserved"]),
    ],
)
def test_what_is_odd_about_a_line(cup, text, found) -> None:
    assert problems(cup, text) == found


def test_who_is_in_already_is_odd(cup, organiser, now) -> None:
    put_in(cup, organiser, now, "Ana y Beto")
    assert problems(cup, "Ana Ruiz y Caro\nANA y Dani") == ["", "entered"]


def test_a_line_of_two_pairs_is_offered_as_two_lines(cup) -> None:
    (row,) = rows(cup, "Ana y Beto, Caro y Dani")
    assert row.fixes[0].lines == ("Ana / Beto", "Caro / Dani")
    assert row.fixes[0].shown == ("Ana / Beto", "Caro / Dani")


@pytest.mark.parametrize("names", ["Ana, Beto y Caro", "Ana, Beto, Caro, Dani y Eva"])
def test_a_team_with_reserves_is_offered_by_its_name_without_them(cup, names) -> None:
    (row,) = rows(cup, f"Los Pibes: {names}")
    assert row.problem == "too-many"
    assert row.fixes[0].lines == ("Los Pibes: Ana / Beto",)


def test_a_name_of_two_parts_is_offered_as_one(cup) -> None:
    (row,) = rows(cup, "José Ortega y Gasset / Ana")
    merged = row.fixes[0]
    assert merged.shown == ("José Ortega y Gasset", "Ana")
    assert [len(each.players) for each in rows(cup, merged.lines[0])] == [2]
    assert rows(cup, merged.lines[0])[0].problem == ""


def test_who_is_alone_is_offered_others_who_are_then_old_partners_then_regulars(
    cup, organiser, now
) -> None:
    before(organiser, now, "Mara y Nico\nTano y Uri", "Tano y Uri")
    alone, other = rows(cup, "Mara\nOlga")
    assert offered(alone) == [("Olga",), ("Nico",), ("Tano",), ("Uri",)]
    assert [fix.mate for fix in alone.fixes[:3]] == ["", "Mara", ""]
    assert alone.fixes[0].gone == "Olga"
    assert offered(other)[0] == ("Mara",)


def test_a_first_name_is_asked_about_partners_first(cup, organiser, now) -> None:
    before(organiser, now, "Hugo Lima y Nico Rey", "Hugo Lima y Nico Rey\nGabi Mora y Hugo Pinto")
    (row,) = rows(cup, "Gabi Mora y Hugo")
    assert (row.problem, row.about) == ("who", "Hugo")
    assert offered(row) == [("Hugo Pinto",), ("Hugo Lima",)]
    assert row.fixes[0].mate == "Gabi Mora"
    assert problems(cup, row.fixes[0].lines[0]) == [""]
    assert problems(cup, "Gabi Mora y Hugo", others={"Gabi Mora y Hugo"}) == [""]


def test_a_regular_is_spelt_as_ever_and_asked_about_when_a_letter_differs(
    cup, organiser, now
) -> None:
    before(organiser, now, "Kika Solís y Leo Funes")
    same, nearly = rows(cup, "kika solis y Ana Paz\nLeo Fuñez y Beto Gil")
    assert (same.problem, same.players[0].name) == ("", "Kika Solís")
    assert (nearly.problem, offered(nearly)) == ("nearly", [("Leo Funes",)])


def test_a_name_that_an_account_bears_is_asked_about(cup, organiser, now) -> None:
    zoe = a_named_person("zoe.paz", display_name="Zoe Paz")
    (row,) = rows(cup, "Zoe Paz y Ana")
    assert (row.problem, row.fixes[0].shown) == ("account", ("@zoe.paz",))
    (meant,) = rows(cup, row.fixes[0].lines[0])
    assert (meant.problem, meant.players[0].user) == ("", zoe)
    a_named_person("ana", display_name="Ana")  # of no club of theirs: one name alone is not asked
    assert problems(cup, "Ana y Beto") == [""]


def test_an_account_is_one_person_whatever_is_said(cup, organiser, now) -> None:
    a_named_person("zoe")
    text = "@zoe y Ana\n@ZOE y Beto\n@zoe y @zoe"
    said = frozenset(text.split("\n"))
    assert problems(cup, text, others=said) == ["", "elsewhere", "twice-in-row"]
    assert not any(fix.act == "others" for fix in rows(cup, text)[1].fixes)
    put_in(cup, organiser, now, text, others=said)
    assert names(cup) == ["zoe y Ana"]
    assert problems(cup, "@zoe y Caro", others={"@zoe y Caro"}, seen=10**6) == ["entered"]


def test_a_mention_of_nobody_is_a_name(cup) -> None:
    (row,) = rows(cup, "@Beto Sosa y @nadie")
    assert [(player.name, player.user) for player in row.players] == [
        ("Beto Sosa", None),
        ("nadie", None),
    ]


def test_good_rows_go_in_and_the_rest_of_the_list_stays(cup, organiser, now) -> None:
    text = "*Truco viernes*\n1. Ana y Beto pagó\n2. Mara\n\n3. Caro y Dani\nnos vemos!!"
    done = put_in(cup, organiser, now, text)
    assert names(cup) == ["Ana y Beto", "Caro y Dani"]
    assert [entry.paid for entry in cup.entries.order_by("pk")] == [True, False]
    assert done.rest.text.split("\n") == ["*Truco viernes*", "2. Mara", "", "nos vemos!!"]
    log = cup.audit.get(act=AuditEvent.Act.PASTE)
    assert (log.actor, log.after) == (
        organiser,
        {"entries": ["Ana y Beto", "Caro y Dani"], "number": 2},
    )
    assert sound()


def test_the_same_list_twice_enters_nobody_twice(cup, organiser, now) -> None:
    put_in(cup, organiser, now, "Ana y Beto")
    again = put_in(cup, organiser, now, "Ana y Beto")
    assert (again.entries, again.rest.text) == ([], "Ana y Beto")
    assert cup.audit.filter(act=AuditEvent.Act.PASTE).count() == 1


def test_others_of_the_same_names_go_in_but_not_those_who_came_since(cup, organiser, now) -> None:
    first = put_in(cup, organiser, now, "Ana y Beto").entries[0]
    said = {"others": {"Ana y Beto"}, "seen": first.pk}
    put_in(cup, organiser, now, "Ana y Beto", **said)
    assert names(cup) == ["Ana y Beto"] * 2
    put_in(cup, organiser, now, "Ana y Beto", **said)  # the same again
    assert names(cup) == ["Ana y Beto"] * 2


def test_over_the_cap_they_wait(organiser, now) -> None:
    cup = a_cup(organiser, now, cap=2)
    done = put_in(cup, organiser, now, "Ana\nBeto\nCaro")
    assert (len(done.entries), done.waiting) == (3, 1)


@pytest.mark.parametrize(("per_side", "text"), [(1, "Ana\nBeto"), (3, "Ana, Beto y Caro")])
def test_singles_and_threes_are_read_too(organiser, now, per_side, text) -> None:
    cup = a_cup(organiser, now, per_side=per_side)
    put_in(cup, organiser, now, text)
    assert {entry.roster.count() for entry in cup.entries.all()} == {per_side}
    assert sound()


def test_who_looks_for_a_partner_waits_and_a_later_list_says_who_it_is(cup, organiser, now) -> None:
    put_in(cup, organiser, now, "Mara\nOlga busca pareja", alone={"Mara"})
    assert set(cup.entries.values_list("name", "state")) == {
        ("Mara", Entry.State.FORMING),
        ("Olga", Entry.State.FORMING),
    }
    assert offered(rows(cup, "Nico")[0]) == [("Mara",), ("Olga",)]
    done = put_in(cup, organiser, now, "Nico y mara\nOlga y Paco\nOlga y Raúl")
    assert done.rest.text == "Olga y Raúl"
    assert set(cup.entries.values_list("name", "state")) == {
        ("Mara y Nico", Entry.State.CONFIRMED),
        ("Olga y Paco", Entry.State.CONFIRMED),
    }
    assert sound()


def test_a_team_that_lacks_people_keeps_its_name_until_it_is_whole(organiser, now) -> None:
    cup = a_cup(organiser, now, per_side=3)
    text = "Tigre - Gino y Hilo"
    short, lone = rows(cup, f"{text}\nLos Cuervos")
    assert [row.problem for row in (short, lone)] == ["alone", "alone"]
    assert (offered(short), offered(lone)) == ([], [])
    put_in(cup, organiser, now, text, alone={text})
    assert names(cup) == ["Tigre"]
    put_in(cup, organiser, now, "Gino, Hilo, Ivo")
    assert list(cup.entries.values_list("name", "state")) == [("Tigre", Entry.State.CONFIRMED)]


def test_who_is_offered_to_a_team_comes_under_its_name(organiser, now) -> None:
    before(organiser, now, "Gino, Hilo, Ivo", per_side=3)
    (row,) = rows(a_cup(organiser, now, per_side=3), "Tigre - Gino y Hilo")
    assert row.fixes[0].lines == ("Tigre: Gino / Hilo / Ivo",)


def test_who_waits_alone_gets_a_partner_by_the_link(cup, organiser, now) -> None:
    (mara,) = put_in(cup, organiser, now, "Mara sin pareja").entries
    token = entries.renew_invitation(entry_id=mara.pk, user=organiser)
    nico = a_person("nico")
    entries.accept_invitation(token=token, user=nico, now=now)
    mara.refresh_from_db()
    assert (mara.name, mara.state) == ("Mara y nico", Entry.State.CONFIRMED)
    assert sound()


def test_only_organisers_paste_and_only_before_the_draw(cup, organiser, now) -> None:
    with pytest.raises(RefusedError) as refused:
        put_in(cup, a_person(), now, "Ana y Beto")
    assert refused.value.code == "not-organiser"
    running = a_running_cup(organiser, now)
    with pytest.raises(RefusedError) as refused:
        put_in(running, organiser, now, "Ana")
    assert refused.value.code == "registration-closed"


@pytest.mark.django_db(transaction=True)
def test_two_organisers_who_paste_at_once_enter_nobody_twice(organiser, now) -> None:
    text = "\n".join(f"Ana {sign} y Beto {sign}" for sign in "ABCDEFGH")
    for _ in range(ROUNDS):
        cup = a_cup(organiser, now, per_side=2)
        said = {"others": frozenset(text.split("\n"))}
        both = at_once(*[partial(put_in, cup, organiser, now, text, **said)] * 2)
        assert not [each for each in both if isinstance(each, Exception)]
        assert sorted(names(cup)) == sorted(f"Ana {s} y Beto {s}" for s in "ABCDEFGH")
        ranking.forget_competition(competition_id=cup.pk)
