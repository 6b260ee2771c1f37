// Answers a search from the index that `search-index.js` holds. Knows nothing of the page: `search.js` loads both
// when the search is first opened, and takes from here `search(index)`, a function from a query to its results.
//
// Numbers of rules come first, then names (terms, abbreviations, whole titles), then titles, then texts. Of equally
// good entries the earlier in the rulebook is the first, so the same query always has the same results.
(() => {
  "use strict";

  const WORD = /[\p{L}\p{N}]*\p{Nd}(?:\.[\p{L}\p{N}]+)+|[\p{L}\p{N}]+/gu; // a number of a rule is one word
  const NUMBER = /^\p{L}{0,2}\p{Nd}[\p{L}\p{Nd}.]*$/u;
  const DIGITS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
  const BEST = { number: 8000, below: 7000, begins: 6000, name: 5000, title: 3000, text: 0 };
  const FORM = { same: 3, other: 2, beginning: 1 }; // how a word was found: as asked, in another form, by its beginning
  const IN_TITLE = 4;
  const PHRASE = 250; // worth of the words standing together as they were asked
  const WHOLE = 40; // worth of a title that holds nothing else
  const LOOKED_AT = 300; // entries whose texts are searched for the phrase
  const SNIPPET = { length: 170, before: 45 }; // characters

  document.currentScript.search = (index) => {
    const vocabulary = index.words.split(" ");
    const codes = index.found.split(" ");
    const letters = new RegExp(`[${Object.keys(index.letters).join("")}]`, "g");

    const folded = (text) => (/^[\0-\x7f]*$/.test(text) ? text.toLowerCase()
      : text.normalize("NFKD").replace(/[\u0300-\u036f]/g, "").toLowerCase().replace(letters, (letter) => index.letters[letter]));
    const fold = (text) => folded(text).replace(/['’]s(?![\p{L}\p{N}])/gu, "");
    const wordsOf = (text) => fold(text).match(WORD) || [];

    // What the forms of one word have in common: ending after ending is taken off as long as three letters stay, and a
    // doubled last one counts once, so that hit and hitting, build and buildings are the same.
    function stem(word) {
      if (/\p{Nd}/u.test(word)) return word;
      const fitting = index.endings.find(([end]) => word.endsWith(end) && word.length - end.length > 2);
      return fitting ? stem(word.slice(0, word.length - fitting[0].length) + fitting[1]) : word.replace(/(\p{L})\1$/u, "$1");
    }

    // A name made comparable; one without any word, such as "?", is taken as it stands.
    const key = (text) => wordsOf(text).map(stem).join(" ") || text.trim();
    // 20.9.2.a and 20.9.2a are the same number.
    const numberKey = (text) => fold(text).replace(/,(?=\p{Nd})/gu, ".").replace(/[^\p{L}\p{Nd}.]/gu, "").replace(/\.(?=\p{L})/gu, "");

    const entries = index.entries.map(([kind, number, title, href, text = "", names = [], corrections = []], at) =>
      ({ at, kind: index.kinds[kind], order: kind, number, title, href, text, names, corrections, numbered: numberKey(number) }));
    const named = gather(entries.flatMap((entry) => [entry.title, ...entry.names].map((name) => [key(name), entry])));
    const stems = gather(vocabulary.map((word, at) => [stem(word), at]));
    const decoded = new Map();

    function gather(pairs) {
      const found = new Map();
      for (const [name, value] of pairs) {
        if (found.has(name)) found.get(name).push(value);
        else found.set(name, [value]);
      }
      return found;
    }

    // The entries that hold a word: twice the position, and one more where it stands in the heading.
    function places(at) {
      if (decoded.has(at)) return decoded.get(at);
      const found = [];
      let place = 0;
      let gap = 0;
      let shift = 0;
      for (const sign of codes[at]) {
        const digit = DIGITS.indexOf(sign);
        gap |= (digit & 31) << shift;
        shift += 5;
        if (digit < 32) {
          found.push(place += gap);
          gap = shift = 0;
        }
      }
      decoded.set(at, found);
      return found;
    }

    // The words of the vocabulary that begin like this one, which stand together.
    function beginning(word) {
      let [low, high] = [0, vocabulary.length];
      while (low < high) {
        const middle = (low + high) >> 1;
        if (vocabulary[middle] < word) low = middle + 1;
        else high = middle;
      }
      const found = [];
      for (let at = low; at < vocabulary.length && vocabulary[at].startsWith(word); at++) found.push(at);
      return found;
    }

    // Words of the vocabulary that may be meant, each with how well it fits.
    function meant(word, last) {
      const found = new Map();
      if (last) for (const at of beginning(word)) found.set(at, FORM.beginning);
      for (const at of stems.get(stem(word)) || []) found.set(at, vocabulary[at] === word ? FORM.same : FORM.other);
      return found;
    }

    let inVocabulary = null;
    const signsIn = () => (inVocabulary ||= vocabulary.map(signsOf));

    // The nearest words for one that is misspelt: one slip in a word of four letters, two in one of eight. A shorter one
    // than six is taken for a whole word: LATW is not the beginning of "later".
    function nearest(word, last) {
      const allowed = word.length < 4 || /\p{Nd}/u.test(word) ? 0 : word.length < 8 ? 1 : 2;
      let best = allowed;
      let found = [];
      const signs = signsOf(word);
      vocabulary.forEach((known, at) => {
        if (counted(signs & ~signsIn()[at]) > best) return; // too many letters that it lacks
        const slips = distance(word, known, best, last && word.length > 5);
        if (slips > best || !allowed) return;
        if (slips < best) found = [];
        best = slips;
        found.push([at, FORM.beginning]);
      });
      return new Map(found);
    }

    // How well each entry holds the words, if it holds all of them, and how many of them in its heading. Arrays by
    // position, because a common word stands in most entries of a long rulebook.
    function holding(wanted) {
      const [sums, titled, held] = [new Uint16Array(entries.length), new Uint8Array(entries.length), new Uint8Array(entries.length)];
      wanted.forEach((candidates, round) => {
        const best = new Uint8Array(entries.length);
        for (const [at, form] of candidates) {
          for (const place of places(at)) best[place >> 1] = Math.max(best[place >> 1], form + (place & 1 ? IN_TITLE : 0));
        }
        best.forEach((value, at) => {
          if (!value || held[at] !== round) return;
          held[at] = round + 1;
          sums[at] += value;
          titled[at] += value > IN_TITLE;
        });
      });
      const all = [...held.keys()].filter((at) => held[at] === wanted.length);
      return all.map((at) => ({ at, sum: sums[at], titled: titled[at] }));
    }

    function byWords(wanted, scores) {
      const count = wanted.length;
      for (const { at, sum, titled } of holding(wanted)) {
        const named = titled === count ? BEST.title + WHOLE * Math.min(1, count / wordsOf(entries[at].title).length) : BEST.text;
        raise(scores, at, named + (100 * sum) / count);
      }
    }

    // As typed; without the letter of the chapter where the source has none; with one where only the source has it.
    function byNumber(query, scores) {
      const typed = numberKey(query).replace(/\.+$/, "");
      if (!NUMBER.test(typed)) return false;
      const bare = (number) => number.replace(/^\p{L}+(?=\p{Nd}+\.)/u, "");
      for (const [asked, held] of [[typed, String], [bare(typed), String], [typed, bare]]) {
        for (const { at, kind, numbered } of entries) {
          const worth = kind === "term" ? 0 : underNumber(held(numbered), asked, kind === "rule");
          if (worth) raise(scores, at, worth);
        }
        if (scores.size) return true;
      }
      return false;
    }

    // The rule itself, what lies under it, and of rules also those whose number merely goes on: 4.1, 4.1.2, 4.10.
    function underNumber(number, asked, whole) {
      if (!number.startsWith(asked)) return 0;
      const next = number[asked.length];
      if (next === undefined) return BEST.number;
      return /[.\p{L}]/u.test(next) ? BEST.below : whole ? BEST.begins : 0;
    }

    // A name told apart from another by its capitals only goes to the one that is spelt so: a DR is no dr.
    function byName(query, scores) {
      for (const entry of named.get(key(query)) || []) {
        const spelt = [entry.title, ...entry.names].includes(query.trim());
        raise(scores, entry.at, BEST.name + (spelt ? 500 : 0));
      }
    }

    function raise(scores, at, score) {
      scores.set(at, Math.max(score, scores.get(at) || 0));
    }

    // The words as they stand, and with two joined that were written apart: both are exact, for an erratum may quote a
    // word apart that the rules join. Then the same with the nearest words for those that nobody knows.
    function* readings(words, goesOn) {
      const joined = words.slice(1).map((word, at) => [...words.slice(0, at), words[at] + word, ...words.slice(at + 2)]);
      const known = [words, ...joined].map((list) => list.map((word, at) => meant(word, goesOn && at === list.length - 1)));
      for (const wanted of known) yield { how: "exact", wanted };
      for (const [at, list] of [words, ...joined].entries()) {
        yield { how: "near", wanted: known[at].map((found, of) => (found.size ? found : nearest(list[of], of === list.length - 1))) };
      }
    }

    // Where nothing holds all words, what holds most of them, if that is more than one.
    function mostOf(words) {
      const each = words.map((word, at) => meant(word, at === words.length - 1));
      const counts = new Map();
      for (const found of each) for (const { at } of holding([found])) counts.set(at, (counts.get(at) || 0) + 1);
      const most = Math.max(1, ...counts.values());
      const scores = new Map([...counts].filter(([, count]) => count === most && most > 1).map(([at]) => [at, BEST.text]));
      return { how: "most", wanted: each, scores };
    }

    function find(query) {
      const words = wordsOf(query);
      const scores = new Map();
      const numbered = byNumber(query, scores);
      byName(query, scores);
      // A bare figure is a number of a rule or nothing: as a word it stands everywhere.
      if (!words.length || (numbered && !/\p{Nd}\./u.test(query))) return { how: "exact", wanted: [], scores };
      let best = null;
      for (const { how, wanted } of readings(words, !numbered)) {
        if (best && (how !== "exact" || best.how !== "exact")) break;
        const before = scores.size;
        byWords(wanted, scores);
        if (best && scores.size > before) best = { how, wanted: [...best.wanted, ...wanted] };
        else if (scores.size) best ||= { how, wanted };
      }
      return best ? { ...best, scores } : mostOf(words);
    }

    // Words that stand together as they were asked say more than the same words far apart.
    function preferPhrases(query, scores) {
      const phrase = ` ${wordsOf(query).join(" ")}`;
      if (!phrase.trim().includes(" ")) return;
      for (const at of ranked(scores).slice(0, LOOKED_AT)) {
        const entry = entries[at];
        entry.words ||= ` ${wordsOf(entry.title).join(" ")} . ${wordsOf(entry.text).join(" ")}`;
        if (entry.words.includes(phrase)) scores.set(at, scores.get(at) + PHRASE);
      }
    }

    function ranked(scores) {
      return [...scores.keys()].sort((one, other) => scores.get(other) - scores.get(one) || one - other);
    }

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
    function otherNames({ title, names }) {
      const told = new Set([key(title)]);
      return names.filter((name) => !told.has(key(name)) && told.add(key(name)));
    }

    // What was found by its number is shown from its beginning.
    function hit(entry, words, score) {
      const asked = score >= BEST.begins ? new Map() : words;
      return {
        ...entry,
        title: pieces(entry.title, asked),
        names: otherNames(entry).map((name) => pieces(name, asked)),
        snippet: snippet(entry.text, asked),
      };
    }

    // Kind by kind, that of the best entry first. Hits are made when they are shown: there may be thousands.
    return (query) => {
      const { how, wanted, scores } = find(query);
      preferPhrases(query, scores);
      const asked = new Map(wanted.flatMap((found, word) => [...found.keys()].map((at) => [vocabulary[at], word])));
      const sorted = ranked(scores).map((at) => entries[at]);
      const kinds = [...gather(sorted.map((entry) => [entry.kind, entry]))];
      const best = ([, list]) => scores.get(list[0].at);
      kinds.sort((one, other) => Math.floor(best(other) / 1000) - Math.floor(best(one) / 1000) || one[1][0].order - other[1][0].order);
      const groups = kinds.map(([kind, list]) => ({ kind, total: list.length, hits: (count) => list.slice(0, count).map((entry) => hit(entry, asked, scores.get(entry.at))) }));
      return { how, groups, total: scores.size };
    };
  };

  // The letters of a word as bits, and how many bits are set.
  const signsOf = (word) => [...word].reduce((bits, letter) => bits | (1 << (letter.codePointAt(0) % 31)), 0);
  function counted(bits) {
    let count = 0;
    for (let left = bits; left; left &= left - 1) count++;
    return count;
  }

  // Slips between two words: letters put in, left out, wrong, or two exchanged; above `limit` merely more than that.
  // With `open` the second word may go on after what matches the first.
  function distance(one, other, limit, open) {
    if (one.length - other.length > limit || (!open && other.length - one.length > limit)) return limit + 1;
    let before = [];
    let row = [...one].map((_, at) => at);
    row.push(one.length);
    let best = open ? limit + 1 : Infinity;
    const length = Math.min(other.length, one.length + limit);
    for (let at = 1; at <= length; at++) {
      const next = [at];
      let least = at;
      for (let of = 1; of <= one.length; of++) {
        const same = one[of - 1] === other[at - 1];
        let slips = Math.min(row[of] + 1, next[of - 1] + 1, row[of - 1] + !same);
        if (at > 1 && of > 1 && one[of - 1] === other[at - 2] && one[of - 2] === other[at - 1]) slips = Math.min(slips, before[of - 2] + 1);
        next.push(slips);
        least = Math.min(least, slips);
      }
      [before, row] = [row, next];
      if (open) best = Math.min(best, row[one.length]);
      if (least > limit) break;
    }
    return open ? best : other.length > length ? limit + 1 : row[one.length];
  }
})();
