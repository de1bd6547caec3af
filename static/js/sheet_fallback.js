// What opens over a table, in a browser that knows no popover: a tap opens and closes it by a class.
Object.assign(HTMLElement.prototype, {
  showPopover() { this.classList.add("open"); },
  hidePopover() { this.classList.remove("open"); },
});

document.addEventListener("click", (event) => {
  if (event.defaultPrevented) return; // it has opened a sheet
  const button = event.target.closest("[popovertarget]"), sheet = event.target.closest(".sheet");
  const asked = button ? document.getElementById(button.getAttribute("popovertarget")) : sheet;
  for (const each of document.querySelectorAll(".sheet")) {
    each.classList.toggle("open", each === asked && (!button || !each.classList.contains("open")));
  }
});
