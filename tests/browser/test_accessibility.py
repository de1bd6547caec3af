"""Nothing that axe (Deque) finds is wrong with a page: by day on a phone, by night on a laptop."""

from collections.abc import Callable
from datetime import datetime
from string import digits

import pytest
from axe_playwright_python.sync_playwright import Axe
from django.utils import timezone

from accounts.models import User
from tests.browser.live_pages import LIVE_PAGES, Page
from tests.browser.screens import DESK, PHONE, Screen
from tests.games.tables import a_person, a_table, play_to_the_end
from tests.runner.days import pick_today
from tests.tournaments import desks
from tests.tournaments.cups import (
    a_cup,
    a_running_cup,
    an_organiser,
    club_of,
    enter,
    match_at,
    play_cup,
)
from tests.tournaments.drafts import a_draft, announced
from tests.tournaments.events import organiser_of
from tests.tournaments.halls import an_evening, match_of
from tests.tournaments.names import PAIRS, an_event_of_names, claims, named
from tournaments.bulletins.services import send_bulletin, set_network
from tournaments.competitions import state as competitions_state
from tournaments.lifecycle.services import play_on_screen
from tournaments.models import Competition, Official, Slip
from tournaments.penalties.services import give_penalty
from tournaments.screens.overlay import token_of
from tournaments.slips.services import code_of, make_slips
from tournaments.staff_links.services import make_link, open_link
from tournaments.venues import services as venues
from tournaments.withdrawals import services as withdrawals

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

OPEN_TO_ALL = (
    "/", "/tables/", "/competitions/", "/ranking/", "/clubs/", "/rules/", "/learn/",
    "/learn/argentino/", "/learn/argentino/1/", "/accounts/login/", "/accounts/signup/",
    "/accounts/password/reset/", "/offline/",
)  # fmt: skip
ONES_OWN = (
    *("/", "/tables/", "/tables/new/", "/profile/", "/accounts/password/change/", "/share/"),
)
LOOKS = {"light": PHONE["viewport"], "dark": DESK["viewport"]}
NO_NUMBERS = str.maketrans("", "", digits)

WANTED = {
    "resultTypes": ["violations"],  # of all else one node each
    "rules": {"label-content-name-mismatch": {"enabled": True}},  # on top of what is usual
}

axe = Axe()


def violations(screen: Screen, paths: tuple[str, ...]) -> list[str]:
    """Return what is wrong: where, against which rule, and with what."""
    return [
        f"{path} {scheme} {rule['id']}: {node['html'][:120]}"
        for path in paths
        for scheme, size in looks_of(path)
        for rule in _analysed(screen, path, scheme, size)
        for node in rule["nodes"]
    ]


def looks_of(path: str) -> list[tuple[str, dict[str, int]]]:
    """One of the two looks each day, or both: a page has its own days."""
    picked = pick_today([(path.translate(NO_NUMBERS), scheme) for scheme in LOOKS], share=2)
    return [(scheme, LOOKS[scheme]) for _, scheme in picked]


def _analysed(screen: Screen, path: str, scheme: str, size: dict[str, int]) -> list[dict]:
    page = screen.page
    page.set_viewport_size(size)
    page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
    screen.open(path)
    return list(axe.run(page, options=WANTED).response["violations"])


@pytest.fixture(params=LIVE_PAGES.values(), ids=LIVE_PAGES)
def live_page(transactional_db, request) -> Page:
    """A page and its reader; laid out before the site's worker calls matches on its own."""
    return request.param()


@pytest.mark.sampled
def test_a_live_page(live_page, open_screen):
    path, person = live_page
    screen = open_screen(path, person)
    assert violations(screen, (path,)) == []


def test_what_a_stranger_reads(open_screen):
    assert violations(open_screen("/rules/"), OPEN_TO_ALL) == []


def test_what_somebody_signed_in_reads(open_screen):
    person = a_person("ana")
    paths = (*ONES_OWN, f"/players/{person.username}/")
    assert violations(open_screen("/rules/", person), paths) == []


