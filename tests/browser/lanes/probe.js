// Measures tables, one after the other, in the page of a real one: what lies over what, what is cut, what is too
// small, and what moves when the seats fall silent. Returns the faults of each.
(scenes) => {
  const LEAVES = `.top .icon, .score .name, .score b, .score .tally, .mini, .seat .av, .seat .name, .marks > *, q, .trick i, .past,
    .line > *, .hint, .clock, .act button, .act a, .act p, .result, .held, .under, .muestra, .order, .tools .icon, .seal summary, .story li`;
  const LANES = ".score, .felt, .say, .act, .hold, .seal, .story";
  const TEXT = "button, a, q, .line, .hint, .mini, .marks, .story, li, p, summary";
  const EPS = .7;

  const isSeen = (e) => e.checkVisibility({ visibilityProperty: true }) && e.getClientRects().length && !e.closest(".unseen");
  const isText = (line) => getComputedStyle(line).display === "block"; // large text: the name stands in running text
  const label = (e) => `${e.closest(".seat")?.id ?? ""} ${e.tagName.toLowerCase()}.${e.className} "${
    (e.textContent || e.getAttribute("aria-label") || "").trim().slice(0, 28)}"`;

  function clipped(e) {
    const box = e.getBoundingClientRect();
    let { left, top, right, bottom } = box, isScrolled = false;
    for (let above = e.parentElement; above; above = above.parentElement) {
      if (!/auto|scroll/.test(getComputedStyle(above).overflowY) && !above.matches(".story")) continue;
      const b = above.getBoundingClientRect();
      left = Math.max(left, b.left); top = Math.max(top, b.top); right = Math.min(right, b.right); bottom = Math.min(bottom, b.bottom);
      isScrolled = true;
    }
    return { left, top, right, bottom, isScrolled };
  }

  function boxes(main) {
    const found = [];
    for (const e of document.querySelectorAll(LEAVES)) {
      if (!isSeen(e)) continue;
      const box = clipped(e);
      if (box.right - box.left > 1.5 && box.bottom - box.top > 1.5) found.push([e, box]);
    }
    return found;
  }

  function overlaps(all, faults) {
    let pairs = 0;
    all.forEach(([e, a], index) => {
      for (const [f, b] of all.slice(index + 1)) {
        if (e.contains(f) || f.contains(e)) continue;
        if (e.closest(".line") && e.closest(".line") === f.closest(".line") && isText(e.closest(".line"))) continue;
        pairs++;
        const w = Math.min(a.right, b.right) - Math.max(a.left, b.left), h = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
        if (w > EPS && h > EPS) faults.push(`overlap ${w.toFixed(1)}x${h.toFixed(1)}: ${label(e)} | ${label(f)}`);
      }
    });
    return pairs;
  }

  function places(all, faults) {
    for (const [e, box] of all) {
      const lane = e.closest(LANES)?.getBoundingClientRect();
      if (lane && !box.isScrolled && (box.left < lane.left - EPS || box.top < lane.top - EPS || box.right > lane.right + EPS ||
        box.bottom > lane.bottom + EPS)) faults.push(`out of its lane: ${label(e)}`);
      if (box.left < -EPS || box.right > innerWidth + EPS || box.top < -EPS || box.bottom > innerHeight + EPS) {
        faults.push(`out of the window: ${label(e)}`);
      }
      const room = e.matches("q") && e.closest(".room").getBoundingClientRect();
      if (room && (box.bottom - box.top > room.height + EPS || box.right - box.left > room.width + EPS)) {
        faults.push(`larger than its room (${(box.bottom - box.top).toFixed(1)} > ${room.height.toFixed(1)}): ${label(e)}`);
      }
    }
  }

  // Drawn text lies inside its box; an ellipsis is a name's alone, and leaves some letters.
  function texts(faults) {
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node; (node = walker.nextNode());) {
      const e = node.parentElement;
      if (!node.data.trim() || !isSeen(e)) continue;
      const range = document.createRange();
      range.selectNodeContents(node);
      const t = range.getBoundingClientRect();
      if (t.width < 1.5 || getComputedStyle(e).clipPath !== "none") continue;
      if (!e.closest(".av") && parseFloat(getComputedStyle(e).fontSize) < 10.9) faults.push(`small text: ${label(e)}`);
      const name = e.closest(".name"), host = name || e.closest(TEXT) || e, h = host.getBoundingClientRect();
      const leading = Math.max(3.5, .22 * parseFloat(getComputedStyle(e).fontSize)); // of a line lower than its letters' box
      if (t.right <= h.right + 1 && t.left >= h.left - 1 && t.bottom <= h.bottom + leading && t.top >= h.top - leading) continue;
      if (!name) faults.push(`cut (${t.width.toFixed(0)} in ${h.width.toFixed(0)}): ${label(host)} "${node.data.slice(0, 30)}"`);
    }
    for (const name of document.querySelectorAll(".name")) {
      if (!isSeen(name) || name.scrollWidth <= name.clientWidth + 1) continue;
      const shown = getComputedStyle(name.querySelector("bdi") ?? name).clipPath === "none" ? name.textContent : name.dataset.brief;
      const letters = shown.length * name.clientWidth / name.scrollWidth;
      if (letters < Math.min(6, shown.length)) faults.push(`${letters.toFixed(1)} letters of ${label(name)}`);
    }
  }

  function sizes(faults) {
    for (const e of document.querySelectorAll("button, a, summary")) {
      if (!isSeen(e) || e.closest("[popover]")) continue;
      const { width, height } = e.getBoundingClientRect();
      if (width < 43.9 || height < 43.9) faults.push(`target ${width.toFixed(0)}x${height.toFixed(0)}: ${label(e)}`);
    }
    const muestra = document.querySelector(".muestra svg")?.getBoundingClientRect().width;
    if (muestra && muestra < 55.9) faults.push(`muestra of ${muestra.toFixed(0)}`);
    if (document.documentElement.scrollWidth > innerWidth) faults.push("the page scrolls sideways");
  }

  const where = () => [...document.querySelectorAll(".seat .av, .trick i, .act button, .held, .say, .felt")].map((e) => {
    const { left, top, width } = e.getBoundingClientRect();
    return [left, top, width].map((value) => value.toFixed(1)).join();
  }).join(" ");

  const widthOf = (css) => +(document.querySelector(css)?.getBoundingClientRect().width ?? 0).toFixed(1);

  return scenes.map(({ name, html }) => {
    const faults = [];
    document.getElementById("table").outerHTML = html;
    const clock = document.querySelector(".clock");
    clock.textContent = clock.closest("[data-act-by='0']") ? "" : "0:18";
    for (const time of document.querySelectorAll("[data-until]")) time.textContent = "0:42";
    if (name.includes("again")) document.querySelector(".past")?.setAttribute("aria-pressed", "true");
    const all = boxes();
    const pairs = overlaps(all, faults);
    places(all, faults);
    texts(faults);
    sizes(faults);
    const before = where();
    const widths = { laid: widthOf(".trick:not(.past) i"), held: widthOf(".held"), muestra: widthOf(".muestra svg") };
    document.querySelectorAll("q").forEach((bubble) => bubble.remove());
    if (where() !== before) faults.push("boxes move when the bubbles go");
    return { name, faults, pairs, boxes: all.length, ...widths };
  });
}
