// The explorer as a reader uses it, compared with the records.
"use strict";
const fs = require("fs");
const path = require("path");
const zlib = require("zlib");

const cells = (page, column) => page.locator(".rows tbody tr:not(.space)").evaluateAll((rows, i) => rows.map((row) => row.cells[i].textContent), column);
const status = (page) => page.locator("#explorer-status").textContent();
const part = (page, name) => page.locator("#explorer-part").selectOption(name);
// Rows are drawn in the frame after a scroll.
const drawn = (page) => page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => requestAnimationFrame(done)))));
const ready = (page, text) => page.waitForFunction((wanted) => document.getElementById("explorer-status").textContent.includes(wanted), text);

module.exports = async (browser, context) => {
  const { expect } = context;
  const page = await context.open(browser, { width: 1400 }, "#explorer?part=table1%3A+tactics");
  await ready(page, "138 of 138");
  await sorting(page, expect);
  await filtering(page, expect);
  await asRecorded(page, context);
  await position(page, expect);
  await restored(browser, page, context);
  await lines(page, expect);
  await gallery(page, expect);
  await many(page, expect);
  await page.context().close();
};

async function sorting(page, expect) {
  await page.locator("#explorer-measure").selectOption("nodes");
  const heading = page.locator(".rows thead button").nth(2);
  const numbers = async () => (await cells(page, 2)).map((text) => Number(text.replace(/[^\d]/g, "")));
  for (const [order, sign] of [["descending", -1], ["ascending", 1]]) {
    await heading.click();
    const list = await numbers();
    expect(`sorted ${order}`, list.length > 10 && list.every((n, i) => i === 0 || sign * (n - list[i - 1]) >= 0), list);
    expect(`aria-sort says ${order}`, await page.locator(".rows th[aria-sort]").getAttribute("aria-sort") === order);
    expect("one column is sorted", await page.locator(".rows th[aria-sort]").count() === 1);
    expect("the focus stays on the heading", await heading.evaluate((button) => button === document.activeElement));
  }
}

async function filtering(page, expect) {
  const filter = page.locator("#explorer-filter");
  await filter.fill("tactics.01");
  expect("a filter keeps what fits", (await cells(page, 0)).every((id) => id.includes("tactics.01")) && await status(page) === "10 of 138 positions", await status(page));
  await filter.fill("no such position");
  expect("a filter may leave nothing", (await cells(page, 0)).length === 0 && (await status(page)).startsWith("0 of"));
  await filter.fill("");
  expect("without a filter all rows are back", (await status(page)) === "138 of 138 positions");
  await page.locator("#explorer-show").selectOption("std:r=2>vrfd:r=3");
  await page.locator("#explorer-depth").selectOption("9");
  expect("R = 2 alone solves two at depth 9", await status(page) === "2 of 138 positions", await status(page));
  await page.locator("#explorer-show").selectOption("all");
}

// Nodes of all variants at depth 9 in the visible rows, and no dash where there is a record.
async function asRecorded(page, { expect, results }) {
  const text = zlib.gunzipSync(fs.readFileSync(path.join(results, "table1/records.csv.gz"))).toString();
  const [head, ...lines] = text.trim().split("\n").map((line) => line.split(","));
  const of = (line, name) => line[head.indexOf(name)];
  const nodes = new Map(lines.map((line) => [[of(line, "id"), of(line, "variant"), of(line, "depth")].join(" "), Number(of(line, "nodes"))]));
  const specs = ["std:r=1", "std:r=2", "std:r=3", "vrfd:r=3"];
  let compared = 0;
  for (let top = 0; top < 138 * 34; top += 400) {
    await page.locator(".rows-box").evaluate((box, y) => { box.scrollTop = y; }, top);
    await drawn(page);
    const ids = await cells(page, 0);
    for (let i = 0; i < specs.length; i++) {
      const shown = await cells(page, i + 1);
      shown.forEach((text, row) => {
        compared += 1;
        const wanted = nodes.get([ids[row], specs[i], "9"].join(" "));
        if (!text.startsWith(wanted.toLocaleString("en"))) expect(`nodes of ${ids[row]}, ${specs[i]}`, false, [text, wanted]);
      });
    }
  }
  expect("all rows were compared with the records", compared >= 138 * 4, compared);
}

async function position(page, expect) {
  await page.locator("#explorer-filter").fill("tactics.113");
  await page.locator(".rows button.open").first().focus();
  await page.keyboard.press("Enter");
  const detail = page.locator("#explorer-detail"), board = detail.locator("svg.board");
  expect("the focus stays on the row", await page.evaluate(() => document.activeElement.dataset.row !== undefined));
  expect("a board of 64 squares", await board.locator("rect").count() === 64);
  expect("with coordinates", await board.locator("text").count() === 16);
  expect("an arrow shows the solution", await board.locator(".arrow.solution").count() === 1);
  expect("the side to move is named", (await detail.locator(".side").textContent()).includes("Black to move"));
  expect("the solution too", (await detail.locator(".side").textContent()).includes("solution bxc3"));
  await detail.locator('[data-line="std:r=2"]').click();
  const before = await board.getAttribute("aria-label");
  await detail.locator('.steps [aria-label="Forward"]').click();
  expect("a step moves a piece", await board.getAttribute("aria-label") !== before);
  await page.keyboard.press("ArrowLeft");
  expect("an arrow key moves it back", await board.getAttribute("aria-label") === before);
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("ArrowRight");
  expect("the move is marked", await detail.locator(".move[aria-current]").count() === 1);
  expect("every iteration has its nodes", await detail.locator(".iterations tbody tr").count() === 10);
}

