// Procedures in numbers: each step takes the results of those before it, and every roll has its chances as exact
// fractions of whole numbers. The same steps tell what comes of dice that were rolled.
(() => {
  "use strict";

  const { holds, answers, keyOf, possible } = globalThis.reckoning;

  const MOST_WORK = 400000; // about a second; more dice than anybody throws

  // Chances

  const common = (one, other) => (other ? common(other, one % other) : one);
  function reduced([ways, all]) {
    const part = common(ways, all) || 1n;
    return [ways / part, all / part];
  }
  const plus = ([a, b], [c, d]) => reduced([a * d + c * b, b * d]);
  const times = ([a, b], [c, d]) => reduced([a * c, b * d]);
  const number = ([ways, all]) => Number((ways * 10n ** 15n) / all) / 1e15;
  const NEVER = [0n, 1n];
  const ALWAYS = [1n, 1n];

  // Results: numbers, names, and null for nothing

  const named = (result) => (result === null ? "nothing" : String(result));
  const keyFor = (input, result) => (input.ids ? input.ids.indexOf(result) : input.sets || input.names ? result : keyOf(input, result));
  const value = (operand, known) => (typeof operand === "string" ? known[operand] : operand);
  const operands = (step) => [step.times, ...(step.add || []), step.least, step.most, step.always, step.never];

  // The earlier results without which a step is left out.
  const needs = (step) => [
    ...(step.inputs || []).flatMap((source) => (source?.from ? [source.from] : [])),
    ...operands(step).filter((operand) => typeof operand === "string"),
    ...(step.table || step.dice || step.add ? [] : [step.of]),
  ];
  const taken = (step, known) => needs(step).every((name) => name in known)
    && Object.entries(step.when).every(([name, wanted]) => name in known && wanted.includes(known[name]));

  // The keys of a table; that of its dice is `score`.
  const keysOf = (step, table, known, score) => table.inputs.map((input, at) => {
    const source = step.inputs[at];
    if (!source) return 0;
    return source.roll ? score : "fixed" in source ? source.fixed : keyFor(input, known[source.from]);
  });

  const SILENT = ["open", "outside"];
  const silence = (table, keys) => SILENT.find((name) => (table[name] || []).some((boxes) => holds(boxes, keys)));

  // What each line of a table of modifiers adds: a number, or null where it does not apply.
  function added(line, keys) {
    const found = line.cases.find(([boxes]) => holds(boxes, keys));
    if (!found) return null;
    const amount = found[1];
    if (!Array.isArray(amount)) return amount;
    const [axis, factor, low, high] = amount;
    return Math.min(Math.max(keys[axis], low ?? -Infinity), high ?? Infinity) * factor;
  }

  function total(table, keys) {
    const silent = silence(table, keys);
    if (silent) return { silent };
    const sum = table.lines.reduce((all, line) => all + (added(line, keys) ?? 0), 0);
    return { result: Math.min(Math.max(sum, table.clamp[0] ?? -Infinity), table.clamp[1] ?? Infinity) };
  }

  function looked(table, { cases = [], open, outside }) {
    if (open !== undefined) return { silent: "open" };
    if (outside !== undefined) return { silent: "outside" };
    return cases.length ? { result: table.results[table.cases.indexOf(cases[0])], place: cases[0][1] } : { silent: "none" };
  }

  // What a table gives, by name: its one answer, or one for each of its outputs.
  function read(step, table, keys) {
    const wrong = table.inputs.some((input, at) => !input.output && !(input.ids ? keys[at] >= 0 : possible(input, keys[at])));
    if (table.lines) return { [step.name]: wrong ? { silent: "none" } : total(table, keys) };
    const found = wrong ? [] : answers(table, keys).map((each) => looked(table, each));
    if (!step.outputs) return { [step.name]: found[0] ?? { silent: "none" } };
    const places = table.inputs.find((input) => input.output).ids;
    return Object.fromEntries(step.outputs.map(([id]) => [`${step.name}.${id}`, found[places.indexOf(id)] ?? { silent: "none" }]));
  }

  // What comes of a step, under the names that it has for its results; some of them end the procedure.
  function outcome(step, parts) {
    const own = parts[step.name];
    if (own && "result" in own && named(own.result) in step.results) own.result = step.results[named(own.result)];
    if (own && "result" in own && named(own.result) in step.stop) own.end = step.stop[named(own.result)];
    return { parts, over: Boolean(own && (own.silent || own.end !== undefined)) };
  }

  // How a step goes: with which dice, how often, what they are counted up to, and what comes of that.
  function going(data, step, known) {
    const more = (step.add || []).reduce((sum, each) => sum + value(each, known), 0);
    if (step.table) {
      const table = data.tables[step.table];
      const at = step.inputs.findIndex((source) => source?.roll);
      const dice = at < 0 ? null : table.inputs[at].dice;
      const bonus = dice ? known[`${step.inputs[at].roll}+`] ?? dice.bonus[0] : 0;
      const keys = (score) => keysOf(step, table, known, score + bonus);
      return { dice, rolls: 1, count: (score) => score, keys, finish: (score) => outcome(step, read(step, table, keys(score))) };
    }
    const result = (found) => outcome(step, { [step.name]: { result: found } });
    if (!step.dice) return { dice: null, finish: () => result(step.add ? more : known[step.of]) };
    const [least, most, always, never] = [step.least, step.most, step.always, step.never].map((each) => value(each, known));
    const counted = least !== undefined || most !== undefined;
    const succeeds = (score) => score === always || (score !== never && (least === undefined ? score + more <= most : score + more >= least));
    const rolls = Math.max(0, Math.floor(value(step.times, known) ?? 1));
    if (!rolls) return { dice: null, finish: () => result(counted ? 0 : more) };
    const work = rolls * rolls * step.dice.ways.length * (counted ? 1 : step.dice.ways.length);
    if (work > MOST_WORK) return { dice: null, finish: () => outcome(step, { [step.name]: { silent: "many" } }) };
    const count = counted ? (score) => Number(succeeds(score)) : (score) => score;
    return { dice: step.dice, rolls, count, succeeds: counted && succeeds, more, finish: (sum) => result(counted ? sum : sum + more) };
  }

  const results = ({ parts }) => Object.fromEntries(Object.entries(parts).flatMap(([name, part]) => ("result" in part ? [[name, part.result]] : [])));

  // Every outcome of a step with its chance.
  function branches({ dice, rolls, count, finish }) {
    if (!dice) return [[finish(0), ALWAYS]];
    const all = dice.ways.reduce((sum, [, each]) => sum + BigInt(each), 0n);
    let counts = new Map([[0, 1n]]);
    for (let roll = 0; roll < rolls; roll += 1) {
      const next = new Map();
      for (const [sum, before] of counts) {
        for (const [score, ways] of dice.ways) {
          const reached = sum + count(score);
          next.set(reached, (next.get(reached) || 0n) + before * BigInt(ways));
        }
      }
      counts = next;
    }
    const whole = all ** BigInt(rolls);
    return [...counts].map(([sum, ways]) => [finish(sum), reduced([ways, whole])]);
  }

  const add = (tally, label, chance) => tally.set(label, plus(tally.get(label) || NEVER, chance));
  const under = (map, name) => map.get(name) || map.set(name, new Map()).get(name);

  // What each result is called; `words` says it of numbers and of silences, and of a number at the end whose it is.
  function labelled(step, name, part, words, whose) {
    if (part.end !== undefined) return part.end;
    if (part.silent) return words(part.silent);
    const known = step.labels[name]?.[named(part.result)];
    return known ?? (part.result === null ? words("nothing") : words(part.result, whose));
  }

  // The chances of everything: of each step how often it is taken and what comes of it, and how the whole ends.
  function odds(data, asked, words) {
    const later = data.steps.map((_, at) => new Set(data.steps.slice(at + 1).flatMap((step) => [...needs(step), ...Object.keys(step.when), ...rolled(step)])));
    const steps = data.steps.map(() => ({ reached: NEVER, parts: new Map() }));
    const ends = new Map();
    let states = [{ known: asked, last: null, chance: ALWAYS }];
    data.steps.forEach((step, at) => {
      const next = new Map();
      const keep = (known, last, chance) => {
        const needed = Object.fromEntries(Object.entries(known).filter(([name]) => later[at].has(name)));
        const id = JSON.stringify([needed, last]);
        const same = next.get(id);
        next.set(id, { known: needed, last, chance: same ? plus(same.chance, chance) : chance });
      };
      for (const { known, last, chance } of states) {
        if (!taken(step, known)) {
          keep(known, last, chance);
          continue;
        }
        steps[at].reached = plus(steps[at].reached, chance);
        for (const [found, ways] of branches(going(data, step, known))) {
          const both = times(chance, ways);
          for (const [name, part] of Object.entries(found.parts)) add(under(steps[at].parts, name), labelled(step, name, part, words), both);
          const only = step.table || step.dice || step.add;
          const now = only ? { at, found } : last;
          if (found.over) finished(ends, data, now, both, words);
          else keep({ ...known, ...results(found) }, now, both);
        }
      }
      states = [...next.values()];
    });
    for (const { last, chance } of states) finished(ends, data, last, chance, words);
    return { steps, ends };
  }

  const rolled = (step) => (step.inputs || []).flatMap((source) => (source?.roll ? [`${source.roll}+`] : []));

  // How it ends: by the last step that did more than ask. One with several outputs ends in each of them.
  function finished(ends, data, last, chance, words) {
    if (!last) return;
    const step = data.steps[last.at];
    const several = data.steps.findLast((each) => each.outputs)?.outputs;
    const whole = Object.entries(last.found.parts);
    if (!several || !data.steps.at(-1).outputs) {
      for (const [name, part] of whole.slice(0, 1)) add(under(ends, ""), labelled(step, name, part, words, step), chance);
      return;
    }
    for (const [id, title] of several) {
      const [name, part] = whole.find(([each]) => each === `${step.name}.${id}`) || whole[0];
      add(under(ends, title), labelled(step, name, part, words), chance);
    }
  }

  // What comes of dice that were rolled, as far as they were: `casts` are the scores of each step.
  function walk(data, asked, casts) {
    const known = { ...asked };
    const trace = [];
    for (const step of data.steps) {
      if (!taken(step, known)) {
        trace.push({ step, left: true });
        continue;
      }
      const how = going(data, step, known);
      if (how.dice && casts[step.name]?.length !== how.rolls) return { trace: [...trace, { step, how, waits: true }], known, waits: how, step };
      const sum = how.dice ? casts[step.name].reduce((all, { score }) => all + how.count(score), 0) : 0;
      const found = how.finish(sum);
      trace.push({ step, how, found, sum });
      Object.assign(known, results(found));
      if (found.over) break;
    }
    return { trace, known, waits: null };
  }

  globalThis.procedureOdds = Object.freeze({ odds, walk, added, keysOf, labelled, number, NEVER });
})();
