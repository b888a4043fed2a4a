"use strict";
// The only script of a report: the theme, and the example browser. Data come as calls of three functions in script files, since
// pages on a disk may not fetch. Everything that is shown of them is set as text.

(function theme() {
  const root = document.documentElement;
  const themes = ["", "light", "dark"];
  const names = { "": "Theme: system", light: "Theme: light", dark: "Theme: dark" };
  const read = () => { try { return localStorage.getItem("examen-theme") || ""; } catch { return ""; } };
  const keep = (value) => { try { localStorage.setItem("examen-theme", value); } catch { /* kept for this page only */ } };
  let now = themes.includes(read()) ? read() : "";
  const apply = () => { if (now) root.dataset.theme = now; else delete root.dataset.theme; };
  apply();
  document.addEventListener("DOMContentLoaded", () => {
    const button = document.getElementById("theme");
    button.hidden = false;
    button.textContent = names[now];
    button.addEventListener("click", () => {
      now = themes[(themes.indexOf(now) + 1) % themes.length];
      keep(now);
      apply();
      button.textContent = names[now];
    });
  });
})();

const examen = { index: null, loaded: new Map(), waiting: new Map() };
const arrived = (name, data) => { examen.loaded.set(name, data); };
const examenIndex = (name, data) => { examen.index = data; arrived(name, data); };
const examenRows = arrived;
const examenTexts = arrived;

// Loads a file of data once.
function load(name) {
  if (!examen.waiting.has(name)) {
    examen.waiting.set(name, new Promise((done, failed) => {
      const script = document.createElement("script");
      script.src = name;
      script.addEventListener("load", () => done(examen.loaded.get(name)));
      script.addEventListener("error", () => failed(new Error(`${name} cannot be loaded`)));
      document.head.append(script);
    }));
  }
  return examen.waiting.get(name);
}

const textFile = (number) => `examples/texts-${String(number).padStart(3, "0")}.js`;

// The number of the file that holds a text.
function fileOf(text) {
  const starts = examen.index.texts;
  let file = 0;
  while (file + 1 < starts.length && starts[file + 1] <= text) file += 1;
  return file;
}

async function textOf(text) {
  const file = fileOf(text);
  const texts = await load(textFile(file));
  return texts[text - examen.index.texts[file]];
}

// Characters that change how others are shown, or are not seen themselves.
const HIDDEN = /[\u0000\u0002-\u0008\u000b-\u001f\u007f-\u009f\u00ad\u061c\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb]/u;

function element(name, className, ...content) {
  const made = document.createElement(name);
  if (className) made.className = className;
  made.append(...content);
  return made;
}

// Adds a text whose hidden characters are named.
function addText(parent, text) {
  let run = "";
  for (const character of text) {
    if (HIDDEN.test(character)) {
      parent.append(run);
      run = "";
      const code = character.codePointAt(0).toString(16).toUpperCase().padStart(4, "0");
      parent.append(element("span", "hidden-character", `U+${code}`));
    } else {
      run += character;
    }
  }
  parent.append(run);
  return parent;
}

const KINDS = ["answer", "fact", "plausible"];

// The line of a block that is a line of the file; -1 where the block does not have it.
function lineIn(lines, fileLine) {
  let before = 0;
  for (const [start, end] of lines) {
    if (fileLine >= start && fileLine < end) return before + fileLine - start;
    before += end - start;
  }
  return -1;
}

// The spans of a block by its own lines: line → list of [from, to, class].
function spansOf(row, block, given) {
  const lines = row.code[block].lines || [];
  const byLine = new Map();
  const add = (className, [startLine, startColumn, endLine, endColumn]) => {
    for (let line = startLine; line <= endLine && line - startLine < 4000; line += 1) {
      const at = lines.length ? lineIn(lines, line) : line;
      if (at < 0) continue;
      const from = line === startLine ? startColumn : 0;
      const to = line === endLine ? endColumn : Infinity;
      if (!byLine.has(at)) byLine.set(at, []);
      byLine.get(at).push([from, to, className]);
    }
  };
  for (const [kind, of, place] of row.spans || []) if (of === block) add(KINDS[kind], place);
  if (given) for (const [, place] of given.s || []) if (lines.length) add("given", place);
  return byLine;
}

