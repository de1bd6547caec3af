"""Actions of organisers, players and the clock during an evening, one function each."""

from dataclasses import replace

from tests.games.tables import a_person
from tests.tournaments.evenings import steps
from tests.tournaments.evenings.evening import EventScenario, some_shape
from tournaments.competitions import state as competitions_state
from tournaments.draw import drafts
from tournaments.draw import services as draw
from tournaments.entries import check_in, partner_changes, places
from tournaments.entries import services as entries
from tournaments.entries.rosters import NamedPlayer
from tournaments.entry_import import services as entry_import
from tournaments.entry_import.warnings import ImportDraft
from tournaments.judging import services as judging
from tournaments.lifecycle import services as lifecycle
from tournaments.lifecycle import set_up
from tournaments.matches import services as matches
from tournaments.models import Dispute, Draft, Entry, Match, RosterPlayer, Round, RoundClock, Slip
from tournaments.models import Group as TableGroup
from tournaments.ranking import services as ranking
from tournaments.results import services as result_services
from tournaments.round_clock import services as round_clock
from tournaments.slips import services as slips
from tournaments.slips.services import code_of
from tournaments.venues import services as venues
from tournaments.withdrawals import no_shows, returns
from tournaments.withdrawals import services as withdrawals
from tournaments.withdrawals.queries import entries_out

READY, CALLED = Match.State.READY, Match.State.CALLED
WHY = "así fue"


def register(evening: EventScenario) -> None:
    entries.register(competition_id=evening.event.pk, user=a_person(), now=evening.now)


def paste(evening: EventScenario) -> None:
    names = "\n".join(evening.name() for _ in range(evening.chance.randint(1, 5)))
    entry_import.enter_pasted(pasted=ImportDraft(names), **evening.event_arguments)


def withdraw(evening: EventScenario) -> None:
    entry = evening.one(list(evening.event.entries.order_by("pk")))
    withdrawals.withdraw(entry_id=entry.pk, **evening.who)


def some_player(evening: EventScenario) -> RosterPlayer:
    players = RosterPlayer.objects.playing().filter(competition=evening.event)
    return evening.one(list(players.order_by("pk")))


def bring_somebody_in(evening: EventScenario) -> None:
    goes, player = some_player(evening), NamedPlayer(evening.name())
    partner_changes.bring_in(
        entry_id=goes.entry_id, out_player_id=goes.pk, player=player, **evening.who
    )


def swap_players(evening: EventScenario) -> None:
    one, other = some_player(evening), some_player(evening)
    partner_changes.swap_players(first_player_id=one.pk, second_player_id=other.pk, **evening.who)


def move_somebody(evening: EventScenario) -> None:
    forming = evening.event.entries.filter(state=Entry.State.FORMING).order_by("pk")
    target = evening.one(list(forming))
    partner_changes.move_player(
        player_id=some_player(evening).pk, to_entry_id=target.pk, **evening.who
    )


def not_show_up(evening: EventScenario) -> None:
    """A side does not come, or neither; some rest or leave then."""
    match = evening.one(list(Match.objects.of(evening.event.pk).filter(state__in=(READY, CALLED))))
    absent = evening.chance.choice(((0,), (1,), (0, 1)))
    entries = no_shows.absent_entries(match, absent)
    stays = {entry.pk: evening.chance.choice(tuple(no_shows.Stay)) for entry in entries}
    no_shows.record_no_show(
        match_id=match.pk, absent=absent, stays=stays, reason=WHY, **evening.who
    )


def arrive(evening: EventScenario) -> None:
    """Somebody who is out of play comes back by one tap."""
    rows = entries_out(evening.event, evening.event.entries.order_by("pk"))
    returns.bring_back(entry_id=evening.one(rows).entry.pk, **evening.who)


def check_somebody_in(evening: EventScenario) -> None:
    entry = evening.one(list(evening.event.entries.order_by("pk")))
    act = evening.chance.choice(
        (check_in.check_in_entry, check_in.check_in_entry, check_in.undo_check_in)
    )
    act(entry_id=entry.pk, **evening.who)


def open_check_in(evening: EventScenario) -> None:
    competitions_state.open_check_in(**evening.event_arguments)


