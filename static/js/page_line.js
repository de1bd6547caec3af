// The socket of a page that follows something. The socket of htmx's extension does not come back after every close, and
// does not notice silence. The extension gets a line (connection.js) in its place.
import { Line, reopenIfSilent } from "./connection.js";

// What the extension uses of a socket; it is told of each beginning.
class LineSocket extends EventTarget {
  #line;

  constructor(address) {
    super();
    const { pathname, search } = new URL(address);
    let isNew = true;
    const line = new Line(pathname + search, {
      opened: () => { isNew = true; },
      received: (data) => {
        if (isNew) this.onopen(new Event("open"));
        isNew = false;
        this.dispatchEvent(new MessageEvent("message", { data }));
      },
      closed: (why) => why && showStopped(),
    });
    this.#line = line;
    line.open();
    addEventListener("online", () => line.isShut || line.open());
    reopenIfSilent(line);
  }

  close() {
    this.#line.shut();
  }
}

// The session has ended, or the reader may not follow this any more.
function showStopped() {
  const words = document.querySelector('meta[name="stopped"]');
  if (!words || document.querySelector(".stopped")) return;
  const reload = Object.assign(document.createElement("a"), { href: "", target: "_self", className: "tap" });
  reload.textContent = words.dataset.reload;
  const notice = Object.assign(document.createElement("p"), { role: "alert", className: "stopped" });
  notice.append(`${words.content} `, reload);
  document.body.append(notice);
}

htmx.createWebSocket = (address) => new LineSocket(address);
