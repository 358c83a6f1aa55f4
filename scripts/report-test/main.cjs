// Opens the report in every view and runs the checks; called by scripts/test-report.
"use strict";
const fs = require("fs");
const path = require("path");
const { pathToFileURL } = require("url");
const { chromium } = require("playwright-core");

const results = path.join(__dirname, "../../results");
const options = process.argv.slice(2);
const at = options.indexOf("--shots");
const shots = at < 0 ? null : options.splice(at, 2)[1];
const report = path.resolve(options[0] || path.join(results, "report/report.html"));
if (!fs.existsSync(report)) {
  console.error(`${report} is not there; make it with vnmp report`);
  process.exit(1);
}

const failures = [];
let checks = 0;
// One check; `found` describes what was seen if it fails.
function expect(what, holds, found) {
  checks += 1;
  if (holds) return;
  failures.push(what);
  console.log(`FAILED ${what}${found === undefined ? "" : ": " + JSON.stringify(found).slice(0, 600)}`);
}

const context = {
  expect, report, results, shots,
  url: pathToFileURL(report).href,
  numbers: JSON.parse(fs.readFileSync(path.join(path.dirname(report), "numbers.json"), "utf8")).numbers,
  // A page of its own; errors and requests are failures.
  async open(browser, view, hash) {
    const options = { viewport: { width: view.width, height: view.height || 900 }, colorScheme: view.dark ? "dark" : "light" };
    const page = await (await browser.newContext(options)).newPage();
    const name = view.width + (view.dark ? " dark" : "");
    page.on("console", (message) => expect(`${name}: a silent console`, !["error", "warning"].includes(message.type()), message.text()));
    page.on("pageerror", (error) => expect(`${name}: no error`, false, String(error)));
    page.on("request", (request) => expect(`${name}: no request`, request.url().startsWith("file:") || request.url().startsWith("data:"), request.url()));
    await page.goto(this.url + (hash || ""));
    return page;
  },
};

(async () => {
  const browser = await chromium.launch({ executablePath: process.env.CHROMIUM, args: ["--no-sandbox"] });
  for (const name of ["page", "print", "explorer", "own", "tree"]) {
    const before = checks;
    try {
      await require(`./${name}.cjs`)(browser, context);
    } catch (error) {
      expect(`${name}: comes to its end`, false, String(error.stack));
    }
    console.log(`${name}: ${checks - before} checks`);
  }
  await browser.close();
  console.log(`${checks} checks, ${failures.length} failed`);
  process.exit(failures.length ? 1 : 0);
})();
