/**
 * A link to a hostile game in Firefox: `node firefox_link.mjs FIREFOX ADDRESS`, where ADDRESS is the link.
 * Prints the frames before the click, and after it what the program could do and who is on the board.
 */

import puppeteer from "puppeteer-core";

const [executablePath, address] = process.argv.slice(2);
const browser = await puppeteer.launch({ browser: "firefox", executablePath, headless: true });
try {
  const page = await browser.newPage();
  await page.goto(address);
  await page.waitForSelector("#stranger:not([hidden])");
  console.log(`${await page.$$eval("iframe", (all) => all.length)} frames before the click`);
  await page.click("#stranger-run");
  const said = () => document.getElementById("status").textContent;
  await page.waitForFunction(() => document.getElementById("status").textContent.includes("TRIED"), { timeout: 240_000 });
  console.log(await page.evaluate(said));
  console.log(await page.evaluate(() => [document.title, globalThis.hacked, location.pathname].join(" | ")));
} finally {
  await browser.close();
}
