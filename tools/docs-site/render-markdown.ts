import { posix } from 'node:path';
import { Marked, type Token, type Tokens } from 'marked';
import { escapeHtml } from '../../src/http/response/escape-html.js';
import { createAnchors } from '../../src/search/rules/help-index.js';
import { plain } from '../../src/web/served-docs.js';
// @ts-expect-error: plain JavaScript without types; the file says why.
import { highlightCode as highlight } from './highlight.mjs';

export interface Heading {
  readonly depth: number;
  readonly anchor: string;
  readonly text: string;
}

export interface RenderedPage {
  readonly html: string;
  readonly headings: readonly Heading[];
}

export interface LinkTargets {
  /** Markdown file in the project; relative links start from its folder. */
  readonly source: string;
  /** Returns the URL of a project file, or null if the site does not have it. */
  readonly pageOf: (path: string) => string | null;
  /** Returns the URL of a project image, or null if there is none. */
  readonly imageOf: (path: string) => string | null;
  /** Returns the HTML that replaces `<!-- widget: NAME -->`. */
  readonly widget: (name: string) => string;
}

interface TabSource {
  readonly name: string;
  readonly language: string;
  readonly text: string;
}

/** Renders the Markdown of one page. Its text is the project's own, so HTML in it is trusted. */
export function renderMarkdown(markdown: string, targets: LinkTargets): RenderedPage {
  const headings: Heading[] = [];
  const anchors = createAnchors();
  let tables = 0;
  const marked = new Marked({ gfm: true });
  marked.use({
    renderer: {
      heading({ tokens, depth, text: raw }) {
        const text = plain(raw);
        const anchor = anchors(text);
        headings.push({ depth, anchor, text: text.replaceAll(/\s+([.,:;!?)])/g, '$1') });
        return headingHtml(depth, anchor, this.parser.parseInline(tokens), text);
      },
      code: ({ text, lang }) => renderCode(text, (lang ?? '').split(/\s+/)[0]),
      link({ href, tokens }) {
        const inner = this.parser.parseInline(tokens);
        const target = resolveLink(href, targets);
        if (target === null) return inner;
        const outside = /^https?:/.test(target) ? ' rel="noreferrer"' : '';
        return `<a href="${escapeHtml(target)}"${outside}>${inner}</a>`;
      },
      image({ href, text }) {
        const target = targets.imageOf(posix.join(posix.dirname(targets.source), href));
        return target === null ? escapeHtml(text) : `<img src="${target}" alt="${escapeHtml(text)}" loading="lazy">`;
      },
    },
  });
  const tokens = joinTabs(marked.lexer(markdown), targets.widget);
  const html = marked
    .parser(tokens)
    .replaceAll('<table>', () => {
      tables += 1;
      return `<div class="table" role="region" tabindex="0" aria-label="Table ${tables}"><table>`;
    })
    .replaceAll('</table>', '</table></div>')
    .replaceAll('<th></th>', '<td></td>');
  return { html, headings };
}

/** Returns a relative link as a URL of the site, or null if the site has no such page. */
export function resolveLink(href: string, { source, pageOf }: Pick<LinkTargets, 'source' | 'pageOf'>): string | null {
  if (/^([a-z][a-z\d+.-]*:|\/|#)/i.test(href)) return href;
  const [file, anchor] = href.split('#', 2);
  const page = pageOf(posix.join(posix.dirname(source), file).replace(/\/$/, ''));
  if (page === null) return null;
  return anchor === undefined ? page : `${page}#${anchor}`;
}

function headingHtml(depth: number, anchor: string, inner: string, text: string): string {
  if (depth === 1) return `<h1>${inner}</h1>\n`;
  const link = `<a class="anchor" href="#${anchor}" aria-label="Link to ${escapeHtml(text)}">#</a>`;
  return `<h${depth} id="${escapeHtml(anchor)}">${inner}${link}</h${depth}>\n`;
}

/** Joins adjacent code blocks with tabs into one HTML token. */
function joinTabs(tokens: readonly Token[], widget: LinkTargets['widget']): Token[] {
  const joined: Token[] = [];
  let tabs: TabSource[] = [];
  const flush = () => {
    if (tabs.length > 0) joined.push(htmlToken(renderTabs(tabs)));
    tabs = [];
  };
  for (const token of tokens) {
    const tab = tabOf(token);
    if (tab) tabs.push(tab);
    else if (token.type === 'space' && tabs.length > 0) continue;
    else {
      flush();
      const name = token.type === 'html' ? /^<!--\s*widget:\s*([\w-]+)\s*-->/.exec(token.raw)?.[1] : undefined;
      joined.push(name === undefined ? token : htmlToken(widget(name)));
    }
  }
  flush();
  return joined;
}

function htmlToken(text: string): Token {
  return { type: 'html', raw: text, text, pre: false, block: true } as Tokens.HTML;
}

/** An info string such as `bash tab=curl`. */
function tabOf(token: Token): TabSource | null {
  if (token.type !== 'code') return null;
  const [language = '', ...rest] = (token.lang ?? '').split(/\s+/);
  const name = rest.map((part: string) => /^tab=(.+)$/.exec(part)?.[1]).find(Boolean);
  return name === undefined ? null : { name, language, text: token.text };
}

const tabLabels: Readonly<Record<string, string>> = {
  curl: 'curl',
  typescript: 'TypeScript',
  python: 'Python',
  cli: 'CLI',
  mcp: 'MCP',
};

/** One panel after the other; the script of the site turns them into tabs. */
function renderTabs(tabs: readonly TabSource[]): string {
  const panels = tabs.map(({ name, language, text }) => {
    const label = tabLabels[name] ?? name;
    return `<section data-tab="${escapeHtml(name)}" data-label="${escapeHtml(label)}">${renderCode(text, language, label)}</section>`;
  });
  return `<div class="tabs" data-tabs>${panels.join('')}</div>\n`;
}

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
function renderCode(text: string, given: string, label?: string): string {
  const language = aliases[given] ?? given;
  const shown = text.replace(/\n$/, '');
  const code = highlightCode(shown, language) ?? escapeHtml(shown);
  const title = label ?? labels[language] ?? 'Text';
  return `<figure class="code" data-copy><figcaption>${escapeHtml(title)}</figcaption><pre tabindex="0"><code>${code}</code></pre></figure>\n`;
}
