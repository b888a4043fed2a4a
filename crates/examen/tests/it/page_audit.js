// Looks at a page from inside: contrast of words (WCAG 2 AA), overflow, words outside of drawings, names of controls, links in the page.

function parseColour(text) {
  const parts = (text.match(/[\d.]+/g) || []).map(Number);
  return parts.length < 3 ? null : [parts[0], parts[1], parts[2], parts.length > 3 ? parts[3] : 1];
}

function over(top, below) {
  return [0, 1, 2].map((at) => top[at] * top[3] + below[at] * (1 - top[3])).concat([1]);
}

function luminance(colour) {
  const [red, green, blue] = colour.slice(0, 3).map((part) => {
    const value = part / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(one, other) {
  const [high, low] = [luminance(one), luminance(other)].sort((a, b) => b - a);
  return (high + 0.05) / (low + 0.05);
}

function groundOf(element) {
  const layers = [];
  for (let at = element; at; at = at.parentElement) {
    const style = getComputedStyle(at);
    // A number in a cell of a drawing stands on the rectangle before it.
    if (at === element && at.namespaceURI.endsWith("svg")) {
      const rectangle = at.parentElement.querySelector("rect.heat");
      const colour = rectangle && at.classList.length && /on-(light|dark)/.test(at.getAttribute("class")) && parseColour(getComputedStyle(rectangle).fill);
      if (colour) layers.push(colour);
    }
    const colour = parseColour(style.backgroundColor);
    if (colour && colour[3] > 0) layers.push(colour);
    if (layers.length && layers[layers.length - 1][3] === 1) break;
  }
  const dark = matchMedia("(prefers-color-scheme: dark)").matches;
  return layers.reverse().reduce((below, top) => over(top, below), dark ? [18, 18, 18, 1] : [255, 255, 255, 1]);
}

function isShown(element) {
  if (!element.checkVisibility({ visibilityProperty: true, opacityProperty: true })) return false;
  const box = element.getBoundingClientRect();
  return box.width > 0 && box.height > 0 && box.right > 0;
}

const nameOf = (element) => `<${element.tagName.toLowerCase()} class="${element.getAttribute("class") || ""}"> "${(element.textContent || "").trim().slice(0, 40)}"`;

function audit() {
  const problems = [];
  const root = document.documentElement;
  if (root.scrollWidth > root.clientWidth) {
    const wide = [...document.querySelectorAll("body *")].filter((it) => it.getBoundingClientRect().right > root.clientWidth + 1 && isShown(it));
    problems.push(`overflows by ${root.scrollWidth - root.clientWidth}: ${wide.slice(0, 3).map(nameOf).join(", ")}`);
  }
  const seen = new Set();
  const words = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  let count = 0;
  while (words.nextNode()) {
    const element = words.currentNode.parentElement;
    if (!words.currentNode.data.trim() || !isShown(element) || element.closest(":disabled, title, script, style, noscript")) continue;
    count += 1;
    const style = getComputedStyle(element);
    const isDrawn = element.namespaceURI.endsWith("svg");
    const ink = parseColour(isDrawn ? style.fill : style.color);
    const ground = groundOf(element);
    const size = parseFloat(style.fontSize);
    const isLarge = size >= 24 || (size >= 18.66 && Number(style.fontWeight) >= 700);
    const found = contrast(over(ink, ground), ground);
    if (found < (isLarge ? 3 : 4.5)) {
      const key = `${style.color} ${style.fill} ${ground}`;
      if (!seen.has(key)) problems.push(`contrast ${found.toFixed(2)}: ${nameOf(element)} ${isDrawn ? style.fill : style.color} on ${ground}`);
      seen.add(key);
    }
    if (isDrawn) {
      const box = element.getBBox();
      const { width, height } = element.ownerSVGElement.viewBox.baseVal;
      if (box.x < -1 || box.y < -1 || box.x + box.width > width + 1 || box.y + box.height > height + 1) {
        problems.push(`outside of its drawing: ${nameOf(element)} at ${Math.round(box.x)} to ${Math.round(box.x + box.width)} of ${width}`);
      }
    }
    if (size < 10) problems.push(`${size} pixels are too small: ${nameOf(element)}`);
  }
  if (count < 5) problems.push(`only ${count} words`);
  for (const control of document.querySelectorAll("a[href], button, input, select, summary, svg[role=img], progress")) {
    const labels = control.labels ? [...control.labels].map((it) => it.textContent).join("") : "";
    const name = control.getAttribute("aria-label") || labels || control.textContent;
    if (!name.trim()) problems.push(`no name: ${control.outerHTML.slice(0, 80)}`);
  }
  for (const link of document.querySelectorAll("a[href^='#']")) {
    if (!document.getElementById(link.getAttribute("href").slice(1))) problems.push(`${link.outerHTML} leads nowhere`);
  }
  const ids = [...document.querySelectorAll("[id]")].map((it) => it.id);
  if (new Set(ids).size < ids.length) problems.push("an id stands twice");
  if (document.querySelectorAll("h1").length !== 1 || !document.title || !root.lang) problems.push("no title, no language, or not one h1");
  if (window.hacked) problems.push(`code of data was run: ${window.hacked}`);
  return problems;
}

const FOCUSABLE = "a[href], button:not(:disabled), input:not(:disabled), select:not(:disabled), summary, [tabindex='0']";

// Prepares for a way through the page by Tab; returns how much there is to reach.
function begin() {
  document.activeElement.blur();
  const groups = new Set();
  // Of a group of radio buttons Tab reaches one.
  const isExtra = (it) => it.type === "radio" && groups.has(it.name) || (it.type === "radio" && !groups.add(it.name));
  window.auditLeft = new Set([...document.querySelectorAll(FOCUSABLE)].filter((it) => (it.className === "skip" || isShown(it)) && !isExtra(it)));
  window.auditProblems = [];
  window.auditSeen = new Set();
  return window.auditLeft.size;
}

// Notes where the focus is; true when the way is over.
function note() {
  const now = document.activeElement;
  if (!now || now === document.body || window.auditSeen.has(now)) return true;
  window.auditSeen.add(now);
  window.auditLeft.delete(now);
  const radio = now.type === "radio" && [...window.auditLeft].find((it) => it.name === now.name);
  if (radio) window.auditLeft.delete(radio);
  const styles = [getComputedStyle(now), now.type === "radio" || now.type === "checkbox" ? getComputedStyle(now.closest("label") || now) : null];
  if (!styles.some((style) => style && style.outlineStyle !== "none" && parseFloat(style.outlineWidth) > 0)) {
    window.auditProblems.push(`no outline at ${now.outerHTML.slice(0, 80)}`);
  }
  return window.auditLeft.size === 0;
}
