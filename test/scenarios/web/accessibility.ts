import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from 'playwright-core';

/** The dark theme has the same elements as the light one, so there only the colours need a check. */
type Rules = 'all' | 'colours' | 'all but colours';

/** The minified axe: every page parses it, and the default is more than twice as long. */
const axeBuilder = createRequire(createRequire(import.meta.url).resolve('@axe-core/playwright'));
const axeSource = readFileSync(axeBuilder.resolve('axe-core/axe.min.js'), 'utf8');

/** Serious and critical findings on a page, each with the element and a fix. */
export async function seriousFindings(page: Page, rules: Rules = 'all'): Promise<string[]> {
  // Describing passed checks takes most of the time, and so does a second page for cross-origin frames.
  const axe = new AxeBuilder({ page, axeSource }).setLegacyMode().options({ resultTypes: ['violations'] });
  if (rules === 'colours') axe.withRules(['color-contrast']);
  if (rules === 'all but colours') axe.disableRules(['color-contrast']);
  const { violations } = await axe.analyze();
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .flatMap(({ id, nodes }) =>
      nodes.map(({ html, failureSummary }) => `${id}: ${html.slice(0, 160)} ${failureSummary?.slice(0, 200)}`),
    );
}

/** Pixels by which the page is wider than the screen. */
export async function overflowOf(page: Page): Promise<number> {
  const { scrollWidth, clientWidth } = (await page.evaluate(
    '({ scrollWidth: document.documentElement.scrollWidth, clientWidth: document.documentElement.clientWidth })',
  )) as { scrollWidth: number; clientWidth: number };
  return scrollWidth - clientWidth;
}
