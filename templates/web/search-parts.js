// The parts of the index that are there, and what they tell; of those that are not there, which of them a query needs.
//
// A query is answered from what is there. A part that it misses is noted: in `missing.needed` if there is no answer
// without it, in `missing.wished` if the answer gets better by it. Then the part is fetched, and the query asked again.
// `search_index.py` and `search_postings.py` tell what the parts hold.
(() => {
  "use strict";

  const DIGITS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
  const VALUES = new Uint8Array(128).map((_, code) => DIGITS.indexOf(String.fromCharCode(code)) & 63);
  const SHARES = DIGITS.length - 1;
  const COMMON = ".";
  const BEGINNINGS = 6; // parts that are fetched for words, or numbers, that begin as what is typed

  // Rising numbers, each by its distance from the one before.
  function gaps(code) {
    const found = [];
    const read = { code, at: 0 };
    for (let place = 0; read.at < code.length;) found.push(place += numberOf(read));
    return found;
  }

  // The number that begins at a place of a code; the place moves behind it.
  function numberOf(read) {
    let [value, shift, digit] = [0, 0, 32];
    while (digit > 31) {
      digit = VALUES[read.code.charCodeAt(read.at++)];
      value |= (digit & 31) << shift;
      shift += 5;
    }
    return value;
  }

  // A word of the index. What it stands in is decoded when it is first asked for, and its positions in an entry again
  // when they are: only few are looked at.
  class Word {
    constructor(text, code) {
      [this.text, this.code, this.isPositioned] = [text, code, code[0] !== COMMON];
    }

    get isIndexed() { return this.code !== COMMON; }

    // The entries, rising; for each its share of the heading, 0 for one in the text; and where its positions begin.
    get places() {
      return this.decoded ||= this.decode();
    }

    decode() {
      const { code, isPositioned } = this;
      const read = { code, at: isPositioned ? 0 : 1 };
      const [entries, shares, positions] = [[], [], []];
      for (let entry = 0; read.at < code.length;) {
        const place = numberOf(read);
        entries.push(entry += place >> 1);
        shares.push(place & 1 ? VALUES[code.charCodeAt(read.at++)] / SHARES : 0);
        if (!isPositioned) continue;
        positions.push(read.at);
        while (numberOf(read) & 1);
      }
      return { entries, shares, positions };
    }

    positionsIn(entry) {
      const { entries, positions } = this.places;
      const at = this.isPositioned ? lastNotAbove(entries, entry) : -1;
      return at >= 0 && entries[at] === entry ? positionsFrom({ code: this.code, at: positions[at] }) : [];
    }
  }

  function positionsFrom(read) {
    const found = [];
    for (let [step, at] = [numberOf(read), 0]; step; step = step & 1 ? numberOf(read) : 0) found.push(at += step >> 1);
    return found;
  }

  // The place in a rising list of the last that is not above a value; -1 if all are.
  function lastNotAbove(list, value) {
    let [low, high] = [0, list.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (list[middle] <= value) low = middle + 1;
      else high = middle;
    }
    return low - 1;
  }

  document.currentScript.parts = (index, { stem, key }) => {
    const firsts = { words: index.words, entries: gaps(index.entries) };
    const held = { words: new Map(), entries: new Map() };
    const heads = new Map();
    const missing = { needed: new Set(), wished: new Set() };

    function begin() {
      missing.needed.clear();
      missing.wished.clear();
    }

    // The part of a kind with this number, or nothing; then it is noted as missing.
    function part(kind, at, wished) {
      const there = held[kind].get(at);
      if (!there) (wished ? missing.wished : missing.needed).add(`${kind}-${at}`);
      return there;
    }

    const placeOf = (name) => Math.max(0, lastNotAbove(firsts.words, name));
    const partOf = (name, wished) => part("words", placeOf(name), wished);

    // The numbers of the parts that hold keys which begin so.
    function range(name) {
      const [from, to] = [placeOf(name), placeOf(`${name}\uffff`)];
      return Array.from({ length: to - from + 1 }, (_, at) => from + at);
    }

    function receive(name, data) {
      const [kind, number] = name.split("-");
      const at = Number(number);
      if (data.mark !== index.marks[kind === "entries" ? 1 : 0].slice(2 * at, 2 * at + 2)) throw Object.assign(new Error(name), { isOfAnotherEdition: true });
      held[kind].set(at, kind === "words" ? readWords(data) : data.rows);
    }

    function readWords({ words, found = "", names = [], keywords = [], initials = {}, numbers = [], spelling = {}, heads: rows = {} }) {
      const codes = found.split(" ");
      const known = words ? words.split(" ").map((word, at) => new Word(word, codes[at])) : [];
      for (const [at, row] of Object.entries(rows)) heads.set(Number(at), row);
      const named = [...names.map(([name, at, ...others]) => ({ name, at, others, spelt: name })), ...keywords.map(([name, at]) => ({ name, at, others: [] }))];
      return { words: known, stems: gather(known, ({ text }) => stem(text)), names: gather(named, ({ name }) => key(name)), initials: new Map(Object.entries(initials)), numbers, spelling };
    }

    function gather(things, name) {
      const found = new Map();
      for (const thing of things) {
        const each = name(thing);
        if (found.has(each)) found.get(each).push(thing);
        else found.set(each, [thing]);
      }
      return found;
    }

    // All words of the index that are forms of one.
    const forms = (of, wished = false) => (partOf(of, wished)?.stems.get(of) || []).filter((word) => word.isIndexed);

    // Stems of words that begin like this one, where it ends within an ending: hitti may become hitting.
    function endedStems(word) {
      const endedWith = (end) => [...end].map((_, at) => end.slice(0, at + 1)).filter((tail) => word.endsWith(tail)).map((tail) => stem(word.slice(0, -tail.length) + end));
      return index.endings.flatMap(([end]) => endedWith(end));
    }

    // All words that begin like this one, or `cut`, if there are too many. Their stems begin so too, but where the ending
    // that a stem lacks begins within it.
    function beginning(word) {
      const numbers = range(word);
      if (numbers.length > BEGINNINGS) return { cut: true, words: [] };
      const all = new Set([...numbers, ...[stem(word), ...endedStems(word)].map(placeOf)]);
      const words = [...all].flatMap((at) => part("words", at, false)?.words || []);
      return { cut: false, words: words.filter(({ text, isIndexed }) => isIndexed && text.startsWith(word)) };
    }

    // The entries that have a name; each with the other names of the term that it is.
    const named = (name, wished = false) => partOf(name, wished)?.names.get(name) || [];
    const initials = (word) => partOf(stem(word), false)?.initials.get(word)?.split(" ");

    // Rows of numbers that begin with these figures, or the first of them, if there are too many.
    function numbers(begin) {
      const all = range(`#${begin}`);
      return { cut: all.length > BEGINNINGS, rows: all.slice(0, BEGINNINGS).flatMap((at) => part("words", at, false)?.numbers || []) };
    }

    const spelling = (letter) => (partOf(`~${letter}`, false)?.spelling[letter] || "").split(" ");

    // The row of an entry; `whole` if its text is there too, and otherwise as much as a part of words brings.
    function entry(at, wished) {
      const number = lastNotAbove(firsts.entries, at);
      const rows = part("entries", number, wished || heads.has(at));
      if (rows) return { row: rows[at - firsts.entries[number]], whole: true };
      return heads.has(at) ? { row: heads.get(at), whole: false } : null;
    }

    return { missing, begin, receive, forms, beginning, named, initials, numbers, spelling, entry, gaps };
  };
})();
