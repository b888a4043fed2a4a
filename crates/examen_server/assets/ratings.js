"use strict";
// Ratings in the browser. What is shown of data is set as text by `element` and `addText` of report.js, which is loaded first.

const SCALES = ["fluency", "correctness"];
// Characters of a text that are shown.
const MOST_SHOWN = 20000;
const POLL = 2000;
const RETRY = 2000;

async function ask(address, options) {
  const reply = await fetch(address, { cache: "no-store", credentials: "omit", redirect: "error", ...options });
  if (reply.ok) return reply.json();
  const error = new Error((await reply.text()).trim());
  error.status = reply.status;
  throw error;
}

function tell(problem) {
  const place = document.getElementById("problem");
  place.hidden = !problem;
  place.textContent = "";
  if (problem) addText(place, problem);
}

const inWords = (error) => (error instanceof TypeError ? "The server does not answer: is `examen serve` still running?" : error.message);

// The page of all sheets, which follows them.
function overview() {
  const sheets = document.getElementById("sheets");
  const table = document.getElementById("agreement");
  let shown = "";
  async function look() {
    try {
      const state = await ask("progress");
      tell("");
      if (JSON.stringify(state) !== shown) draw(state);
      shown = JSON.stringify(state);
    } catch (error) {
      tell(inWords(error));
    }
    document.body.dataset.ready = "yes";
    setTimeout(look, POLL);
  }
  function draw(state) {
    sheets.replaceChildren(...state.sheets.map((sheet) => {
      const name = element(sheet.is_judge ? "strong" : "a", "");
      if (!sheet.is_judge) name.href = `of/${encodeURIComponent(sheet.name)}`;
      addText(name, sheet.name);
      const bar = element("progress", "");
      bar.max = Math.max(1, sheet.items);
      bar.value = sheet.rated;
      bar.setAttribute("aria-label", `${sheet.name}: answers that are rated`);
      const words = `${sheet.rated.toLocaleString("en")} of ${sheet.items.toLocaleString("en")} rated${sheet.is_judge ? ", by a language model" : ""}`;
      return element("li", "", name, bar, element("span", "legend", words));
    }));
    const cells = (name, row, isHead) => element("tr", "", ...row.map((cell, at) => addText(element(isHead ? "th" : name, at > 1 ? "number" : ""), cell)));
    table.tHead.replaceChildren(cells("th", state.header, true));
    table.tBodies[0].replaceChildren(...state.rows.map((row) => cells("td", row, false)));
    table.hidden = state.rows.length === 0;
    document.getElementById("alone").hidden = state.rows.length > 0;
  }
  look();
}

// The page on which a sheet is filled in.
async function sheet() {
  const at = (id) => document.getElementById(id);
  const address = `${encodeURIComponent(document.body.dataset.sheet)}/items`;
  const items = await ask(address);
  if (!items.length) { tell("This sheet has no answers."); return; }
  const fields = SCALES.map((name) => document.querySelector(`fieldset[data-scale="${name}"]`));
  const isRated = (item) => item.ratings.every((rating) => rating !== null);
  let place = Math.max(0, items.findIndex((item) => !isRated(item)));
  let current = 0;

  function showText(id, text) {
    const shown = at(id);
    shown.textContent = "";
    addText(shown, text.slice(0, MOST_SHOWN));
    if (text.length > MOST_SHOWN) shown.append(element("span", "note", ` … ${(text.length - MOST_SHOWN).toLocaleString("en")} more characters`));
    shown.scrollTop = 0;
  }

  function choose(scale) {
    current = scale;
    fields.forEach((field, number) => field.classList.toggle("is-current", number === scale));
  }

  function counts() {
    const rated = items.filter(isRated).length;
    at("progress").max = items.length;
    at("progress").value = rated;
    at("rated").textContent = rated === items.length ? `all ${items.length} rated` : `${rated} of ${items.length} rated`;
  }

  function showRatings() {
    const { ratings } = items[place];
    fields.forEach((field, scale) => field.querySelectorAll("input").forEach((input) => { input.checked = Number(input.value) === ratings[scale]; }));
    counts();
  }

  function show(number) {
    place = Math.min(Math.max(number, 0), items.length - 1);
    const item = items[place];
    at("position").textContent = `Answer ${place + 1} of ${items.length}`;
    at("question-part").hidden = item.question === "";
    for (const name of ["question", "reference", "answer"]) showText(name, item[name]);
    at("before").disabled = place === 0;
    at("next").disabled = place === items.length - 1;
    showRatings();
    choose(Math.max(0, item.ratings.indexOf(null)));
  }

  function unrated() {
    const order = [...items.keys()].map((step) => (place + 1 + step) % items.length);
    const next = order.find((number) => !isRated(items[number]));
    if (next !== undefined && next !== place) show(next);
  }

  // Ratings on their way, in order; what failed is sent again until the server has it.
  const waiting = [];
  let isSending = false;
  async function send() {
    if (isSending) return;
    isSending = true;
    while (waiting.length) {
      at("saved").textContent = "saving …";
      try {
        await ask(address, { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(waiting[0]) });
        waiting.shift();
        tell("");
      } catch (error) {
        at("saved").textContent = `${waiting.length} not saved`;
        tell(`Not saved: ${inWords(error)}`);
        await new Promise((done) => setTimeout(done, RETRY));
      }
    }
    at("saved").textContent = "saved";
    isSending = false;
  }

  function rate(scale, rating) {
    const item = items[place];
    item.ratings[scale] = rating || null;
    waiting.push({ item: item.item, scale: SCALES[scale], rating });
    send();
    showRatings();
  }

  // A rating by key moves on: to the other scale, then to the next answer.
  function rateByKey(rating) {
    rate(current, rating);
    const missing = items[place].ratings.indexOf(null);
    if (rating === 0) return;
    if (missing >= 0) choose(missing);
    else unrated();
  }

  fields.forEach((field, scale) => {
    field.addEventListener("change", (event) => {
      rate(scale, Number(event.target.value));
      choose(Math.max(0, items[place].ratings.indexOf(null)));
    });
    field.addEventListener("focusin", () => choose(scale));
  });
  at("before").addEventListener("click", () => show(place - 1));
  at("next").addEventListener("click", () => show(place + 1));
  at("unrated").addEventListener("click", unrated);
  const keys = {
    1: () => rateByKey(1), 2: () => rateByKey(2), 3: () => rateByKey(3), 0: () => rateByKey(0),
    f: () => choose(0), c: () => choose(1), n: () => show(place + 1), p: () => show(place - 1), u: unrated,
  };
  document.addEventListener("keydown", (event) => {
    const action = keys[event.key.toLowerCase()];
    if (!action || !at("keys").checked || event.ctrlKey || event.altKey || event.metaKey) return;
    event.preventDefault();
    if (document.activeElement instanceof HTMLInputElement && document.activeElement.type === "radio") document.activeElement.blur();
    action();
  });
  window.addEventListener("beforeunload", (event) => { if (waiting.length) event.preventDefault(); });
  at("item").hidden = false;
  show(place);
  document.body.dataset.ready = "yes";
}

document.addEventListener("DOMContentLoaded", () => {
  if (document.body.dataset.page === "overview") overview();
  if (document.body.dataset.page === "sheet") sheet().catch((error) => tell(inWords(error)));
});
