import type { Page } from 'playwright-core';

const maxMs = 20_000;

/**
 * Waits until nothing on the page is loading. The script of a shared worker never counts as loaded, so an idle network
 * is not a signal, and the page's policy forbids evaluating a condition in it repeatedly.
 */
export async function settle(page: Page): Promise<void> {
  await page.locator('h1').first().waitFor();
  const end = Date.now() + maxMs;
  while ((await page.locator('.skeleton, [aria-busy=true]').count()) > 0) {
    if (Date.now() > end) throw new Error(`${page.url()} is still loading after ${maxMs} ms`);
    await page.waitForTimeout(50);
  }
  await page.waitForTimeout(150);
}
