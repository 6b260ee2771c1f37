// Answers a query as its parts of the index arrive: at first from those without which there is no answer, and again
// when those are there by which it gets better. What has arrived is kept.
(() => {
  "use strict";

  // `script(name)` brings the element of a script, to which it hands what it holds; `address` goes behind names. `rest`
  // promises what answers, which may come later than the index: meanwhile parts of it are fetched.
  document.currentScript.seek = (script, address, { words, parts, index }, rest) => {
    const folding = words(index);
    const store = parts(index, folding);
    const everyday = new Set(index.everyday);
    const coming = new Map();
    const engine = rest.then(({ search, hits }) => search(index, folding, store, hits(folding)));
    engine.catch(() => {}); // who asks is told

    function fetched(name) {
      if (!coming.has(name)) coming.set(name, script(`search-index-${name}.js${address}`).then(({ index: data }) => store.receive(name, data)));
      return coming.get(name).catch((error) => {
        coming.delete(name);
        throw error;
      });
    }

    // What any answer to a query needs: its words, but those of everyday speech; the name, or the number, that it may be.
    function foresee(query) {
      store.begin();
      const asked = folding.wordsOf(query).filter((word) => !everyday.has(word));
      for (const word of asked) store.forms(folding.stem(word));
      store.named(folding.key(query));
      if (/^\P{L}{0,2}\p{Nd}/u.test(query.trim())) store.numbers(folding.figures(folding.numberKey(query)));
      else if (asked.length) store.beginning(asked.at(-1));
      for (const name of store.missing.needed) fetched(name).catch(() => {}); // asked for again, it fails again
    }

    // The answer as far as it goes, or nothing; and what it misses.
    function attempt(answer, { query, count, kind }) {
      store.begin();
      const found = answer(query);
      const best = found && found.hits(count, kind);
      const { needed, wished } = store.missing;
      return { found: !needed.size && found, best, missing: [...(needed.size ? needed : wished)] };
    }

    // Shows the answer, `show(found, hits, isLast)`, whenever it got better, as long as somebody wants it.
    return async (request, show, isWanted) => {
      foresee(request.query);
      const answer = await engine;
      while (isWanted()) {
        const { found, best, missing } = attempt(answer, request);
        if (found) show(found, best, !missing.length);
        if (!missing.length) return;
        await Promise.all(missing.map(fetched));
      }
    };
  };
})();
