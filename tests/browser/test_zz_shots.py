import os, pytest
from django.utils import timezone
from tests.tournaments import desks
from tests.tournaments.events import organiser_of
from tests.games.tables import a_person
pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
NAMES = os.environ.get("SHOT", "").split(",")
SIZES = {"p": (390, 780), "d": (1280, 800), "s": (320, 640)}
@pytest.fixture(params=[n for n in NAMES if n])
def scene(transactional_db, request):
    return request.param, {**desks.STATES, **desks.ONLY}[request.param](timezone.now())
def test_shots(scene, open_screen):
    name, event = scene
    organiser = organiser_of(event)
    if os.environ.get("LANG_OF"):
        organiser.language = os.environ["LANG_OF"]; organiser.save()
    pages = os.environ.get("PAGES", "manage/").split(",")
    screen = open_screen("/rules/", organiser)
    page = screen.page
    for size in os.environ.get("SIZES", "pd"):
        page.set_viewport_size(dict(zip(("width", "height"), SIZES[size])))
        page.emulate_media(color_scheme=os.environ.get("SCHEME", "light"), reduced_motion="reduce")
        for number, path in enumerate(pages):
            screen.open(f"/competitions/{event.pk}/{path}")
            page.wait_for_timeout(700)
            print(name, path, page.evaluate("document.documentElement.scrollWidth - innerWidth"))
            page.screenshot(path=f"/tmp/deskshots/{name.replace(' ', '-')}-{number}-{size}.png")
