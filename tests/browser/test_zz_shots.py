import os, sys
from django.utils import timezone
import pytest
from games.models import *
from games.services.talk import saying
from games.services import senas
from games.services.talk.saying import Speaker
from tests.games.tables import a_person, a_table, whoever_acts
pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
OUT="/tmp/talkshots"; os.makedirs(OUT, exist_ok=True)
SIZES={"390":(390,780),"320":(320,568),"780":(780,390),"1280":(1280,800)}
@pytest.mark.parametrize("size", list(SIZES))
def test_shots(open_screen, size):
    now=timezone.now()
    people=[a_person(n) for n in ("ana","beto","carmen","dario")]
    game=a_table(now, people=people, preset="trucoestrella", turn_seconds=120)
    s=open_screen(f"/tables/{game.pk}/", people[0]); p=s.page
    w,h=SIZES[size]; p.set_viewport_size({"width":w,"height":h})
    p.wait_for_timeout(800)
    def say(n,**k):
        f=saying.say_phrase if "phrase" in k else saying.write_line
        f(game_id=game.pk,seat=n,speaker=Speaker(people[n],""),now=timezone.now(),**k)
    say(1,phrase="good-hand"); say(3,phrase="laugh"); say(0,phrase="liar")
    senas.make_sign(game_id=game.pk, seat=2, sign="1e", now=timezone.now())
    p.wait_for_timeout(900); p.screenshot(path=f"{OUT}/{size}-bubbles.png")
    p.click("#talk-open"); p.wait_for_timeout(300); p.screenshot(path=f"{OUT}/{size}-quick.png")
    p.get_by_role("button",name="Charla").click(); p.wait_for_timeout(600); p.screenshot(path=f"{OUT}/{size}-chat.png")
    p.keyboard.press("Escape")
    p.click("[popovertarget=signs]"); p.wait_for_timeout(300); p.screenshot(path=f"{OUT}/{size}-signs.png")
