// What opens over a table, in a browser that knows no popover: it is open by a class.

let openedBy; // the event in which a script opened a sheet

function show(sheet, isOpen) {
  if (sheet.classList.contains("open") === isOpen) return;
  sheet.classList.toggle("open", isOpen);
  sheet.dispatchEvent(Object.assign(new Event("toggle"), { newState: isOpen ? "open" : "closed" }));
}

function showAlone(sheet) {
  for (const each of document.querySelectorAll(".sheet")) show(each, each === sheet);
}

Object.assign(HTMLElement.prototype, {
  showPopover() {
    openedBy = window.event;
    showAlone(this);
  },
  hidePopover() { show(this, false); },
});

document.addEventListener("click", (event) => {
  if (event.defaultPrevented || event === openedBy) return; // it has opened a sheet
  const button = event.target.closest("[popovertarget]"), sheet = event.target.closest(".sheet");
  const asked = button ? document.getElementById(button.getAttribute("popovertarget")) : sheet;
  const isClosed = button && asked.classList.contains("open");
  showAlone(isClosed ? null : asked);
});