def reopen_registration(evening: EventScenario) -> None:
    lifecycle.reopen_registration(**evening.event_arguments)


def change_the_cap(evening: EventScenario) -> None:
    places.change_capacity(cap=evening.chance.choice((2, 6, 9, 16)), **evening.event_arguments)


def edit_the_terms(evening: EventScenario) -> None:
    terms, chance = evening.terms, evening.chance
    changed = (
        {"publishes_alone": not terms.publishes_alone},
        {"shape": some_shape(chance, terms.shape.format)},
        {"best_of": 4 - terms.best_of},
        {"keep_apart": not terms.keep_apart},
    )
    set_up.edit_competition(
        terms=replace(terms, **chance.choice(changed)), **evening.event_arguments
    )


def draft_the_draw(evening: EventScenario) -> None:
    drafts.draft_draw(seed=f"semilla {evening.chance.random()}", **evening.event_arguments)


def discard_the_draft(evening: EventScenario) -> None:
    drafts.discard(**evening.event_arguments)


def change_the_draft(evening: EventScenario) -> None:
    draft = evening.one(list(Draft.objects.filter(competition=evening.event)))
    there = [entry for pool in draft.as_it_stands for entry in pool if entry is not None]
    act = evening.chance.choice((drafts.swap, drafts.pair))
    act(
        one=evening.one(there), other=evening.one(there), seen=draft.mark, **evening.event_arguments
    )


def undo_the_draw(evening: EventScenario) -> None:
    draw.undo_draw(reason=WHY, **evening.event_arguments)


def pause(evening: EventScenario) -> None:
    lifecycle.pause(**evening.event_arguments)


def use_tables(evening: EventScenario) -> None:
    venues.use_tables(count=evening.chance.randint(0, 4), **evening.event_arguments)


def take_a_table_out(evening: EventScenario) -> None:
    table = evening.one(list(evening.event.club.hall_tables.order_by("number")))
    act = evening.chance.choice((venues.close_table, venues.reopen_table))
    act(table_id=table.pk, **evening.event_arguments)


def move_a_match(evening: EventScenario) -> None:
    table = evening.one(list(evening.event.club.hall_tables.order_by("number")))
    venues.move_match(match_id=evening.match(CALLED).pk, table_id=table.pk, **evening.who)


def call_matches(evening: EventScenario) -> None:
    for pk in venues.displaced().values_list("pk", flat=True):
        venues.reassign_displaced(match_id=pk, now=evening.now)
    for pk in Match.objects.callable(evening.now).values_list("pk", flat=True):
        matches.call_match(match_id=pk, now=evening.now)


def play(evening: EventScenario) -> None:
    steps.write(evening, evening.match(READY, CALLED).pk)


def say_it_by_slips(evening: EventScenario) -> None:
    slips.make_slips(**evening.event_arguments)
    slip = evening.one(list(Slip.objects.valid().filter(match__in=slips.with_slips(evening.event))))
    score = (5, evening.chance.randint(0, 4))
    for side in (0, 1):
        said = score if evening.chance.random() < 0.8 else (0, 5)
        slips.claim(code=code_of(slip.nonce, side), games=[said], now=evening.now)


def walk_over(evening: EventScenario) -> None:
    match = evening.match(READY, CALLED)
    winner = evening.chance.randrange(2)
    matches.give_walkover(match_id=match.pk, winner=winner, reason=WHY, **evening.who)


def stay_away(evening: EventScenario) -> None:
    match = evening.match(CALLED)
    matches.end_sit_down_window(match_id=match.pk, now=match.sit_by)


def annul(evening: EventScenario) -> None:
    matches.annul_match(match_id=evening.match(CALLED).pk, reason=WHY, **evening.who)


def reopen(evening: EventScenario) -> None:
    match = evening.match(*Match.WITH_RESULT)
    result_services.reopen_match(match_id=match.pk, reason=WHY, **evening.who)


