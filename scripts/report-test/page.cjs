// The page as a whole: size, widths, schemes, charts, axe, no missing numbers.
"use strict";
const fs = require("fs");
const path = require("path");

const VIEWS = [{ width: 1400 }, { width: 800 }, { width: 390, height: 844 }, { width: 1400, dark: true }, { width: 390, height: 844, dark: true }];
// What may be parsed before a run is opened: everything but the packed data and the figures.
const LARGEST = 400 * 1024;

module.exports = async (browser, context) => {
  const { expect } = context;
  const text = fs.readFileSync(context.report, "utf8");
  const needed = text.replace(/<script type="application\/octet-stream"[^>]*>[^<]*<\/script>/g, "").replace(/<svg.*?<\/svg>/gs, "");
  expect("at most 400 KiB before a run is opened", needed.length <= LARGEST, needed.length);
  for (const view of VIEWS) await look(browser, context, view);
};

async function look(browser, context, view) {
  const { expect } = context, name = view.width + (view.dark ? " dark" : "");
  const page = await context.open(browser, view);
  expect(`${name}: nothing is unpacked before it is seen`, await page.locator("#explorer-table table").count() === 0);
  // What scrolls into view is drawn.
  for (const [place, first] of [["#tree", "#tree-list .node"], ["#explorer", ".rows tbody button"]]) {
    await page.locator(place).scrollIntoViewIfNeeded();
    await page.locator(first).first().waitFor();
  }
  await page.locator(".rows tbody button").first().click();
  await page.locator("#explorer-detail svg.board").waitFor();
  const found = await page.evaluate(measure);
  expect(`${name}: no sideways scrolling of the page`, found.overflow <= 0, found.overflow);
  expect(`${name}: wide parts scroll within the page`, found.outside.length === 0, found.outside);
  expect(`${name}: figures are there`, found.figures > 12, found.figures);
  expect(`${name}: figures are of a size to read`, found.small.length === 0, found.small);
  expect(`${name}: no clipped text in charts`, found.clipped.length === 0, found.clipped);
  expect(`${name}: no text of a chart covers another`, found.covered.length === 0, found.covered.slice(0, 9));
  expect(`${name}: the scheme that was asked for`, found.dark === Boolean(view.dark), found.background);
  await axe(page, context, name);
  if (context.shots) await page.screenshot({ path: `${context.shots}/report-${name.replace(" ", "-")}.png`, fullPage: true, timeout: 300000 });
  if (view.width === 1400 && !view.dark) {
    await figures(page, context);
    await dashes(page, context);
    for (const width of [1400, 390]) await contents(browser, context, width);
  }
  await page.context().close();
}

// These run in the page.
function measure() {
  const inside = (box, frame) => box.left >= frame.left - 1.5 && box.right <= frame.right + 1.5 && box.top >= frame.top - 1.5 && box.bottom <= frame.bottom + 1.5;
  const closed = [...document.querySelectorAll("details:not([open])")];
  closed.forEach((one) => { one.open = true; });
  const figures = [...document.querySelectorAll("figure svg")];
  const seen = figures.filter((svg) => svg.getClientRects().length > 0);
  const clipped = seen.flatMap((svg) => {
    const frame = svg.getBoundingClientRect();
    return [...svg.querySelectorAll("text")].filter((text) => text.textContent.trim() !== "" && !inside(text.getBoundingClientRect(), frame))
      .map((text) => text.textContent.trim());
  });
  const deep = (a, b) => Math.min(a.right, b.right) - Math.max(a.left, b.left) > 1 && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 4;
  const covered = seen.flatMap((svg) => {
    const texts = [...svg.querySelectorAll("text")].map((text) => [text.textContent.trim(), text.getBoundingClientRect()]).filter(([text]) => text !== "");
    return texts.flatMap(([text, box], i) => texts.slice(0, i).filter(([, other]) => deep(box, other)).map(([other]) => `${text} / ${other}`));
  });
  const small = seen.map((svg) => svg.getBoundingClientRect()).filter((box) => box.width < 200 || box.height < 80);
  closed.forEach((one) => { one.open = false; });
  const background = getComputedStyle(document.body).backgroundColor;
  return {
    overflow: document.documentElement.scrollWidth - window.innerWidth,
    outside: [...document.querySelectorAll(".wide, .rows-box, .tree-box, svg.board")].filter((box) => box.getBoundingClientRect().right > window.innerWidth + 1)
      .map((box) => box.className.baseVal || box.className),
    figures: seen.length, clipped, covered, small,
    background, dark: background.match(/\d+/g).slice(0, 3).every((part) => Number(part) < 80),
  };
}

