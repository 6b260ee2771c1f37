// The page of results: what is asked stands in its address, so that a search can be linked. Loaded by `search.js` on
// that page only, which gives it what both have in common.
(() => {
  "use strict";

  const SHOWN = 40; // results before one asks for all
  const SLOW = 400; // milliseconds before the address follows what is typed

  document.currentScript.start = (form, { ask, make, result, counted, KINDS, UNREAD }) => {
    const input = form.querySelector("input");
    const said = document.getElementById("find-said");
    const list = document.getElementById("find-found");
    let timer = 0;

    let kind = ""; // that is shown alone

    function results(found) {
      const total = kind ? found.kinds.find(([each]) => each === kind)[1] : found.total;
      const lines = (count) => found.hits(count, kind).map((hit, at) => make("li", {}, result(hit, {}, !at)));
      const shown = make("ul", {}, ...lines(SHOWN));
      return total > SHOWN ? [shown, more(shown, total, lines)] : [shown];
    }

    // Everything, or the results of one kind.
    function choice(query, found) {
      const button = (name, each, count) => {
        const made = make("button", { type: "button", "aria-pressed": String(each === kind) }, name, " ", make("span", { class: "count" }, String(count)));
        made.addEventListener("click", () => { kind = each; show(query, found); list.querySelector('[aria-pressed="true"]').focus(); });
        return made;
      };
      const kinds = found.kinds.map(([each, count]) => button(KINDS[each], each, count));
      return make("div", { class: "kinds", role: "group", "aria-label": _("Kind of result") }, button(_("All"), "", found.total), ...kinds);
    }

    function more(found, total, lines) {
      const button = make("button", { type: "button" }, _("All {n}", { n: total }));
      button.addEventListener("click", () => {
        const next = found.children.length;
        found.replaceChildren(...lines(total));
        button.remove();
        found.children[next].querySelector("a").focus();
      });
      return button;
    }

    function show(query, found) {
      if (query !== input.value.trim()) return; // something else has been typed meanwhile
      if (query && !found.kinds.some(([each]) => each === kind)) kind = "";
      list.replaceChildren(...(query && found.total ? [found.kinds.length > 1 ? choice(query, found) : "", ...results(found)] : []));
      said.textContent = query ? counted(found, query) : "";
    }

    function answer() {
      const query = input.value.trim();
      if (query) ask(query).then((found) => show(query, found), () => { said.textContent = UNREAD; });
      else show("");
    }

    function address() {
      const query = input.value.trim();
      history.replaceState(null, "", query ? `?q=${encodeURIComponent(query)}` : location.pathname);
    }

    input.addEventListener("input", () => {
      answer();
      clearTimeout(timer);
      timer = setTimeout(address, SLOW);
    });
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      address();
      answer();
    });

    const focus = () => { input.focus(); input.select(); };
    input.value = new URLSearchParams(location.search).get("q") || input.value;
    if (input.value) answer();
    else focus();
    return focus;
  };
})();