async function restored(browser, page, context) {
  const { expect } = context, url = page.url();
  const again = await context.open(browser, { width: 800 }, url.slice(url.indexOf("#")));
  await ready(again, "1 of 138");
  const see = (one) => one.evaluate(() => [document.querySelector("#explorer-detail svg.board").getAttribute("aria-label"),
    document.querySelector("#explorer-detail tr.current").textContent, ...["part", "depth", "measure", "show", "filter"].map((id) => document.getElementById("explorer-" + id).value)]);
  const [one, other] = [await see(page), await see(again)];
  expect("the address restores the state", JSON.stringify(one) === JSON.stringify(other) && other.includes("nodes"), [one, other]);
  await again.context().close();
  const odd = await context.open(browser, { width: 800 }, "#explorer?part=none&depth=x&variants=%3Cb%3E&sort=q&show=%3E&pos=1&ply=-9&measure=z");
  await ready(odd, "positions");
  expect("an address that makes no sense is harmless", (await cells(odd, 0)).length > 5);
  await odd.context().close();
}

// Every principal variation of two of our suites can be played to its end.
async function lines(page, expect) {
  for (const [name, rows] of [["table1: tactics", 138], ["zugzwang-own: zugzwang", 40]]) {
    await part(page, name);
    await ready(page, `${rows} of ${rows}`);
    await page.locator(".rows tbody button").first().click();
    let broken = 0, boards = 0;
    for (let i = 0; i < rows; i++) {
      broken += await page.locator("#explorer-detail .pv", { hasText: "cannot be played" }).count();
      boards += await page.locator("#explorer-detail svg.board").count();
      if (i + 1 < rows) await page.locator('#explorer-detail [aria-label="Next position"]').click();
    }
    expect(`${name}: every position has its board`, boards === rows, boards);
    expect(`${name}: every line can be played`, broken === 0, broken);
  }
}

async function gallery(page, expect) {
  await part(page, "table1: tactics");
  await ready(page, "138 of 138");
  await page.locator("#explorer-to-gallery").click();
  await page.locator("#explorer-pair").selectOption("vrfd:r=3>std:r=2");
  const headings = await page.locator("#explorer-gallery h4").allTextContents();
  expect("the gallery has both ways and both parities", headings.length === 4, headings);
  expect("R = 2 alone solves two at odd depths", headings.some((text) => /Odd depths \(9\): only Std R = 2 solves: 2/.test(text)), headings);
  expect("each with its board", await page.locator("#explorer-gallery .card svg.board").count() === await page.locator("#explorer-gallery .card").count());
  await page.locator("#explorer-gallery .card").first().click();
  expect("a card opens its position", await page.locator("#explorer-detail h3").textContent() === "tactics.113");
  await page.locator("#explorer-to-table").click();
}

// The largest run: few elements, opened quickly, arrow keys from row to row.
async function many(page, expect) {
  const lasts = async (deed) => {
    const from = Date.now();
    await deed();
    return Date.now() - from;
  };
  const allowed = 5000 + 20 * await lasts(() => drawn(page)); // everything is slow on a busy machine
  const took = await lasts(async () => {
    await part(page, "variants: wcs");
    await ready(page, "999 of 999");
  });
  expect("103,896 records are shown within 5 seconds", took < allowed, [took, allowed]);
  await page.locator(".rows-box").evaluate((box) => { box.scrollTop = box.scrollHeight / 2; });
  await drawn(page);
  const elements = await page.evaluate(() => document.querySelectorAll("#explorer *").length);
  expect("only rows in sight are in the document", elements < 1500, elements);
  const ids = await cells(page, 0);
  expect("rows in the middle are visible", ids.some((id) => id === "WCSAC.500" || /\.(49|50)\d$/.test(id)), ids);
  await page.locator(".rows tbody button").nth(12).focus();
  const at = await page.evaluate(() => Number(document.activeElement.dataset.row));
  for (let i = 0; i < 30; i++) await page.keyboard.press("ArrowDown");
  expect("arrow keys go from row to row", await page.evaluate(() => Number(document.activeElement.dataset.row)) === at + 30);
  await page.locator(".rows tbody button").nth(12).click();
  await page.setViewportSize({ width: 390, height: 844 });
  const beyond = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  expect("thirteen variants fit a phone", beyond <= 0, beyond);
  expect("no position of a suite that may not be published", await page.locator("#explorer-detail svg.board").count() === 0);
}
