import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { routes } from '../../src/features.js';
import { errorCodes } from '../../src/http/errors.js';
import { packageRoot } from '../../src/package-root.js';
import { HelpIndex } from '../../src/search/rules/help-index.js';
import { type DocsSite, loadDocsSite } from '../../src/web/docs-pages.js';
import { helpOfSite } from '../../src/web/served-docs.js';
import { buildDocs } from './build-site.js';
import { newcomerQuestions } from './newcomer-questions.js';
import { renderMarkdown } from './render-markdown.js';

let folder: string;
let site: DocsSite;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'presage-docs-'));
  mkdirSync(join(folder, 'docs'));
  writeFileSync(join(folder, 'docs', 'page.html'), '<!--head--><!--body-->');
  buildDocs(packageRoot, folder);
  site = loadDocsSite(folder) as DocsSite;
});
afterAll(() => rmSync(folder, { recursive: true }));

/** Paths that other parts of the service serve. */
const servedElsewhere = new Set([
  '/',
  '/developers',
  '/docs/api',
  '/docs/search',
  ...routes.flatMap(({ path, aliases = [] }) => [path, ...aliases]),
]);

function targetsOf(html: string): string[] {
  return [...html.matchAll(/\s(?:href|src)="([^"]+)"/g)].map(([, target]) => target.replaceAll('&amp;', '&'));
}

function idsOf(html: string): Set<string> {
  return new Set([...html.matchAll(/\sid="([^"]+)"/g)].map(([, id]) => id));
}

describe('the documentation site', () => {
  it('has a page for every Markdown file of docs and for the main ones of the project', () => {
    const files = readdirSync(join(packageRoot, 'docs'), { recursive: true, encoding: 'utf8' })
      .filter(name => name.endsWith('.md'))
      .map(name => `docs/${name}`);
    const sources = site.pages.map(({ source }) => source);
    for (const file of [...files, 'CHANGELOG.md', 'CONTRIBUTING.md', 'SECURITY.md']) expect(sources).toContain(file);
  });

  it('gives every page a title, a description, one top-level heading and a Markdown version', () => {
    for (const { path, title, description, body, markdown } of site.pages) {
      expect(title, path).not.toBe('');
      expect(description.length, path).toBeGreaterThan(10);
      expect(body.match(/<h1>/g)?.length, path).toBe(1);
      if (path !== '/docs/search') expect(markdown, path).toMatch(/^# /);
    }
  });

  it('links only to pages, anchors and images that exist', () => {
    const pages = new Map(site.pages.map(page => [page.path, idsOf(page.body)]));
    const twins = new Set(site.pages.map(({ path }) => `${path}.md`));
    const broken = site.pages.flatMap(({ path, body }) =>
      targetsOf(body).flatMap(target => {
        if (/^https?:/.test(target)) return [];
        const [file, anchor] = target.split('#', 2);
        const address = file === '' ? path : file;
        if (address.startsWith('/assets/')) return existsSync(join(folder, address)) ? [] : [`${path} → ${target}`];
        const ids = pages.get(address);
        if (ids === undefined) {
          return servedElsewhere.has(address) || twins.has(address) ? [] : [`${path} → ${target}`];
        }
        return anchor === undefined || ids.has(decodeURIComponent(anchor)) ? [] : [`${path} → ${target}`];
      }),
    );
    expect([...new Set(broken)]).toEqual([]);
  });

  it('links from every Markdown version to other Markdown versions', () => {
    const twins = new Set(['/docs/api.md', ...site.pages.map(({ path }) => `${path}.md`)]);
    const reference = { path: '/docs/api', markdown: site.reference };
    for (const { path, markdown } of [...site.pages, reference]) {
      const targets = [...(markdown ?? '').matchAll(/(?<!!)\]\((\/docs\/[^)#\s]+\.md)/g)].map(([, target]) => target);
      for (const target of targets) expect(twins, `${path} → ${target}`).toContain(target);
    }
  });

  it('contains neither inline scripts nor inline styles, which the policy forbids', () => {
    for (const { path, body } of site.pages) {
      expect(body, path).not.toMatch(/<script|\sstyle="|\son\w+="/);
    }
  });

  it('explains every error code under the anchor that errors link to', () => {
    const errors = site.pages.find(({ path }) => path === '/docs/errors');
    const ids = idsOf(errors?.body ?? '');
    for (const code of errorCodes) expect(ids).toContain(code);
  });

  it('shows every channel and message of the AsyncAPI document', () => {
    const text = site.pages.find(({ path }) => path === '/docs/asyncapi')?.markdown ?? '';
    const document = JSON.parse(readFileSync(join(packageRoot, 'contract', 'asyncapi.json'), 'utf8'));
    for (const { address } of Object.values<{ address: string }>(document.channels)) expect(text).toContain(address);
    for (const { name } of Object.values<{ name: string }>(document.components.messages)) {
      expect(text).toMatch(new RegExp(`^### \\w+: ${name}$`, 'm'));
    }
  });
});

describe('the rendering of Markdown', () => {
  const targets = {
    source: 'docs/guides/x.md',
    pageOf: (path: string) => (path === 'docs/scoring.md' ? '/docs/scoring' : null),
    imageOf: () => null,
    widget: (name: string) => `[${name}]`,
  };
  const render = (text: string) => renderMarkdown(text, targets).html;

  it('joins adjacent blocks with tabs, in order', () => {
    const html = render('```bash tab=curl\ncurl\n```\n\n```python tab=python\nprint(1)\n```\n\n```sh\necho\n```');
    expect(html.match(/data-tabs/g)).toHaveLength(1);
    expect([...html.matchAll(/data-tab="(\w+)"/g)].map(([, name]) => name)).toEqual(['curl', 'python']);
    expect(html.match(/<figure/g)).toHaveLength(3);
  });

  it('resolves links to pages and drops those into the repository', () => {
    expect(render('[a](../scoring.md#ranks)')).toContain('<a href="/docs/scoring#ranks">a</a>');
    expect(render('[b](../../src/x.ts)')).toBe('<p>b</p>\n');
  });

  it('numbers repeated headings and escapes code', () => {
    const html = render('# T\n\n## Same\n\n## Same\n\n```json\n{"a": "<b>"}\n```');
    expect([...idsOf(html)]).toEqual(['same', 'same-1']);
    expect(html).toContain('&lt;b&gt;');
  });

  it('inserts widgets at their placeholders', () => {
    expect(render('<!-- widget: score-explorer -->')).toContain('[score-explorer]');
  });
});

describe('the search of the documentation', () => {
  let index: HelpIndex;
  beforeAll(() => {
    index = new HelpIndex(helpOfSite(site));
  });

  it.each(newcomerQuestions)('finds the page for: %s', (question, expected) => {
    const { hits } = index.search(question, 3);
    const found = hits.map(({ section }) => section.page);
    expect(
      found.some(page => page !== null && expected.some(path => page.startsWith(path))),
      `${question}: ${found.join(', ')}`,
    ).toBe(true);
  });
});
