"""One competition with every setting drawn from a named seed, and all that can happen in it."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, fields, replace
from datetime import datetime, timedelta
from random import Random
from typing import Any, TypeVar

from accounts.common.errors import RefusedError, find_refusal
from accounts.models import User
from games.engine import make_rules
from tests.games.tables import a_person
from tests.tournaments.boards import WON
from tests.tournaments.cups import a_cup, an_organiser, club_of, enter
from tests.tournaments.drafts import publish
from tests.tournaments.events import award, award_all, nobody_comes, ready
from tournaments.challenges import services as challenges
from tournaments.challenges.queries import Standing
from tournaments.changes import lengths, rounds
from tournaments.changes.endings import endings_of, finish_early, undo_finish
from tournaments.changes.formats import OFFERED
from tournaments.changes.formats import change_format as change_drawn_format
from tournaments.changes.stages import CHANGEABLE
from tournaments.changes.stages import change_stages as change_later_stages
from tournaments.changes.undo import UNDOABLE, undo_change
from tournaments.club_matches import line_ups, results
from tournaments.competitions import services as competitions
from tournaments.competitions.settings import CompetitionSettings
from tournaments.draw import drafts, replan
from tournaments.draw import services as draw_services
from tournaments.draw.replan import draw_adjusted, nearest_playable_format
from tournaments.entries import partner_changes, rosters, substitutes
from tournaments.entries import services as entries_services
from tournaments.entries.rosters import NamedPlayer
from tournaments.formats.catalogue import FORMATS, brackets, by_challenge, paired_by_rounds
from tournaments.formats.club_match import AwardedBoard
from tournaments.formats.errors import FormatError
from tournaments.formats.options import (
    COUNTING,
    Choice,
    Dealing,
    FormatOptions,
    GrandFinal,
    LadderClimb,
    Layout,
    LosersPlay,
    Refusal,
)
from tournaments.formats.series import LONGEST_ROUND
from tournaments.lifecycle import services as lifecycle
from tournaments.matches import services as matches_services
from tournaments.matches.tables import extend_sit_down
from tournaments.models import (
    Challenge,
    Competition,
    Draft,
    Entry,
    Group,
    Match,
    MatchSlot,
    RosterPlayer,
    StageSlot,
)
from tournaments.models.club_matches import are_open
from tournaments.models.competitions import ByePoints, Leaving
from tournaments.ranking import services as ranking
from tournaments.results import services as result_services
from tournaments.tasks import draw_awaited_rounds, heal_rankings
from tournaments.venues import services as venues
from tournaments.verification.competitions import COMPETITION_CHECKS
from tournaments.withdrawals import absences, no_shows, people, returns
from tournaments.withdrawals import services as withdrawals
from tournaments.withdrawals.queries import entries_out

Row = TypeVar("Row")
MINUTE, DAY = timedelta(minutes=1), timedelta(days=1)
WHY = "mal anotado"
OPEN = "open"
FALLS = (Match.State.PENDING, Match.State.ANNULLED)
TO_FIVE = ((5, 0), (5, 4), (0, 5), (4, 5))
MOST_ROUNDS = 60  # drafts that one competition publishes, at most
FEW = 4  # values of a choice above its least: larger ones want more entries than a history has
SOMETIMES = 0.4
VALUES: dict[str, Sequence[Any]] = {
    "layout": tuple(Layout),
    "losers": tuple(LosersPlay),
    "third_place": (True,),
    "finalists": (2, 4, 8),
    "grand_final": tuple(GrandFinal),
    "final_best_of": (1, 3),
    "silver": (True,),
    "every_division": (True,),
    "split_season": (True,),
    "late_entries": (True,),
    "by_tantos": (True,),
    "divisions": (2, 3),
    "promotion": (1,),
    "group_sizes": ("", "4,3", "5,4,3"),
    "dealing": tuple(Dealing),
    "scale": ("", "3-1-0", "2-1", "3-2-1-0"),
    "leaving": tuple(Leaving),
    "bye_points": tuple(ByePoints),
    "late_points": tuple(ByePoints),
    "round_days": (1, 7),
    "round_games": ("", "1,3", "3,1"),
    "climb": tuple(LadderClimb),
    "refusal": tuple(Refusal),
    "season": ("2026",),
}
"""The values of choices without bounds, and of those whose bounds say little."""


SEEDINGS = (
    Competition.Seeding.RATING,
    Competition.Seeding.RANDOM,
    Competition.Seeding.MANUAL,
)


class NothingThereError(Exception):
    """An act found nothing to act on."""


def values_of(choice: Choice) -> Sequence[Any]:
    """Return the values to draw a choice from."""
    if choice.name in VALUES:
        return VALUES[choice.name]
    assert choice.least is not None, f"no values are known for {choice.name}"
    assert choice.most is not None
    return range(choice.least, min(choice.most, choice.least + FEW) + 1)


def some_choices(chance: Random, format_: str) -> dict[str, Any]:
    """Return some of the choices that a format leaves, by name."""
    chosen = [one for one in FORMATS[format_].choices if chance.random() < SOMETIMES]
    return {one.name: chance.choice(values_of(one)) for one in chosen}


def some_tie_breaks(chance: Random, format_: str) -> tuple[str, ...]:
    """Return an order of tie-breaks, or none: the usual one."""
    offered = list(map(str, FORMATS[format_].offered))
    if not offered or chance.random() < SOMETIMES:
        return ()
    return tuple(chance.sample(offered, chance.randint(1, len(offered))))


def some_terms(chance: Random, format_: str, now: datetime) -> dict[str, Any]:
    """Return random terms of a competition that are not valid together by default."""
    chosen = some_choices(chance, format_)
    of_shape = {one.name for one in fields(FormatOptions)}
    shape = FormatOptions(
        format=format_,
        tie_breaks=some_tie_breaks(chance, format_),
        **{name: value for name, value in chosen.items() if name in of_shape},
    )
    others = {name: value for name, value in chosen.items() if name not in of_shape}
    return {
        "shape": shape,
        **others,
        "starts_at": now + DAY if "round_days" in others else None,
        "cap": chance.choice((4, 6, 9, 12, 16)),
        "best_of": chance.choice((1, 1, 3)),
        "boards": chance.choice(("", "", "", "1,1", "1,1,1")),
        "first_board_decides": chance.random() < SOMETIMES,
        "level_stands": chance.random() < SOMETIMES,
        "all_games": chance.random() < SOMETIMES,
        "with_cards": chance.random() < SOMETIMES,
        "reserves": chance.choice((0, 0, 2)),
        "transfers_until": chance.choice((None, now + 365 * DAY)),
        "publishes_alone": chance.random() > SOMETIMES,
        "keep_apart": chance.random() < SOMETIMES,
        "seeding": chance.choice(SEEDINGS),
        "round_minutes": chance.choice((None, None, None, LONGEST_ROUND)),
        "available_minutes": chance.choice((None, 60, 240)),
    }


def refused_by_name(organiser: User, terms: CompetitionSettings, now: datetime) -> bool:
    """Whether the site refuses terms, for a reason that pages have words for."""
    try:
        competitions.create_competition(
            club=club_of(organiser), actor=organiser, terms=terms, now=now
        )
    except RefusedError:
        return True
    return False


def fitting(terms: dict[str, Any]) -> dict[str, Any]:
    """Return the nearest terms that go together."""
    shape, cap = terms["shape"], terms["cap"]
    how = FORMATS[shape.format]
    cap = max(cap, how.least)
    kept = dict(terms, cap=cap, movers=terms.get("movers", 0))
    kept["shape"] = how.fitting(shape, cap, kept["movers"])
    if kept["boards"]:
        kept |= {"best_of": 1, "round_minutes": None}
        kept["shape"] = replace(kept["shape"], final_best_of=None, round_games="")
    if how.play.partners_change:
        kept["boards"] = ""
    if "round_days" in kept:
        kept |= {"round_minutes": None, "available_minutes": None}
    settings = CompetitionSettings(rules=make_rules("argentino", {}), name="", **kept)
    counting = {each.name for each in COUNTING}
    if counting & {name for name, _ in settings.misfits()}:
        usual = FormatOptions(format=shape.format)
        plain = {name: getattr(usual, name) for name in counting}
        kept["shape"] = replace(kept["shape"], **plain)
    return kept


def told_state(match: Match, *, in_table: bool) -> str:
    """Return the state of a match as an undo restores it: its table is void, its round may open."""
    still_open = (*Match.PLAYABLE, Match.State.PENDING) if in_table else Match.PLAYABLE
    return OPEN if match.state in still_open else match.state


@dataclass
class History:
    """The arguments of actions: competition, organiser, current time and random generator."""

    event: Competition
    organiser: User
    chance: Random
    now: datetime
    told: list[str] = field(default_factory=list)  # what was done, for who reads a failure

    @classmethod
    def of(cls, seed: str, now: datetime, told: list[str]) -> "History":
        """Announce, enter, draw and start what a seed says: `swiss-17` is a Swiss."""
        chance, organiser = Random(seed), an_organiser()
        format_ = seed.rpartition("-")[0]
        drawn = some_terms(chance, format_, now)
        terms = fitting(drawn)
        told.append(f"terms: {terms}")
        per_side = chance.choice((1, 1, 2))
        event = a_cup(organiser, now, per_side=per_side, **terms)
        try_misfits(event, organiser, drawn, now)
        history = cls(event, organiser, chance, now, told)
        if not event.with_cards and not event.boards and chance.random() < SOMETIMES:
            lifecycle.play_on_screen(**history.event_arguments)
            event.refresh_from_db()
            told.append("names by QR")
        history.enter_some()
        history.begin()
        return history

    @property
    def who(self) -> dict[str, Any]:
        return {"actor": self.organiser, "now": self.now}

    @property
    def event_arguments(self) -> dict[str, Any]:
        return {"competition_id": self.event.pk, **self.who}

    def enter_some(self) -> None:
        """As many enter as there is room for, or fewer."""
        least = FORMATS[self.event.stages.order_by("number")[0].format].least
        number = self.chance.randint(max(least, min(3, self.event.cap)), self.event.cap)
        for at in range(number):
            here = self.now + timedelta(milliseconds=at)
            entry = entries_services.add_entry(
                competition_id=self.event.pk,
                actor=self.organiser,
                players=self.team(f"{at + 1}"),
                now=here,
            )
            for _ in range(self.chance.randint(0, self.event.reserves)):
                person = a_person()
                rosters.add_player(entry, NamedPlayer(str(person), person), reserve=True)
        self.told.append(f"{number} entries")

    def team(self, name: str) -> list[NamedPlayer]:
        """Return the players of an entry; on paper, or where names are claimed, some by name."""
        players = []
        for letter in "abc"[: self.event.players_per_side]:
            takes_names = self.event.with_cards or self.event.names_by_qr
            is_named = takes_names and self.chance.random() < SOMETIMES
            person = None if is_named else a_person()
            players.append(NamedPlayer(str(person or f"Jugador {name}{letter}"), person))
        return players

    def begin(self) -> None:
        """Draw the shape, one that is offered to those who came, or the nearest."""
        if self.event.with_cards and self.chance.random() < SOMETIMES:
            number = self.chance.choice((1, 2, 5))
            venues.use_tables(count=number, **self.event_arguments)
            self.told.append(f"{number} tables")
        here = {**self.event_arguments, "seed": "semilla"}
        act = draw_services.draw if self.event.publishes_alone else drafts.draft_draw
        if self.chance.random() < SOMETIMES and self.replan(act, here):
            return
        try:
            found = nearest_playable_format(self.event)
        except FormatError as refused:
            raise AssertionError("a remedy is refused") from refused
        if found is None:
            act(**here)
        else:
            self.told.append(f"fits: {found.shape}")
            draw_adjusted(agreed=found.key, draw_function=act, **here)
        self.start()

    def replan(self, act: Callable[..., object], here: dict[str, Any]) -> bool:
        """Adopt a plan that is offered, and sometimes undo that; return whether it is played."""
        judged = replan.review_of_draw(self.event, self.now)
        offered = replan.offered_formats(self.event, judged) if judged else []
        if not offered:
            return False
        plan, before = self.one(offered), CompetitionSettings.of(self.event)
        self.told.append(f"plan: {plan.shape}, to {plan.target}")
        draw_adjusted(agreed=plan.key, draw_function=act, **here)
        if replan.replan_in_force(self.event) and self.chance.random() < SOMETIMES:
            replan.undo_replan(**self.event_arguments)
            self.told.append("undone")
            self.event.refresh_from_db()
            assert CompetitionSettings.of(self.event) == before
            return False
        self.event.refresh_from_db()
        self.start()
        return True

    def start(self) -> None:
        """Publish a draft, and start."""
        if not self.event.publishes_alone:
            publish(self.event, self.now)
        lifecycle.start(**self.event_arguments)
        self.event.refresh_from_db()

    def one(self, rows: Sequence[Row]) -> Row:
        if not rows:
            raise NothingThereError
        return self.chance.choice(rows)

    def match(self, *states: str) -> Match:
        """One of the matches in these states."""
        rows = Match.objects.of(self.event.pk).filter(state__in=states).order_by("pk")
        return self.one(list(rows))

    def entry(self, state: str = Entry.State.CONFIRMED) -> Entry:
        """One of the entries in this state."""
        return self.one(list(self.event.entries.filter(state=state).order_by("pk")))

    def player(self, **which: Any) -> RosterPlayer:
        """One of those on a list."""
        rows = RosterPlayer.objects.filter(entry__competition=self.event, **which)
        return self.one(list(rows.order_by("pk")))

    def games(self, match: Match) -> list[tuple[int, int]]:
        """Points of the games that a match takes, all won by one side."""
        points = self.chance.choice(TO_FIVE)
        return [points] * (match.best_of // 2 + 1)

    def snapshot(self) -> list[tuple[Any, ...]]:
        """Return the entries in each slot and the results, in the form that an undo restores.

        A match of a side that has left is never played: it is pending until its round opens, then
        annulled. If another side leaves, its round may open earlier, and is not closed again when
        that side is back: so both states are told as one. A match of two sides that are there, and
        any other state, must be restored.
        """
        matches = Match.objects.of(self.event.pk).order_by("pk")
        tables = Match.objects.exclude(round__group__stage__format__in=brackets())
        in_tables = set(tables.of(self.event.pk).values_list("pk", flat=True))
        lost = matches.filter(slots__entry__state=Entry.State.WITHDRAWN, state__in=FALLS)
        falls = set(lost.values_list("pk", flat=True))
        stages = StageSlot.objects.filter(group__stage__competition=self.event).order_by("pk")
        slots = MatchSlot.objects.filter(match__in=matches).order_by("pk")
        self.event.refresh_from_db()
        return [
            (self.event.state, self.event.champion_id),
            *[
                (
                    match.pk,
                    "falls"
                    if match.pk in falls
                    else told_state(match, in_table=match.pk in in_tables),
                    match.winner,
                )
                for match in matches
            ],
            *stages.values_list("pk", "entry", "left", "source_group", "source_rank"),
            *slots.values_list("pk", "entry", "bye"),
            *self.event.entries.order_by("pk").values_list("pk", "state", "annulled"),
        ]


def try_misfits(event: Competition, organiser: User, drawn: dict[str, Any], now: datetime) -> None:
    """Try incompatible terms: each is refused, and each reason has a text."""
    terms = CompetitionSettings(name="Imposible", rules=event.rules, **drawn)
    found = list(terms.misfits())
    for _, code in found:
        assert find_refusal(code, "tournaments"), code
    if found:
        assert refused_by_name(organiser, terms, now), found


def show_line_ups(history: History, match: Match) -> None:
    """Without line-ups no board can be written."""
    if not are_open(match, history.now):
        line_ups.close_line_ups(match_id=match.pk, **history.who)


def play(history: History) -> None:
    match = history.match(Match.State.READY, Match.State.CALLED)
    if history.event.boards:
        show_line_ups(history, match)
        board = match.boards.standing().count() + 1
        results.write_board(
            match_id=match.pk, board=board, chicos=history.chance.choice(WON), **history.who
        )
        return
    result_services.submit_result(
        match_id=match.pk, games=history.games(match), reason=WHY, **history.who
    )


def play_some(history: History) -> None:
    for _ in range(3):
        play(history)


def award_board(history: History) -> None:
    if not history.event.boards:
        raise NothingThereError
    match = history.match(Match.State.READY, Match.State.CALLED)
    show_line_ups(history, match)
    board = match.boards.standing().count() + 1
    side = history.chance.choice((0, 1, None))
    results.award_board(match_id=match.pk, board=board, side=side, reason=WHY, **history.who)


def correct_board(history: History) -> None:
    if not history.event.boards:
        raise NothingThereError
    match = history.match(Match.State.READY, Match.State.CALLED, *Match.WITH_RESULT)
    rights = (*WON, AwardedBoard(0), AwardedBoard(1))
    board = history.chance.randint(1, 3)
    results.correct_board(
        match_id=match.pk,
        board=board,
        right=history.chance.choice(rights),
        reason=WHY,
        **history.who,
    )


def walk_over(history: History) -> None:
    match = history.match(Match.State.READY, Match.State.CALLED)
    winner = history.chance.choice((0, 1, None))
    matches_services.give_walkover(match_id=match.pk, winner=winner, reason=WHY, **history.who)


def call(history: History) -> None:
    match = history.match(Match.State.READY)
    if Match.objects.callable(history.now).filter(pk=match.pk).exists():
        matches_services.call_match(match_id=match.pk, now=history.now)


def stay_away(history: History) -> None:
    match = history.match(Match.State.READY)
    if Match.objects.callable(history.now).filter(pk=match.pk).exists():
        nobody_comes(match, history.now)


def reopen(history: History) -> None:
    match = history.match(*Match.WITH_RESULT)
    result_services.reopen_match(match_id=match.pk, reason=WHY, **history.who)


def correct(history: History) -> None:
    match = history.match(*Match.WITH_RESULT)
    result_services.correct_result(
        match_id=match.pk, games=history.games(match), reason=WHY, **history.who
    )


def correct_figures(history: History) -> None:
    """The winner stays, and with it all that follows."""
    match = history.match(Match.State.COMPLETED)
    if history.event.boards:
        raise NothingThereError
    points = (5, 3) if match.winner == 0 else (3, 5)
    games = [points] * (match.best_of // 2 + 1)
    if not history.event.stages.get(groups=match.round.group_id).is_bracket:
        result_services.correct_result(match_id=match.pk, games=games, reason=WHY, **history.who)
        return
    before = history.snapshot()
    result_services.correct_result(match_id=match.pk, games=games, reason=WHY, **history.who)
    assert history.snapshot() == before


def leave(history: History) -> None:
    withdrawals.withdraw(entry_id=history.entry().pk, **history.who)


def come_back(history: History) -> None:
    gone = history.entry(Entry.State.WITHDRAWN)
    withdrawals.reinstate(entry_id=gone.pk, **history.who)


def come_back_a_round_later(history: History) -> None:
    """Where rounds are paired, miss one and play on from the next."""
    group = history.one(list(Group.objects.filter(stage__competition=history.event)))
    if group.stage.format not in paired_by_rounds():
        raise NothingThereError
    entry = history.entry()
    withdrawals.withdraw(entry_id=entry.pk, **history.who)
    for match in ready(history.event):
        award(match, 0, history.now)
    if Draft.objects.filter(group=group).exists():
        publish(history.event, history.now)
    withdrawals.reinstate(entry_id=entry.pk, **history.who)


def leave_and_come_back(history: History) -> None:
    """At once, it leaves no trace."""
    entry, before = history.entry(), history.snapshot()
    fixtures = open_in_tables(history.event)
    withdrawals.withdraw(entry_id=entry.pk, **history.who)
    withdrawals.reinstate(entry_id=entry.pk, **history.who)
    after = history.snapshot()
    changed = [
        (was, is_now)
        for was, is_now in zip(before, after, strict=True)
        if was != is_now and was not in fixtures
    ]
    assert changed == [], (entry.pk, changed)


def open_in_tables(event: Competition) -> set[tuple[Any, ...]]:
    """The open matches of tables, as a snapshot has them.

    A round that began while an entry was away goes on when it is back.
    """
    fixtures = Match.objects.of(event.pk).exclude(round__group__stage__format__in=brackets())
    return {(pk, OPEN, None) for pk in fixtures.undecided().values_list("pk", flat=True)}


def delete_somebody(history: History) -> None:
    """Delete an account, and apply the effects on competitions."""
    user = history.player(user__isnull=False, reserve=False).user
    people.leave_all(user=user, actor=user, now=history.now)


def substitute(history: History) -> None:
    comes = history.player(reserve=True)
    goes = history.one(list(comes.entry.roster.filter(reserve=False).order_by("number")))
    substitutes.substitute(
        entry_id=comes.entry_id, out_player_id=goes.pk, in_player_id=comes.pk, **history.who
    )


def transfer(history: History) -> None:
    goes, comes = history.player(), a_person()
    substitutes.transfer(
        entry_id=goes.entry_id,
        out_player_id=goes.pk,
        player=NamedPlayer(str(comes), comes),
        **history.who,
    )


def bring_somebody_in(history: History) -> None:
    """A substitute for the evening, with an account or by name."""
    goes = history.player(reserve=False)
    user = history.chance.choice((None, a_person()))
    player = NamedPlayer(str(user), user) if user else NamedPlayer(f"Suplente {goes.pk}")
    partner_changes.bring_in(
        entry_id=goes.entry_id, out_player_id=goes.pk, player=player, **history.who
    )


def swap_players(history: History) -> None:
    one, other = history.player(reserve=False), history.player(reserve=False)
    partner_changes.swap_players(first_player_id=one.pk, second_player_id=other.pk, **history.who)


def move_somebody(history: History) -> None:
    player = history.player(reserve=False)
    partner_changes.move_player(player_id=player.pk, to_entry_id=history.entry().pk, **history.who)


def not_show_up(history: History) -> None:
    """A side does not come, or neither; some rest or leave then."""
    match = history.match(Match.State.READY, Match.State.CALLED)
    absent = history.chance.choice(((0,), (1,), (0, 1)))
    entries = no_shows.absent_entries(match, absent)
    stays = {entry.pk: history.chance.choice(tuple(no_shows.Stay)) for entry in entries}
    no_shows.record_no_show(
        match_id=match.pk, absent=absent, stays=stays, reason=WHY, **history.who
    )


def arrive(history: History) -> None:
    """Somebody who is out of play comes back by one tap."""
    rows = entries_out(history.event, history.event.entries.order_by("pk"))
    returns.bring_back(entry_id=history.one(rows).entry.pk, **history.who)


def wait_for_players(history: History) -> None:
    match = history.match(Match.State.CALLED)
    extend_sit_down(match_id=match.pk, **history.who)


def be_absent(history: History) -> None:
    number = history.chance.choice((None, None, 2, 3))
    absences.mark_absent(entry_id=history.entry().pk, number=number, **history.who)


def be_there(history: History) -> None:
    absences.mark_present(entry_id=history.entry().pk, **history.who)


def enter_late(history: History) -> None:
    team = [a_person() for _ in range(history.event.players_per_side)]
    enter(history.event, history.organiser, history.now, *team)


def end_early(history: History) -> None:
    """Seldom, because little happens afterwards."""
    if history.chance.random() > SOMETIMES:
        raise NothingThereError
    ending = history.one(endings_of(history.event))
    finish_early(cut=ending.cut, rule=ending.rule, **history.event_arguments)


def end_early_and_go_on(history: History) -> None:
    """Every ending is offered truly, sound, and leaves no trace when it is undone."""
    ending, before = history.one(endings_of(history.event)), history.snapshot()
    fixtures = open_in_tables(history.event)
    finish_early(cut=ending.cut, rule=ending.rule, **history.event_arguments)
    history.event.refresh_from_db()
    if not ending.open:
        assert history.event.champion_id == ending.champion, ending
    violations = [str(found) for check in COMPETITION_CHECKS for found in check()]
    assert not violations, (ending, violations)
    undo_finish(**history.event_arguments)
    after = history.snapshot()
    changed = [
        (was, is_now)
        for was, is_now in zip(before, after, strict=True)
        if was != is_now and was not in fixtures
    ]
    assert changed == [], (ending, changed)


def change_rounds(history: History) -> None:
    stage = rounds.stage_with_rounds(history.event)
    if stage is None:
        raise NothingThereError
    number = (stage.swiss_rounds or 0) + history.chance.choice((-2, -1, 1))
    rounds.change_rounds(rounds=number, **history.event_arguments)


def change_length(history: History) -> None:
    """The target stays at five, which results of histories have."""
    lengths.change_length(best_of=4 - history.event.best_of, target=5, **history.event_arguments)


def change_stages(history: History) -> None:
    stages = list(history.event.stages.order_by("number"))
    offered = [one for one in stages[0].how.choices if one.name in CHANGEABLE]
    choice = history.one(offered)
    values = [*values_of(choice), getattr(FormatOptions(), choice.name)]
    changed = {choice.name: history.chance.choice(values)}
    change_later_stages(changed=changed, **history.event_arguments)


def change_format(history: History) -> None:
    """Until the first result: drawn anew, and often back."""
    change_drawn_format(
        format_=history.chance.choice(OFFERED), seed="otra", **history.event_arguments
    )


def undo_a_change(history: History) -> None:
    acts = history.event.audit.filter(act__in=UNDOABLE)
    undo_change(event_id=history.one(list(acts[:3])).pk, **history.who)


def draw(history: History) -> None:
    draw_awaited_rounds()


def let_out(history: History) -> None:
    if not Draft.objects.filter(competition=history.event).exists():
        raise NothingThereError
    publish(history.event, history.now)


def draw_anew(history: History) -> None:
    drafts.draft_round_anew(**history.event_arguments)


def change_draft(history: History) -> None:
    draft = history.one(list(Draft.objects.filter(competition=history.event)))
    there = [entry for pool in draft.as_it_stands for entry in pool if entry is not None]
    one, other = history.one(there), history.one(there)
    drafts.swap(one=one, other=other, seen=draft.mark, **history.event_arguments)


def rank(history: History) -> None:
    ranking.rank_match(match_id=history.one(list(Match.objects.unranked())).pk)


def rank_all(history: History) -> None:
    heal_rankings()


def challenge_somebody(history: History) -> None:
    """Challenge in a ladder; it is accepted, refused, taken back, or left open."""
    ladders = Group.objects.filter(
        stage__competition=history.event, stage__format__in=by_challenge()
    )
    group = history.one(list(ladders.select_related("stage__competition")))
    standing = Standing.read(group, history.now)
    challenger = history.one(list(standing.order))
    rival = history.one(standing.open_to(challenger))
    by = {"actor": history.organiser, "now": history.now}
    made = challenges.send_challenge(challenger_id=challenger, challenged_id=rival, **by)
    follows = history.chance.choice(("accept", "accept", "refuse", "take back", "wait"))
    if follows == "take back":
        challenges.take_back(challenge_id=made.pk, **by)
    elif follows != "wait":
        challenges.answer(challenge_id=made.pk, accepts=follows == "accept", **by)


def let_challenges_pass(history: History) -> None:
    """Settle the challenges whose time is over in a week, and let who is inactive fall."""
    later = history.now + timedelta(days=7)
    own = Challenge.objects.due(later).filter(group__stage__competition=history.event)
    challenges.settle_challenge(challenge_id=history.one(list(own)).pk, now=later)
    for pk in own.values_list("group", flat=True).distinct():
        challenges.apply_inactivity(group_id=pk, now=later)


ACTS: Sequence[Callable[[History], None]] = (
    *(play_some, play_some, play_some, play, award_board, correct_board, walk_over, call),
    *(stay_away, reopen, correct, correct, correct_figures, leave, come_back, come_back),
    *(leave_and_come_back, leave_and_come_back, come_back_a_round_later, come_back_a_round_later),
    *(delete_somebody, substitute, transfer),
    *(bring_somebody_in, swap_players, move_somebody, not_show_up, not_show_up, arrive, arrive),
    *(
        wait_for_players,
        be_absent,
        be_there,
        enter_late,
        draw,
        draw,
        let_out,
        let_out,
        draw_anew,
        change_draft,
    ),
    *(challenge_somebody, challenge_somebody, let_challenges_pass),
    *(rank, rank_all),
    *(end_early, end_early_and_go_on, end_early_and_go_on, change_rounds, change_rounds),
    *(change_length, change_stages, change_stages, change_format, change_format),
    *(undo_a_change, undo_a_change),
)
EXPECTED = (RefusedError, NothingThereError)


def award_rest(history: History) -> None:
    """Award the matches in play, then all remaining ones."""
    called = Match.objects.of(history.event.pk).filter(state=Match.State.CALLED)
    for match in called.order_by("pk"):
        award(match, 0, history.now)
    award_all(history.event, history.now)


def to_the_end(history: History) -> None:
    """Play what there is and publish what waits, until neither is left."""
    award_rest(history)
    for _ in range(MOST_ROUNDS):
        if not Draft.objects.filter(competition=history.event).exists():
            break
        try:
            publish(history.event, history.now)
        except RefusedError:
            draw_anew(history)
        award_rest(history)
    history.event.refresh_from_db()
    assert not ready(history.event)
