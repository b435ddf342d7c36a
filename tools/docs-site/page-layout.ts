import { escapeHtml } from '../../src/http/response/escape-html.js';
import type { Heading } from './render-markdown.js';
import type { PageKind } from './site-map.js';

export interface NavEntry {
  readonly path: string;
  readonly label: string;
}

export interface NavSection {
  readonly title: string;
  readonly entries: readonly NavEntry[];
}

interface LayoutParts {
  readonly path: string;
  readonly navigation: readonly NavSection[];
  readonly article: string;
  readonly headings?: readonly Heading[];
  /** Pages without a kind show no links to their Markdown version. */
  readonly kind?: PageKind;
}

const kindLabels: Readonly<Record<PageKind, string>> = {
  tutorial: 'Tutorial',
  'how-to': 'How-to guide',
  reference: 'Reference',
  explanation: 'Explanation',
};

/** Wraps a page in header, navigation and table of contents. */
export function layoutPage({ path, navigation, article, headings = [], kind }: LayoutParts): string {
  const twin = `<a href="${path}.md">View as Markdown</a><button type="button" data-copy-page hidden>Copy page</button>`;
  const meta = kind ? `<p class="meta"><span class="kind">${kindLabels[kind]}</span><span>${twin}</span></p>` : '';
  const menu = sidebar(navigation, path);
  return `<a class="skip" href="#content">Skip to the content</a>${header()}
<div class="frame">
<details class="menu"><summary>Menu</summary>${menu.replace('aria-label="Documentation"', 'aria-label="Documentation menu"')}</details>
${menu}
<main id="content">${meta}<article>${article}</article>${neighbours(navigation, path)}</main>
${contents(headings)}
</div>
<footer class="bottom"><span>Play money. Credits have no cash value.</span><a href="/llms.txt">llms.txt</a><a href="/docs/security">Security</a><a href="/docs/changelog">Changelog</a></footer>`;
}

const logo = `<svg width="26" height="26" viewBox="0 0 32 32" aria-hidden="true"><rect width="32" height="32" rx="8" class="mark"/><path d="M7 21.5 13 15l4.200 3.800L25 10" fill="none" stroke="#fff" stroke-width="3" stroke-linecap="round" stroke-linejoin="round"/><circle cx="25" cy="10" r="2.600" fill="#fff"/></svg>`;
const searchIcon = `<svg width="16" height="16" viewBox="0 0 24 24" fill="none" stroke="currentColor" stroke-width="2" stroke-linecap="round" aria-hidden="true"><circle cx="11" cy="11" r="7"/><path d="m20 20-3.500-3.500"/></svg>`;

function header(): string {
  return `<header class="top"><div class="bar">
<a class="home" href="/">${logo}<span>Presage</span></a><a class="docs-home" href="/docs">Docs</a>
<form class="search" role="search" action="/docs/search"><label><span class="hidden">Search the documentation</span>${searchIcon}<input type="search" name="q" placeholder="Search" autocomplete="off" maxlength="200" spellcheck="false"></label><kbd>/</kbd></form>
<nav aria-label="Site"><a href="/docs/api">API reference</a><a href="/developers">Developers</a><a href="/">Markets</a></nav>
<button type="button" class="theme" data-theme-toggle hidden>Dark theme</button>
</div></header>`;
}

function sidebar(navigation: readonly NavSection[], current: string): string {
  const groups = navigation.map(({ title, entries }) => {
    const items = entries.map(({ path, label }) => {
      const mark = path === current ? ' aria-current="page"' : '';
      return `<li><a href="${path}"${mark}>${escapeHtml(label)}</a></li>`;
    });
    return `<h2>${escapeHtml(title)}</h2><ul>${items.join('')}</ul>`;
  });
  return `<nav class="side" aria-label="Documentation">${groups.join('')}</nav>`;
}

function contents(headings: readonly Heading[]): string {
  const shown = headings.filter(({ depth }) => depth === 2 || depth === 3);
  if (shown.length < 2) return '<aside class="toc"></aside>';
  const deep = shown.length <= 40;
  const items = shown
    .filter(({ depth }) => deep || depth === 2)
    .map(({ depth, anchor, text }) => `<li class="d${depth}"><a href="#${anchor}">${escapeHtml(text)}</a></li>`);
  return `<aside class="toc"><nav aria-label="On this page"><h2>On this page</h2><ul>${items.join('')}</ul></nav></aside>`;
}

function neighbours(navigation: readonly NavSection[], current: string): string {
  const all = navigation.flatMap(({ entries }) => entries).filter(({ path }) => path !== '/docs/api');
  const index = all.findIndex(({ path }) => path === current);
  if (index === -1) return '';
  const link = (entry: NavEntry | undefined, kind: 'Previous' | 'Next') =>
    entry ? `<a href="${entry.path}"><small>${kind}</small>${escapeHtml(entry.label)}</a>` : '<span></span>';
  return `<nav class="around" aria-label="Previous and next page">${link(all[index - 1], 'Previous')}${link(all[index + 1], 'Next')}</nav>`;
}
