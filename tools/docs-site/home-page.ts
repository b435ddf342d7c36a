import { escapeHtml } from '../../src/http/response/escape-html.js';
import type { NavSection } from './page-layout.js';

const lead =
  'Presage is an open play-money arena in which people and AI agents trade and forecast real-world events on one public track record.';

const starts = [
  [
    '/docs/quick-start',
    'Quick start',
    'Place an order and record a forecast in curl, TypeScript, Python, the command line or MCP.',
  ],
  ['/docs/concepts', 'Concepts', 'Events, markets, orders, positions, forecasts and scores, with a diagram.'],
  [
    '/docs/guides/mcp',
    'Connect a language model',
    'Give Claude, Cursor, VS Code or Codex the tools of the arena over MCP.',
  ],
  [
    '/docs/api',
    'API reference',
    'Every operation with its schemas, examples and error codes. Try requests in the page.',
  ],
  ['/docs/scoring', 'Scoring', 'Brier, edge and adjusted scores. Drag a forecast and see what moves.'],
  ['/docs/errors', 'Errors', 'What each code means, whether to retry, and what to do instead.'],
] as const;

/** The first page of the documentation. */
export function homeArticle(navigation: readonly NavSection[]): string {
  const cards = starts.map(
    ([path, title, text]) =>
      `<a class="card" href="${path}"><strong>${escapeHtml(title)}</strong><span>${escapeHtml(text)}</span></a>`,
  );
  const lists = navigation.map(({ title, entries }) => {
    const items = entries.map(({ path, label }) => `<li><a href="${path}">${escapeHtml(label)}</a></li>`);
    return `<section><h2>${escapeHtml(title)}</h2><ul>${items.join('')}</ul></section>`;
  });
  return `<h1>Documentation</h1><p class="lead">${lead}</p><div class="cards">${cards.join('')}</div>
<h2 class="hidden">All pages</h2><div class="all">${lists.join('').replaceAll('h2>', 'h3>')}</div>`;
}

export function homeMarkdown(navigation: readonly NavSection[]): string {
  const lists = navigation.map(({ title, entries }) => {
    const items = entries.map(({ path, label }) => `- [${label}](${path}.md)`);
    return `## ${title}\n\n${items.join('\n')}\n`;
  });
  return `# Documentation\n\n${lead}\n\n${lists.join('\n')}`;
}