// A line of code with its spans; columns count characters.
function codeLine(text, number, spans, className) {
  const [shown, rest] = text.split("\u0001");
  const item = element("li", className || "");
  item.append(element("span", "n", number === null ? "" : String(number)));
  const code = element("code", "");
  const characters = Array.from(shown);
  const cuts = new Set([0, characters.length]);
  for (const [from, to] of spans) {
    cuts.add(Math.min(from, characters.length));
    cuts.add(Math.min(to, characters.length));
  }
  const places = [...cuts].sort((one, other) => one - other);
  for (let at = 0; at + 1 < places.length; at += 1) {
    const [from, to] = [places[at], places[at + 1]];
    const classes = spans.filter((span) => span[0] <= from && span[1] >= to).map((span) => span[2]);
    const piece = characters.slice(from, to).join("");
    if (classes.length) code.append(addText(element("mark", [...new Set(classes)].join(" ")), piece));
    else addText(code, piece);
  }
  item.append(code);
  if (rest) item.append(element("span", "note", ` … ${Number(rest).toLocaleString("en")} more ${shown ? "characters" : "lines"}`));
  return item;
}

// The numbers of the lines of a block in its file.
function numbersOf(lines) {
  const numbers = [];
  for (const [start, end] of lines || []) for (let line = start; line < end && numbers.length < 5000; line += 1) numbers.push(line + 1);
  return numbers;
}

// Blocks of a file up to which all are open.
const OPEN_BLOCKS = 3;

async function codeOf(row, given) {
  const parts = [];
  const spans = row.code.map((_, block) => spansOf(row, block, given));
  const isLong = row.code.length > OPEN_BLOCKS && spans.some((of) => of.size);
  // Blocks without a span that follow each other are folded together.
  const hide = (piece, lines) => {
    let fold = parts[parts.length - 1];
    if (!(fold instanceof HTMLDetailsElement)) {
      fold = element("details", "block", element("summary", ""));
      parts.push(fold);
    }
    fold.append(piece);
    fold.dataset.lines = Number(fold.dataset.lines || 0) + lines;
    const counted = (count, word) => `${count} ${word}${count === 1 ? "" : "s"}`;
    fold.firstChild.textContent = `${counted(fold.childElementCount - 1, "block")} without a span, ${counted(Number(fold.dataset.lines), "line")}`;
  };
  for (let block = 0; block < row.code.length; block += 1) {
    const code = row.code[block];
    const lines = (await textOf(code.text)).split("\n");
    if (lines.length > 1 && lines[lines.length - 1] === "") lines.pop();
    const numbers = numbersOf(code.lines);
    const list = element("ol", "");
    let isGap = false;
    lines.forEach((line, at) => {
      const isAfterGap = at > 0 && numbers[at] > numbers[at - 1] + 1;
      const isBeforeGap = numbers[at + 1] > numbers[at] + 1;
      const ofLine = spans[block].get(at) || [];
      isGap = isGap || isAfterGap;
      // Nothing is lost with the empty lines between pieces that are shown elsewhere.
      if ((isGap || isBeforeGap) && line.trim() === "" && !ofLine.length) { isGap = true; return; }
      list.append(codeLine(line, numbers[at] ?? (code.lines ? null : at + 1), ofLine, isGap && list.childElementCount ? "gap" : ""));
      isGap = false;
    });
    const box = element("div", "code", list);
    box.tabIndex = 0;
    box.setAttribute("role", "region");
    box.setAttribute("aria-label", code.head || "code");
    const head = code.head ? addText(element("span", "head"), code.head) : null;
    const piece = element("div", "block", ...(head ? [head] : []), box);
    if (isLong && !spans[block].size) hide(piece, list.childElementCount);
    else parts.push(piece);
  }
  return [element("div", "pieces", ...parts)];
}

// Which lines of two texts are the same: pairs of a longest common subsequence, for texts that are short enough.
function sameLines(one, other) {
  if (one.length * other.length > 400000) return [];
  const lengths = Array.from({ length: one.length + 1 }, () => new Uint16Array(other.length + 1));
  for (let a = one.length - 1; a >= 0; a -= 1)
    for (let b = other.length - 1; b >= 0; b -= 1)
      lengths[a][b] = one[a] === other[b] ? lengths[a + 1][b + 1] + 1 : Math.max(lengths[a + 1][b], lengths[a][b + 1]);
  const pairs = [];
  for (let a = 0, b = 0; a < one.length && b < other.length;) {
    if (one[a] === other[b]) { pairs.push([a, b]); a += 1; b += 1; }
    else if (lengths[a + 1][b] >= lengths[a][b + 1]) a += 1;
    else b += 1;
  }
  return pairs;
}

async function sides(before, after) {
  const texts = await Promise.all([before, after].map(async (row) => (await Promise.all(row.code.map((code) => textOf(code.text)))).join("\n")));
  const [one, other] = texts.map((text) => text.split("\n"));
  const pairs = sameLines(one, other);
  const same = [new Set(pairs.map((pair) => pair[0])), new Set(pairs.map((pair) => pair[1]))];
  const box = element("div", "sides");
  [[one, "removed", "before"], [other, "added", `after: ${after.part}`]].forEach(([lines, className, title], side) => {
    const list = element("ol", "");
    lines.forEach((line, at) => list.append(codeLine(line, at + 1, [], same[side].has(at) ? "" : className)));
    const code = element("div", "code", list);
    code.tabIndex = 0;
    code.setAttribute("role", "region");
    code.setAttribute("aria-label", title);
    box.append(element("div", "side-title", title), code);
  });
  return box;
}

