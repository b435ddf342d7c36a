import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { escapeHtml } from '../../src/http/response/escape-html.js';
import type { DocsPage, DocsSite } from '../../src/web/docs-pages.js';
import { plain } from '../../src/web/served-docs.js';
import { apiPage, type OpenapiDocument } from './api-page.js';
import { homeArticle, homeMarkdown } from './home-page.js';
import { layoutPage, type NavSection } from './page-layout.js';
import { type LinkTargets, renderMarkdown, resolveLink } from './render-markdown.js';
import { readSections, type SitePage, type SiteSection } from './site-map.js';

interface WrittenPage extends SitePage {
  readonly title: string;
  readonly markdown: string;
}

/** Renders every page of the documentation into `docs.json` and its images into the assets of the web app. */
export function buildDocs(root: string, folder: string): void {
  const sections = readSections(root);
  const written = sections.flatMap(({ pages }) => pages).map(page => write(root, page));
  const navigation = navigationOf(sections, written);
  const imageOf = createImages(root, folder);
  const pages = written.map((page): DocsPage => {
    const { path, source, kind, title, markdown } = page;
    const targets = {
      source: source ?? 'docs/page.md',
      pageOf: (file: string) => findPage(written, file),
      imageOf,
      widget,
    };
    const { html, headings } = renderMarkdown(markdown, targets);
    const body = layoutPage({ path, navigation, article: html, headings, kind });
    return { path, source, title, description: descriptionOf(markdown), body, markdown: twinOf(markdown, targets) };
  });
  const openapi = JSON.parse(readFileSync(join(root, 'contract/openapi.json'), 'utf8')) as OpenapiDocument;
  const site: Omit<DocsSite, 'template'> = {
    pages: [homePage(navigation), searchPage(navigation), ...pages],
    reference: apiPage(openapi),
  };
  writeFileSync(join(folder, 'docs.json'), JSON.stringify(site));
}

function write(root: string, page: SitePage): WrittenPage {
  const markdown = page.read(root);
  return { ...page, markdown, title: plain(/^#\s+(.+)$/m.exec(markdown)?.[1] ?? page.path) };
}

function navigationOf(sections: readonly SiteSection[], written: readonly WrittenPage[]): NavSection[] {
  const titles = new Map(written.map(({ path, title }) => [path, title]));
  return sections.map(({ title, pages }) => ({
    title,
    entries: [
      ...(title === 'Reference' ? [{ path: '/docs/api', label: 'API reference' }] : []),
      ...pages.map(({ path, label }) => ({ path, label: label ?? titles.get(path) ?? path })),
    ],
  }));
}

function findPage(pages: readonly SitePage[], file: string): string | null {
  if (file === 'README.md' || file === 'docs') return '/docs';
  if (file === 'examples') return '/docs/examples';
  if (/^examples\/[\w-]+\.ts$/.test(file)) return `/docs/examples#${basename(file, '.ts')}`;
  return pages.find(({ source }) => source === file)?.path ?? null;
}

/** Copies an image of the docs to the assets, under a content hash. */
function createImages(root: string, folder: string): LinkTargets['imageOf'] {
  const assets = join(folder, 'assets');
  mkdirSync(assets, { recursive: true });
  return path => {
    const file = join(root, path);
    if (!existsSync(file)) return null;
    const bytes = readFileSync(file);
    const digest = createHash('sha256').update(bytes).digest('hex').slice(0, 8);
    const name = `docs-${basename(path).replace(/(\.\w+)$/, `-${digest}$1`)}`;
    writeFileSync(join(assets, name), bytes);
    return `/assets/${name}`;
  };
}

const widgets: Readonly<Record<string, string>> = {
  'score-explorer': 'An interactive example of Brier, edge and adjusted scores. It needs JavaScript.',
};

function widget(name: string): string {
  const text = widgets[name];
  if (text === undefined) throw new Error(`there is no widget ${name}`);
  return `<div class="widget" data-widget="${name}"><p>${escapeHtml(text)}</p></div>\n`;
}

/** The first paragraph of prose. */
function descriptionOf(markdown: string): string {
  // Some headings have no blank line after them.
  const paragraphs = markdown.replaceAll(/^#.*\n/gm, '\n').split(/\n{2,}/);
  const prose = paragraphs.filter(text => /^[\p{L}`*"“[]/u.test(text) && !text.startsWith('```')).map(plain);
  const first = prose.find(text => text.length > 40) ?? prose[0] ?? '';
  // Replaces the backticks of code with spaces.
  return first.replaceAll(/\s+([.,:;!?)])/g, '$1');
}

/** Links of the Markdown version point to other Markdown versions. */
function twinOf(markdown: string, targets: Pick<LinkTargets, 'source' | 'pageOf'>): string {
  return markdown
    .replaceAll(/^<!--\s*widget:.*-->\n+/gm, '')
    .replaceAll(/(?<!!)\]\(([^)\s]+)\)/g, (whole, href: string) => {
      if (/^([a-z][a-z\d+.-]*:|\/|#)/i.test(href)) return whole;
      const target = resolveLink(href, targets);
      return target === null ? whole : `](${target.replace(/(#|$)/, '.md$1')})`;
    });
}

function homePage(navigation: readonly NavSection[]): DocsPage {
  const path = '/docs';
  return {
    path,
    source: null,
    title: 'Documentation',
    description: 'Guides, concepts, API reference and internals of Presage, an open play-money forecasting arena.',
    body: layoutPage({ path, navigation, article: homeArticle(navigation) }),
    markdown: homeMarkdown(navigation),
  };
}

/** The service inserts the results. */
function searchPage(navigation: readonly NavSection[]): DocsPage {
  const path = '/docs/search';
  return {
    path,
    source: null,
    title: 'Search',
    description: 'Search the documentation of Presage.',
    body: layoutPage({ path, navigation, article: '<h1>Search</h1><!--results-->' }),
    markdown: null,
  };
}
