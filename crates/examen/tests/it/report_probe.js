// Loads all pages of a report at two widths and in both themes, and writes down what is wrong.
const problems = [];
const wait = (milliseconds) => new Promise((done) => setTimeout(done, milliseconds));
async function look(page, width, theme) {
  const pane = document.createElement("iframe");
  pane.width = width; pane.height = 900;
  const loaded = new Promise((done) => pane.addEventListener("load", done));
  pane.src = "report/" + page + (page === "examples.html" ? "#queries/ideal" : "");
  document.body.append(pane);
  await loaded;
  const inside = pane.contentDocument;
  inside.documentElement.dataset.theme = theme;
  for (let turn = 0; page === "examples.html" && inside.body.dataset.ready !== "yes" && turn < 100; turn += 1) await wait(50);
  if (page === "examples.html") {
    if (!inside.querySelector("article.example .code li")) problems.push(page + ": no example");
    if (!inside.querySelector(".hidden-character")) problems.push(page + ": hidden characters are not named");
    if (!inside.querySelector(".note")) problems.push(page + ": nothing says that a long line is cut");
    if (!inside.querySelector("article .answer")) problems.push(page + ": no span");
    if (inside.querySelector("article img, article script, article i")) problems.push(page + ": data became markup");
  }
  for (const fold of inside.querySelectorAll("details")) fold.open = true;
  await wait(20);
  const root = inside.documentElement;
  if (root.scrollWidth > root.clientWidth) problems.push(page + " at " + width + ": overflows by " + (root.scrollWidth - root.clientWidth));
  if (pane.contentWindow.hacked) problems.push(page + ": code of data was run: " + pane.contentWindow.hacked);
  if (!inside.getElementById("theme") || inside.getElementById("theme").hidden) problems.push(page + ": no switch of themes");
  if (getComputedStyle(root.querySelector("body")).marginTop !== "0px") problems.push(page + ": no style");
  pane.remove();
}
(async () => {
  for (const page of PAGES) for (const width of [375, 1400]) for (const theme of ["light", "dark"]) await look(page, width, theme);
  document.title = "done";
  document.body.textContent = "RESULT[" + problems.join("; ") + "]";
})();
