// What a link leads to, shown beside it; the place in the contents; tables that can be scrolled by keyboard; and links to
// what has moved to another page. Pages are complete without any of it.
(() => {
  "use strict";

  const LINK = 'a[aria-describedby^="define-"], a[data-shows]';
  const ROWS = 6; // of a table that is shown; of a longer one there are so many less one
  const WAIT = { show: 300, hide: 250 }; // milliseconds
  const GAP = 6; // pixels between a link and its definition
  const EDGE = 12; // pixels kept free at the window's edges

  const box = document.createElement("div");
  box.className = "definition";
  box.hidden = true;
  let shownFor = null;
  let timer = 0;
  let touched = false;

  const linkAt = (target) => (target instanceof Element ? target.closest(LINK) : null);
  const inside = (target) => target instanceof Node && box.contains(target);

  function later(wait, action) {
    clearTimeout(timer);
    timer = setTimeout(action, wait);
  }

  function hide() {
    clearTimeout(timer);
    box.hidden = true;
    shownFor = null;
  }

  function show(link, line, withLink) {
    const parts = definitionOf(link);
    clearTimeout(timer);
    if (!parts) return false;
    box.replaceChildren(...parts);
    for (const element of box.querySelectorAll("[id], [aria-describedby], [data-shows]")) {
      for (const name of ["id", "aria-describedby", "data-shows"]) element.removeAttribute(name);
    }
    if (withLink) box.append(wayTo(link));
    shownFor = link;
    place(line);
    return true;
  }

  // The page carries a definition, unless the thing itself stands on it: a glossary entry, a table or a figure.
  function definitionOf(link) {
    const id = link.dataset.shows || link.getAttribute("aria-describedby");
    const source = document.getElementById(id);
    if (source) return [...named(source), ...source.cloneNode(true).childNodes];
    const table = document.getElementById(id.replace("define-", ""));
    if (table && table.matches(".numbered")) return figureAtAGlance(table);
    return table && (table.querySelector("table") ? tableAtAGlance(table) : rollAtAGlance(table));
  }

  // A glossary entry has its name before it.
  const named = (source) => (source.dataset.name ? [heading(source.dataset.name)] : []);

  function heading(text) {
    const name = document.createElement("strong");
    name.textContent = text;
    return name;
  }

  function tableAtAGlance(figure) {
    const table = figure.querySelector("table").cloneNode(true);
    table.removeAttribute("aria-labelledby");
    table.caption.remove();
    const body = table.tBodies[0];
    const more = body.rows.length > ROWS ? body.rows.length - ROWS + 1 : 0;
    for (let left = more; left > 0; left -= 1) body.deleteRow(-1);
    for (const link of table.querySelectorAll("a")) link.replaceWith(...link.childNodes);
    for (const cell of table.querySelectorAll("th, td, tr")) cell.removeAttribute("class");
    return [heading(figure.querySelector(".title").textContent), table, ...(more ? [rest(more)] : [])];
  }

  function figureAtAGlance(figure) {
    const name = ["label", "title"].map((part) => figure.querySelector(`.${part}`).textContent).join(" · ");
    return [heading(name), figure.querySelector("img").cloneNode()];
  }

  function rest(count) {
    const line = document.createElement("p");
    line.className = "rest";
    line.textContent = _n("and {n} more row", "and {n} more rows", count);
    return line;
  }

  function rollAtAGlance(rolled) {
    const lead = rolled.querySelector(".lead").cloneNode(true);
    lead.querySelector(".permalink").remove();
    const list = rolled.querySelector("ul").cloneNode(true);
    for (const link of list.querySelectorAll("a")) link.replaceWith(...link.childNodes);
    return [heading(lead.textContent.trim()), list];
  }

  function wayTo(link) {
    const way = document.createElement("a");
    way.className = "go";
    way.href = link.href;
    way.textContent = _("Go to {thing}", { thing: box.querySelector("strong").textContent });
    return way;
  }

  // Under the line of text, or above it where there is more room; never beyond the window.
  function place(line) {
    const { clientWidth, clientHeight } = document.documentElement;
    box.style.cssText = "left: 0; top: 0";
    box.hidden = false;
    const above = line.top - GAP - EDGE;
    const below = clientHeight - line.bottom - GAP - EDGE;
    const under = box.offsetHeight <= below || below >= above;
    box.style.maxHeight = `${Math.max(under ? below : above, 80)}px`;
    const left = Math.max(EDGE, Math.min(line.left, clientWidth - box.offsetWidth - EDGE));
    const top = under ? line.bottom + GAP : line.top - GAP - box.offsetHeight;
    box.style.left = `${left + scrollX}px`;
    box.style.top = `${top + scrollY}px`;
  }

  // A link may run over two lines; the definition belongs to the one pointed at.
  function lineAt(link, x, y) {
    const lines = [...link.getClientRects()];
    return lines.find((line) => y >= line.top && y <= line.bottom && x >= line.left - 2 && x <= line.right + 2) || lines[0];
  }

  function onPointerOver(event) {
    if (event.pointerType === "touch") return;
    const link = linkAt(event.target);
    if (inside(event.target) || (link && link === shownFor)) {
      clearTimeout(timer);
    } else if (link) {
      const { clientX, clientY } = event;
      later(WAIT.show, () => show(link, lineAt(link, clientX, clientY), false));
    }
  }

  function onPointerOut(event) {
    if (event.pointerType === "touch") return;
    if (inside(event.target) || linkAt(event.target)) later(WAIT.hide, hide);
  }

  function onPointerDown(event) {
    touched = event.pointerType === "touch";
    if (shownFor && !inside(event.target) && linkAt(event.target) !== shownFor) hide();
  }

  function onFocusIn(event) {
    const link = linkAt(event.target);
    if (link && link.matches(":focus-visible")) show(link, link.getClientRects()[0], false);
  }

  function onFocusOut(event) {
    if (event.target === shownFor && !inside(event.relatedTarget)) hide();
  }

  // The first tap defines, the second goes. A click made by a key or a screen reader goes at once.
  function onClick(event) {
    const link = linkAt(event.target);
    const tapped = touched && event.detail > 0;
    if (link && tapped && link !== shownFor && show(link, lineAt(link, event.clientX, event.clientY), true)) {
      event.preventDefault();
    } else if (link || (inside(event.target) && event.target.closest("a"))) {
      hide();
    }
  }

  function onKeyDown(event) {
    touched = false;
    if (event.key === "Escape") hide();
  }

  function startDefinitions() {
    document.body.append(box);
    document.addEventListener("pointerover", onPointerOver);
    document.addEventListener("pointerout", onPointerOut);
    document.addEventListener("pointerdown", onPointerDown);
    document.addEventListener("focusin", onFocusIn);
    document.addEventListener("focusout", onFocusOut);
    document.addEventListener("click", onClick);
    document.addEventListener("keydown", onKeyDown);
    document.addEventListener("scroll", (event) => event.target !== document && !inside(event.target) && hide(), true);
    addEventListener("resize", hide);
    addEventListener("pagehide", hide);
  }

  // Marks the rule being read in the contents beside it.
  function startPlace(contents) {
    const entries = new Map();
    for (const entry of contents.querySelectorAll("a")) {
      if (entry.pathname === location.pathname && entry.hash) entries.set(decodeURIComponent(entry.hash.slice(1)), entry);
    }
    const seen = new Set();
    let marked = null;
    const watcher = new IntersectionObserver((changes) => {
      for (const { target, isIntersecting } of changes) seen[isIntersecting ? "add" : "delete"](target);
      const first = [...seen].sort((one, other) => one.offsetTop - other.offsetTop)[0];
      for (const link of first ? document.querySelectorAll(".editions a") : []) link.hash = `rule-${first.id}`; // the same place
      const entry = first ? entries.get(first.id) : marked;
      if (entry === marked) return;
      if (marked) marked.removeAttribute("aria-current");
      marked = entry && !entry.hasAttribute("aria-current") ? entry : null;
      if (marked) marked.setAttribute("aria-current", "location");
      if (entry) reveal(contents, entry);
      follow(contents, entry || contents.querySelector('[aria-current="page"]'));
    }, { rootMargin: "-10% 0px -70% 0px" });
    for (const rule of document.querySelectorAll("section.rule")) watcher.observe(rule);
    const folder = contents.querySelector("details");
    const beside = matchMedia("(min-width: 62.5rem)"); // there the contents always show
    const unfold = () => { folder.open = beside.matches; };
    beside.addEventListener("change", unfold);
    unfold();
    contents.addEventListener("click", (event) => {
      if (event.target.closest("a") && !beside.matches) folder.open = false;
    });
  }

  // The line that tells where one stands goes on to the rule that is read. What both rules are below stays: a link
  // replaced under the pointer would miss its click.
  function follow(contents, entry) {
    const trail = document.querySelector(".trail ol");
    if (!trail || !entry) return;
    const links = [];
    for (let item = entry.closest("li"); item; item = item.parentElement.closest(".contents li")) links.unshift(item.querySelector("a"));
    const shown = [...trail.children];
    const same = links.findIndex((link, at) => shown[at]?.firstChild.getAttribute("href") !== link.getAttribute("href"));
    const kept = same < 0 ? links.length : same;
    for (const item of shown.slice(kept)) item.remove();
    for (const link of links.slice(kept)) {
      const item = document.createElement("li");
      item.append(link.cloneNode(true));
      trail.append(item);
    }
    for (const { firstChild } of trail.children) firstChild.removeAttribute("aria-current");
    trail.lastElementChild.firstChild.setAttribute("aria-current", "location");
  }

  // A rule or a term that is not on the page any more, because a chapter was divided, is looked up by its id.
  function startMoved() {
    const name = decodeURIComponent(location.hash.slice(1).split("?")[0]); // of a procedure, its state follows
    if (!name || document.getElementById(name)) return;
    const kind = document.body.classList.contains("glossary") ? "term:" : "";
    if (kind || document.body.classList.contains("rules")) location.replace(`go.html#${kind}${name}`);
  }

  function reveal(contents, entry) {
    const frame = contents.getBoundingClientRect();
    const line = entry.getBoundingClientRect();
    if (line.top < frame.top || line.bottom > frame.bottom) contents.scrollTop += line.top - frame.top - frame.height / 3;
  }

  // A table wider than its frame takes the focus, so that the arrow keys scroll it.
  function startScrolling() {
    const watcher = new ResizeObserver((changes) => {
      for (const { target } of changes) {
        if (target.scrollWidth > target.clientWidth) {
          target.tabIndex = 0;
          target.setAttribute("role", "region");
          target.setAttribute("aria-labelledby", target.querySelector("table").getAttribute("aria-labelledby"));
        } else {
          for (const name of ["tabindex", "role", "aria-labelledby"]) target.removeAttribute(name);
        }
      }
    });
    for (const frame of document.querySelectorAll(".scroll")) watcher.observe(frame);
  }

  // The page in another language opens at the same place.
  function startLanguages() {
    for (const link of document.querySelectorAll(".masthead a[hreflang]")) {
      link.addEventListener("click", () => { link.hash = location.hash; });
    }
  }

  // A rule of an earlier edition that is divided among pages.
  function startEdition() {
    const entry = document.getElementById(location.hash.slice(1))?.closest(".old-contents li"); // ids of rules are plain letters
    if (entry) location.replace(entry.querySelector("a").href);
  }

  startMoved();
  startEdition();
  startLanguages();
  startDefinitions();
  startScrolling();
  const contents = document.querySelector(".contents");
  if (contents) startPlace(contents);
})();
