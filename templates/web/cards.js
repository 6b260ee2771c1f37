// A card larger or smaller, by two buttons, and what is wider than its frame moved by the arrow keys. Without this
// script the browser's own zoom does the first.
(() => {
  "use strict";

  const STEPS = [1, 1.25, 1.5, 2, 2.5];
  const view = document.querySelector(".card-view");
  const tools = document.querySelector(".card-tools");
  const frames = new Map([[view, _("The card")]]);
  for (const table of view.querySelectorAll("div.table")) frames.set(table, _("A table of the card"));
  let at = 0;

  function button(sign, name, change) {
    const made = document.createElement("button");
    made.type = "button";
    made.textContent = sign;
    made.setAttribute("aria-label", name);
    made.addEventListener("click", () => zoom(at + change));
    return made;
  }

  const smaller = button("−", _("Smaller"), -1);
  const larger = button("+", _("Larger"), 1);

  function zoom(step) {
    at = step;
    view.style.setProperty("--zoom", STEPS[at]);
    smaller.disabled = at === 0;
    larger.disabled = at === STEPS.length - 1;
    for (const frame of frames.keys()) reach(frame);
  }

  // What is wider than its frame takes the focus, and then needs a name.
  function reach(frame) {
    if (frame.scrollWidth > frame.clientWidth) {
      frame.tabIndex = 0;
      frame.setAttribute("role", "group");
      frame.setAttribute("aria-label", frames.get(frame));
    } else {
      for (const name of ["tabindex", "role", "aria-label"]) frame.removeAttribute(name);
    }
  }

  const group = document.createElement("div");
  group.className = "zoom";
  group.setAttribute("role", "group");
  group.setAttribute("aria-label", _("Size of the card"));
  group.append(smaller, larger);
  tools.append(group);
  zoom(0);
  const watcher = new ResizeObserver((changes) => changes.forEach(({ target }) => reach(target)));
  for (const frame of frames.keys()) watcher.observe(frame);
})();
