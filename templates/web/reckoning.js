// What the calculators of a page reckon with: which cases hold, keys of numbers, fair dice, chances, and how they are said.
(() => {
  "use strict";

  const inside = (ends, key) => {
    for (let at = 0; at < ends.length; at += 2) {
      if ((ends[at] === null || key >= ends[at]) && (ends[at + 1] === null || key <= ends[at + 1])) return true;
    }
    return false;
  };
  const inBox = (box, keys) => box.every(([input, ...ends]) => inside(ends, keys[input]));
  const holds = (boxes, keys) => boxes.some((box) => inBox(box, keys));

  // What holds at one combination: a remark below the table, or else cases, or none.
  function answer(data, keys) {
    for (const remark of ["open", "outside"]) {
      const at = (data[remark] || []).findIndex((boxes) => holds(boxes, keys));
      if (at >= 0) return { [remark]: at };
    }
    const cases = data.cases.filter(([boxes]) => holds(boxes, keys));
    return { cases: data.list ? cases : cases.slice(0, 1) };
  }

  // The answers at one combination of the other inputs: one for each output, or the one there is.
  function answers(data, keys) {
    const outputs = data.inputs.findIndex((input) => input.output);
    if (outputs < 0) return [{ title: "", ...answer(data, keys) }];
    return data.inputs[outputs].names.map((title, at) => ({ title, ...answer(data, keys.with(outputs, at)) }));
  }

  // Measures have a key for every point and one for all between two points.
  const OFF = 1e-9;
  function keyOf(input, value) {
    if (!input.step) return value;
    const steps = (value * input.step[1]) / input.step[0];
    return Math.abs(steps - Math.round(steps)) < OFF ? 2 * Math.round(steps) : 2 * Math.floor(steps) + 1;
  }
  const valueOf = (input, key) => (input.step ? (key * input.step[0]) / input.step[1] / 2 : key);

  const lowest = (input) => input.keys[0][0] ?? -Infinity;
  const highest = (input) => input.keys.at(-1)[1] ?? Infinity;
  const possible = (input, key) => !input.keys || inside(input.keys.flat(), key);

  const rolls = (dice) => (dice.ways ? dice.ways.map(([score]) => score) : null);

  // A fair die: numbers beyond the last full round of faces are drawn again.
  function die(faces) {
    const drawn = new Uint32Array(1);
    const fair = 2 ** 32 - (2 ** 32 % faces);
    do crypto.getRandomValues(drawn); while (drawn[0] >= fair);
    return 1 + (drawn[0] % faces);
  }

  const READ = {
    sum: (dice) => dice.reduce((sum, face) => sum + face, 0),
    highest: (dice) => Math.max(...dice),
    lowest: (dice) => Math.min(...dice),
    digits: (dice) => dice.reduce((number, face) => 10 * number + face, 0),
  };

  function cast(dice) {
    const hands = dice.groups.map(([count, faces, reads, times]) => ({ faces: Array.from({ length: count }, () => die(faces)), reads, times }));
    return { score: hands.reduce((sum, hand) => sum + hand.times * READ[hand.reads](hand.faces), 0), faces: hands.flatMap((hand) => hand.faces) };
  }

  const common = (one, other) => (other ? common(other, one % other) : one);
  function chance(ways, total) {
    const percent = (100 * ways) / total;
    const part = common(ways, total) || 1;
    const near = percent >= 10 || Number.isInteger(percent) ? Math.round(percent) : percent.toFixed(1).replace(".", numeral(0.5).charAt(1));
    return { percent: `${near}\u202f%`, fraction: ways % total ? `${ways / part}/${total / part}` : "" };
  }

  // Scores as they are said: 2–4, 7.
  function ranges(scores, minus) {
    const runs = [];
    for (const score of scores) {
      if (runs.length && runs.at(-1)[1] === score - 1) runs.at(-1)[1] = score;
      else runs.push([score, score]);
    }
    return runs.map(([low, high]) => (low === high ? minus(low) : low < 0 ? _("{low} to {high}", { low: minus(low), high: minus(high) }) : `${minus(low)}–${minus(high)}`)).join(", ");
  }

  globalThis.reckoning = Object.freeze({ inside, holds, answers, keyOf, valueOf, lowest, highest, possible, rolls, cast, chance, ranges });
})();