async function axe(page, { expect }, name) {
  await page.evaluate(fs.readFileSync(require.resolve("axe-core/axe.min.js"), "utf8"));
  const { violations } = await page.evaluate(() => window.axe.run(document, { resultTypes: ["violations"] }));
  for (const { id, impact, nodes } of violations) {
    const where = nodes.slice(0, 3).map((node) => node.html.slice(0, 120));
    if (["serious", "critical"].includes(impact)) expect(`${name}: axe, ${id} (${impact})`, false, where);
    else console.log(`${name}: axe finds ${id} (${impact}): ${where[0]}`);
  }
  expect(`${name}: axe ran`, violations !== undefined);
}

// Each figure has its files and its command, every curve a marker that identifies it in grey, and the drawing
// agrees with its data.
async function figures(page, { expect, report }) {
  const found = await page.evaluate(() => [...document.querySelectorAll("figure")].filter((figure) => figure.querySelector("figcaption a")).map((figure) => {
    const svg = figure.querySelector("svg"), is_grey = (colour) => new Set(colour.slice(1).match(/../g)).size === 1;
    const colours = (selector, name) => [...svg.querySelectorAll(selector)].map((one) => one.getAttribute(name)).filter((colour) => /^#/.test(colour) && !is_grey(colour));
    const marks = new Set([...colours("path:not([opacity])", "fill"), ...colours("circle", "fill"), ...colours("path[fill='#fff'], circle[fill='#fff']", "stroke")]);
    return {
      name: figure.id.replace("figure-", ""), caption: figure.querySelector("figcaption").textContent,
      files: [...figure.querySelectorAll("figcaption a")].map((link) => link.getAttribute("href")),
      bare: colours("path[stroke-width='2']", "stroke").filter((colour) => !marks.has(colour)),
      texts: [...svg.querySelectorAll("text")].map((text) => text.textContent),
    };
  }));
  expect("figures were found", found.length > 5, found.length);
  for (const { name, caption, files, bare } of found) {
    const beside = files.map((file) => path.join(path.dirname(report), file));
    expect(`${name}: data, SVG and PNG are there`, files.length === 3 && beside.every((file) => fs.existsSync(file) && fs.statSync(file).size > 100), files);
    expect(`${name}: its command is shown`, caption.includes(`vnmp report --figure ${name}`), caption);
    expect(`${name}: no curve without a marker`, bare.length === 0, bare);
  }
  const questions = await page.evaluate(() => {
    const results = [...document.querySelectorAll("h2")].find((one) => one.textContent === "Results"), questions = [];
    for (let one = results.nextElementSibling; one && one.tagName !== "H2"; one = one.nextElementSibling) {
      if (one.tagName === "H3") questions.push([one.textContent]);
      else if (questions.length) questions[questions.length - 1].push(one.tagName === "FIGURE" || one.querySelector("figure") ? "figure" : one.querySelector("strong") ? "answer" : "text");
    }
    return questions;
  });
  expect("the questions are there", questions.length >= 9, questions.length);
  for (const [question, first, ...rest] of questions) expect(`${question} has its answer first, and one figure`, first === "answer" && rest.filter((one) => one === "figure").length === 1, [first, rest]);
  const map = found.find((figure) => figure.name === "settings");
  expect("there is a map of settings", map !== undefined);
  const lines = fs.readFileSync(path.join(path.dirname(report), "figures/settings.csv"), "utf8").trim().split("\n");
  const whole = lines.filter((line) => line.startsWith("depth 8: R = 2 / R = 3,") && /,ours,,[^,]+,[^,]+,/.test(line)).length;
  const numbers = map.texts.filter((text) => /^\d+$/.test(text));
  expect("every setting of whole suites has its number in both panels", whole > 1 && numbers.length === 2 * whole, [whole, numbers]);
  expect("the paper's point is named in both", map.texts.filter((text) => text === "paper").length === 2, map.texts);
}

// In tables of our figures beside the paper's, no dash where numbers.json has the number.
async function dashes(page, { expect, numbers }) {
  const { cells, specs } = await page.evaluate(() => {
    const specs = {};
    for (const part of JSON.parse(document.getElementById("parts").textContent)) {
      for (const { spec, title } of part.variants) specs[title] = spec;
    }
    const cells = [];
    for (const row of document.querySelectorAll("main table tbody tr")) {
      if (!row.cells[1] || row.cells[1].textContent !== "ours") continue;
      const head = [...row.closest("table").tHead.rows[0].cells].map((cell) => cell.textContent);
      const before = [...document.querySelectorAll("h2, h3, h4, summary")].filter((one) => one.compareDocumentPosition(row) & Node.DOCUMENT_POSITION_FOLLOWING);
      const table = before.map((one) => /Table (\d)/.exec(one.textContent)).filter(Boolean).pop();
      [...row.cells].forEach((cell, i) => cells.push({ table: table && table[1], row: row.cells[0].textContent, head: head[i], text: cell.textContent }));
    }
    return { cells, specs };
  });
  let compared = 0;
  for (const { table, row, head, text } of cells) {
    const place = /^(?:(\w+), depth )?(\d+)$/.exec(row);
    if (!specs[head] || !place || !table) continue;
    const row_id = (place[1] ? `${place[1]}.` : "") + `d${place[2]}.${specs[head]}`;
    const runs = ["", "-own", "-mixed", "-mixed5"].map((games) => `table${table}${games}`).concat("table1-mixed", "table1-hidden", "table2-ecm");
    const ids = runs.flatMap((run) => [`${run}.${row_id}.nodes`, `${run}.${row_id}.solved`]).filter((id) => numbers[id] && numbers[id].value !== null);
    if (ids.length === 0) continue;
    compared += 1;
    expect(`the number ${ids[0]} is in its table`, ids.some((id) => text.includes(numbers[id].value.toLocaleString("en"))), text);
  }
  expect("numbers were compared with the tables", compared >= 20, compared);
}

async function contents(browser, context, width) {
  const expect = (what, ...found) => context.expect(`${width}: ${what}`, ...found);
  const page = await context.open(browser, { width, height: 844 });
  const links = page.locator("nav a");
  expect("the contents have links", await links.count() > 5);
  await page.evaluate(() => scrollTo(0, document.body.scrollHeight / 2));
  const marks = () => document.querySelectorAll("nav a[aria-current]").length === 1;
  const marked = await page.waitForFunction(marks).then(() => true, () => false);
  const top = await page.locator("nav").evaluate((nav) => nav.getBoundingClientRect().top);
  expect("the contents stay visible", top >= 0 && top < 50, top);
  expect("they mark where the reader is", marked);
  const seen = await page.locator("nav a[aria-current]").evaluate((a) => {
    const [own, nav] = [a, a.parentElement].map((e) => e.getBoundingClientRect());
    return own.left >= nav.left - 1 && own.left < nav.right;
  });
  expect("the mark is visible", seen);
  const first = await page.locator("h1").evaluate((h1) => h1.getBoundingClientRect().top + scrollY);
  expect("they leave the first screen to the abstract", first < 120, first);
  await page.evaluate(() => scrollTo(0, 0));
  await page.keyboard.press("Tab");
  expect("the first stop is the skip link", await page.evaluate(() => document.activeElement.className) === "skip");
  await page.keyboard.press("Enter");
  expect("which leads to the content", await page.evaluate(() => document.activeElement.id) === "content");
  await page.context().close();
}
