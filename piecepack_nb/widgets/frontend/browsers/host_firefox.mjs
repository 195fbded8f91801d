/**
 * A phone in Firefox at a hosted table, by WebDriver BiDi: `node host_firefox.mjs FIREFOX LINK MOVE`.
 * It takes the first free seat, types the move, and is back in its seat after a reload.
 */

import puppeteer from "puppeteer-core";

const [executablePath, link, move] = process.argv.slice(2);
const browser = await puppeteer.launch({ browser: "firefox", executablePath, headless: true });
try {
  const page = await browser.newPage();
  await page.setViewport({ width: 360, height: 740 });
  await page.goto(link);
  const seat = await page.waitForSelector(".ppnb-join-table button:not(:disabled)");
  await seat.click();
  const field = await page.waitForSelector(".ppnb-move-input-field");
  await field.type(move);
  await page.keyboard.press("Enter");
  const logged = (said) => [...document.querySelectorAll(".ppnb-root")].some((each) => each.textContent.includes(said));
  await page.waitForFunction(logged, {}, "Blue");
  await page.waitForFunction(() => document.querySelector(".ppnb-move-input-field").value === "");
  await page.reload();
  await page.waitForFunction(logged, {}, "You are Red");
  console.log("moved, and back after a reload");
} finally {
  await browser.close();
}
