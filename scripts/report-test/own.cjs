// Files that a reader opens: records, an EPD file, and hostile ones.
"use strict";
const fs = require("fs");
const os = require("os");
const path = require("path");

module.exports = async (browser, context) => {
  const { expect, results } = context;
  const page = await context.open(browser, { width: 1000 }, "#explorer");
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), "vnmp-own-"));
  const say = (text) => page.waitForFunction((wanted) => document.getElementById("explorer-own").textContent.includes(wanted), text, { timeout: 60000 })
    .then(() => true, async () => page.locator("#explorer-own").textContent());
  const is = async (what, text) => { const said = await say(text); expect(what, said === true, said); };
  const give = (id, file) => page.locator(id).setInputFiles(file);
  const made = (name, text) => { fs.writeFileSync(path.join(folder, name), text); return path.join(folder, name); };
  await page.locator("#explorer .yours summary").click();
  await page.locator(".rows tbody button").first().waitFor();

  await give("#explorer-records", path.join(results, "table1/records.csv.gz"));
  await is("packed records of one's own are read", "138 positions, 4 variants");
  await page.locator(".rows tbody button").first().click();
  expect("without positions as yet", await page.locator("#explorer-detail svg.board").count() === 0);
  await give("#explorer-epd", path.join(results, "../suites/tactics.epd"));
  await is("their EPD file gives the boards", "138 of 138 positions");
  expect("the board is there", await page.locator("#explorer-detail svg.board").count() === 1);
  await give("#explorer-epd", path.join(results, "../suites/mate4.epd"));
  await is("another suite's is refused", "none of its");

  await page.locator("#explorer-part").selectOption("table1: tactics");
  await page.waitForFunction(() => document.getElementById("explorer-part").value === "table1: tactics");
  await give("#explorer-epd", path.join(results, "../suites/tactics.epd"));
  await is("the very file is recognised by its digest", "the very file that was searched");

  await give("#explorer-records", made("bad.csv", "a,b\n1,2\n"));
  await is("a file that is none is refused", "no column index");
  await give("#explorer-records", made("cut.csv", "index,id,variant,depth,nodes\n0,a,b,1,5\n1,a\n"));
  await is("a damaged row is named", "line 3 is no record");
  const nasty = '<img src=x onerror="window.hacked=1"><script>window.hacked=1</script>';
  const field = `"${nasty.replace(/"/g, '""')}"`;
  await give("#explorer-records", made("nasty.csv", `index,id,variant,depth,nodes,best_move,pv,solved,fen,solution\n0,${field},${field},1,5,${field},${field},true,4k3/8/8/8/8/8/8/4K2R w K - 0 1,bm ${"O-O"}\n1,__proto__,constructor,1,7,x,x,false,,\n`));
  await is("hostile names are read as names", "2 positions, 2 variants");
  await page.locator(".rows tbody button").first().click();
  await page.locator("#explorer-to-gallery").click();
  const found = await page.evaluate(() => [window.hacked, document.querySelectorAll("#explorer img, #explorer script").length, document.getElementById("explorer-detail").textContent.includes("<img")]);
  expect("and never obeyed", found[0] === undefined && found[1] === 0 && found[2], found);
  expect("castling has its arrow", await page.locator("#explorer-detail .arrow.solution").count() === 1);
  await page.context().close();
  fs.rmSync(folder, { recursive: true });
};
