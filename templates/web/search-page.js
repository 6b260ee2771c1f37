// The page of results: what is asked stands in its address, so that a search can be linked. Loaded by `search.js` on
// that page only, which gives it what both have in common.
(() => {
  "use strict";

  const SHOWN = 40; // results of a kind before one asks for all
  const SLOW = 400; // milliseconds before the address follows what is typed

  document.currentScript.start = (form, { ask, make, result, counted, NAMES, UNREAD }) => {
    const input = form.querySelector("input");
    const said = document.getElementById("find-said");
    const list = document.getElementById("find-found");
    let timer = 0;

    function section({ kind, total, hits }) {
      const heading = make("h2", { id: `find-${kind}` }, NAMES[kind], " ", make("span", { class: "count" }, String(total)));
      const lines = (count) => hits(count).map((hit) => make("li", {}, result(hit, {})));
      const found = make("ul", {}, ...lines(SHOWN));
      const part = make("section", { "aria-labelledby": heading.id }, heading, found);
      if (total > SHOWN) part.append(more(found, total, lines));
      return part;
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
      list.replaceChildren(...(query ? found.groups.map(section) : []));
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
