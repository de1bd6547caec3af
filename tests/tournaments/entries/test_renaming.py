"""A misspelt name is corrected in its place."""

import pytest

from accounts.common.errors import RefusedError
from tests.games.tables import a_person
from tests.tournaments.cups import a_cup
from tournaments.draw.services import draw
from tournaments.entries import services as entries
from tournaments.entries.renames import rename_player
from tournaments.entries.rosters import NamedPlayer
from tournaments.lifecycle import services as lifecycle

pytestmark = [pytest.mark.django_db, pytest.mark.both]


@pytest.mark.parametrize("is_drawn", [False, True])
def test_a_name_is_corrected_in_its_place(is_drawn, organiser, now):
    cup = a_cup(organiser, now)
    told = {"competition_id": cup.pk, "actor": organiser, "now": now}
    entry = entries.add_entry(players=[NamedPlayer("Celia Roldan")], **told)
    entries.add_entry(players=[NamedPlayer("Beto Sosa")], **told)
    if is_drawn:
        draw(seed="semilla", **told)
        lifecycle.start(**told)
    player = entry.roster.get()
    act = {"entry_id": entry.pk, "player_id": player.pk, "name": "Celia Roldán", "now": now}
    with pytest.raises(RefusedError, match="not-organiser"):
        rename_player(actor=a_person(), **act)
    rename_player(actor=organiser, **act)
    entry.refresh_from_db()
    player.refresh_from_db()
    assert (entry.name, player.name) == ("Celia Roldán", "Celia Roldán")
    event = cup.audit.get(act="rename-player")
    assert (event.before["player"], event.after["player"]) == ("Celia Roldan", "Celia Roldán")
