// Invitations to friends' tables, wherever a page has a place for them (#invited). An unchanged one is not replaced.
import { Line, openWhileSeen } from "./connection.js";

const line = new Line(`/ws/invitations/?language=${document.documentElement.lang}`, { received, longest: 30000 });

function received(message) {
  const news = document.createElement("template");
  news.innerHTML = message;
  const piece = news.content.querySelector("#invited");
  if (!piece) return; // a pulse
  const place = document.getElementById("invited");
  const asked = new Set([...piece.children].map((each) => each.id));
  for (const each of [...place.children]) if (!asked.has(each.id)) each.remove();
  for (const each of [...piece.children]) {
    const shown = document.getElementById(each.id);
    if (!shown) place.append(each);
    else if (shown.textContent !== each.textContent) shown.replaceWith(each);
    else continue;
    htmx.process(each);
  }
}

openWhileSeen(line);
