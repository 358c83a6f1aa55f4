// Print: everything unfolded, controls gone, rows whole, headers repeated, pages numbered.
"use strict";
const fs = require("fs");

module.exports = async (browser, context) => {
  const { expect } = context;
  const page = await context.open(browser, { width: 1000 });
  await page.locator("#tree").scrollIntoViewIfNeeded();
  await page.locator("#tree-list .node").first().waitFor();
  const folded = await page.evaluate(() => {
    window.unfolded = [];
    window.addEventListener("beforeprint", () => window.unfolded.push(document.querySelectorAll("details:not([open])").length));
    return document.querySelectorAll("details:not([open])").length;
  });
  expect("something is folded on the screen", folded > 0);
  const pdf = await page.pdf({ preferCSSPageSize: true, printBackground: true });
  if (context.shots) fs.writeFileSync(`${context.shots}/report.pdf`, pdf);
  const pages = (pdf.toString("latin1").match(/\/Type\s*\/Page\b(?!s)/g) || []).length;
  expect("a printed report has pages", pages > 5 && pages < 150, pages);
  const unfolded = await page.evaluate(() => window.unfolded);
  expect("print unfolds all", unfolded.length > 0 && unfolded.every((left) => left === 0), unfolded);
  expect("the screen is as it was", await page.evaluate(() => document.querySelectorAll("details:not([open])").length) === folded);

  // By CSS alone, as if there were no script.
  await page.emulateMedia({ media: "print" });
  const found = await page.evaluate(() => {
    const shown = (node) => node.checkVisibility({ contentVisibilityAuto: true });
    const style = (selector, name) => [...document.querySelectorAll(selector)].map((node) => getComputedStyle(node)[name]);
    const rules = [...document.styleSheets].flatMap((sheet) => [...sheet.cssRules]);
    const isPage = (rule) => rule.constructor.name === "CSSPageRule";
    return {
      hidden: [...document.querySelectorAll("main > details")].filter((one) => !shown(one.lastElementChild)).map((one) => one.textContent.slice(0, 40)),
      rows: new Set(style("main table:not(.rows) tr", "breakInside")).size === 1 && style("main table:not(.rows) tr", "breakInside")[0],
      heads: new Set(style("main thead", "display")).size === 1 && style("main thead", "display")[0],
      controls: [...document.querySelectorAll("nav, .controls, #explorer, .skip")].filter(shown).length,
      background: getComputedStyle(document.body).backgroundColor,
      numbered: rules.filter(isPage).some((rule) => rule.cssText.includes("counter(page)")),
      wide: [...document.querySelectorAll("main > .wide table, figure svg")].filter(shown)
        .filter((one) => one.getBoundingClientRect().right > innerWidth + 1).length,
    };
  });
  expect("folded parts are printed without the script", found.hidden.length === 0, found.hidden);
  expect("rows are not cut", found.rows === "avoid", found.rows);
  expect("header rows repeat", found.heads === "table-header-group", found.heads);
  expect("controls are not printed", found.controls === 0, found.controls);
  expect("pages have numbers", found.numbered);
  await page.emulateMedia({ media: "print", colorScheme: "dark" });
  const ground = await page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  expect("paper is white, also for a dark screen", ground === "rgb(255, 255, 255)", ground);
  await page.setViewportSize({ width: 720, height: 1000 }); // about A4 within its margins
  const beyond = await page.evaluate(() => [...document.querySelectorAll("main table, figure svg")].filter((one) => one.checkVisibility())
    .filter((one) => one.getBoundingClientRect().right > innerWidth + 1).map((one) => one.textContent.trim().slice(0, 60)));
  expect("nothing is wider than the paper", beyond.length === 0, beyond);
  await page.context().close();
};
