// Answers a search from the parts of the index that are there (`search-parts.js`). Knows nothing of the page: `search.js`
// loads it when the search is first opened, and fetches what it misses.
//
// Numbers of rules come first, then names (terms, abbreviations, whole titles), then titles, then texts. Of equally
// good entries the earlier in the rulebook is the first, so the same query always has the same results. How good an
// entry is follows from the words alone: its row is fetched when it is shown.
(() => {
  "use strict";

  const NUMBER = /^\p{L}{0,2}\p{Nd}[\p{L}\p{Nd}.]*$/u;
  const ABBREVIATION = /(?<![\p{L}\p{N}])\p{Lu}{2,4}(?![\p{L}\p{N}])/gu;
  const BEST = { number: 18000, below: 17000, begins: 16000, name: 12000, text: 0 };
  // How a word was found: as asked, in another form, with a slip, by its beginning, as a word of nearly the same meaning.
  const FORM = { same: 1, other: 0.95, renamed: 0.9, near: 0.7, beginning: 0.65, related: 0.6 };
  const IN_TITLE = 2; // what a word in a heading counts, where one in the text counts 1
  const HEADED = 0.7; // worth of a heading that says all that is asked, and nothing else
  const NAMED = 200; // worth of a name that stands in the question, as a share of what is asked
  const LONGEST_NAME = 5; // words
  const ENOUGH = 0.35; // entries are left out that hold less than this share of what the best one holds
  const WHOLE = 0.999; // a sum of shares that is all of them
  const LENGTH = 0.16; // what words in a text lose each time it is twice as long: a long one holds many by chance
  const SAID = 0.2; // what a word of everyday speech weighs of a word of the rules
  const WORTH = 1000;
  const PRIOR = { rule: 1, term: 0.7, table: 0.95, card: 0.5, reference: 0.6, example: 0.6, figure: 0.6, ruling: 0.8, erratum: 0.35 };
  const CALLED = 1.15; // the same where the question says what kind of thing is wanted: a table
  const PHRASE = 300; // worth of the words standing together as they were asked
  const CLOSE = 1000; // worth of all words within a short stretch
  const STRETCH = 14; // words
  const LOOKED_AT = 80; // entries in which words are looked for that stand together

  document.currentScript.search = (index, words, parts, hit) => {
    const { fold, wordsOf, stem, key, numberKey, figures, nearest } = words;
    const everyday = new Set(index.everyday);
    const groupsOf = new Map(); // of words of nearly the same meaning
    for (const group of index.related) for (const word of group) groupsOf.set(word, [...(groupsOf.get(word) || []), group]);

    const count = index.runs.reduce((sum, [, many]) => sum + many, 0);
    const kinds = new Uint8Array(count);
    let end = 0;
    for (const [kind, many] of index.runs) kinds.fill(kind, end, end += many);
    const kindOf = (at) => index.kinds[kinds[at]];
    const lengths = new Uint8Array(count); // how often a text is twice as long as a usual one
    for (const code of index.long) for (const at of parts.gaps(code)) lengths[at] += 1;

    // Forms of words of nearly the same meaning.
    const related = (of) => (groupsOf.get(of) || []).flat().filter((each) => each !== of).flatMap((each) => parts.forms(each, true));

    // 75mm is written 75 mm in most rules. A name may be asked for by its initials: VDA for a Vehicle Destruction Attempt.
    const askedWords = (query) => wordsOf(query).flatMap((word) => (parts.forms(stem(word), isMinor(word, query)).length ? [word]
      : word.match(/^(\p{Nd}+)(\p{L}{2,})$/u)?.slice(1) || (!everyday.has(word) && parts.initials(word)) || [word]));

    // A word of everyday speech beside others: there is an answer without it.
    const isMinor = (word, query) => everyday.has(word) && wordsOf(query).some((each) => !everyday.has(each));

    // Words of the index that may be meant, each with how well it fits.
    function meant(word, last, short, minor) {
      const found = new Map();
      let cut = false;
      if (last) {
        const begun = parts.beginning(word);
        cut = begun.cut;
        for (const each of begun.words) found.set(each, FORM.beginning);
      }
      if (short) { // LOS is no form of lose
        for (const each of word.endsWith("s") ? [word] : [word, `${word}s`]) for (const known of parts.forms(stem(each))) if (known.text === each) found.set(known, FORM.same);
        return { found, cut };
      }
      for (const each of related(stem(word))) found.set(each, FORM.related);
      for (const each of parts.forms(stem(word), minor)) found.set(each, each.text === word ? FORM.same : FORM.other);
      return { found, cut };
    }

    // What is asked: each word with the words of the index that may be meant, and what it weighs. A word that stands
    // everywhere says little, and one of everyday speech nothing, unless no other word is asked.
    function asking(query, asked, goesOn, short) {
      const known = new Map();
      let cut = false;
      asked.forEach((word, at) => {
        const last = goesOn && at === asked.length - 1;
        const { found, cut: many } = meant(word, last, short.has(word), isMinor(word, query));
        for (const [first, second] of [[asked[at - 1], word], [word, asked[at + 1]]]) {
          if (!first || !second) continue;
          const other = first + second;
          for (const each of related(stem(other))) if (!found.has(each)) found.set(each, FORM.related); // goes away: remove
          for (const each of parts.forms(stem(other), found.size > 0 || isMinor(first, query))) found.set(each, FORM.same); // two words that the rules write as one
        }
        const exact = [...found].filter(([, form]) => form >= FORM.near).map(([each]) => each);
        const near = !found.size && !parts.missing.needed.size && !everyday.has(word) && !/\p{Nd}/u.test(word);
        if (near) for (const spelt of nearest(word, parts.spelling(word[0]), last)) for (const each of parts.forms(stem(spelt))) if (each.text === spelt) found.set(each, FORM.near);
        const said = everyday.has(word) && !(short.has(word) && parts.named(stem(word)).length); // US# is not us
        const weight = rarity(exact.length ? exact : [...found.keys()]) * (said ? SAID : 1);
        known.set(stem(word), { word, said, found, near: near && found.size > 0, weight, phrases: [] });
        cut ||= many && !isMinor(word, query);
      });
      for (const { part, names } of namesIn(asked)) for (const name of names) if (kindOf(name.at) === "term") addOtherNames(name, part, known);
      const found = [...known.values()].filter((each) => each.found.size);
      const telling = found.filter(({ said }) => !said);
      return { cut, asked: telling.length ? found : found.map((each) => ({ ...each, weight: each.weight / SAID })) };
    }

    // Who asks for CTs is shown what is said of Command Tokens, and the other way round.
    function addOtherNames({ others }, part, asked) {
      for (const other of others.map(wordsOf)) {
        if (other.map(stem).join(" ") === part.join(" ")) continue;
        if (other.length === 1) {
          for (const each of part) for (const known of parts.forms(stem(other[0]), true)) if (!asked.get(each).found.has(known)) asked.get(each).found.set(known, FORM.renamed);
        } else if (part.length === 1) asked.get(part[0]).phrases.push(other.filter((word) => !everyday.has(word)));
      }
    }

    // The names that stand in what is asked, each as stems.
    function* namesIn(asked) {
      const keys = asked.map(stem);
      for (let from = 0; from < keys.length; from++) {
        for (let to = from + 1; to <= Math.min(keys.length, from + LONGEST_NAME); to++) {
          const part = keys.slice(from, to);
          const names = parts.named(part.join(" "), true);
          if (names.length) yield { part, names };
        }
      }
    }

    function rarity(found) {
      const held = found.length === 1 ? found[0].places.entries.length : new Set(found.flatMap(({ places }) => places.entries)).size;
      return Math.log(1 + count / Math.max(1, held));
    }

    // How well entries hold a word: arrays by position, because a common word stands in most entries of a long rulebook,
    // and the entries that hold it, because most words stand in few.
    function holding({ found, phrases = [] }) {
      const held = holdingAny(found);
      for (const phrase of phrases) {
        const each = phrase.map((word) => holdingAny(parts.forms(stem(word), true).map((known) => [known, FORM.renamed])));
        const least = (what, at) => each.reduce((low, one) => Math.min(low, one[what][at]), Infinity);
        for (const at of each[0]?.entries || []) {
          if (!held.best[at] && least("best", at)) held.entries.push(at);
          for (const what of ["best", "titled", "fitting", "share"]) held[what][at] = Math.max(held[what][at], least(what, at));
        }
      }
      return held;
    }

    // `share` is that of the heading.
    function holdingAny(found) {
      const [best, titled, fitting, share] = [0, 1, 2, 3].map(() => new Float32Array(count));
      const all = [];
      for (const [{ places: { entries, shares } }, form] of found) {
        for (let at = 0; at < entries.length; at++) {
          const entry = entries[at];
          const heading = shares[at];
          if (!best[entry]) all.push(entry);
          best[entry] = Math.max(best[entry], heading ? form * IN_TITLE : form);
          fitting[entry] = Math.max(fitting[entry], form);
          if (!heading) continue;
          titled[entry] = Math.max(titled[entry], form);
          share[entry] = Math.max(share[entry], form * heading);
        }
      }
      return { best, titled, fitting, share, entries: all };
    }

    function byWords(asked, prior, scores) {
      const whole = asked.reduce((sum, { weight }) => sum + weight, 0);
      if (!whole) return 0;
      const [sums, titles, headings, weights, itself] = [0, 1, 2, 3, 4].map(() => new Float32Array(count));
      const all = [];
      for (const word of asked) {
        const { best, titled, fitting, share, entries } = holding(word);
        const inHeading = word.said ? SAID : 1;
        for (const at of entries) {
          if (!weights[at]) all.push(at);
          sums[at] += word.weight * best[at];
          titles[at] += word.weight * titled[at];
          headings[at] += inHeading * share[at];
          weights[at] += word.weight;
          if (fitting[at] > Math.fround(FORM.related)) itself[at] += word.weight;
        }
      }
      const [most, said] = [weights, itself].map((each) => all.reduce((high, at) => Math.max(high, each[at]), 0) / whole);
      // Who types mere words wants all of them, where they stand so; a question in a sentence has words that no rule has.
      const enough = said > WHOLE && !asked.some((each) => each.said) ? WHOLE : ENOUGH;
      for (const at of all) {
        const covered = weights[at] / whole;
        if (covered < most * enough) continue;
        const kind = kindOf(at);
        const length = kind === "table" ? 1 : 1 / (1 + LENGTH * lengths[at]);
        const share = Math.min(1, headings[at]) * (titles[at] / whole);
        const inText = Math.max(0, sums[at] - IN_TITLE * titles[at]);
        const held = (inText * length + sums[at] - inText) / whole;
        raise(scores, at, BEST.text + WORTH * prior[kinds[at]] * (held * covered ** 2 + HEADED * Math.sqrt(share)));
      }
      return most;
    }

    // As typed; without the letter of the chapter where the source has none; with one where only the source has it.
    function byNumber(query, scores) {
      const typed = numberKey(query).replace(/\.+$/, "");
      if (!NUMBER.test(typed)) return { numbered: false, cut: false };
      const { rows, cut } = parts.numbers(figures(typed));
      const bare = (number) => number.replace(/^\p{L}+(?=\p{Nd}+\.)/u, "");
      const run = (number) => number.replace(/\./g, "");
      const tries = [[typed, String], [bare(typed), String], [typed, bare]];
      if (/^\p{L}?\p{Nd}{2,}\p{L}?$/u.test(typed)) tries.push([typed, run], [typed, (number) => run(bare(number))]);
      for (const [asked, held] of tries) {
        for (const [number, ...entries] of rows) {
          for (const at of entries) {
            const worth = underNumber(held(numberKey(number)), asked, kindOf(at) === "rule");
            if (worth) raise(scores, at, worth);
          }
        }
        if (scores.size) return { numbered: true, cut };
      }
      return { numbered: false, cut: false };
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
      for (const { at, spelt } of parts.named(key(query))) raise(scores, at, BEST.name + (spelt === query.trim() ? 500 : 0));
    }

    function raise(scores, at, score) {
      scores.set(at, Math.max(score, scores.get(at) || 0));
    }

    // Names that stand in what is asked, such as that of a term in a question: the whole of it, or a part.
    function byNamesWithin(words, asked, prior, scores) {
      const telling = words.filter((word) => !everyday.has(word)).map(stem);
      const said = ` ${words.join(" ")} `;
      const [defining, comparing] = [index.defining, index.comparing].map((phrases) => phrases.some((phrase) => said.includes(` ${phrase} `)));
      const within = [...namesIn(words)];
      const terms = within.filter(({ names }) => names.some(({ at }) => kindOf(at) === "term")).map(({ part }) => part.join(" "));
      const longest = new Set(terms.filter((name) => !terms.some((other) => other !== name && ` ${other} `.includes(` ${name} `))));
      const compared = comparing && telling.every((each) => [...longest].some((name) => ` ${name} `.includes(` ${each} `))); // nothing but names of terms
      const whole = asked.reduce((sum, { weight }) => sum + weight, 0) || 1;
      const weightOf = new Map(asked.map(({ word, weight }) => [stem(word), weight]));
      for (const { part, names } of within) {
        const share = part.reduce((sum, each) => sum + (weightOf.get(each) || 0), 0) / whole;
        for (const { at } of share ? names : []) {
          const [name, kind] = [part.join(" "), kindOf(at)];
          const asks = (defining && name === telling.join(" ")) || (compared && kind === "term" && longest.has(name));
          if (asks) raise(scores, at, BEST.name - 500 * (kind !== "term"));
          else if (scores.has(at)) scores.set(at, scores.get(at) + NAMED * share * prior[kinds[at]]);
        }
      }
    }

    // Nothing where a part is missing without which there is no answer.
    function find(query) {
      const scores = new Map();
      const { numbered, cut } = byNumber(query, scores);
      byName(query, scores);
      // A bare figure is a number of a rule or nothing: as a word it stands everywhere.
      const isNumber = numbered && !/\p{Nd}\./u.test(query);
      const typed = isNumber ? [] : askedWords(query);
      if (parts.missing.needed.size && !typed.length) return null;
      if (!typed.length) return { how: "exact", cut, asked: [], scores };
      const { asked, cut: many } = asking(query, typed, !numbered, new Set(query.match(ABBREVIATION)?.map(fold)));
      if (parts.missing.needed.size) return null;
      const prior = index.kinds.map((kind) => (PRIOR[kind] ?? PRIOR.figure) * (index.called[kind]?.some((word) => typed.some((each) => stem(each) === stem(word))) ? CALLED : 1));
      const most = byWords(asked, prior, scores);
      byNamesWithin(typed, asked, prior, scores);
      const all = countTelling(asked.map(({ word }) => word)) >= countTelling(typed) && most > WHOLE;
      return { how: asked.some(({ near }) => near) ? "near" : all || !scores.size || numbered ? "exact" : "most", cut: cut || many, asked, prior, scores };
    }

    const countTelling = (words) => new Set(words.filter((word) => !everyday.has(word)).map(stem)).size;

    // Words that stand close together say more than the same words far apart, and most if they stand as they were asked.
    function preferPhrases(query, asked, prior, scores) {
      if (asked.length < 2) return;
      const weights = new Map(asked.flatMap(({ found, weight }, of) => [...found].map(([word, form]) => [word, [of, weight * form]])));
      const whole = asked.reduce((sum, { weight }) => sum + weight, 0);
      const phrase = wordsOf(query).map((word) => parts.forms(stem(word), true).find(({ text }) => text === word));
      for (const at of ranked(scores).slice(0, LOOKED_AT)) {
        const close = together(at, weights) / whole;
        scores.set(at, scores.get(at) + prior[kinds[at]] * (CLOSE * close * close + (holdsPhrase(at, phrase) ? PHRASE : 0)));
      }
    }

    function holdsPhrase(entry, phrase) {
      if (!phrase.every(Boolean)) return false;
      const [first, ...others] = phrase.map((word) => word.positionsIn(entry));
      return first.some((from) => others.every((positions, at) => positions.includes(from + at + 1)));
    }

    // The most that words asked for weigh within a short stretch of an entry, each counted once.
    function together(entry, weights) {
      const hits = [...weights].flatMap(([word, worth]) => word.positionsIn(entry).map((at) => [at, ...worth])).sort(([one], [other]) => one - other);
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

    // The entries, the best first, of equally good ones the earlier. Numbers are sorted faster than entries: those of each
    // score, in thousandths, and of the entry.
    function ranked(scores) {
      const places = 2 ** 21;
      const numbers = new Float64Array(scores.size);
      let next = 0;
      for (const [at, score] of scores) numbers[next++] = Math.round(score * 1000) * places + places - 1 - at;
      return Array.from(numbers.sort().reverse(), (each) => places - 1 - each % places);
    }

    // The best results, as far as their rows are there: a later one is not shown before an earlier one.
    function* shown(chosen, words, scores) {
      let all = true;
      for (const [place, at] of chosen.entries()) {
        const entry = parts.entry(at, place > 0);
        all &&= Boolean(entry);
        // What was found by its number is shown from its beginning.
        if (all) yield hit(kindOf(at), entry, scores.get(at) >= BEST.begins ? new Map() : words);
      }
    }

    // What is found as { how, cut, total, kinds: [[kind, count]], hits(count, kind) }, the best first; or nothing as
    // long as parts are missing. Hits are made when they are shown: there may be thousands.
    return (query) => {
      const found = find(query);
      if (!found) return null;
      const { how, cut, asked, prior, scores } = found;
      preferPhrases(query, asked, prior, scores);
      const telling = asked.some(({ said }) => !said) ? asked.filter(({ said }) => !said) : asked;
      const marked = new Map(telling.flatMap(({ found: known }, of) => [...known.keys()].map(({ text }) => [text, of])));
      const sorted = ranked(scores);
      const counted = index.kinds.map(() => 0);
      for (const at of sorted) counted[kinds[at]] += 1;
      const byKind = index.kinds.map((kind, at) => [kind, counted[at]]).filter(([, many]) => many);
      const chosen = (kind) => (kind ? sorted.filter((at) => kindOf(at) === kind) : sorted);
      return { how, cut, kinds: byKind, total: scores.size, hits: (many, kind) => [...shown(chosen(kind).slice(0, many), marked, scores)] };
    };
  };
})();
