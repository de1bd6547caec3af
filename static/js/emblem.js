// The emblem as it is chosen: each choice of its form is drawn at once.

const drawn = document.querySelector("#emblem svg");
const [shield, sign] = drawn.querySelectorAll("use");

drawn.closest("form").addEventListener("change", ({ target }) => {
  const place = { pattern: shield, sign }[target.name];
  if (place) place.setAttribute("href", `${place.getAttribute("href").split("#")[0]}#${target.name[0]}-${target.value}`);
  const paint = { first_colour: "fill", second_colour: "color" }[target.name];
  if (paint) drawn.setAttribute(paint, target.closest("label").querySelector("circle").getAttribute("fill"));
});
