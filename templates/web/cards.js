// A card larger or smaller, by two buttons; without this script the browser's own zoom does it.
(() => {
  "use strict";

  const STEPS = [1, 1.25, 1.5, 2, 2.5];
  const view = document.querySelector(".card-view");
  const tools = document.querySelector(".card-tools");
  let at = 0;

  function button(sign, name, change) {
    const made = document.createElement("button");
    made.type = "button";
    made.textContent = sign;
    made.setAttribute("aria-label", name);
    made.addEventListener("click", () => zoom(at + change));
    return made;
  }

  const smaller = button("−", "Smaller", -1);
  const larger = button("+", "Larger", 1);

  function zoom(step) {
    at = step;
    view.style.setProperty("--zoom", STEPS[at]);
    smaller.disabled = at === 0;
    larger.disabled = at === STEPS.length - 1;
    // What is wider than its frame takes the focus, so that the arrow keys move it.
    if (view.scrollWidth > view.clientWidth) view.tabIndex = 0;
    else view.removeAttribute("tabindex");
  }

  const group = document.createElement("div");
  group.className = "zoom";
  group.setAttribute("role", "group");
  group.setAttribute("aria-label", "Size of the card");
  group.append(smaller, larger);
  tools.append(group);
  view.setAttribute("role", "group");
  view.setAttribute("aria-label", "The card");
  zoom(0);
})();
