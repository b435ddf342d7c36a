import { escapeHtml } from '../../src/http/response/escape-html.js';
// @ts-expect-error: plain JavaScript without types; the file says why.
import { highlightCode as highlight } from './highlight.mjs';

/** Returns HTML with a class for each kind of token, or null for an unknown language. */
const highlightCode: (text: string, language: string) => string | null = highlight;

const aliases: Readonly<Record<string, string>> = { sh: 'bash', ts: 'typescript', js: 'typescript', html: 'xml' };
const labels: Readonly<Record<string, string>> = {
  bash: 'Shell',
  http: 'HTTP',
  json: 'JSON',
  python: 'Python',
  sql: 'SQL',
  typescript: 'TypeScript',
  xml: 'XML',
};

/** Colours come from classes, because the policy of the pages allows no inline style. */
export function renderCode(text: string, given: string, label?: string): string {
  const language = aliases[given] ?? given;
  const shown = text.replace(/\n$/, '');
  const code = highlightCode(shown, language) ?? escapeHtml(shown);
  const title = label ?? labels[language] ?? 'Text';
  return `<figure class="code" data-copy><figcaption>${escapeHtml(title)}</figcaption><pre tabindex="0"><code>${code}</code></pre></figure>\n`;
}

export interface TabSource {
  readonly name: string;
  readonly language: string;
  readonly text: string;
}

const tabLabels: Readonly<Record<string, string>> = {
  curl: 'curl',
  typescript: 'TypeScript',
  python: 'Python',
  cli: 'CLI',
  mcp: 'MCP',
};

/** One panel after the other; the script of the site turns them into tabs. */
export function renderTabs(tabs: readonly TabSource[]): string {
  const panels = tabs.map(({ name, language, text }) => {
    const label = tabLabels[name] ?? name;
    return `<section data-tab="${escapeHtml(name)}" data-label="${escapeHtml(label)}">${renderCode(text, language, label)}</section>`;
  });
  return `<div class="tabs" data-tabs>${panels.join('')}</div>\n`;
}
