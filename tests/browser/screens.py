"""A user's page in a browser: actions of the user, and every byte received."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, Final

from playwright.sync_api import BrowserContext, ConsoleMessage, Locator, Response, WebSocket, expect

PHONE: Final[dict[str, Any]] = {
    "viewport": {"width": 390, "height": 780},
    "has_touch": True,
    "is_mobile": True,
}
DESK: Final[dict[str, Any]] = {"viewport": {"width": 1280, "height": 800}, "has_touch": True}

STATIC = "/static/"
NO_CONTENT = 204
GLANCE = 400  # milliseconds before the next check
GLANCES = 40
ABORTED = ("htmx:afterRequest", "htmx:sendAbort")  # for a newer request of the same form
CUT_OFF = ("ERR_INTERNET_DISCONNECTED", "WebSocket connection to", "fetching the script", "htmx:")

NO_STORE = """for (const name of ["localStorage", "sessionStorage"]) {
  Object.defineProperty(window, name, { get() { throw new DOMException("", "SecurityError"); } });
}"""  # as a browser that forbids cookies


class Screen:
    """One page, alone in its browser. Its faults are what a developer's console complains of."""

    def __init__(self, context: BrowserContext, *, recorded: bool = False) -> None:
        self.page = context.new_page()
        self.faults: list[str] = []
        self._is_recorded = recorded
        self._texts: list[str] = []
        self._responses: list[Response] = []
        self._is_cut_off = False
        self.page.on("console", self._note)
        self.page.on("pageerror", lambda error: self.faults.append(str(error)))
        if recorded:
            self.page.on("response", lambda response: self._responses.append(response))
            self.page.on("websocket", self._listen)
        self.page.on("dialog", lambda dialog: dialog.accept())

    def open(self, path: str) -> None:
        """Go to another page of the site."""
        self._keep_answers()
        self.page.goto(path)

    def follow(self, link: Locator) -> None:
        """Tap what leads to another page, and wait for it."""
        self._keep_answers()
        with self.page.expect_navigation():
            link.tap()

    def look_until(self, wanted: Locator) -> None:
        """Look again and again, until something is there that is not pushed to this page."""
        for _ in range(GLANCES):
            try:
                return expect(wanted.first).to_be_visible(timeout=GLANCE)
            except AssertionError:
                self.open(self.page.url)
        shown = self.page.locator("main").inner_text()
        raise AssertionError(f"never shown: {wanted}\n{shown}")

    def answer_no_more(self) -> None:
        """Release the requests that a test still intercepts."""
        if not self.page.is_closed():
            self.page.unroute_all(behavior="ignoreErrors")

    def received(self) -> list[str]:
        """Return all that came, over HTTP and socket: every address, page, fragment and frame."""
        assert self._is_recorded
        self._keep_answers()
        return self._texts

    @contextmanager
    def without_network(self) -> Iterator[None]:
        """Lose the network while the block runs; the console may complain of that."""
        self._is_cut_off = True
        self.page.context.set_offline(True)
        yield
        self.page.context.set_offline(False)

    def _keep_answers(self) -> None:
        """To be done before a page is left: the browser forgets what it was answered there."""
        answers, self._responses = self._responses, []
        self._texts += map(_read, answers)

    def _listen(self, socket: WebSocket) -> None:
        socket.on("framereceived", lambda frame: self._texts.append(str(frame)))

    def _note(self, message: ConsoleMessage) -> None:
        harmless = (*ABORTED, *CUT_OFF) if self._is_cut_off else ABORTED
        excused = any(words in message.text for words in harmless)
        if message.type == "error" and not excused:
            self.faults.append(message.text)


def _read(answer: Response) -> str:
    """Return address and text; of files, the same for everybody, and empty answers the address."""
    is_empty = answer.status == NO_CONTENT or 300 <= answer.status < 400
    if STATIC in answer.url or is_empty:
        return answer.url
    return f"{answer.url} {answer.body().decode()}"
