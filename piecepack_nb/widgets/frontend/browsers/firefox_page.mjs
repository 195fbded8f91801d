/**
 * A page in Firefox, driven from elsewhere: `node firefox_page.mjs FIREFOX ADDRESS HOME`. Each line of the
 * input is a JSON list of a function's text and a value; the function runs in the page with that value,
 * and its result is a line of the output.
 */

import { createInterface } from "node:readline";
import puppeteer from "puppeteer-core";

const [executablePath, address, HOME] = process.argv.slice(2);
const browser = await puppeteer.launch({ browser: "firefox", executablePath, headless: true, env: { ...process.env, HOME } });
try {
  const page = await browser.newPage();
  await page.goto(address);
  for await (const line of createInterface({ input: process.stdin })) {
    const [code, given] = JSON.parse(line);
    console.log(JSON.stringify((await page.evaluate(`(${code})(${JSON.stringify(given)})`)) ?? null));
  }
} finally {
  await browser.close();
}