def correct(evening: EventScenario) -> None:
    match = evening.match(*Match.WITH_RESULT)
    games = [evening.chance.choice(((5, 1), (2, 5)))] * (evening.event.best_of // 2 + 1)
    result_services.correct_result(match_id=match.pk, games=games, reason=WHY, **evening.who)


def start_the_clock(evening: EventScenario) -> None:
    rounds = Round.objects.filter(group__stage__competition=evening.event).order_by("pk")
    round_clock.start_clock(round_id=evening.one(list(rounds)).pk, **evening.who)


def turn_the_clock(evening: EventScenario) -> None:
    groups = TableGroup.objects.filter(stage__competition=evening.event)
    rounds = Round.objects.filter(group__in=groups, group__stage__clocks__isnull=False).distinct()
    act = evening.chance.choice((round_clock.pause_clock, round_clock.resume_clock))
    act(round_id=evening.one(list(rounds.order_by("pk"))).pk, **evening.who)


def ring(evening: EventScenario) -> None:
    clocks = RoundClock.objects.filter(stage__competition=evening.event, bell_at__isnull=False)
    clock = evening.one(list(clocks.order_by("pk")))
    evening.now = max(evening.now, clock.bell_at)
    round_clock.notify_round_time_up(clock_id=clock.pk, now=evening.now)


def call_the_judge(evening: EventScenario) -> None:
    judging.call_judge(match_id=evening.match(READY, CALLED).pk, text="¿y ahora?", **evening.who)


def rule(evening: EventScenario) -> None:
    open_calls = Dispute.objects.filter(
        match__in=Match.objects.of(evening.event.pk), ruled_at__isnull=True
    )
    dispute = evening.one(list(open_calls.order_by("pk")))
    if dispute.kind == Dispute.Kind.APPEAL:
        granted = evening.chance.random() < 0.5
        judging.answer_appeal(dispute_id=dispute.pk, granted=granted, note=WHY, **evening.who)
        return
    ruling = evening.chance.choice((Dispute.Ruling.CONTINUE, Dispute.Ruling.FORFEIT))
    verdict = judging.Verdict(ruling, side=evening.chance.randrange(2))
    judging.rule_on_call(dispute_id=dispute.pk, verdict=verdict, note=WHY, **evening.who)


def appeal(evening: EventScenario) -> None:
    match = evening.match(Match.State.WALKOVER, Match.State.DOUBLE_WALKOVER)
    captains = match.slots.filter(entry__roster__user__isnull=False)
    user = evening.one([slot.entry.roster.get(number=1).user for slot in captains])
    judging.appeal(match_id=match.pk, actor=user, text="sí estábamos", now=evening.now)


def take_real_cards(evening: EventScenario) -> None:
    lifecycle.play_with_cards(**evening.event_arguments)


def rank(evening: EventScenario) -> None:
    ranking.rank_match(match_id=evening.one(list(Match.objects.unranked())).pk)


BEFORE = (register, paste, paste, steps.enter_somebody, withdraw, check_somebody_in, open_check_in)
BEFORE += (reopen_registration, change_the_cap, edit_the_terms, draft_the_draw, draft_the_draw)
BEFORE += (discard_the_draft, change_the_draft, steps.draw, steps.draw_what_does_fit, paste)
BETWEEN = (steps.publish, steps.draw_the_round_anew, steps.draw_what_follows, change_the_draft)
BEFORE += (bring_somebody_in, swap_players, move_somebody)
DURING = (play, play, play, play, say_it_by_slips, walk_over, call_matches, stay_away, annul)
DURING += (bring_somebody_in, swap_players, not_show_up, arrive, arrive)
DURING += (reopen, correct, withdraw, register, steps.enter_somebody, pause, steps.resume, ring)
DURING += (use_tables, take_a_table_out, move_a_match, start_the_clock, turn_the_clock, rank)
DURING += (call_the_judge, rule, rule, appeal, take_real_cards, undo_the_draw, *BETWEEN, *BETWEEN)
STARTING = (steps.open_registration, steps.start, steps.draw, undo_the_draw, withdraw, use_tables)


def possible(state: str) -> tuple[steps.Act, ...]:
    """Return what is worth trying in a state; the services have the last word."""
    match state:
        case "draft":
            return steps.open_registration, edit_the_terms, paste
        case "registration" | "check_in":
            return BEFORE
        case "drawn":
            return STARTING
        case _:
            return DURING
