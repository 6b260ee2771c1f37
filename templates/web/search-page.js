// The page of results: what is asked stands in its address, so that a search can be linked. Loaded by `search.js` on
// that page only, which gives it what both have in common.
(() => {
  "use strict";

  const SHOWN = 40; // results before one asks for all
  const SLOW = 400; // milliseconds before the address follows what is typed

  document.currentScript.start = (form, { seek, make, result, counted, tellFailure, KINDS }) => {
    const input = form.querySelector("input");
    const said = document.getElementById("find-said");
    const list = document.getElementById("find-found");
    let timer = 0;

    let kind = ""; // that is shown alone
    let asked = {}; // what was asked for last

    // Everything, or the results of one kind.
    function choice(found) {
      const button = (name, each, many) => {
        const made = make("button", { type: "button", "aria-pressed": String(each === kind) }, name, " ", make("span", { class: "count" }, String(many)));
        made.addEventListener("click", () => answer(each).then(() => list.querySelector('[aria-pressed="true"]').focus()));
        return made;
      };
      const kinds = found.kinds.map(([each, many]) => button(KINDS[each] ?? each, each, many));
      return make("div", { class: "kinds", role: "group", "aria-label": _("Kind of result") }, button(_("All"), "", found.total), ...kinds);
    }

    function more(total, shown) {
      const button = make("button", { type: "button" }, _("All {n}", { n: total }));
      button.addEventListener("click", () => answer(kind, total).then(() => list.querySelectorAll("li a")[shown].focus()));
      return button;
    }

    function show(found, hits, isLast) {
      if (kind && !found.kinds.some(([each]) => each === kind)) return answer();
      const total = kind ? found.kinds.find(([each]) => each === kind)[1] : found.total;
      const results = make("ul", {}, ...hits.map((hit, at) => make("li", {}, result(hit, {}, !at))));
      const further = isLast && total > hits.length ? [more(total, hits.length)] : [];
      list.replaceChildren(...(found.total ? [found.kinds.length > 1 ? choice(found) : "", results, ...further] : []));
      const words = counted(found, asked.query);
      if (said.textContent !== words) said.textContent = words;
      return null;
    }

    function empty(words = "") {
      list.replaceChildren();
      said.textContent = words;
    }

    // The results stay until there are others.
    async function answer(each = "", many = SHOWN) {
      kind = each;
      const request = { query: input.value.trim(), count: many, kind };
      asked = request;
      if (!request.query) return empty();
      return seek(request, show, () => request === asked).catch((error) => {
        if (request !== asked) return;
        empty();
        tellFailure(said, error, () => answer(each, many));
      });
    }

    function address() {
      const query = input.value.trim();
      history.replaceState(null, "", query ? `?q=${encodeURIComponent(query)}` : location.pathname);
    }

    input.addEventListener("input", () => {
      answer(kind);
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
