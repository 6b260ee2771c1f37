// The search: a dialog over any page, opened by its box or with `/`. What answers, and the head of the index, are loaded
// when the search is first opened, and cost nothing before; the parts of the index when they are asked for.
(() => {
  "use strict";

  const NAMES = {
    rule: _("Rule"), term: _("Term"), table: _("Table"), card: _("Card"), reference: _("Quick reference"),
    example: _("Example"), ruling: _("Ruling"), erratum: _("Erratum"),
  };
  const KINDS = {
    rule: _("Rules"), term: _("Terms"), table: _("Tables"), card: _("Cards to print"), reference: _("Quick references"),
    example: _("Examples"), figure: _("Figures"), ruling: _("Rulings"), erratum: _("Errata"),
  };
  const UNREAD = _("The index of the search could not be loaded.");
  const SHOWN = 12; // results; the page of results shows the others
  const PATIENCE = 300; // milliseconds for which the results of what was typed before stay
  const LEFT = "rulewright-search-left"; // where a result led, and the words that were asked for
  const KEPT = `rulewright-search ${location.pathname.replace(/[^/]*$/, "")}`; // the last query, for this folder's pages

  const opener = document.querySelector(".find-open");
  const form = document.querySelector(".find-page");
  if (!opener) return;
  let loading = null;
  let address = "";
  let dialog = null;

  function make(name, attributes = {}, ...inside) {
    const element = document.createElement(name);
    for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
    element.append(...inside);
    return element;
  }

  // The element of a script, to which it hands what it holds, so that no name becomes global.
  function script(name) {
    return new Promise((resolve, reject) => {
      const element = make("script", { src: name });
      element.onload = () => resolve(element);
      element.onerror = () => reject(new Error(name));
      document.head.append(element);
    });
  }

  // `address` makes the browser fetch files of the index anew.
  function engine() {
    // What answers comes while parts of the index are fetched.
    loading ||= Promise.all([script(`search-index.js${address}`), script("search-parts.js")])
      .then(([{ index }, { words, parts, seek: begin }]) => begin(script, address, { words, parts, index }, script("search-engine.js")));
    loading.catch(() => { loading = null; });
    return loading;
  }

  function refresh() {
    loading = null;
    address = `?${Date.now()}`;
  }

  // Shows the answer whenever it gets better. Where the rules were published anew meanwhile, it begins anew, once.
  async function seek(request, show, isWanted) {
    try {
      await (await engine())(request, show, isWanted);
    } catch (error) {
      if (!error.isOfAnotherEdition || address) throw error;
      refresh();
      await (await engine())(request, show, isWanted);
    }
  }

  // Says that a part could not be loaded, and offers to try again.
  function tellFailure(said, error, again) {
    const button = make("button", { type: "button", class: "again" }, _("Try again"));
    button.addEventListener("click", () => {
      if (error.isOfAnotherEdition) refresh();
      again();
    });
    said.replaceChildren(UNREAD, " ", button);
  }

  const store = {
    get: () => { try { return sessionStorage.getItem(KEPT) || ""; } catch { return ""; } },
    set: (query) => { try { sessionStorage.setItem(KEPT, query); } catch { /* a browser may refuse to keep anything */ } },
    // What was asked for is marked where one arrives.
    leave: ({ href, words }) => { try { sessionStorage.setItem(LEFT, JSON.stringify({ href, words })); } catch { /* the same */ } },
    arrive: () => { try { const left = sessionStorage.getItem(LEFT); sessionStorage.removeItem(LEFT); return JSON.parse(left); } catch { return null; } },
  };

  // Marks the words that were asked for in what a result led to, until one clicks somewhere.
  function markWords() {
    const left = store.arrive();
    const place = left && location.hash && document.getElementById(decodeURIComponent(location.hash.slice(1)));
    if (!place || !window.Highlight || !location.href.endsWith(left.href)) return;
    const asked = new Set(left.words);
    const ranges = [];
    const texts = document.createTreeWalker(place, NodeFilter.SHOW_TEXT);
    for (let text = texts.nextNode(); text; text = texts.nextNode()) {
      if (text.parentElement.closest("section.rule") !== place.closest("section.rule")) continue; // a rule below it
      for (const { 0: word, index } of text.data.matchAll(/[\p{L}\p{N}]+/gu)) {
        if (!asked.has(word.normalize("NFKD").replace(/[\u0300-\u036f]/g, "").toLowerCase())) continue;
        const range = new Range();
        range.setStart(text, index);
        range.setEnd(text, index + word.length);
        ranges.push(range);
      }
    }
    CSS.highlights.set("asked", new Highlight(...ranges));
    document.addEventListener("pointerdown", () => CSS.highlights.delete("asked"), { once: true });
  }

  // Results as both places show them.

  const marked = (pieces) => pieces.map(([text, asked]) => (asked ? make("mark", {}, text) : text));

  // The first erratum; the errata page tells the others.
  function corrected([[printed, now], ...others]) {
    const rest = _("and {n} more", { n: others.length });
    const more = others.length ? ` (${rest})` : "";
    const [before, between] = _("from {printed} to").split("{printed}");
    return make("span", { class: "corrected" }, make("b", {}, _("Corrected")), ` ${before}`, make("s", {}, printed), `${between} ${now}${more}`);
  }

  // The best result shows its answer at once: a definition, or the rows of a table.
  function result(hit, attributes, best) {
    const names = hit.names.flatMap((name, at) => [at ? ", " : "", ...marked(name)]);
    const heading = make("span", { class: "heading" }, make("span", { class: "title" }, ...marked(hit.title)));
    if (names.length) heading.append(" ", make("span", { class: "names" }, ...names));
    heading.append(" ", make("span", { class: "kind" }, NAMES[hit.kind] ?? hit.kind));
    const inside = [make("span", { class: "number" }, hit.number), " ", heading];
    const answer = best || hit.kind === "table" ? hit.answer : [];
    for (const line of answer) inside.push(" ", make("span", { class: best ? "answer" : "snippet" }, ...marked(line)));
    if (!answer.length && hit.snippet.length) inside.push(" ", make("span", { class: "snippet" }, ...marked(hit.snippet)));
    if (hit.corrections.length) inside.push(" ", corrected(hit.corrections));
    const link = make("a", { href: hit.href, ...attributes }, ...inside);
    link.addEventListener("click", () => store.leave(hit));
    return link;
  }

  function counted({ how, cut, total }, query) {
    if (cut && !total) return _("Too many words begin with “{query}”. Keep typing.", { query });
    if (!total) return _("Nothing found for “{query}”.", { query });
    const told = {
      exact: "",
      near: _("Nothing is spelled “{query}”. These come close:", { query }),
      most: _("Nothing has all of these words. These have most of them:"),
    }[how];
    return `${told}${told && " "}${_n("{n} result", "{n} results", total)}`;
  }

  // The dialog is a combobox: the focus stays in its input, and the arrows move among the results.

  function startDialog() {
    const input = make("input", {
      type: "search", placeholder: _("Number, term or words"), "aria-label": _("Search the rules"), role: "combobox", "aria-expanded": "false",
      "aria-controls": "find-list", "aria-autocomplete": "list", autocomplete: "off", autocapitalize: "none", spellcheck: "false", enterkeyhint: "go",
    });
    const close = make("button", { type: "button", class: "close", "aria-label": _("Close the search") }, make("span", { "aria-hidden": "true" }, "×"));
    const said = make("p", { class: "find-count", role: "status" });
    const list = make("div", { class: "find-list", id: "find-list", role: "listbox", "aria-label": _("Results"), hidden: "" });
    const box = make("dialog", { class: "find", "aria-label": _("Search") }, make("div", { class: "line" }, opener.querySelector("svg").cloneNode(true), input, close), said, list);
    document.body.append(box);
    let asked = "";
    let answered = ""; // the query whose results are shown
    let going = ""; // the query whose first result is to be followed
    let timer = 0;

    const options = () => [...list.querySelectorAll('[role="option"]')];
    const active = () => list.querySelector('[aria-selected="true"]');

    function select(option, scroll) {
      if (active()) active().setAttribute("aria-selected", "false");
      option.setAttribute("aria-selected", "true");
      input.setAttribute("aria-activedescendant", option.id);
      if (scroll) option.scrollIntoView({ block: "nearest" });
    }

    function move(by) {
      const all = options();
      if (!all.length) return;
      const at = (all.indexOf(active()) + by + all.length) % all.length;
      select(all[at], true);
      if (!at) list.scrollTop = 0;
    }

    // A better answer to the same query leaves what is selected, and what is in sight.
    function show(found, hits, isLast) {
      const option = (hit, at) => result(hit, { role: "option", id: `find-${at}`, "aria-selected": "false", tabindex: "-1" }, !at);
      const again = answered === asked;
      const [chosen, place] = again && active() !== options()[0] ? [active()?.getAttribute("href"), list.scrollTop] : [null, 0];
      list.replaceChildren(...hits.map(option));
      if (isLast && found.total > SHOWN) list.append(everything(found.total));
      list.hidden = !found.total;
      list.setAttribute("aria-busy", String(!isLast)); // a better answer comes
      list.scrollTop = place;
      input.setAttribute("aria-expanded", String(Boolean(found.total)));
      const words = counted(found, asked);
      if (said.textContent !== words) said.textContent = words;
      answered = asked;
      if (!found.total) return;
      select(options().find((each) => each.getAttribute("href") === chosen) || options()[0], false);
      if (!going) return;
      going = ""; // a better answer does not lead elsewhere
      active().click();
    }

    function everything(total) {
      const attributes = { class: "all", role: "option", id: "find-all", "aria-selected": "false", tabindex: "-1" };
      return make("a", { href: `search.html?q=${encodeURIComponent(asked)}`, ...attributes }, _("All {n} results", { n: total }));
    }

    function clear() {
      list.replaceChildren();
      list.hidden = true;
      input.setAttribute("aria-expanded", "false");
      input.removeAttribute("aria-activedescendant");
      said.textContent = "";
    }

    // The results of what was typed before stay for a moment, so that nothing flickers.
    function wait(query) {
      clearTimeout(timer);
      timer = setTimeout(() => {
        if (query !== asked || answered === asked) return;
        clear();
        said.textContent = _("Searching …");
      }, PATIENCE);
    }

    function ask() {
      asked = input.value.trim();
      answered = going = "";
      store.set(asked);
      if (!asked) return clear();
      const query = asked;
      const isWanted = () => query === asked;
      wait(query);
      return seek({ query, count: SHOWN }, show, isWanted).catch((error) => isWanted() && fail(error));
    }

    function fail(error) {
      if (answered !== asked) clear();
      answered = asked;
      list.setAttribute("aria-busy", "false");
      tellFailure(said, error, () => {
        input.focus();
        ask();
      });
    }

    // Where the results are those of what was typed before, the first of the next ones is followed.
    function go() {
      if (answered === asked) active()?.click();
      else going = asked;
    }

    // What follows a result is remembered in the history, so that going back leads to the results again.
    function follow(event) {
      const link = event.target.closest("a");
      if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
      history.replaceState({ ...history.state, find: asked }, "");
      box.close();
    }

    input.addEventListener("input", ask);
    input.addEventListener("keydown", (event) => {
      if (event.isComposing) return;
      if (event.key === "ArrowDown" || event.key === "ArrowUp") move(event.key === "ArrowDown" ? 1 : -1);
      else if (event.key === "Enter") go();
      else if (event.key === "Escape") dismiss(); // and does not empty the input first
      else return;
      event.preventDefault();
    });
    list.addEventListener("pointermove", (event) => {
      const option = event.target.closest('[role="option"]');
      if (option && option !== active()) select(option, false);
    });
    list.addEventListener("click", follow);
    close.addEventListener("click", dismiss);
    box.addEventListener("cancel", dismiss);
    box.addEventListener("click", (event) => { if (event.target === box) dismiss(); }); // beside the dialog

    function dismiss() {
      box.close();
      if (history.state) history.replaceState({ ...history.state, find: null }, "");
    }

    return {
      open(query) {
        if (box.open) return;
        input.value = query;
        box.showModal();
        input.focus();
        input.select();
        ask();
      },
      close: () => box.close(),
    };
  }

  function open(query = store.get()) {
    dialog ||= startDialog();
    engine().catch(() => {});
    dialog.open(query);
  }

  // Where one leaves by a result and goes back, the results are shown again.
  function restore() {
    const query = history.state && history.state.find;
    if (query) open(query);
    else if (dialog) dialog.close();
  }

  const typing = (target) => target instanceof Element && target.closest("input, textarea, select, [contenteditable]");
  const page = form && script("search-page.js").then(({ start }) => start(form, { seek, make, result, counted, tellFailure, KINDS }));
  const begin = () => (form ? page.then((focus) => focus()) : open());

  markWords();
  addEventListener("hashchange", markWords);
  opener.addEventListener("pointerenter", () => engine().catch(() => {}), { once: true });
  opener.addEventListener("click", (event) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    begin();
  });
  for (const link of document.querySelectorAll(".find-too")) {
    link.addEventListener("click", (event) => {
      if (event.ctrlKey || event.metaKey || event.shiftKey) return;
      event.preventDefault();
      begin();
    });
  }
  document.addEventListener("keydown", (event) => {
    if (event.key !== "/" || event.ctrlKey || event.metaKey || event.altKey || typing(event.target)) return;
    event.preventDefault();
    begin();
  });
  if (!form) {
    addEventListener("pageshow", restore);
    addEventListener("popstate", restore);
  }
})();
