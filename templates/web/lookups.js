// Tables that are looked up and rolled on: what is chosen above the table lights up the cell that answers. The
// cases are tried in the order in which they decide; the answer is the text that is printed there.
(() => {
  "use strict";

  const NOTHING = "–";
  const { inside, answers, keyOf, valueOf, lowest, highest, possible, rolls, cast, chance, ranges } = globalThis.reckoning;

  // What an input begins with: the first name, or the number nearest to none.
  function initial(input) {
    if (input.dice) return [lowestRoll(input.dice), Math.min(Math.max(0, input.dice.bonus[0]), input.dice.bonus[1])];
    if (input.sets) return input.keys[0][0];
    return input.names ? 0 : valueOf(input, Math.min(Math.max(0, lowest(input)), highest(input)));
  }
  const fits = (input, value) => (input.dice ? Array.isArray(value) : Number.isFinite(value) && (!input.names || input.sets || value < input.names.length));
  const lowestRoll = (dice) => (dice.ways ? dice.ways[0][0] : dice.groups.reduce((sum, [count]) => sum + count, 0));

  const keysOf = (data, values) => data.inputs.map((input, at) =>
    input.output ? 0 : input.dice ? values[at][0] + values[at][1] : keyOf(input, values[at]));

  // The rolls that a result asks for, one after another: on lists that it links, and of dice that it names. Lists may send
  // one another on for ever, so a chain is stopped.
  const MOST_ROLLS = 20;

  function follow(steps, kit, lines) {
    for (const { table, dice: named, said } of steps) {
      if (lines.length === MOST_ROLLS) lines.push(_("Stopped after {n} rolls: these lists lead to each other without end.", { n: MOST_ROLLS }));
      if (lines.length > MOST_ROLLS) return lines;
      const data = kit.told[table];
      const dice = named || data.inputs.find((input) => input.dice).dice;
      const score = cast(dice).score + dice.bonus[0];
      if (named) {
        lines.push(`${said}: ${kit.minus(score)}`);
        continue;
      }
      const found = answers(data, data.inputs.map((input) => (input.dice ? score : 0))).flatMap((each) => each.cases || []);
      const cases = found.map((each) => data.cases.indexOf(each));
      lines.push(`${data.title}, ${dice.named} ${kit.minus(score)}: ${cases.map((at) => data.said[at]).join("; ") || NOTHING}`);
      follow(cases.flatMap((at) => data.steps?.[at] || []), kit, lines);
    }
    return lines;
  }

  class Lookup {
    constructor({ id, data, table, panel, ...kit }) {
      Object.assign(this, { id, data, table, panel, kit });
      const kept = kit.remembered.get(id);
      const asked = data.inputs.map(initial);
      this.values = asked.map((value, at) => (kept && fits(data.inputs[at], kept[at]) ? kept[at] : value));
      this.places = data.cases.map(([, place]) => place);
      this.dice = data.inputs.flatMap((input, at) => (input.dice ? [at] : []));
    }

    get keys() {
      return keysOf(this.data, this.values);
    }

    // The total of modifiers as the number asked for, or as the modifier of the dice; no farther than it goes.
    take(input, total) {
      const asked = this.data.inputs[input];
      const [low, high] = asked.dice ? asked.dice.bonus : [lowest(asked), highest(asked)];
      const taken = Math.min(Math.max(total, low), high);
      this.values[input] = asked.dice ? [this.values[input][0], taken] : taken;
      this.controls?.[input].set(this.values[input]);
    }

    // Controls, then what is rolled, then the answer.
    build() {
      const { el, remembered } = this.kit;
      const taken = remembered.get(`${this.id} taken`);
      if (taken) this.take(...taken);
      remembered.set(`${this.id} taken`, null);
      this.controls = this.data.inputs.map((input, at) => (input.output ? null : this.control(input, at)));
      const inputs = el("div", { class: "inputs" }, ...this.controls.filter(Boolean).map((control) => control.node));
      this.result = el("div", { class: "answer", role: "status" });
      this.panel.append(inputs, ...(this.dice.length ? [this.rolling()] : []), this.result);
      this.odds = el("dl", { class: "odds" });
      const target = this.table.table || this.table.frame;
      const picked = (event) => this.pick(event.target);
      target.addEventListener("click", picked);
      this.panel.addEventListener("use:close", () => {
        target.removeEventListener("click", picked);
        this.clear();
        for (const each of this.table.frame.querySelectorAll(".chance")) each.remove();
      });
      this.update();
    }

    control(input, at) {
      const { choice, several, amount } = this.kit;
      const value = this.values[at];
      const changed = (next) => { this.values[at] = next; this.update(); };
      if (input.dice) return this.diceControl(input, at);
      if (input.sets) return several(input.title, input.names, value, changed);
      if (input.names) return choice(input.title, input.names, value, changed);
      const [low, high] = [lowest(input), highest(input)].map((key) => valueOf(input, key));
      if (high - low < 4 && !input.step) {
        const names = Array.from({ length: high - low + 1 }, (_, more) => this.kit.minus(low + more));
        const segments = choice(input.title, names, value - low, (index) => changed(low + index));
        return { node: segments.node, set: (next) => segments.set(next - low) };
      }
      return amount(input.title, { low, high, unit: input.unit, any: Boolean(input.step) }, value, changed);
    }

    // The roll and, where the situation changes it, the modifier beside it.
    diceControl(input, at) {
      const { el, amount } = this.kit;
      const { dice } = input;
      const [least, most] = dice.bonus;
      const scores = rolls(dice);
      const limits = { low: scores ? scores[0] : lowest(input) - least, high: scores ? scores.at(-1) : highest(input) - most };
      const changed = (which) => (next) => { this.values[at] = this.values[at].with(which, next); this.rolled = null; this.update(); };
      const rolled = amount(least < most || !scores ? _("Roll of {dice}", { dice: dice.named }) : input.title, limits, this.values[at][0], changed(0));
      const bonus = least < most ? amount(_("Modifier"), { low: least, high: most }, this.values[at][1], changed(1)) : null;
      const node = el("div", { class: "dice-input" }, rolled.node, ...(bonus ? [bonus.node] : []));
      return { node, set: ([score, added]) => { rolled.set(score); bonus?.set(added); } };
    }

    rolling() {
      const { el } = this.kit;
      this.faces = el("span", { class: "faces", "aria-hidden": "true" });
      const roll = el("button", { type: "button", class: "roll", onclick: () => this.roll() }, _("Roll the dice"));
      const weigh = this.dice.length === 1 && this.data.inputs[this.dice[0]].dice.ways;
      this.weighed = weigh ? el("button", { type: "button", class: "weigh", "aria-pressed": "false", onclick: () => this.weigh() }, _("Odds")) : null;
      return el("div", { class: "rolling" }, roll, this.faces, ...(weigh ? [this.weighed] : []));
    }

    roll() {
      const { el, minus } = this.kit;
      const all = [];
      for (const at of this.dice) {
        const { score, faces } = cast(this.data.inputs[at].dice);
        this.values[at] = [score, this.values[at][1]];
        this.controls[at].set(this.values[at]);
        all.push(...faces);
      }
      this.rolled = _("Rolled {faces}", { faces: all.map(minus).join(", ") });
      this.faces.replaceChildren(...all.map((face) => el("span", { class: "die" }, String(face))));
      this.update();
      const cases = this.found.flatMap((each) => each.cases || []);
      const lines = follow(cases.flatMap((each) => this.data.steps?.[this.data.cases.indexOf(each)] || []), this.kit, []);
      if (lines.length) this.result.append(el("ol", { class: "chain" }, ...lines.map((line) => el("li", {}, line, " "))));
    }

    weigh() {
      const on = this.weighed.getAttribute("aria-pressed") !== "true";
      this.weighed.setAttribute("aria-pressed", String(on));
      if (on) this.result.after(this.odds);
      else this.odds.remove();
      this.tellOdds();
    }

    update() {
      this.kit.remembered.set(this.id, this.values);
      const keys = this.keys;
      if (!this.rolled && this.faces) this.faces.replaceChildren();
      const impossible = this.data.inputs.find((input, at) => !input.output && !possible(input, keys[at]));
      this.found = impossible ? [] : answers(this.data, keys);
      this.clear();
      for (const each of this.found) this.light(each);
      this.result.replaceChildren(...(impossible ? [_("There is no such {input}.", { input: impossible.title })] : this.told(keys)));
      this.tellOdds();
    }

    clear() {
      for (const lit of this.table.frame.querySelectorAll(".lit, .lit-head")) lit.classList.remove("lit", "lit-head");
    }

    // The value that decides, its cell if it is alone there, and the headings that lead to it.
    light({ cases = [], open, outside }) {
      const { frame, body, head, value } = this.table;
      for (const [, place] of cases.filter(([, printedAt]) => printedAt)) {
        const [line, column] = place;
        const cell = body[line][column];
        const part = value(place);
        (part && cell.querySelectorAll(".part").length > 1 && !cell.matches("li") ? part : cell).classList.add("lit");
        for (const left of body[line].slice(0, column)) if (left?.matches("th.row")) left.classList.add("lit-head");
        if (body[line][column - 1]?.matches(".condition")) body[line][column - 1].classList.add("lit-head");
        const above = head.at(-1)?.[column];
        if (above?.matches("th")) above.classList.add("lit-head");
      }
      if (open !== undefined) frame.querySelectorAll(".questions li")[open]?.classList.add("lit");
      if (outside !== undefined) frame.querySelectorAll(".outside li")[outside]?.classList.add("lit");
    }

    // What the table says, as nodes to show.
    said({ cases = [], open, outside }) {
      const remark = (name, at) => this.table.frame.querySelectorAll(`.${name} li`)[at];
      const question = open !== undefined && remark("questions", open); // players are not shown any
      if (question) return [_("The sources leave this open."), " ", ...this.kit.copied(question)];
      if (outside !== undefined) return [`${_("Not in this table")}. `, ...this.kit.copied(remark("outside", outside))];
      if (!cases.length) return [this.data.list ? NOTHING : _("The table says nothing here.")];
      return cases.flatMap(([, place, empty], at) => {
        const part = place && this.table.value(place);
        return [...(at ? ["; "] : []), ...(part ? this.kit.copied(part) : [empty ? NOTHING : _("as printed")])];
      });
    }

    told(keys) {
      const { el } = this.kit;
      const because = this.data.inputs.flatMap((input, at) => (input.output ? [] : [this.inWords(input, this.values[at], keys[at])]));
      const lead = el("span", { class: "because" }, [...(this.rolled ? [this.rolled] : []), ...because].join(" · "));
      if (this.found.length === 1 && !this.found[0].title) {
        const [only] = this.found;
        return [lead, el("span", { class: "arrow", "aria-hidden": "true" }, " → "), el(only.cases?.length ? "b" : "span", {}, ...this.said(only))];
      }
      const lines = this.found.flatMap((each) => [" ", el("dt", {}, each.title || NOTHING), " ", el("dd", {}, ...this.said(each))]);
      return [lead, el("dl", {}, ...lines)];
    }

    inWords(input, value, key) {
      const { minus, signed } = this.kit;
      if (input.sets) return input.names.filter((_, at) => (value >> at) & 1).join(", ") || `${input.title}: ${_("none")}`;
      if (input.names) return /^(yes|no)$/i.test(input.names[value]) ? `${input.title}: ${input.names[value]}` : input.names[value];
      if (!input.dice) return `${input.title} ${minus(value)}${input.unit ? (/^\w/.test(input.unit) ? ` ${input.unit}` : input.unit) : ""}`;
      return value[1] ? `${minus(value[0])} ${value[1] < 0 ? "−" : "+"} ${Math.abs(value[1])} = ${minus(key)}` : `${input.dice.named} ${minus(key)}`;
    }

    // Nearest first: of the cases that a tapped cell or heading stands for, the one that changes the fewest inputs.
    pick(target) {
      if (!this.panel.isConnected || target.closest("a, button, input, select, label, .use-panel")) return;
      const cell = target.closest("td, th, li");
      const part = target.closest(".part");
      if (!cell) return;
      const { body, head, value } = this.table;
      const lines = body.flatMap((cells, line) => (cell.matches("th.row, .condition") && cells.includes(cell) ? [line] : []));
      const columns = head.flatMap((cells) => cells.flatMap((each, column) => (each === cell && cell.matches(".column") ? [column] : [])));
      const meant = (place) => place && ((part && value(place) === part) || (!part && body[place[0]][place[1]] === cell)
        || lines.includes(place[0]) || columns.includes(place[1]));
      const found = this.data.cases.filter(([, place]) => meant(place)).flatMap((each) => this.ways(each));
      found.sort((one, other) => one.moved - other.moved);
      if (!found.length) return;
      this.values = found[0].values;
      this.rolled = null;
      this.controls.forEach((control, at) => control?.set(this.values[at]));
      this.update();
    }

    // For each box of a case the values nearest to those chosen at which it decides.
    ways(wanted) {
      return wanted[0].flatMap((box) => {
        const values = [...this.values];
        let moved = 0;
        for (const [at, ...ends] of box) {
          const input = this.data.inputs[at];
          if (input.output || inside(ends, this.keys[at])) continue;
          moved += 1;
          values[at] = this.nearest(input, ends, this.values[at]);
        }
        const decides = answers(this.data, keysOf(this.data, values)).some((each) => each.cases?.includes(wanted));
        return decides ? [{ values, moved }] : [];
      });
    }

    nearest(input, ends, value) {
      const key = input.dice ? value[0] + value[1] : keyOf(input, value);
      const sides = ends.filter((end) => end !== null).sort((one, other) => Math.abs(one - key) - Math.abs(other - key));
      if (!input.dice) return valueOf(input, sides[0]);
      const scores = rolls(input.dice) || [sides[0] - value[1]];
      const score = Math.min(Math.max(sides[0] - value[1], scores[0]), scores.at(-1));
      return [score, sides[0] - score];
    }

    // For every roll what comes of it: chances beside the lines, and results with the rolls that lead to them.
    tellOdds() {
      for (const each of this.table.frame.querySelectorAll(".chance")) each.remove();
      if (this.weighed?.getAttribute("aria-pressed") !== "true") return;
      const at = this.dice[0];
      const { ways } = this.data.inputs[at].dice;
      const total = ways.reduce((sum, [, each]) => sum + each, 0);
      const keys = this.keys;
      const lines = new Map();
      const results = new Map();
      for (const [score, count] of ways) {
        const found = answers(this.data, keys.with(at, score + this.values[at][1]));
        for (const line of new Set(found.flatMap((each) => (each.cases || []).flatMap(([, place]) => (place ? [place[0]] : []))))) {
          lines.set(line, (lines.get(line) || 0) + count);
        }
        if (found.length > 1) continue;
        const nodes = this.said(found[0]);
        const result = results.get(this.kit.spoken(nodes)) || { nodes, count: 0, scores: [] };
        result.count += count;
        result.scores.push(score);
        results.set(this.kit.spoken(nodes), result);
      }
      this.listOdds([...results.values()], total);
      if (lines.size > 1) this.markLines(lines, total);
    }

    listOdds(results, total) {
      const { el, minus } = this.kit;
      this.odds.replaceChildren(...results.map(({ nodes, count, scores }) => {
        const { percent, fraction } = chance(count, total);
        return el("div", {}, el("dt", {}, ranges(scores, minus)), " ", el("dd", {}, el("span", {}, ...nodes), " ", el("b", {}, percent), " ", el("small", {}, fraction)), " ");
      }));
    }

    // Under the heading of a line, where it stays in sight, or after the score of a list.
    markLines(lines, total) {
      const { el } = this.kit;
      this.table.lines.forEach((row, line) => {
        const { percent, fraction } = chance(lines.get(line) || 0, total);
        const heading = [...row.querySelectorAll("th.row, .score")].at(-1);
        heading?.append(el("span", { class: "chance" }, " ", percent, " ", el("small", {}, fraction)));
      });
    }
  }

  const shown = new Map();
  document.addEventListener("use:open", ({ detail }) => {
    if (!detail.data.cases) return;
    const made = new Lookup(detail);
    made.build();
    shown.set(detail.id, made);
  });

  // A total for one of the inputs, from a calculator. Where that is the only input the answer is told at once.
  document.addEventListener("use:take", ({ detail: { id, input, total, tell, ...kit } }) => {
    const data = kit.told[id];
    if (!data?.cases || !document.getElementById(`table-${id}`)) return;
    const open = shown.get(id);
    const live = open?.panel.isConnected;
    const asked = live ? open : new Lookup({ ...kit, id, data, table: kit.printed(id), panel: null });
    asked.take(input, total);
    if (live) asked.update();
    if (asked.dice.length || data.inputs.filter((each) => !each.output).length > 1) return;
    tell(answers(data, asked.keys).map((each) => ({ title: each.title, nodes: asked.said(each) })));
  });
})();
