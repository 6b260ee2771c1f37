// How a result is shown: its names, the stretch of its text in which the words stand, or what answers by itself.
(() => {
  "use strict";

  const ROWS = 3; // of a table, shown as the answer
  const SNIPPET = { length: 170, before: 45 }; // characters

  document.currentScript.hits = ({ WORD, fold, wordsOf, key }) => {
    // A text in pieces, [words, whether they were asked for].
    function pieces(text, asked) {
      const found = [];
      let at = 0;
      for (const match of text.matchAll(WORD)) {
        if (!asked.has(fold(match[0]))) continue;
        if (match.index > at) found.push([text.slice(at, match.index), false]);
        found.push([match[0], true]);
        at = match.index + match[0].length;
      }
      if (at < text.length) found.push([text.slice(at), false]);
      return found;
    }

    // The stretch of a text in which most of the words asked for stand.
    function snippet(text, asked) {
      const hits = [...text.matchAll(WORD)].map((match) => [match.index, asked.get(fold(match[0]))]).filter(([, word]) => word !== undefined);
      let [start, most] = [0, 0];
      for (const [from] of hits) {
        const within = hits.filter(([at]) => at >= from && at < from + SNIPPET.length - SNIPPET.before);
        const count = new Set(within.map(([, word]) => word)).size;
        if (count > most) [start, most] = [from, count];
      }
      return pieces(cut(text, start), asked);
    }

    function cut(text, start) {
      const from = start > 2 * SNIPPET.before ? text.indexOf(" ", start - SNIPPET.before) + 1 : 0;
      const end = from + SNIPPET.length;
      const to = end < text.length ? Math.max(text.lastIndexOf(" ", end), start + 1) : text.length;
      return (from ? "… " : "") + text.slice(from, to) + (to < text.length ? " …" : "");
    }

    // Other names that are more than another form of one told already.
    function otherNames(title, names) {
      const told = new Set([key(title)]);
      return names.filter((name) => !told.has(key(name)) && told.add(key(name)));
    }

    // The rows of a table that hold the most of the words asked for, if not all rows hold as many.
    function rows(text, asked) {
      const counted = text.split("\n").map((row) => [row, new Set(wordsOf(row).map((word) => asked.get(word)).filter((word) => word !== undefined)).size]);
      const most = Math.max(...counted.map(([, count]) => count));
      const best = counted.filter(([, count]) => count === most);
      return most && best.length < counted.length ? best.slice(0, ROWS).map(([row]) => pieces(row, asked)) : [];
    }

    // A row of the index as a result; `asked` are the words to mark, each with which of the query it stands for. `answer`
    // is what answers by itself: the whole of a definition, or the rows of a table that hold most of what is asked.
    // Where the text is not there yet, `whole` is false.
    return (kind, { row, whole }, asked) => {
      const [number, title, href, names = [], text = "", corrections = []] = row;
      const line = text.replaceAll("\n", " · ");
      return {
        kind, number, href, text: line, corrections: corrections || [], whole,
        title: pieces(title, asked),
        names: otherNames(title, names || []).map((name) => pieces(name, asked)),
        snippet: snippet(line, asked),
        answer: { term: () => [pieces(line, asked)], table: () => rows(text, asked) }[whole && kind]?.() || [],
        words: [...asked.keys()],
      };
    };
  };
})();