def a_game_that_is_over() -> tuple[User, tuple[str, ...]]:
    """Its table and its record."""
    person, now = a_person(), timezone.now()
    game = a_table(now, people=[person, a_person(), None, None], target="5")
    play_to_the_end(game, now)
    record = f"/tables/{game.pk}/record/"
    return person, (f"/tables/{game.pk}/", record, f"{record}?hand=1&step=3&seat=0")


def a_cup_that_is_over() -> tuple[User, tuple[str, ...]]:
    """Its pages and those of its people."""
    organiser, now = an_organiser(), timezone.now()
    cup = a_running_cup(organiser, now, entries=4)
    play_cup(cup, now)
    whole, match = f"/competitions/{cup.pk}/", match_at(cup, 1, 1)
    player = cup.entries.earliest("pk").roster.get().user
    return organiser, (
        whole, f"{whole}why/", f"{whole}entered/", f"{whole}manage/", f"/matches/{match.pk}/",
        f"/players/{player.username}/", f"/clubs/{cup.club.slug}/", "/ranking/",
    )  # fmt: skip


def a_cup_that_takes_entries() -> tuple[User, tuple[str, ...]]:
    """Show what an organiser does before the competition starts."""
    organiser, now = an_organiser(), timezone.now()
    cup = a_cup(organiser, now)
    enter(cup, organiser, now, a_person("rival"))
    whole = f"/competitions/{cup.pk}/"
    return organiser, (
        whole, f"{whole}manage/", f"{whole}officials/", f"{whole}paste/", "/competitions/new/",
        "/competitions/", "/competitions/setup/", "/code/",
        f"/clubs/{club_of(organiser).slug}/edit/",
    )  # fmt: skip


def an_evening_in_a_hall() -> tuple[User, tuple[str, ...]]:
    """Create a hall of three tables, one of them out of use, and a queue."""
    organiser, now = an_organiser(), timezone.now()
    event = an_evening(now, tables=3, organiser=organiser)
    out = {"table_id": event.hall_tables.get(number=3).pk, "competition_id": event.pk}
    venues.close_table(**out, actor=organiser, now=now)
    whole, waits = f"/competitions/{event.pk}/", match_of(event, 4)
    return organiser, (whole, f"{whole}hall/", f"{whole}manage/", f"/matches/{waits.pk}/")


def a_room_that_is_told() -> tuple[User, tuple[str, ...]]:
    """A bulletin over the pages, a penalty on a sheet, the Wi-Fi on a sign, a check-in."""
    organiser, now = an_organiser(), timezone.now()
    event = an_evening(now, tables=2, organiser=organiser)
    whole, match = f"/competitions/{event.pk}/", match_of(event, 1)
    send_bulletin(competition_id=event.pk, actor=organiser, text="A comer", now=now)
    give_penalty(
        match_id=match.pk, ident="misdeal", side=0, points=None, note="dio cuatro",
        seen_version=0, action_id="a-penalty", actor=organiser, now=now,
    )  # fmt: skip
    told = {"name": "Club", "password": "truco123", "is_hidden": False, "of_club": True}
    set_network(competition_id=event.pk, actor=organiser, now=now, **told)
    cup = a_cup(organiser, now, name="La que viene")
    enter(cup, organiser, now, organiser)
    competitions_state.open_check_in(competition_id=cup.pk, actor=organiser, now=now)
    return organiser, (
        whole, f"{whole}screens/", f"{whole}signs/", f"/matches/{match.pk}/",
        f"/matches/{match.pk}/score/", f"/matches/{match.pk}/penalties/",
        f"/clubs/{event.club.slug}/penalties/", f"/c/{cup.code}/here/",
        f"/competitions/{cup.pk}/entered/", f"/overlay/{token_of('m', match.pk)}/",
    )  # fmt: skip


def a_desk(state: Callable[[datetime], Competition]) -> Callable[[], tuple[User, tuple[str, ...]]]:
    """All sections of the desk of a competition in that state."""

    def scene() -> tuple[User, tuple[str, ...]]:
        event = state(timezone.now())
        whole = f"/competitions/{event.pk}/"
        sections = ("entries", "standings", "notices", "rules", "log", "more")
        pages = ("manage/", "results/", *(f"manage/?s={section}" for section in sections))
        return organiser_of(event), tuple(f"{whole}{page}" for page in pages)

    return scene


