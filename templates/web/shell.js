// What a player has at hand: the way back, what was read last, what is pinned, and contents that fold. Kept by the
// browser, for the pages of this folder. Without this script pages are complete.
(() => {
  "use strict";

  const folder = location.pathname.replace(/[^/]*$/, "");
  const KEYS = { read: `rulewright-read ${folder}`, pinned: `rulewright-pinned ${folder}` };
  const LAST = 4; // rules read last that are shown
  const PINS = 12;

  const stored = (key) => { try { return JSON.parse(localStorage.getItem(KEYS[key])) || []; } catch { return []; } };
  const store = (key, list) => { try { localStorage.setItem(KEYS[key], JSON.stringify(list)); } catch { /* not kept, then */ } };

  function make(name, attributes = {}, ...inside) {
    const element = document.createElement(name);
    for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
    element.append(...inside);
    return element;
  }

  const words = (element) => {
    const copy = element.cloneNode(true);
    for (const each of copy.querySelectorAll(".permalink, .pin, .use, .dice, .unit")) each.remove();
    return copy.textContent.replace(/\s+/g, " ").trim();
  };

  // The rule or table that one reads: what the address names, or the first rule of the page.
  function here() {
    const named = location.hash ? document.getElementById(decodeURIComponent(location.hash.slice(1).split("?")[0])) : null;
    const place = named?.closest("section.rule[id], figure.table, .roll-list") || document.querySelector("section.rule[id]");
    return place && { href: `${location.pathname.slice(folder.length)}#${place.id}`, title: titleOf(place) };
  }

  function titleOf(place) {
    const heading = place.querySelector(":scope > .heading, .caption, :scope > .lead");
    return heading ? words(heading) : place.id;
  }

  function remember() {
    const place = document.body.classList.contains("rules") && here();
    if (place && place.title) store("read", [place, ...stored("read").filter(({ href }) => href !== place.href)].slice(0, LAST + 1));
  }

  function pinButton(place) {
    const href = `${location.pathname.slice(folder.length)}#${place.id}`;
    const title = titleOf(place);
    const pinned = () => stored("pinned").some((each) => each.href === href);
    const button = make("button", { type: "button", class: "pin", title: _("Pin to the overview"), "aria-label": _("Pin {name} to the overview", { name: title }) });
    const show = () => button.setAttribute("aria-pressed", String(pinned()));
    button.addEventListener("click", () => {
      const others = stored("pinned").filter((each) => each.href !== href);
      store("pinned", pinned() ? others : [...others, { href, title }].slice(-PINS));
      show();
    });
    show();
    return button;
  }

  function list(name, places) {
    const links = places.map(({ href, title }) => make("li", {}, make("a", { href }, title)));
    return make("div", {}, make("h2", {}, name), make("ul", {}, ...links));
  }

  function fillShelf(shelf) {
    const [pinned, read] = [stored("pinned"), stored("read").slice(0, LAST)];
    shelf.replaceChildren(...(pinned.length ? [list(_("Pinned"), pinned)] : []), ...(read.length ? [list(_("Last read"), read)] : []));
    shelf.hidden = !shelf.children.length;
  }

  // Long contents show the chapters alone, by their style, until one of them is opened.
  function fold(contents) {
    const inner = [...contents.querySelectorAll(":scope > ol > li > ol")];
    for (const [at, below] of inner.entries()) {
      const link = below.parentElement.querySelector("a");
      below.id = `contents-${at}`;
      const button = make("button", { type: "button", class: "fold", "aria-expanded": "false", "aria-controls": below.id, "aria-label": _("What is in {name}", { name: words(link) }) });
      button.addEventListener("click", () => {
        const open = below.toggleAttribute("data-open");
        button.setAttribute("aria-expanded", String(open));
      });
      link.after(button);
    }
  }

  const shelf = document.querySelector(".shelf");
  const contents = document.querySelector("nav.chapters.folded");
  if (shelf) {
    fillShelf(shelf);
    addEventListener("pageshow", ({ persisted }) => { if (persisted) fillShelf(shelf); });
  }
  if (contents) fold(contents);
  for (const permalink of document.querySelectorAll(".rules :is(section.rule[id] > .heading, figure.table caption) .permalink")) {
    permalink.after(pinButton(permalink.closest("figure.table, section.rule")));
  }
  document.querySelector(".go-back")?.addEventListener("click", () => history.back());
  remember();
  addEventListener("hashchange", remember);
})();
