"""Cards about what people sent that waits for an answer: what is without agreement, names by QR."""

from collections.abc import Iterable, Iterator

from django.utils.translation import gettext, ngettext

from tournaments.models import Competition
from tournaments.pages.organisers.desk.cards import Card, Claim
from tournaments.pages.organisers.desk.ways import Way, link, post
from tournaments.pages.organisers.held_marks import HeldResult, HeldView
from tournaments.pages.screens.plates import plate_of
from tournaments.services.matches.slips import in_figures


def held_cards(competition: Competition, held: Iterable[HeldView | HeldResult]) -> Iterator[Card]:
    """Return a card for each lot of marks without agreement."""
    for view in held:
        if isinstance(view, HeldResult):
            yield _two_results(competition, view)
        else:
            yield _held(competition, view)


def claim_cards(competition: Competition, claimed: int) -> Iterator[Card]:
    """Return one card for all names that people say are theirs: what it settles opens tables."""
    if claimed:
        yield _claims(competition, claimed)


def _held(competition: Competition, view: HeldView) -> Card:
    """Somebody wrote without a line, and somebody else meanwhile: what stands is likeliest."""
    settle = ("competitions:settle_marks", competition.pk, view.held.pk)
    others: list[Way] = []
    if view.may_count:
        others.append(post(gettext("Sumar esas marcas"), *settle, field=("counts", "yes")))
    if view.match.state == view.match.State.CALLED:
        others.append(link(gettext("Ver la planilla"), "score", view.match.pk))
    return Card(
        key=f"held-{view.held.pk}",
        title=gettext("Marcas sin acuerdo"),
        words=_in_words(view),
        likeliest=post(gettext("Dejar la planilla como está"), *settle, field=("counts", "no")),
        others=others,
        plate=plate_of(view.match),
        is_grave=True,
    )


def _two_results(competition: Competition, view: HeldResult) -> Card:
    """Two people wrote the same match down, and not the same: what came first stands."""
    settle = ("competitions:settle_marks", competition.pk, view.held.pk)
    stood = in_figures(view.standing.in_order)
    other = in_figures(view.held.games)
    return Card(
        key=f"held-{view.held.pk}",
        title=gettext("Dos resultados distintos"),
        words=" – ".join(view.names),
        likeliest=post(
            gettext("Dejar %(score)s") % {"score": stood}, *settle, field=("counts", "no")
        ),
        others=[
            post(gettext("Vale %(score)s") % {"score": other}, *settle, field=("counts", "yes")),
            link(gettext("Corregir el resultado…"), "reopen", view.match.pk),
        ],
        claims=[
            Claim(view.standing.slip_of or str(view.standing.submitted_by), stood, is_backed=True),
            Claim(str(view.held.by), other),
        ],
        plate=plate_of(view.match),
        is_grave=True,
    )


def _in_words(view: HeldView) -> str:
    told = {
        "who": view.held.by,
        "gained": ", ".join(f"{name} +{points}" for name, points in view.gained),
        "now": "–".join(map(str, view.now)),
        "then": "–".join(map(str, view.then or ())),
    }
    if not view.may_count:
        return (
            gettext(
                "%(who)s anotó sin señal (%(gained)s), y mientras tanto otra persona anotó: "
                "la planilla dice %(now)s."
            )
            % told
        )
    return (
        gettext(
            "%(who)s anotó sin señal (%(gained)s), y mientras tanto otra persona anotó: "
            "la planilla dice %(now)s; con esas marcas diría %(then)s."
        )
        % told
    )


def _claims(competition: Competition, number: int) -> Card:
    told = ngettext(
        "%(number)s persona dice quién es", "%(number)s personas dicen quiénes son", number
    )
    return Card(
        key="claims",
        title=told % {"number": number},
        words=gettext("Eligieron su nombre con el QR: falta que digas que sí."),
        likeliest=link(gettext("Ver quién es quién"), "competitions:claims", competition.pk),
    )