def a_draw_to_look_at() -> tuple[User, tuple[str, ...]]:
    """A first round that is a draft, and its competition as its organiser sees it then."""
    now = timezone.now()
    event = announced(now, "swiss", 6, with_cards=True)
    organiser = organiser_of(event)
    a_draft(event, now)
    whole = f"/competitions/{event.pk}/"
    return organiser, (f"{whole}draft/", f"{whole}manage/", whole)


def a_round_by_hand() -> tuple[User, tuple[str, ...]]:
    """Its results, slips, papers and the screen of its hall, while its clock runs."""
    organiser, now = an_organiser(), timezone.now()
    cup = a_running_cup(organiser, now, entries=8, with_cards=True)
    make_slips(competition_id=cup.pk, actor=organiser, now=now)
    slip = Slip.objects.valid().earliest("pk")
    whole = f"/competitions/{cup.pk}/"
    return organiser, (
        f"{whole}results/", f"{whole}slips/", f"{whole}papers/", f"{whole}wall/",
        f"/r/{code_of(slip.nonce, 0)}/", "/r/",
    )  # fmt: skip


def a_room_of_links_and_claims() -> tuple[User, tuple[str, ...]]:
    """Links without an account, one being made use of; names, one taken and one asked for."""
    organiser, now = an_organiser(), timezone.now()
    cup = an_event_of_names(organiser, now, PAIRS, by_qr=False, cap=8)
    _, token = make_link(
        competition_id=cup.pk, actor=organiser, label="Patio", role=Official.Role.SCORER, now=now
    )
    open_link(token=token, now=now)
    play_on_screen(competition_id=cup.pk, actor=organiser, now=now)
    for name in ("Ana", "Carla", "Dani"):
        claims(cup, name, now)
    whole = f"/competitions/{cup.pk}/"
    asked, taken = named(cup, "Beto").pk, named(cup, "Dani").pk
    return organiser, (
        f"{whole}links/", f"/link/{token}/", f"{whole}claims/", f"{whole}how/", f"{whole}names/",
        f"{whole}names/{asked}/", f"{whole}names/{taken}/", f"{whole}manage/",
    )  # fmt: skip


def an_evening_that_goes_on() -> tuple[User, tuple[str, ...]]:
    """Create an evening in play: a judge is called to a named table; one entry has withdrawn."""
    now = timezone.now()
    event = desks.judge_called(now)
    organiser, whole = organiser_of(event), f"/competitions/{event.pk}/"
    entry, other = event.entries.latest("pk"), event.entries.earliest("pk")
    withdrawals.withdraw(entry_id=entry.pk, actor=organiser, reason="se fue", now=now)
    papers = tuple(f"{whole}papers/?show={show}" for show in ("tables", "results", "cash"))
    return organiser, (
        f"{whole}hall/", f"{whole}entered/", f"{whole}entries/{entry.pk}/",
        f"{whole}results/?show=all", f"{whole}entries/{other.pk}/withdraw/", *papers,
    )  # fmt: skip


SCENES = {
    "links and claims": a_room_of_links_and_claims,
    "an evening that goes on": an_evening_that_goes_on,
    "a room that is told": a_room_that_is_told,
    "a draw to look at": a_draw_to_look_at,
    "a round by hand": a_round_by_hand,
    "a game that is over": a_game_that_is_over,
    "a cup that is over": a_cup_that_is_over,
    "a cup that takes entries": a_cup_that_takes_entries,
    "an evening in a hall": an_evening_in_a_hall,
    "a desk before the draw": a_desk(desks.event_with_requests),
    "a desk with decisions": a_desk(desks.slips_that_disagree),
    "a desk at the end": a_desk(desks.finished),
}


@pytest.fixture(params=SCENES.values(), ids=SCENES)
def scene(transactional_db, request) -> tuple[User, tuple[str, ...]]:
    """Laid out before the site's worker calls matches on its own."""
    laid_out: Callable[[], tuple[User, tuple[str, ...]]] = request.param
    return laid_out()


@pytest.mark.sampled
def test_what_there_was_and_will_be(scene, open_screen):
    person, paths = scene
    assert violations(open_screen("/rules/", person), paths) == []
