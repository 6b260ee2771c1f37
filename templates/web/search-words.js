// Words as the search compares them: folded, as stems, and how many slips lie between two. `search_postings.py` does the
// first two to what is found; here it is done to what is asked.
(() => {
  "use strict";

  const WORD = /[\p{L}\p{N}]*\p{Nd}(?:\.[\p{L}\p{N}]+)+|[\p{L}\p{N}]+/gu; // a number of a rule is one word

  document.currentScript.words = (index) => {
    const letters = new RegExp(`[${Object.keys(index.letters).join("")}]`, "g");
    const stems = new Map();

    const folded = (text) => (/^[\0-\x7f]*$/.test(text) ? text.toLowerCase()
      : text.normalize("NFKD").replace(/[\u0300-\u036f]/g, "").toLowerCase().replace(letters, (letter) => index.letters[letter]));
    const fold = (text) => folded(text).replace(/['’]s(?![\p{L}\p{N}])/gu, "");
    const wordsOf = (text) => fold(text).match(WORD) || [];

    // What the forms of one word have in common: ending after ending is taken off as long as three letters stay, and a
    // doubled last one counts once, so that hit and hitting, build and buildings are the same.
    function shortened(word) {
      if (/\p{Nd}/u.test(word)) return word;
      const fitting = index.endings.find(([end]) => word.endsWith(end) && word.length - end.length > 2 && !(end === "s" && word.endsWith("ss")));
      return fitting ? shortened(word.slice(0, word.length - fitting[0].length) + fitting[1]) : word.replace(/([^s\P{L}])\1$/u, "$1");
    }

    function stem(word) {
      if (!stems.has(word)) stems.set(word, shortened(word));
      return stems.get(word);
    }

    // A name made comparable; one without any word, such as "?", is taken as it stands.
    const key = (text) => wordsOf(text).map(stem).join(" ") || text.trim();
    // 20.9.2.a and 20.9.2a are the same number.
    const numberKey = (text) => fold(text).replace(/,(?=\p{Nd})/gu, ".").replace(/[^\p{L}\p{Nd}.]/gu, "").replace(/\.(?=\p{L})/gu, "");
    // As the index sorts it, without letters before it and dots.
    const figures = (number) => number.replace(/\./g, "").replace(/^\p{L}+(?=\p{Nd})/u, "");

    return { WORD, fold, wordsOf, stem, key, numberKey, figures, nearest };
  };

  // The nearest of some words to one that is misspelt: one slip in a word of four letters, two in one of eight. A shorter
  // one than six is taken for a whole word: LATW is not the beginning of "later". All begin with the same letter, for
  // night is no slip for sight.
  function nearest(word, among, last) {
    let best = word.length < 4 || /\p{Nd}/u.test(word) ? 0 : word.length < 8 ? 1 : 2;
    let found = [];
    const signs = signsOf(word);
    for (const known of best ? among : []) {
      if (counted(signs & ~signsOf(known)) > best) continue; // too many letters that it lacks
      const slips = distance(word, known, best, last && word.length > 5);
      if (slips > best) continue;
      if (slips < best) found = [];
      best = slips;
      found.push(known);
    }
    return found;
  }

  // The letters of a word as bits, and how many bits are set.
  function signsOf(word) {
    let bits = 0;
    for (let at = 0; at < word.length; at++) bits |= 1 << (word.charCodeAt(at) % 31);
    return bits;
  }

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
