// Answers a search from the index that `search-index.js` holds. Knows nothing of the page: `search.js` loads both
// when the search is first opened, and takes from here `search(index)`, a function from a query to its results.
//
// Numbers of rules come first, then names (terms, abbreviations, whole titles), then titles, then texts. Of equally
// good entries the earlier in the rulebook is the first, so the same query always has the same results.
(() => {
  "use strict";

  const WORD = /[\p{L}\p{N}]*\p{Nd}(?:\.[\p{L}\p{N}]+)+|[\p{L}\p{N}]+/gu; // a number of a rule is one word
  const NUMBER = /^\p{L}{0,2}\p{Nd}[\p{L}\p{Nd}.]*$/u;
  const ABBREVIATION = /(?<![\p{L}\p{N}])\p{Lu}{2,4}(?![\p{L}\p{N}])/gu;
  const DIGITS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
  const BEST = { number: 18000, below: 17000, begins: 16000, name: 12000, text: 0 };
  // How a word was found: as asked, in another form, with a slip, by its beginning, as a word of nearly the same meaning.
  const FORM = { same: 1, other: 0.95, renamed: 0.9, near: 0.7, beginning: 0.65, related: 0.6 };
  const IN_TITLE = 2; // what a word in a heading counts, where one in the text counts 1
  const HEADED = 1; // worth of a heading that says all that is asked, and nothing else
  const NAMED = 200; // worth of a name that stands in the question, as a share of what is asked
  const LONGEST_NAME = 5; // words
  const ENOUGH = 0.35; // entries are left out that hold less than this share of what the best one holds
  const WHOLE = 0.999; // a sum of shares that is all of them
  const LONG = 400; // characters from which a text is long, so that it holds many words by chance
  const LENGTH = 0.08; // what a text loses each time it is twice as long
  const SAID = 0.2; // what a word of everyday speech weighs of a word of the rules
  const WORTH = 1000;
  const PRIOR = { rule: 1, term: 0.75, table: 0.95, card: 0.5, reference: 0.6, example: 0.6, ruling: 0.8, erratum: 0.35 };
  const PHRASE = 300; // worth of the words standing together as they were asked
  const CLOSE = 1000; // worth of all words within a short stretch
  const STRETCH = 14; // words
  const LOOKED_AT = 80; // entries whose texts are searched for words that stand together
  const ROWS = 3; // of a table, shown as the answer
  const SNIPPET = { length: 170, before: 45 }; // characters

  document.currentScript.search = (index) => {
    const vocabulary = index.words.split(" ");
    const codes = index.found.split(" ");
    const letters = new RegExp(`[${Object.keys(index.letters).join("")}]`, "g");

    const folded = (text) => (/^[\0-\x7f]*$/.test(text) ? text.toLowerCase()
      : text.normalize("NFKD").replace(/[\u0300-\u036f]/g, "").toLowerCase().replace(letters, (letter) => index.letters[letter]));
    const fold = (text) => folded(text).replace(/['’]s(?![\p{L}\p{N}])/gu, "");
    const wordsOf = (text) => fold(text).match(WORD) || [];
    // 75mm is written 75 mm in most rules.
    const askedWords = (query) => wordsOf(query).flatMap((word) => (stems.has(stem(word)) ? [word] : word.match(/^(\p{Nd}+)(\p{L}{2,})$/u)?.slice(1) || (!everyday.has(word) && initials.get(word)) || [word]));

    // What the forms of one word have in common: ending after ending is taken off as long as three letters stay, and a
    // doubled last one counts once, so that hit and hitting, build and buildings are the same.
    function stem(word) {
      if (/\p{Nd}/u.test(word)) return word;
      const fitting = index.endings.find(([end]) => word.endsWith(end) && word.length - end.length > 2 && !(end === "s" && word.endsWith("ss")));
      return fitting ? stem(word.slice(0, word.length - fitting[0].length) + fitting[1]) : word.replace(/([^s\P{L}])\1$/u, "$1");
    }

    // A name made comparable; one without any word, such as "?", is taken as it stands.
    const key = (text) => wordsOf(text).map(stem).join(" ") || text.trim();
    // 20.9.2.a and 20.9.2a are the same number.
    const numberKey = (text) => fold(text).replace(/,(?=\p{Nd})/gu, ".").replace(/[^\p{L}\p{Nd}.]/gu, "").replace(/\.(?=\p{L})/gu, "");

    const entries = index.entries.map(([kind, number, title, href, text, names, corrections, keywords], at) => ({
      at, kind: index.kinds[kind], order: kind, number, title, href, text: text || "", names: names || [], corrections: corrections || [],
      keywords: keywords || [], numbered: numberKey(number),
    }));
    const named = gather(entries.flatMap((entry) => [entry.title, ...entry.names, ...entry.keywords].map((name) => [key(name), entry])));
    const stems = gather(vocabulary.map((word, at) => [stem(word), at]));
    const everyday = new Set(index.everyday);
    const related = gather(index.related.flatMap((group) => group.flatMap((word) => group.filter((each) => each !== word).map((each) => [stem(word), stem(each)]))));
    // A name may be asked for by its initials: VDA for a Vehicle Destruction Attempt.
    const initials = new Map(entries.filter(({ kind }) => kind === "term").flatMap(({ title, names }) => [title, ...names].map(wordsOf))
      .filter((name) => name.length > 1).map((name) => [name.map(([letter]) => letter).join(""), name]));
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
    function meant(word, last, short) {
      const found = new Map();
      if (last) for (const at of beginning(word)) found.set(at, FORM.beginning);
      if (short) { // LOS is no form of lose
        for (const each of word.endsWith("s") ? [word] : [word, `${word}s`]) for (const at of stems.get(stem(each)) || []) if (vocabulary[at] === each) found.set(at, FORM.same);
        return found;
      }
      for (const near of related.get(stem(word)) || []) for (const at of stems.get(near) || []) found.set(at, FORM.related);
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
        if (known[0] !== word[0]) return; // night is no slip for sight
        if (counted(signs & ~signsIn()[at]) > best) return; // too many letters that it lacks
        const slips = distance(word, known, best, last && word.length > 5);
        if (slips > best || !allowed) return;
        if (slips < best) found = [];
        best = slips;
        found.push([at, FORM.near]);
      });
      return new Map(found);
    }

    // What is asked: each word with the words of the index that may be meant, and what it weighs. A word that stands
    // everywhere says little, and one of everyday speech nothing, unless no other word is asked.
    function asking(words, goesOn, short) {
      const asked = new Map();
      words.forEach((word, at) => {
        const found = meant(word, goesOn && at === words.length - 1, short.has(word));
        for (const other of [words[at - 1] && words[at - 1] + word, words[at + 1] && word + words[at + 1]]) {
          if (!other) continue;
          for (const near of related.get(stem(other)) || []) for (const of of stems.get(near) || []) if (!found.has(of)) found.set(of, FORM.related); // goes away: remove
          for (const of of stems.get(stem(other)) || []) found.set(of, FORM.same); // two words that the rules write as one
        }
        const exact = [...found].filter(([, form]) => form >= FORM.near).map(([of]) => of);
        const near = !found.size;
        if (near) for (const [of, form] of nearest(word, goesOn && at === words.length - 1)) found.set(of, form);
        const said = everyday.has(word) && !(short.has(word) && named.has(stem(word))); // US# is not us
        const weight = rarity(exact.length ? exact : [...found.keys()]) * (said ? SAID : 1);
        asked.set(stem(word), { word, said, found, near: near && found.size > 0, weight, phrases: [] });
      });
      for (const { part, entries: terms } of namesIn(words)) for (const term of terms) if (term.kind === "term") addOtherNames(term, part, asked);
      const known = [...asked.values()].filter(({ found }) => found.size);
      const telling = known.filter(({ said }) => !said);
      return telling.length ? known : known.map((each) => ({ ...each, weight: each.weight / SAID }));
    }

    // Who asks for CTs is shown what is said of Command Tokens, and the other way round.
    function addOtherNames(term, part, asked) {
      for (const name of [term.title, ...term.names]) {
        const other = wordsOf(name);
        if (other.map(stem).join(" ") === part.join(" ")) continue;
        if (other.length === 1) {
          for (const each of part) for (const at of stems.get(stem(other[0])) || []) if (!asked.get(each).found.has(at)) asked.get(each).found.set(at, FORM.renamed);
        } else if (part.length === 1) asked.get(part[0]).phrases.push(other.filter((word) => !everyday.has(word)));
      }
    }

    // The names that stand in what is asked, each as stems.
    function* namesIn(words) {
      const keys = words.map(stem);
      for (let from = 0; from < keys.length; from++) {
        for (let to = from + 1; to <= Math.min(keys.length, from + LONGEST_NAME); to++) {
          const part = keys.slice(from, to);
          const entries = named.get(part.join(" "));
          if (entries) yield { part, entries };
        }
      }
    }

    function rarity(ats) {
      const held = new Set();
      for (const at of ats) for (const place of places(at)) held.add(place >> 1);
      return Math.log(1 + entries.length / Math.max(1, held.size));
    }

    // How well each entry holds a word: arrays by position, because a common word stands in most entries of a long rulebook.
    function holding({ found, phrases = [] }) {
      const { best, titled, fitting } = holdingAny(found);
      for (const phrase of phrases) {
        const parts = phrase.map((word) => holdingAny((stems.get(stem(word)) || []).map((at) => [at, FORM.renamed])));
        const least = (what, at) => parts.reduce((low, part) => Math.min(low, part[what][at]), Infinity);
        best.forEach((value, at) => {
          if (!parts.length) return;
          best[at] = Math.max(value, least("best", at));
          titled[at] = Math.max(titled[at], least("titled", at));
          fitting[at] = Math.max(fitting[at], least("fitting", at));
        });
      }
      return { best, titled, fitting };
    }

    function holdingAny(found) {
      const [best, titled, fitting] = [0, 1, 2].map(() => new Float32Array(entries.length));
      for (const [at, form] of found) {
        for (const place of places(at)) {
          const entry = place >> 1;
          best[entry] = Math.max(best[entry], form * (place & 1 ? IN_TITLE : 1));
          fitting[entry] = Math.max(fitting[entry], form);
          if (place & 1) titled[entry] = Math.max(titled[entry], form);
        }
      }
      return { best, titled, fitting };
    }

    function byWords(asked, scores) {
      const whole = asked.reduce((sum, { weight }) => sum + weight, 0);
      if (!whole) return 0;
      const [sums, titles, held, itself] = [0, 1, 2, 3].map(() => new Float32Array(entries.length));
      for (const word of asked) {
        const { best, titled, fitting } = holding(word);
        best.forEach((value, at) => {
          if (!value) return;
          sums[at] += word.weight * value;
          titles[at] += word.weight * titled[at];
          held[at] += word.weight;
          if (fitting[at] > Math.fround(FORM.related)) itself[at] += word.weight;
        });
      }
      const [most, said] = [held, itself].map((weights) => weights.reduce((one, other) => Math.max(one, other), 0) / whole);
      // Who types mere words wants all of them, where they stand so; a question in a sentence has words that no rule has.
      const enough = said > WHOLE && !asked.some(({ said }) => said) ? WHOLE : ENOUGH;
      held.forEach((weight, at) => {
        if (!weight || weight / whole < most * enough) return;
        const covered = weight / whole;
        const entry = entries[at];
        const length = entry.kind === "table" ? 1 : 1 / (1 + LENGTH * Math.max(0, Math.log2(entry.text.length / LONG)));
        const share = titles[at] ? Math.min(1, titles[at] / headingWeight(entry)) * (titles[at] / whole) : 0;
        raise(scores, at, BEST.text + WORTH * PRIOR[entry.kind] * (sums[at] / whole * covered ** 2 * length + HEADED * Math.sqrt(share)));
      });
      return most;
    }

    // What the telling words of a title weigh together.
    function headingWeight(entry) {
      entry.heading ??= wordsOf(entry.title).filter((word) => !everyday.has(word))
        .reduce((sum, word) => sum + rarity((stems.get(stem(word)) || [])), 0) || 1;
      return entry.heading;
    }

    // As typed; without the letter of the chapter where the source has none; with one where only the source has it.
    function byNumber(query, scores) {
      const typed = numberKey(query).replace(/\.+$/, "");
      if (!NUMBER.test(typed)) return false;
      const bare = (number) => number.replace(/^\p{L}+(?=\p{Nd}+\.)/u, "");
      const run = (number) => number.replace(/\./g, "");
      const tries = [[typed, String], [bare(typed), String], [typed, bare]];
      if (/^\p{L}?\p{Nd}{2,}\p{L}?$/u.test(typed)) tries.push([typed, run], [typed, (number) => run(bare(number))]);
      for (const [asked, held] of tries) {
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

    // Names that stand in what is asked, such as that of a term in a question: the whole of it, or a part.
    function byNamesWithin(words, asked, scores) {
      const telling = words.filter((word) => !everyday.has(word)).map(stem);
      const said = ` ${words.join(" ")} `;
      const [defining, comparing] = [index.defining, index.comparing].map((phrases) => phrases.some((phrase) => said.includes(` ${phrase} `)));
      const names = [...namesIn(words)];
      const terms = names.filter(({ entries: found }) => found.some(({ kind }) => kind === "term")).map(({ part }) => part.join(" "));
      const longest = new Set(terms.filter((name) => !terms.some((other) => other !== name && ` ${other} `.includes(` ${name} `))));
      const compared = comparing && telling.every((each) => [...longest].some((name) => ` ${name} `.includes(` ${each} `))); // nothing but names of terms
      const whole = asked.reduce((sum, { weight }) => sum + weight, 0) || 1;
      const weightOf = new Map(asked.map(({ word, weight }) => [stem(word), weight]));
      for (const { part, entries: found } of names) {
        const share = part.reduce((sum, each) => sum + (weightOf.get(each) || 0), 0) / whole;
        for (const entry of share ? found : []) {
          const name = part.join(" ");
          const asks = (defining && name === telling.join(" ")) || (compared && entry.kind === "term" && longest.has(name));
          if (asks) raise(scores, entry.at, BEST.name - 500 * (entry.kind !== "term"));
          else if (scores.has(entry.at)) scores.set(entry.at, scores.get(entry.at) + NAMED * share * PRIOR[entry.kind]);
        }
      }
    }

    function find(query) {
      const words = askedWords(query);
      const scores = new Map();
      const numbered = byNumber(query, scores);
      byName(query, scores);
      // A bare figure is a number of a rule or nothing: as a word it stands everywhere.
      if (!words.length || (numbered && !/\p{Nd}\./u.test(query))) return { how: "exact", asked: [], scores };
      const asked = asking(words, !numbered, new Set(query.match(ABBREVIATION)?.map(fold)));
      const most = byWords(asked, scores);
      byNamesWithin(words, asked, scores);
      const all = telling(asked.map(({ word }) => word)) >= telling(words) && most > WHOLE;
      return { how: asked.some(({ near }) => near) ? "near" : all || !scores.size || numbered ? "exact" : "most", asked, scores };
    }

    const telling = (words) => new Set(words.filter((word) => !everyday.has(word)).map(stem)).size;

    // Words that stand close together say more than the same words far apart, and most if they stand as they were asked.
    function preferPhrases(query, asked, scores) {
      const phrase = ` ${wordsOf(query).join(" ")} `;
      const weights = new Map(asked.flatMap(({ found, weight }, of) => [...found].map(([at, form]) => [vocabulary[at], [of, weight * form]])));
      const whole = asked.reduce((sum, { weight }) => sum + weight, 0);
      if (asked.length < 2) return;
      for (const at of ranked(scores).slice(0, LOOKED_AT)) {
        const entry = entries[at];
        entry.words ||= [...wordsOf(entry.title), ".", ...wordsOf(entry.text)];
        entry.joined ||= ` ${entry.words.join(" ")} `;
        const close = together(entry.words, weights) / whole;
        scores.set(at, scores.get(at) + PRIOR[entry.kind] * (CLOSE * close * close + (entry.joined.includes(phrase) ? PHRASE : 0)));
      }
    }

    // The most that words asked for weigh within a short stretch of a text, each counted once.
    function together(words, weights) {
      const hits = [];
      words.forEach((word, at) => { if (weights.has(word)) hits.push([at, ...weights.get(word)]); });
      let most = 0;
      hits.forEach(([from], first) => {
        const best = new Map();
        for (let next = first; next < hits.length && hits[next][0] < from + STRETCH; next++) {
          const [, of, weight] = hits[next];
          best.set(of, Math.max(weight, best.get(of) || 0));
        }
        most = Math.max(most, [...best.values()].reduce((sum, weight) => sum + weight, 0));
      });
      return most;
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

    // What was found by its number is shown from its beginning. `answer` is what answers by itself: the whole of a
    // definition, or the rows of a table that hold most of what is asked.
    function hit(entry, words, score) {
      const asked = score >= BEST.begins ? new Map() : words;
      const text = entry.text.replaceAll("\n", " · ");
      return {
        ...entry,
        text,
        title: pieces(entry.title, asked),
        names: otherNames(entry).map((name) => pieces(name, asked)),
        snippet: snippet(text, asked),
        answer: { term: () => [pieces(text, asked)], table: () => rows(entry.text, asked) }[entry.kind]?.() || [],
        words: [...asked.keys()],
      };
    }

    // The rows of a table that hold the most of the words asked for, if not all rows hold as many.
    function rows(text, asked) {
      const counted = text.split("\n").map((row) => [row, new Set(wordsOf(row).map((word) => asked.get(word)).filter((word) => word !== undefined)).size]);
      const most = Math.max(...counted.map(([, count]) => count));
      const best = counted.filter(([, count]) => count === most);
      return most && best.length < counted.length ? best.slice(0, ROWS).map(([row]) => pieces(row, asked)) : [];
    }

    // What is found as { how, total, kinds: [[kind, count]], hits(count, kind) }, the best first. Hits are made when they
    // are shown: there may be thousands.
    return (query) => {
      const { how, asked, scores } = find(query);
      preferPhrases(query, asked, scores);
      const words = new Map(asked.flatMap(({ found }, word) => [...found.keys()].map((at) => [vocabulary[at], word])));
      const sorted = ranked(scores).map((at) => entries[at]);
      const kinds = index.kinds.map((kind) => [kind, sorted.filter((entry) => entry.kind === kind).length]).filter(([, count]) => count);
      const chosen = (kind) => (kind ? sorted.filter((entry) => entry.kind === kind) : sorted);
      const hits = (count, kind) => chosen(kind).slice(0, count).map((entry) => hit(entry, words, scores.get(entry.at)));
      return { how, kinds, hits, total: scores.size };
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
