"""Cards about what people sent that waits for an answer: marks without agreement, names by QR."""

from collections.abc import Iterator

from django.utils.translation import gettext, ngettext

from tournaments.models import Competition
from tournaments.pages.organisers.claims import pending_claims
from tournaments.pages.organisers.desk.cards import Card, sign_of
from tournaments.pages.organisers.desk.ways import Way, link, post
from tournaments.pages.organisers.held_marks import HeldView, held_marks


def waiting_cards(competition: Competition) -> Iterator[Card]:
    """Return a card for each lot of marks without agreement, and one for all names."""
    for view in held_marks(competition):
        yield _held(competition, view)
    if number := pending_claims(competition):
        yield _claims(competition, number)


def _held(competition: Competition, view: HeldView) -> Card:
    """Somebody wrote without a line, and somebody else meanwhile: what stands is likeliest."""
    number, name = sign_of(view.match)
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
        number=number,
        name=name,
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
