import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Result } from 'axe-core';
import type { Page } from 'playwright-core';

/** The dark theme has the same elements as the light one, so there only the colours need a check. */
type Rules = 'all' | 'colours' | 'all but colours';

const ruleOptions = {
  all: {},
  colours: { runOnly: { type: 'rule', values: ['color-contrast'] } },
  'all but colours': { rules: { 'color-contrast': { enabled: false } } },
};

/** The minified axe: every page parses it, and the default is more than twice as long. */
const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** Adds axe to every frame that lacks it: a page that is checked again has parsed it already. */
async function addAxe(page: Page): Promise<void> {
  for (const frame of page.frames()) {
    if ((await frame.evaluate('typeof axe')) === 'undefined') await frame.evaluate(axeSource);
  }
}

/** Serious and critical findings on a page, each with the element and a fix. */
export async function seriousFindings(page: Page, rules: Rules = 'all'): Promise<string[]> {
  await addAxe(page);
  // Describing passed checks would take most of the time.
  const options = { resultTypes: ['violations'], ...ruleOptions[rules] };
  const violations = (await page.evaluate(
    `axe.run(document, ${JSON.stringify(options)}).then(({ violations }) => violations)`,
  )) as Result[];
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