function verdictOf(given) {
  if (given.ok === true) return element("span", "is-right", "✓ right ");
  if (given.ok === false) return element("span", "is-wrong", "✗ wrong ");
  if (given.ch === true) return element("span", "is-wrong", "≠ changed ");
  if (given.ch === false) return element("span", "is-right", "= unchanged ");
  return "";
}

async function show(row, rows) {
  const box = element("article", "example");
  const where = [row.project, row.path].filter(Boolean).join(" · ");
  const header = element("header", "", addText(element("span", "where"), `${row.task ? `${row.task} · ` : ""}${where}${row.split ? ` · ${row.split}` : ""} · `));
  header.append(element("code", "where", row.id));
  const facts = element("dl", "");
  const fact = (name, value) => facts.append(element("dt", "", name.replaceAll("_", " ")), addText(element("dd", ""), value));
  for (const [name, value] of row.ask || []) if (name !== "query" && value) fact(name, value);
  fact("expected", row.truth);
  if (row.part && row.part !== row.truth) fact("part", row.part);
  box.append(header, facts);
  const original = row.of && rows.find((it) => it.of === row.of && it.part.startsWith("original"));
  let code = original && original !== row ? [await sides(original, row)] : await codeOf(row, null);
  box.append(...code);
  const answers = element("div", "answers");
  for (const given of row.given || []) {
    const cell = element("div", "", addText(element("span", "model"), examen.index.models[given.m]));
    cell.append(verdictOf(given), addText(element("span", "said"), given.a || ""));
    if (given.why) cell.append(addText(element("div", "note"), given.why));
    else if (!given.a) cell.append(element("span", "note", "an empty answer"));
    if ((given.s || []).length && row.code.some((it) => it.lines)) {
      const button = element("button", "", "show in code");
      button.type = "button";
      button.setAttribute("aria-pressed", "false");
      button.addEventListener("click", async () => {
        const isOn = button.getAttribute("aria-pressed") === "true";
        answers.querySelectorAll("button").forEach((it) => { it.setAttribute("aria-pressed", "false"); it.textContent = "show in code"; });
        button.setAttribute("aria-pressed", String(!isOn));
        button.textContent = isOn ? "show in code" : "shown in code";
        const now = await codeOf(row, isOn ? null : given);
        code.forEach((old, at) => old.replaceWith(now[at]));
        code = now;
      });
      cell.append(element("br", ""), button);
    }
    answers.append(cell);
  }
  if (answers.childElementCount) box.append(answers);
  return box;
}

function hasOutcome(row, outcome) {
  const given = row.given || [];
  const known = given.filter((it) => it.ok !== undefined);
  switch (outcome) {
    case "right": return known.length > 0 && known.every((it) => it.ok);
    case "wrong": return known.length > 0 && known.every((it) => !it.ok);
    case "mixed": return known.some((it) => it.ok) && known.some((it) => !it.ok);
    case "changed": return given.some((it) => it.ch);
    case "none": return given.length === 0 || given.some((it) => it.why && !it.a);
    default: return true;
  }
}

const PAGE = 10;

