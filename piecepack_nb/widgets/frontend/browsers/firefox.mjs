/**
 * A whole turn of Piecepackman in Firefox, by WebDriver BiDi: `node firefox.mjs FIREFOX ADDRESS`,
 * where ADDRESS is that of the site's play page. Prints what it did; fails if a step doesn't work.
 */

import puppeteer from "puppeteer-core";

const [executablePath, address] = process.argv.slice(2);
const MINUTES = { timeout: 240_000 };
const browser = await puppeteer.launch({ browser: "firefox", executablePath, headless: true });
try {
  const page = await browser.newPage();
  await page.setViewport({ width: 1366, height: 768 });
  await page.goto(address);
  const named = async (text, role) => {
    const find = (text, role) => {
      const all = [...document.querySelectorAll(`.ppnb-spot${role}`)];
      return all.find((each) => `${each.getAttribute("aria-label") ?? ""}${each.textContent}`.includes(text));
    };
    const found = await page.waitForFunction(find, MINUTES, text, role);
    await found.click();
  };
  await named("Roll for Piecepackman", "");
  await named("Agree, and roll for the ghosts", "");
  const turn = () => page.evaluate(() => document.querySelector(".ppnb-caption")?.textContent ?? "");
  for (let moves = 0; moves < 12; moves += 1) {
    await page.waitForFunction(
      () => document.querySelector('.ppnb-board:not([data-playing]):not([data-waiting]) .ppnb-spot:is([data-role="move"], [data-role="action"])'),
      MINUTES,
    );
    console.log(await turn());
    const over = await page.evaluate(() => document.body.textContent.includes("Roll for Piecepackman"));
    if (over) break;
    await named(", legal", '[data-role="move"]');
    await new Promise((done) => setTimeout(done, 400));
  }
  const ended = await page.evaluate(() => document.body.textContent.includes("Roll for Piecepackman"));
  if (!ended) throw new Error("the turn did not end");
  console.log("a whole turn is played");
} finally {
  await browser.close();
}
