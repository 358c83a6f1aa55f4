// The tree viewer as a reader uses it.
"use strict";

module.exports = async (browser, context) => {
  const { expect } = context;
  for (const width of [1400, 390]) await walk(await context.open(browser, { width, height: 844 }, "#tree"), `${width}`, expect);
  const page = await context.open(browser, { width: 800 }, "#tree?of=zugzwang-r3&node=12");
  await page.locator("#tree-list .node").first().waitFor();
  expect("the address opens a tree and its node", await page.locator("#tree-tabs [aria-pressed=true]").textContent() === "Std R = 3" &&
    await page.locator('#tree-list .node[aria-current][data-node="12"]').count() === 1);
  await page.context().close();
};

async function walk(page, name, expect) {
  await page.locator("#tree").scrollIntoViewIfNeeded();
  const current = page.locator("#tree-list [aria-current]"), event = page.locator("#tree-event");
  await current.waitFor();
  expect(`${name}: opens at a re-search`, (await event.textContent()).startsWith("Zugzwang") && (await current.textContent()).includes("zugzwang"), await event.textContent());
  expect(`${name}: the path is unfolded`, await page.locator("#tree-list .turn.again").count() >= 1);
  const sees = await page.evaluate(() => {
    const [list, node] = [document.querySelector("#tree-list"), document.querySelector("#tree-list [aria-current]")].map((one) => one.getBoundingClientRect());
    return node.top >= list.top && node.bottom <= list.bottom;
  });
  expect(`${name}: the chosen node is visible`, sees);
  const box = await page.locator("#tree").boundingBox();
  expect(`${name}: the viewer fits the screen`, box.x >= 0 && box.x + box.width <= page.viewportSize().width && box.height < 1200, box);
  expect(`${name}: a board of 64 squares`, await page.locator("#tree-board rect").count() === 64);

  // All events from the first on, each with its description.
  await page.locator("#tree-kind").selectOption("all");
  while (await page.locator("#tree-back").isEnabled()) await page.locator("#tree-back").click();
  const seen = new Map();
  for (let i = 0; i < 500; i++) {
    const text = await event.textContent();
    const word = text.split(":")[0] + (text.includes("cut off") ? " cutoff" : text.includes("verify is false below") ? " reduction" : "");
    seen.set(word, (seen.get(word) || 0) + 1);
    if (!await page.locator("#tree-next").isEnabled()) break;
    await page.locator("#tree-next").click();
  }
  const total = [...seen.values()].reduce((a, b) => a + b, 0), said = await page.locator("#tree-count").textContent();
  expect(`${name}: every event is met`, said === `${total} of ${total}`, [said, total]);
  for (const word of ["Null move", "Fail-high reduction", "Zugzwang"]) expect(`${name}: ${word} is met`, seen.get(word) > 0, [...seen]);
  expect(`${name}: as many re-searches end as begin`, seen.get("Zugzwang") === [...seen].filter(([word]) => word.startsWith("The re-search")).reduce((sum, [, n]) => sum + n, 0), [...seen]);

  // Folding with the keyboard keeps the focus.
  const fold = page.locator('#tree-list button.fold[data-node="0"]');
  await fold.focus();
  await page.keyboard.press("Enter");
  expect(`${name}: a fold says so`, await fold.getAttribute("aria-expanded") === "false" && await page.locator("#tree-list .node").count() === 1);
  expect(`${name}: the focus stays on it`, await fold.evaluate((one) => one === document.activeElement));
  await page.keyboard.press("Enter");
  expect(`${name}: and unfolds again`, await page.locator("#tree-list .node").count() > 5);

  // The same position elsewhere.
  await page.locator("#tree-kind").selectOption("zugzwang");
  await page.locator("#tree-back").click();
  const path = await page.locator("#tree-path").textContent();
  await page.locator("#tree-tabs button", { hasText: "Std R = 3" }).click();
  await page.waitForFunction(() => document.getElementById("tree-about").textContent.startsWith("Std"));
  expect(`${name}: another variant keeps the position`, await page.locator("#tree-path").textContent() === path);
  expect(`${name}: R = 3 has no re-search`, await page.locator("#tree-count").textContent() === "no such event");
  await page.locator("#tree-tabs button", { hasText: "No null move" }).click();
  await page.waitForFunction(() => document.getElementById("tree-about").textContent.startsWith("No null"));
  await page.locator("#tree-kind").selectOption("all");
  expect(`${name}: without null moves there is no event`, await page.locator("#tree-next").isDisabled());
  expect(`${name}: no sideways scrolling`, await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth));
  await page.context().close();
}
