"""One evening of a club as a state machine: hypothesis chooses who does what, when.

Everybody acts through the services, some through the site itself (Django's test client), with the
time that the machine passes in. After each step the results, the bracket or table, and the points
are those of `reference.py`, and a few invariants are asked; `manage.py verify` is asked at the end.
A failure is shrunk to a short script of steps.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from datetime import UTC, datetime, timedelta
from functools import partial
from typing import Any, TypeVar
from unittest.mock import patch
from uuid import uuid4

from django.core.cache import caches
from django.db import connection, transaction
from django.test import Client
from django.urls import reverse
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
)

from accounts.common.errors import RefusedError
from accounts.guests import services as guests
from accounts.models import User
from games.casual import services as casual
from games.casual.services import SeatTaken
from games.engine import PlayCard, legal_actions, make_rules, to_token
from games.fair import shuffle
from games.live import templates as drawing
from games.models import Game, Heartbeat
from games.play import clock, outages, table_cache
from games.play import seats as play_seats
from tests.games import tables
from tests.games.tables import a_person, act, state_of
from tests.runner import arranged, chance
from tests.tournaments.cups import a_cup, an_organiser
from tests.tournaments.evening_model.reference import (
    CasualGame,
    Outcome,
    ResultOrigin,
    Seated,
    casual_points,
    next_place,
    person_points,
    table,
)
from tournaments.changes import endings
from tournaments.draw import rounds
from tournaments.draw import services as draw
from tournaments.entries import services as entries_services
from tournaments.entries.rosters import NamedPlayer
from tournaments.formats.options import FormatOptions
from tournaments.judging import services as judging
from tournaments.judging.services import Verdict
from tournaments.lifecycle import services as lifecycle
from tournaments.live.competition import read
from tournaments.matches import services as matches_services
from tournaments.models import (
    Dispute,
    Entry,
    Group,
    LeaderboardLine,
    Match,
    Person,
    PersonClaim,
    PlayerStanding,
    RosterPlayer,
    Slip,
)
from tournaments.name_claims import services as name_claims
from tournaments.people import claims
from tournaments.ranking.services import rank_match
from tournaments.results import services as result_services
from tournaments.results.forms import AGAIN, points_name
from tournaments.slips import services as slips
from tournaments.staff_links.services import make_link
from tournaments.standings.queries import group_rows
from tournaments.verification import violations
from tournaments.withdrawals import services as withdrawals

Row = TypeVar("Row")
START = datetime(2026, 3, 14, 21, 30, tzinfo=UTC)
SECOND = timedelta(seconds=1)
WHY = "mal anotado"
RULES = make_rules("argentino", {"seats": "2", "target": "5"})
PAPER, SCREEN, NAMES = MODES = ("paper", "screen", "names")
FORMATS = ("single", "round-robin", "swiss")
BANK = 2  # minutes to think in a game
OPEN = (Match.State.READY, Match.State.CALLED)
DECIDED = (Match.State.COMPLETED, Match.State.WALKOVER, Match.State.DOUBLE_WALKOVER)
EVERY = (*DECIDED, Match.State.ANNULLED)
SCORES = ((5, 0), (5, 4), (0, 5), (3, 5))
picks = st.integers(0, 11)
sides = st.integers(0, 1)
coins = st.booleans()


DONE: Counter[str] = Counter()
"""How often each act was done, and refused: the report of the soak."""


class NothingThereError(Exception):
    """A step found nothing to act on."""


EXPECTED = (RefusedError, NothingThereError)


def one(rows: Sequence[Row], pick: int) -> Row:
    """Return the row that a number picks."""
    if not rows:
        raise NothingThereError
    return rows[pick % len(rows)]


class EveningMachine(RuleBasedStateMachine):
    """A club's competition and its casual tables, from the draw to the last sweep."""

    mode: str
    format: str

    @classmethod
    def of(cls, mode: str, format_: str) -> "type[EveningMachine]":
        """Return the machine of evenings of one format, with real cards, on screens, or by QR."""
        return type("EveningMachine", (cls,), {"mode": mode, "format": format_})

    def __init__(self) -> None:
        super().__init__()
        self.block = transaction.atomic()
        self.block.__enter__()
        with connection.cursor() as cursor:
            cursor.execute(arranged.KEYS_FROM_ONE[connection.vendor])
        for name in caches:
            caches[name].clear()
        table_cache.clear()
        drawing.clear_render_cache()
        read.cache_clear()
        outages._ahead = None
        shuffle.new_seed = chance.seeds_of("evening")
        tables.names = chance.Names()
        self.now = START
        self.facts: dict[int, Outcome] = {}
        self.former: dict[int, Outcome | None] = {}  # results that fell, and may stand again
        self.seated: dict[int, Seated] = {}  # by game
        self.casual: dict[int, tuple[User, User]] = {}
        self.ended: list[CasualGame] = []
        self.closed: set[int] = set()  # casual games that are accounted for
        self.there: Counter[str] = Counter()
        self.loose: set[int] = set()  # matches whose result may be another after this step
        DONE["evenings"] += 1

    # Beginning and end

    @initialize(number=st.integers(3, 6))
    def begin(self, number: int) -> None:
        """Announce, enter, draw and start."""
        self.organiser = an_organiser()
        self.event = a_cup(
            self.organiser,
            self.now,
            shape=FormatOptions(format=self.format),
            cap=8,
            with_cards=self.mode == PAPER,
            bank_minutes=BANK if self.mode == SCREEN else None,
        )
        if self.mode == NAMES:
            lifecycle.play_on_screen(**self.of_event)
        for at in range(number):
            is_named = self.mode == NAMES or (self.mode == PAPER and at % 2)
            user = None if is_named else a_person()
            entries_services.add_entry(
                competition_id=self.event.pk,
                actor=self.organiser,
                players=[NamedPlayer(str(user or f"Jugador {at}"), user)],
                now=self.now + timedelta(milliseconds=at),
            )
        draw.draw(seed="semilla", **self.of_event)
        lifecycle.start(**self.of_event)
        self.event.refresh_from_db()
        self.by_place = {
            (each.round.number, each.position - 1): each.pk for each in self.all_matches()
        }
        label = make_link(label="anota", role="scorer", **self.of_event)[0]
        self.scorer = label.user
        self.stranger = a_person()
        self.people = [a_person(), a_person(), self.guest()]
        self.client = Client()
        with self.at_this_time():
            self.client.force_login(self.organiser)

    def teardown(self) -> None:
        """Let a worker do what is left, ask `verify`, and undo the evening."""
        try:
            if hasattr(self, "client"):
                self.sweep()
                self.note_changes(self.all_matches())
                self.rank_everything()
                self.points_are_those_of_the_reference()
                found = [str(each) for each in violations(live=False)]
                assert found == [], found
        finally:
            transaction.set_rollback(True)
            self.block.__exit__(None, None, None)

    # What steps use

    @property
    def who(self) -> dict[str, Any]:
        """Return the organiser and the time."""
        return {"actor": self.organiser, "now": self.now}

    @property
    def of_event(self) -> dict[str, Any]:
        """Return the competition, the organiser and the time."""
        return {"competition_id": self.event.pk, **self.who}

    def guest(self) -> User:
        return guests.create_guest(language="es", zone="UTC", now=self.now, name="Invitado")

    @contextmanager
    def at_this_time(self) -> Iterator[None]:
        """Let the site's clock say what the machine's does."""
        with patch("django.utils.timezone.now", lambda: self.now):
            yield

    def post(self, path: str, **sent: object) -> int:
        """Post a form as the organiser; return the status."""
        with self.at_this_time():
            answer = self.client.post(path, {key: str(value) for key, value in sent.items()})
        assert answer.status_code < 500, (path, answer.status_code)
        return answer.status_code

    def tries(self, act_: Callable[[], object], *loose: int) -> bool:
        """Do what may be refused; return whether it was done.

        The results of `loose` matches may change by it; they are compared after the whole step.
        """
        self.now += SECOND
        name = name_of(act_)
        try:
            with transaction.atomic():
                act_()
        except EXPECTED:
            DONE[f"{name}, refused"] += 1
            return False
        DONE[name] += 1
        self.loose |= set(loose)
        return True

    def matches(self, *states: str) -> list[Match]:
        rows = Match.objects.of(self.event.pk).filter(state__in=states)
        return list(rows.select_related("round").order_by("pk"))

    def match(self, pick: int, *states: str) -> Match:
        return one(self.matches(*states), pick)

    def entry(self, pick: int, state: str = Entry.State.CONFIRMED) -> Entry:
        return one(list(self.event.entries.filter(state=state).order_by("pk")), pick)

    def persons(self, match: Match) -> tuple[frozenset[int], frozenset[int]]:
        """Return the persons who play a match, by side."""
        rows = RosterPlayer.objects.filter(entry__slots__match=match, reserve=False)
        found = list(rows.values_list("entry__slots__side", "person"))
        return tuple(frozenset(who for at, who in found if at == side) for side in (0, 1))  # type: ignore[return-value]

    def downstream(self, match: Match) -> set[int]:
        """Return a knockout match and those that its winner leads to; else the match alone."""
        found = {match.pk}
        if self.format != "single":
            return found
        at = (match.round.number, match.position - 1)
        while at in self.by_place:
            found.add(self.by_place[at])
            at = next_place(*at)[:2]
        return found

    def all_matches(self) -> list[Match]:
        rows = Match.objects.of(self.event.pk).select_related("round")
        return list(rows.prefetch_related("slots__entry").order_by("pk"))

    def of_entry(self, entry: Entry) -> set[int]:
        """Return the matches of an entry and all that they lead to."""
        own = [m for m in self.all_matches() if any(s.entry_id == entry.pk for s in m.slots.all())]
        return set().union(*(self.downstream(match) for match in own)) if own else set()

    def written(self, match: Match, games: Sequence[tuple[int, int]]) -> Outcome:
        """Return what a result that is written down comes to."""
        winner = 0 if games[0][0] > games[0][1] else 1
        how = ResultOrigin.CARDS if self.mode == PAPER else ResultOrigin.HAND
        links = match.games.values_list("game", flat=True)
        seen = [self.seated[pk] for pk in links if pk in self.seated]
        networks = Seated()
        for each in seen:
            for user, where in each.networks.items():
                networks.networks[user] |= where
        return Outcome(winner, how, self.persons(match), shared=networks.is_shared())

    def has(self, *what: str) -> bool:
        """Return whether there was one of these after the step before: rules ask it."""
        return any(self.there.get(each) for each in what)

    def look_around(self, rows: Sequence[Match]) -> None:
        """Count what the next step may act on."""
        self.there = Counter(match.state for match in rows)
        self.there.update(Game.objects.values_list("status", flat=True))
        states = self.event.entries.values_list("state", flat=True)
        self.there.update(f"entry {state}" for state in states)

    # The desk

    @precondition(lambda self: self.has(*OPEN))
    @rule(pick=picks, score=st.sampled_from(SCORES), by=st.sampled_from(("desk", "link", "http")))
    def write_result(self, pick: int, score: tuple[int, int], by: str) -> None:
        """The desk, a scorer's link, or the grid of results on the site."""
        with suppress(NothingThereError):
            match = self.match(pick, *OPEN)
            expected = self.written(match, [score])
            done = self.write(match, score, by)
            if done:
                self.facts[match.pk] = expected

    def write(self, match: Match, score: tuple[int, int], by: str) -> bool:
        if by == "http":
            path = reverse("competitions:save_result", args=[self.event.pk, match.pk])
            sent = {points_name(line, side): score[side] for line in (1,) for side in (0, 1)}
            return self.tries(partial(self.accepted, path, **sent, seen=0), match.pk)
        actor = self.organiser if by == "desk" else self.scorer
        return self.tries(
            partial(
                result_services.submit_result,
                match_id=match.pk,
                games=[score],
                actor=actor,
                reason=WHY,
                now=self.now,
            ),
            match.pk,
        )

    def accepted(self, path: str, **sent: object) -> None:
        """Post a form, and roll back what the site refuses."""
        status = self.post(path, **sent)
        if status >= 400:
            raise NothingThereError

    @precondition(lambda self: self.has(*DECIDED))
    @rule(pick=picks, score=st.sampled_from(SCORES))
    def correct(self, pick: int, score: tuple[int, int]) -> None:
        with suppress(NothingThereError):
            match = self.match(pick, *DECIDED)
            before = self.facts[match.pk]
            expected = self.corrected(match, before, score)
            stays = before.winner == expected.winner and before.how != ResultOrigin.AWARDED
            loose = {match.pk} if stays else self.downstream(match)
            done = self.tries(
                partial(
                    result_services.correct_result,
                    match_id=match.pk,
                    games=[score],
                    reason=WHY,
                    **self.who,
                ),
                *loose,
            )
            if done:
                self.facts[match.pk] = expected

    def corrected(self, match: Match, before: Outcome, score: tuple[int, int]) -> Outcome:
        """Return what a correction comes to: it counts for those who played."""
        expected = self.written(match, [score])
        who = before.sides if any(before.sides) else expected.sides
        shared, absent = expected.shared, before.absent
        return Outcome(expected.winner, expected.how, who, shared=shared, absent=absent)

    @precondition(lambda self: self.has(*DECIDED))
    @rule(pick=picks, http=coins)
    def reopen(self, pick: int, http: bool) -> None:
        with suppress(NothingThereError):
            match = self.match(pick, *DECIDED)
            loose = self.downstream(match)

            def on_page() -> None:
                seen = result_services.preview_reopening(
                    match_id=match.pk, actor=self.organiser
                ).mark
                path = reverse("reopen", args=[match.pk])
                self.accepted(path, reason=WHY, then=AGAIN, mark=seen)

            at_desk = partial(
                result_services.reopen_match, match_id=match.pk, reason=WHY, **self.who
            )
            self.tries(on_page if http else at_desk, *loose)

    @precondition(lambda self: self.has(*OPEN))
    @rule(pick=picks, winner=st.sampled_from((0, 1, None)))
    def award(self, pick: int, winner: int | None) -> None:
        with suppress(NothingThereError):
            match = self.match(pick, *OPEN)
            give = partial(
                matches_services.give_walkover,
                match_id=match.pk,
                winner=winner,
                reason=WHY,
                **self.who,
            )
            if self.tries(give, *self.downstream(match)):
                self.facts[match.pk] = Outcome(winner, ResultOrigin.AWARDED, self.persons(match))

    @rule(pick=picks, http=coins)
    def withdraw(self, pick: int, http: bool) -> None:
        with suppress(NothingThereError):
            entry = self.entry(pick)
            path = reverse("competitions:withdraw", args=[self.event.pk])
            by_page = partial(self.accepted, path, entry=entry.pk, reason=WHY)
            by_service = partial(withdrawals.withdraw, entry_id=entry.pk, **self.who)
            self.tries(by_page if http else by_service, *self.of_entry(entry))

    @precondition(lambda self: self.has("entry withdrawn"))
    @rule(pick=picks)
    def reinstate(self, pick: int) -> None:
        with suppress(NothingThereError):
            entry = self.entry(pick, Entry.State.WITHDRAWN)
            back = partial(withdrawals.reinstate, entry_id=entry.pk, **self.who)
            self.tries(back, *self.of_entry(entry))

    @rule(pick=picks)
    def leave_and_come_back(self, pick: int) -> None:
        """At once, it leaves no trace in any result."""
        with suppress(NothingThereError):
            entry = self.entry(pick)

            def both() -> None:
                withdrawals.withdraw(entry_id=entry.pk, **self.who)
                withdrawals.reinstate(entry_id=entry.pk, **self.who)

            self.tries(both)

    @precondition(lambda self: self.has(*DECIDED))
    @rule(pick=picks)
    def end_and_go_on(self, pick: int) -> None:
        """An early end that is undone at once leaves no trace in any result."""
        self.event.refresh_from_db()

        def both() -> None:
            ending = one(endings.endings_of(self.event), pick)
            endings.finish_early(cut=ending.cut, rule=ending.rule, **self.of_event)
            endings.undo_finish(**self.of_event)

        self.tries(both)

    @rule()
    def draw_next(self) -> None:
        self.tries(self.draw_what_waits)

    def draw_what_waits(self) -> None:
        for pk in list(Group.objects.due(self.now).values_list("pk", flat=True)):
            rounds.draw_awaited(group_id=pk, now=self.now)

    @precondition(lambda self: self.has(*OPEN, *DECIDED))
    @rule(pick=picks)
    def stranger_tries(self, pick: int) -> None:
        """Who is nobody at this club changes nothing."""
        with suppress(NothingThereError):
            match = self.match(pick, *OPEN, *DECIDED)
            by = {"actor": self.stranger, "now": self.now}
            acts = (
                partial(result_services.submit_result, match_id=match.pk, games=[(5, 0)], **by),
                partial(result_services.reopen_match, match_id=match.pk, reason=WHY, **by),
                partial(
                    matches_services.give_walkover, match_id=match.pk, winner=0, reason=WHY, **by
                ),
                partial(withdrawals.withdraw, entry_id=self.entry(pick).pk, **by),
            )
            assert not self.tries(one(acts, pick)), "a stranger was let in"

    # Slips, judges, claims

    @precondition(lambda self: self.mode == PAPER and self.has(*OPEN))
    @rule(pick=picks, score=st.sampled_from(SCORES), agree=coins)
    def say_by_slip(self, pick: int, score: tuple[int, int], agree: bool) -> None:
        """Both sides say the result with the codes on their paper; or they differ."""
        with suppress(NothingThereError):
            self.tries(partial(slips.make_slips, **self.of_event))
            slip = one(
                list(
                    Slip.objects.valid()
                    .filter(match__in=slips.with_slips(self.event))
                    .order_by("pk")
                ),
                pick,
            )
            match = Match.objects.get(pk=slip.match_id)
            expected = self.written(match, [score])
            first = partial(
                slips.claim, code=slips.code_of(slip.nonce, 0), games=[score], now=self.now
            )
            said = score if agree else (score[1], score[0])
            second = partial(
                slips.claim, code=slips.code_of(slip.nonce, 1), games=[said], now=self.now
            )
            if self.tries(first, match.pk):
                self.note_said(match, expected)
            if self.tries(second, match.pk):
                self.note_said(match, self.written(match, [said]))

    def note_said(self, match: Match, said: Outcome) -> None:
        match.refresh_from_db()
        if match.state == Match.State.COMPLETED:
            self.facts[match.pk] = said

    @precondition(lambda self: self.has(*OPEN))
    @rule(pick=picks, ruling=st.sampled_from(("continue", "forfeit", "loss")), side=sides)
    def call_and_rule(self, pick: int, ruling: str, side: int) -> None:
        """A judge is called, who lets it go on, or decides it."""
        with suppress(NothingThereError):
            match = self.match(pick, *OPEN)
            call = partial(judging.call_judge, match_id=match.pk, text="¿y ahora?", **self.who)
            if not self.tries(call):
                return
            dispute = Dispute.objects.filter(match=match, ruled_at=None).latest("pk")
            verdict = Verdict(Dispute.Ruling(ruling), side=side)
            game = match.games.filter(voided=False).select_related("game").last()
            rule_ = partial(
                judging.rule_on_call, dispute_id=dispute.pk, verdict=verdict, note=WHY, **self.who
            )
            if self.tries(rule_, *self.downstream(match)):
                if ruling == "forfeit":
                    self.facts[match.pk] = Outcome(
                        1 - side, ResultOrigin.AWARDED, self.persons(match)
                    )
                elif game is not None:
                    self.note_table(game.game, match)

    @rule(pick=picks, join=st.sampled_from(("confirm", "close", "wait")))
    def claim_history(self, pick: int, join: str) -> None:
        """Somebody says that they are a person of the club; the points go along, or stay."""
        with suppress(NothingThereError):
            people = Person.objects.known().filter(club=self.event.club_id).order_by("pk")
            person = one(list(people), pick)
            user = a_person()
            claim = partial(claims.claim_person, person_id=person.pk, user=user, now=self.now)
            if self.tries(claim) and join != "wait":
                waits = PersonClaim.objects.filter(user=user).latest("pk")
                answer = claims.confirm_claim if join == "confirm" else claims.close_claim
                self.tries(partial(answer, claim_id=waits.pk, **self.who))

    @rule(pick=picks)
    def take_back_claim(self, pick: int) -> None:
        with suppress(NothingThereError):
            known = PersonClaim.objects.exclude(state=PersonClaim.State.CLOSED).order_by("pk")
            claim = one(list(known), pick)
            self.tries(partial(claims.close_claim, claim_id=claim.pk, **self.who))

    @precondition(lambda self: self.mode == NAMES)
    @rule(pick=picks, is_guest=coins, confirmed=coins)
    def claim_name(self, pick: int, is_guest: bool, confirmed: bool) -> None:
        """Somebody takes a name of the list by its QR code; the desk confirms it."""
        with suppress(NothingThereError):
            free = RosterPlayer.objects.playing().filter(competition=self.event, user=None)
            player = one(list(free.order_by("pk")), pick)
            user = self.guest() if is_guest else a_person()
            claim = partial(name_claims.claim_name, player_id=player.pk, user=user, now=self.now)
            if self.tries(claim) and confirmed:
                made = player.__class__.objects.get(pk=player.pk).claim
                self.tries(partial(name_claims.confirm, claim_id=made.pk, **self.who))

    # Tables

    @precondition(lambda self: self.mode != PAPER and self.has(Match.State.READY))
    @rule(pick=picks, come=st.sampled_from(("both", "both", "both", "one", "shared")))
    def call_and_sit(self, pick: int, come: str) -> None:
        """A match is called; its players sit down, each on a network of their own or on one."""
        with suppress(NothingThereError):
            match = one(
                list(Match.objects.of(self.event.pk).callable(self.now).order_by("pk")), pick
            )
            if not self.tries(
                partial(matches_services.call_match, match_id=match.pk, now=self.now)
            ):
                return
            game = match.games.get(voided=False).game
            for seat in game.seats.filter(user__isnull=False).order_by("number"):
                if come == "one" and seat.number:
                    continue
                self.sit(game, seat.user, "bar" if come == "shared" else f"casa {seat.user_id}")

    def sit(self, game: Game, user: User, where: str) -> None:
        """Sit somebody down, and note the network that they are seen on."""
        table_ = self.seated.setdefault(game.pk, Seated())
        sit = partial(
            play_seats.sit_down,
            game_id=game.pk,
            user=user,
            corte_hash="",
            address=where,
            now=self.now,
        )
        if self.tries(sit):
            table_.networks[user.pk].add(where)

    def live_games(self) -> list[Game]:
        return list(Game.objects.filter(status=Game.Status.LIVE).order_by("pk"))

    @precondition(lambda self: self.has(Game.Status.LIVE))
    @rule(pick=picks, folds=st.sampled_from((1, 3, 8, 40)), http=coins)
    def play(self, pick: int, folds: int, http: bool) -> None:
        """Who is due plays a card or folds, some times; the clock deals in between."""
        with suppress(NothingThereError):
            game = one(self.live_games(), pick)
            for number in range(folds):
                game.refresh_from_db()
                if game.status != Game.Status.LIVE:
                    break
                state = state_of(game)
                if state.over:
                    self.wait_for(game)
                else:
                    is_last = number == folds - 1
                    self.act(game, state.to_act[0], http and is_last, cards=pick % 3 == 2)

    def act(self, game: Game, number: int, http: bool, *, cards: bool) -> None:
        seat = game.seats.get(number=number)
        if seat.user is None:
            self.wait_for(game)
            return
        legal = legal_actions(state_of(game), number)
        tokens = [to_token(each) for each in legal]
        plays = [to_token(each) for each in legal if isinstance(each, PlayCard)]
        ends = [token for token in tokens if token in ("mazo", "no")]
        token = (plays or tokens)[0] if cards or not ends else ends[0]
        if http and not seat.user.is_guest:
            done = self.tries(partial(self.act_on_page, game, seat.user, token))
        else:
            done = self.tries(partial(act, game, token, self.now, seat=number))
        if done:
            self.seated.setdefault(game.pk, Seated()).acts(number)
        self.note_end(game)

    def act_on_page(self, game: Game, user: User, token: str) -> None:
        client = Client(REMOTE_ADDR=f"10.0.{user.pk // 250}.{user.pk % 250 + 1}")
        with self.at_this_time():
            client.force_login(user)
            answer = client.post(
                reverse("tables:play", args=[game.pk]),
                {"token": token, "seen_version": game.version, "action_id": uuid4().hex},
            )
        assert answer.status_code < 500
        if answer.status_code >= 400:
            raise NothingThereError

    def with_round(self, match: Match) -> Match:
        return Match.objects.select_related("round").get(pk=match.pk)

    def wait_for(self, game: Game) -> None:
        """Let time pass until the server has to act at a table, and let it act."""
        assert game.act_by is not None, "I13: a live game has a deadline"
        self.now = max(self.now, game.act_by)
        seat = self.due_seat(game)
        Heartbeat.objects.update_or_create(name=outages.CLOCK, defaults={"at": self.now - SECOND})
        if clock.act_on_timeout(game_id=game.pk, seen_version=game.version, now=self.now):
            self.note_late(game, seat)

    def note_late(self, game: Game, seat: int | None) -> None:
        """Note that the server acted at a table, for a seat or between two hands."""
        if seat is not None:
            self.seated.setdefault(game.pk, Seated()).is_played_for(seat)
        self.note_end(game)

    @rule(seconds=st.sampled_from((1, 31, 65, 700)))
    def time_passes(self, seconds: int) -> None:
        self.pass_until(self.now + timedelta(seconds=seconds))

    def pass_until(self, at: datetime) -> None:
        """Let time pass while the site runs, and sweep."""
        self.now = at
        Heartbeat.objects.update_or_create(name=outages.CLOCK, defaults={"at": at - SECOND})
        self.sweep()

    @rule(minutes=st.sampled_from((1, 15, 90)))
    def outage(self, minutes: int) -> None:
        """I15: whatever was awaited when the site stopped is still awaited when it is back."""
        Heartbeat.objects.update_or_create(name=outages.CLOCK, defaults={"at": self.now})
        pending = self.people_deadlines()
        self.now += timedelta(minutes=minutes)
        self.sweep()
        still = self.people_deadlines()
        lost = {
            what for what, at in pending.items() if at > self.now_before(minutes)
        } - still.keys()
        assert not lost, f"expired during an outage: {lost}"
        early = [what for what, at in still.items() if what in pending and at <= self.now]
        assert not early, f"not extended: {early}"

    def now_before(self, minutes: int) -> datetime:
        return self.now - timedelta(minutes=minutes)

    def people_deadlines(self) -> dict[tuple[str, int, int], datetime]:
        """Return the deadlines of people: turns by version of the game, windows to sit down."""
        found = {}
        for game in self.live_games():
            state = state_of(game)
            seats = list(game.seats.order_by("number"))
            if not state.over and all(seats[at].is_person for at in state.to_act):
                found["turn", game.pk, game.version] = game.act_by
        for match in Match.objects.filter(state=Match.State.CALLED, sit_by__isnull=False):
            if match.games.filter(voided=False, game__status=Game.Status.WAITING).exists():
                found["window", match.pk, 0] = match.sit_by
        return found  # type: ignore[return-value]

    def sweep(self) -> None:
        """Do what Celery's sweeps do."""
        before = {game.pk: self.due_seat(game) for game in self.live_games()}
        with self.at_this_time():
            outages.credit_outage(now=self.now)
            versions = dict(Game.objects.values_list("pk", "version"))
            clock.run_due(goes_on=lambda at: True, read_clock=lambda: self.now)
            for match in Match.objects.overdue(self.now):
                self.close_window(match)
            self.draw_what_waits()
        for game in Game.objects.filter(pk__in=before):
            seat = before[game.pk]
            self.note_late(game, seat if game.version > versions[game.pk] else None)

    def due_seat(self, game: Game) -> int | None:
        """Return the seat that the server would play for; None between two hands."""
        state = state_of(game)
        return None if state.over else state.to_act[0]

    def close_window(self, match: Match) -> None:
        """A window closes: a side that did not come loses, or neither wins."""
        self.loose |= self.downstream(self.with_round(match))
        game = match.games.get(voided=False).game
        there = set(game.seats.filter(sat_at__isnull=False).values_list("number", flat=True))
        came = {number % 2 for number in there}
        matches_services.end_sit_down_window(match_id=match.pk, now=self.now)
        match.refresh_from_db()
        if len(came) < 2:
            winner = next(iter(came)) if came else None
            self.facts[match.pk] = Outcome(winner, ResultOrigin.AWARDED, self.persons(match))

    def note_end(self, game: Game) -> None:
        """Take down the result of a table that has just ended."""
        game.refresh_from_db()
        if game.status != Game.Status.FINISHED or game.pk in self.closed:
            return
        self.closed.add(game.pk)
        if game.pk in self.casual:
            self.note_casual(game)
        elif match := Match.objects.filter(games__game=game, games__voided=False).first():
            self.note_table(game, match)

    def note_table(self, game: Game, match: Match) -> None:
        game.refresh_from_db()
        if game.status != Game.Status.FINISHED:
            return
        self.closed.add(game.pk)
        self.loose |= self.downstream(self.with_round(match))
        seen = self.seated.setdefault(game.pk, Seated())
        who = self.persons(match)
        absent = frozenset(
            person for side in (0, 1) if seen.did_not_play(side) for person in who[side]
        )
        self.facts[match.pk] = Outcome(
            game.winner, ResultOrigin.TABLE, who, shared=seen.is_shared(), absent=absent
        )

    # Casual tables

    @rule(first=picks, second=picks, where=st.sampled_from(("own", "own", "own", "shared")))
    def open_casual(self, first: int, second: int, where: str) -> None:
        """Two people sit down for points."""
        host, other = one(self.people, first), one(self.people, second)
        if host == other or len(self.casual) - len(self.ended) >= 2:
            return

        def sits() -> Game:
            opened = casual.open_table(
                user=host,
                rules=RULES,
                robots=False,
                private=False,
                public=True,
                competitive=True,
                turn_seconds=30,
                now=self.now,
            )
            for user in (host, other):
                address = "bar" if where == "shared" else f"casa {user.pk}"
                taken = SeatTaken(user=user, corte_hash="", address=address, now=self.now)
                casual.take_seat(game_id=opened.pk, sitting=taken)
                self.seated.setdefault(opened.pk, Seated()).networks[user.pk].add(address)
            self.casual[opened.pk] = (host, other)
            return opened

        self.tries(sits)

    def note_casual(self, game: Game) -> None:
        if not game.competitive:
            return
        seen = self.seated[game.pk]
        guest = set(game.seats.filter(guest=True).values_list("number", flat=True))
        players = tuple(
            "guest" if number in guest else user.pk
            for number, user in enumerate(self.casual[game.pk])
        )
        self.ended.append(
            CasualGame(
                day=game.finished_at.astimezone(UTC).date(),
                players=players,  # type: ignore[arg-type]
                winner=game.winner,
                hands=game.start["number"],
                shared=seen.is_shared(),
                absent=frozenset(number for number in (0, 1) if seen.did_not_play(number)),
            )
        )

    @rule()
    def guest_signs_up(self) -> None:
        """A guest makes an account; a new one comes in. Games that have begun stay a guest's."""
        former = self.people[-1]
        former.refresh_from_db()
        if self.tries(partial(guests.become_account, user=former)):
            self.people[-1:] = [former, self.guest()]

    # The worker and the reader

    @rule()
    def rank(self) -> None:
        """A worker writes the points of all results."""
        self.now += SECOND
        self.rank_everything()
        self.points_are_those_of_the_reference()

    def rank_everything(self) -> None:
        for pk in list(Match.objects.unranked().values_list("pk", flat=True)):
            rank_match(match_id=pk)

    @rule()
    def read_page(self) -> None:
        """A stranger reads the competition."""
        with self.at_this_time():
            page = Client().get(reverse("competitions:competition", args=[self.event.pk]))
        assert page.status_code == 200

    # What has to hold

    def note_changes(self, rows: Sequence[Match]) -> None:
        """Compare stored results with those that people made; take over what may have changed."""
        for match in rows:
            stored, known = stored_result(match), known_result(self.facts.get(match.pk))
            if stored == known:
                continue
            has_left = any(
                slot.entry is not None and slot.entry.state == Entry.State.WITHDRAWN
                for slot in match.slots.all()
            )
            why = f"the result of match {match.pk} changed by itself: {known} -> {stored}"
            assert match.pk in self.loose or has_left, why
            self.take_over(match)
        self.loose = set()

    def take_over(self, match: Match) -> None:
        """Take a result from the site that follows from another act: a fall, an end, a return."""
        if match.state not in EVERY:
            self.former[match.pk] = self.facts.pop(match.pk, None)
        elif match.state == Match.State.COMPLETED:
            known = self.former.get(match.pk)
            assert known is not None, f"nobody made the result of match {match.pk}"
            assert known.winner == match.winner, f"another result of match {match.pk} stands again"
            self.facts[match.pk] = known
        elif match.state == Match.State.ANNULLED:
            self.former[match.pk] = self.facts.get(match.pk)
            self.facts[match.pk] = Outcome(None, ResultOrigin.VOID, self.persons(match))
        else:
            self.facts[match.pk] = Outcome(match.winner, ResultOrigin.AWARDED, self.persons(match))

    @invariant()
    def agrees(self) -> None:
        """Results and places are those of the reference."""
        if not hasattr(self, "client"):
            return
        rows = self.all_matches()
        self.note_changes(rows)
        if self.format == "single":
            self.bracket_is_in_order(rows)
        else:
            self.table_is_in_order(rows)
        self.look_around(rows)

    def bracket_is_in_order(self, rows: Sequence[Match]) -> None:
        """The winner of each match, and nobody else, stands where it leads to."""
        by_place = {(each.round.number, each.position - 1): each for each in rows}
        for (round_, position), match in by_place.items():
            *to, side = next_place(round_, position)
            after = by_place.get(tuple(to))
            outcome = self.facts.get(match.pk)
            if after is None or outcome is None:
                continue
            slot = next(each for each in after.slots.all() if each.side == side)
            winner = next(
                (each.entry_id for each in match.slots.all() if each.side == outcome.winner), None
            )
            assert slot.entry_id == winner, (match.pk, after.pk, slot.entry_id, winner)

    def table_is_in_order(self, rows: Sequence[Match]) -> None:
        """Each line says what the results say, and who has more points stands above."""
        group = Group.objects.select_related("stage__competition").get(
            stage__competition=self.event
        )
        entries = [slot.entry_id for slot in group.slots.all() if slot.entry_id]
        played = []
        for match in rows:
            if match.pk in self.facts:
                both = [slot.entry_id for slot in sorted(match.slots.all(), key=by_side)]
                played.append((both, self.facts[match.pk]))
        expected = table(entries, played)
        lines = group_rows(group)
        for row in lines:
            line = expected[row.entry]
            assert (row.won, row.lost) == (line.won, line.lost), (row.entry, line)
        order = [(row.has_left, -row.values.get("points", row.won)) for row in lines]
        assert order == sorted(order), order
        assert [row.rank for row in lines] == sorted(row.rank for row in lines)

    def points_are_those_of_the_reference(self) -> None:
        """Persons on the club's leaderboard, and accounts on the site's, have what is theirs."""
        into = dict(Person.objects.values_list("pk", "merged_into"))

        def who(person: int) -> int:
            while into[person] is not None:
                person = into[person]
            return person

        persons: dict[int, int] = {}
        for person, points in person_points(self.facts.values()).items():
            persons[who(person)] = persons.get(who(person), 0) + points
        whole = {"board__kind": "", "board__period": "", "board__format": "", "board__family": ""}
        lines = LeaderboardLine.objects.filter(board__club=self.event.club_id, **whole)
        stored = {
            person: points for person, points in lines.values_list("person", "points") if points
        }
        assert stored == persons, (stored, persons)
        accounts = dict(Person.objects.values_list("pk", "user"))
        users = dict(casual_points(self.ended))
        for person, points in persons.items():
            if (user := accounts[person]) is not None:
                users[user] = users.get(user, 0) + points
        standings = dict(PlayerStanding.objects.exclude(points=0).values_list("user", "points"))
        assert standings == users, (standings, users)


def stored_result(match: Match) -> tuple[str, int | None]:
    """Return how a match stands on the site, and who won it."""
    match match.state:
        case Match.State.ANNULLED:
            return "void", None
        case Match.State.COMPLETED:
            return "played", match.winner
        case Match.State.WALKOVER | Match.State.DOUBLE_WALKOVER:
            return "awarded", match.winner
    return "open", None


def known_result(outcome: Outcome | None) -> tuple[str, int | None]:
    """Return the same of an outcome of the reference."""
    if outcome is None:
        return "open", None
    kinds = {ResultOrigin.VOID: "void", ResultOrigin.AWARDED: "awarded"}
    return kinds.get(outcome.how, "played"), outcome.winner


def name_of(act_: Any) -> str:
    """Return the name under which an act is counted."""
    return str(getattr(act_, "func", act_).__name__)


def by_side(slot: Any) -> int:
    """Sort the slots of a match."""
    return int(slot.side)