async function browse() {
  const at = (id) => document.getElementById(id);
  const [task, part, outcome, search] = ["task", "part", "outcome", "search"].map(at);
  const status = at("status");
  let page = 0;
  let turn = 0;
  await load("examples/index.js");
  const groups = new Map();
  const everything = { total: 0, shown: 0 };
  for (const entry of examen.index.tasks) {
    everything.total += entry.total;
    everything.shown += entry.shown;
  }
  const all = element("option", "", `all tasks (${everything.shown.toLocaleString("en")})`);
  all.value = "all";
  task.append(all);
  examen.index.tasks.forEach((entry, number) => {
    if (!groups.has(entry.suite)) {
      const group = document.createElement("optgroup");
      group.label = entry.suite;
      groups.set(entry.suite, group);
      task.append(group);
    }
    const option = element("option", "", `${entry.task} (${entry.shown})`);
    option.value = String(number);
    groups.get(entry.suite).append(option);
  });

  async function rowsOf(entry) {
    if (entry !== everything) return (await Promise.all(entry.files.map(load))).flat();
    status.textContent = "Loading …";
    const all = await Promise.all(examen.index.tasks.map(async (of) => {
      const rows = await rowsOf(of);
      rows.forEach((row) => { row.task = `${of.suite}/${of.task}`; });
      return rows;
    }));
    return all.flat();
  }

  async function matches(row, words) {
    if (!words.length) return true;
    const answers = (row.given || []).map((it) => it.a).join("\n");
    const asked = (row.ask || []).map((it) => it[1]).join("\n");
    const code = (await Promise.all(row.code.map((it) => textOf(it.text)))).join("\n");
    const all = [row.id, row.project, row.path, row.truth, row.part, asked, answers, code].join("\n").toLowerCase();
    return words.every((word) => all.includes(word));
  }

  async function render() {
    turn += 1;
    const mine = turn;
    const entry = task.value === "all" ? everything : examen.index.tasks[Number(task.value)];
    const rows = await rowsOf(entry);
    if (part.dataset.of !== task.value) {
      const parts = [...new Set(rows.map((row) => row.part).filter(Boolean))].sort();
      part.replaceChildren(element("option", "", "all"), ...parts.map((name) => element("option", "", name)));
      part.options[0].value = "";
      part.disabled = parts.length === 0;
      part.dataset.of = task.value;
      // Only answers that are places in code have colours to explain.
      const hasPlaces = (row) => (row.spans || []).length > 0 || (row.given || []).some((it) => (it.s || []).length > 0);
      document.querySelector(".key").hidden = !rows.some(hasPlaces);
    }
    const words = search.value.toLowerCase().split(/\s+/).filter(Boolean);
    const found = [];
    for (const row of rows) {
      if ((part.value === "" || row.part === part.value) && hasOutcome(row, outcome.value) && await matches(row, words)) found.push(row);
    }
    if (mine !== turn) return;
    const pages = Math.max(1, Math.ceil(found.length / PAGE));
    page = Math.min(page, pages - 1);
    const shown = await Promise.all(found.slice(page * PAGE, (page + 1) * PAGE).map((row) => show(row, rows)));
    if (mine !== turn) return;
    at("examples").replaceChildren(...shown);
    for (const box of shown) for (const code of box.querySelectorAll(".code")) {
      const first = code.querySelector("mark, .added, .removed");
      if (first) code.scrollTop = Math.max(0, first.offsetTop - code.offsetTop - 100);
    }
    const left = entry.total > entry.shown ? `, of ${entry.total.toLocaleString("en")} examples` : "";
    status.textContent = `${found.length.toLocaleString("en")} found among ${rows.length.toLocaleString("en")}${left}`;
    at("page").textContent = `page ${page + 1} of ${pages}`;
    at("before").disabled = page === 0;
    at("next").disabled = page + 1 >= pages;
    document.body.dataset.ready = "yes";
  }

  const again = () => { page = 0; render().catch(fail); };
  const fail = (error) => { status.textContent = error.message; };
  for (const input of [task, part, outcome]) input.addEventListener("change", again);
  let timer = 0;
  search.addEventListener("input", () => { clearTimeout(timer); timer = setTimeout(again, 200); });
  at("filters").addEventListener("submit", (event) => { event.preventDefault(); again(); });
  const turnPage = (by) => () => { page += by; render().then(() => at("filters").scrollIntoView(), fail); };
  at("before").addEventListener("click", turnPage(-1));
  at("next").addEventListener("click", turnPage(1));
  // The address leads to a task, so that it can be passed on.
  task.addEventListener("change", () => {
    const entry = examen.index.tasks[Number(task.value)];
    history.replaceState(null, "", entry ? `#${entry.suite}/${entry.task}` : "#");
  });
  const wanted = decodeURIComponent(location.hash.slice(1));
  const first = examen.index.tasks.findIndex((entry) => `${entry.suite}/${entry.task}` === wanted);
  // Else the task of the first suite that has the answers of the most models.
  const ofSuite = (entry) => (entry.suite === examen.index.tasks[0].suite ? entry.models : -1);
  const fullest = examen.index.tasks.reduce((best, entry, at, all) => (ofSuite(entry) > ofSuite(all[best]) ? at : best), 0);
  task.value = String(first >= 0 ? first : fullest);
  await render();
}

document.addEventListener("DOMContentLoaded", () => {
  // On narrow pages the list of pages is scrolled: to the one that is open.
  const current = document.querySelector("nav [aria-current]");
  if (current) {
    const nav = current.parentElement;
    const fade = () => nav.classList.toggle("is-scrolled", nav.scrollLeft > 4);
    nav.addEventListener("scroll", fade, { passive: true });
    nav.scrollLeft = current.offsetLeft - nav.offsetLeft - 40;
    fade();
  }
  for (const link of document.querySelectorAll(".contents a")) {
    const part = document.getElementById(link.hash.slice(1));
    if (part instanceof HTMLDetailsElement) link.addEventListener("click", () => { part.open = true; });
  }
  if (!document.getElementById("examples")) return;
  browse().catch((error) => { document.getElementById("status").textContent = error.message; });
});
