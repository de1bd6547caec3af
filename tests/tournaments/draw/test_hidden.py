"""Nobody but its organisers sees a draft: every page is as if it were not there."""

import re
from collections import defaultdict
from datetime import timedelta
from difflib import unified_diff

import pytest
from django.core.cache import cache
from django.urls import URLPattern, URLResolver

from games.live.subscribers import RenderKey
from tests.games.tables import a_person
from tests.runner.days import is_sampled_run, pick_today
from tests.tournaments.browsers import a_browser, text_of
from tests.tournaments.drafts import a_draft, a_running_event, announced, swap, the_draft
from tests.tournaments.events import award_all, organiser_of, ready
from tournaments import urls
from tournaments.draw import drafts
from tournaments.exports.spreadsheets import TABLES as EXPORTED
from tournaments.judging import officials
from tournaments.live.competition import BRACKET, TABLES
from tournaments.live.match import NEXT_MATCHES
from tournaments.models import Competition, Match
from tournaments.results import services as result_services
from tournaments.tasks import draw_awaited_rounds

pytestmark = pytest.mark.django_db
EACH_TIME_ANOTHER = re.compile(
    r'"X-CSRFToken": "\w+"|middlewaretoken" value="\w+"|nonce="[^"]+"'
    r'|data-now="[\d.]+"|"action_id" value="[^"]+"|Termina hacia las \d\d:\d\d'
)
AUDIENCES = [RenderKey(None, "es-ar")]
ADDRESSES = 3  # days in which each address has its turn
FEWEST = 15 // (ADDRESSES if is_sampled_run() else 1)  # that answer, or this looks at nothing


def routes(patterns, before=""):
    """Every address of the app, as a pattern of `str.format`."""
    for each in patterns:
        route = before + re.sub(r"<(?:\w+:)?(\w+)>", r"{\1}", str(each.pattern))
        if isinstance(each, URLResolver):
            yield from routes(each.url_patterns, route)
        elif isinstance(each, URLPattern):
            yield "/" + route


def addresses(event, player):
    """The addresses that have to do with a competition and one of its players."""
    match = Match.objects.of(event.pk).first()
    entry = event.entries.get(roster__user=player)
    for route in pick_today(list(routes(urls.urlpatterns)), ADDRESSES):
        pk = match.pk if route.startswith("/matches/") and match else event.pk
        for name in EXPORTED if "export/{name}" in route else ("todo",):
            known = defaultdict(lambda: 1, pk=pk, entry=entry.pk, name=name, username=str(player))
            known |= {"match": match.pk if match else 1, "code": event.code, "token": "x"}
            known |= {"ident": "misdeal", "slug": "x", "answer": "drop", "key": "x"}
            known |= {"act": "swap", "step": "reopen", "sheet": "standings", "year": 2026}
            yield route.format_map(known | {"rival": str(player)})


def read_everywhere(event, reader, player):
    """Return what a user is shown of the competition, on every page."""
    cache.clear()  # whoever asks everywhere has guessed at links as often as one may
    browser = a_browser(reader)
    answers = {address: browser.get(address) for address in addresses(event, player)}
    pages = {
        address: (answer.status_code, EACH_TIME_ANOTHER.sub("", text_of(answer)))
        for address, answer in answers.items()
        if "text" in answer.get("Content-Type", "") or "json" in answer.get("Content-Type", "")
    }
    live = {
        source.show.__name__: source.render(event.pk, AUDIENCES).pieces[AUDIENCES[0]]
        for source in (BRACKET, TABLES)
    }
    live["RunningTables"].pop("changed")  # a number: something was done, which the log knows
    own = NEXT_MATCHES.render(player.pk, AUDIENCES).pieces[AUDIENCES[0]]
    live["next"] = {name: EACH_TIME_ANOTHER.sub("", piece) for name, piece in own.items()}
    assert sum(status == 200 for status, _ in pages.values()) >= FEWEST
    return pages, live


def first_draw(now):
    """Before and after the first draw is drafted and changed."""
    event = announced(now, "swiss", 5, public=True)
    yield event
    a_draft(event, now)
    yield event


def next_round(now):
    """Before and after a round of a Swiss is drafted by its last result.

    The result itself is shown, so before is what remains when the draft is taken away.
    """
    event = a_running_event(now, "swiss", 5, with_cards=True)
    for match in ready(event):
        result_services.submit_result(
            match_id=match.pk, games=[(5, 1)], actor=organiser_of(event), now=now
        )
    draw_awaited_rounds()
    draft = the_draft(event)
    draft.delete()
    yield event
    draft.save()
    yield event


def knockout(now):
    """Before and after the knockout is drafted by the last result of the groups."""
    event = a_running_event(now, "groups", 6, choices={"group_count": 2})
    award_all(event, now)
    draft = the_draft(event)
    draft.delete()
    yield event
    draft.save()
    yield event


@pytest.mark.feature("Competitions", "Only organisers see a draft")
@pytest.mark.parametrize("drafting", [first_draw, next_round, knockout])
@pytest.mark.parametrize("kind", ["stranger", "player", "scorer"])
@pytest.mark.sampled
def test_everything_is_as_if_there_were_no_draft(drafting, kind, now):
    steps = drafting(now)
    event = next(steps)
    player = event.entries.first().roster.get().user
    scorer = a_person()
    officials.appoint_official(
        competition_id=event.pk,
        user=scorer,
        role="scorer",
        actor=organiser_of(event),
        now=now,
    )
    reader = {"stranger": None, "player": player, "scorer": scorer}[kind]
    before = read_everywhere(event, reader, player)
    next(steps)
    pools = the_draft(event).as_it_stands
    swap(event, pools[0][0], pools[1][0], now + timedelta(minutes=1))
    after = read_everywhere(event, reader, player)
    for address, (status, page) in before[0].items():
        shown = after[0][address]
        assert shown[0] == status, address
        differ = unified_diff(page.splitlines(), shown[1].splitlines(), address, n=0)
        assert "\n".join(differ) == ""
    assert after[1] == before[1]


@pytest.mark.parametrize("kind", ["stranger", "player"])
def test_nobody_else_reaches_the_page_of_a_draft_or_acts_on_it(kind, now):
    event = announced(now, "single", 4)
    draft = a_draft(event, now)
    player = event.entries.first().roster.get().user
    browser = a_browser(player if kind == "player" else None)
    status = 403 if kind == "player" else 302
    address = f"/competitions/{event.pk}/draft/"
    answer = browser.get(address)
    assert answer.status_code == status
    assert draft.seed not in text_of(answer)
    for act in ("swap", "pair", "draw", "publish", "discard"):
        assert browser.post(f"{address}{act}/", {"seen": draft.mark}).status_code == status
    event.refresh_from_db()
    assert (event.state, the_draft(event).as_it_stands) == (
        Competition.State.REGISTRATION,
        draft.as_it_stands,
    )


def test_nothing_of_a_draft_is_called(now):
    event = a_running_event(now, "swiss", 4)
    award_all(event, now)
    assert not Match.objects.of(event.pk).callable(now).exists()
    assert not Match.objects.of(event.pk).undecided().exists()
    drafts.publish(
        competition_id=event.pk, seen=the_draft(event).mark, actor=organiser_of(event), now=now
    )
    assert Match.objects.of(event.pk).callable(now).count() == 2
