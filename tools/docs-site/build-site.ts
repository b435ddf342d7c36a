import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { escapeHtml } from '../../src/http/response/escape-html.js';
import { plain } from '../../src/web/served-docs.js';
import { apiPage, type OpenapiDocument } from './api-page.js';
import { type AsyncapiDocument, asyncapiPage } from './asyncapi-page.js';
import { errorCatalogue, exampleAgents } from './generated-pages.js';
import { homeArticle, homeMarkdown } from './home-page.js';
import { layoutPage, type NavSection } from './page-layout.js';
import { type LinkTargets, renderMarkdown, resolveLink } from './render-markdown.js';
import { readSections, type SitePage } from './site-map.js';

interface WrittenPage extends SitePage {
  readonly title: string;
  readonly markdown: string;
}

/** The service's input: one entry per page, ready for the template. */
interface BuiltPage {
  readonly path: string;
  readonly source: string | null;
  readonly title: string;
  readonly description: string;
  /** HTML of the body. */
  readonly body: string;
  /** Null for pages without a Markdown version. */
  readonly markdown: string | null;
}

const read = (root: string, path: string) => readFileSync(join(root, path), 'utf8');

function generate(root: string, path: string): string {
  if (path === '/docs/examples') return exampleAgents(root);
  if (path === '/docs/asyncapi')
    return asyncapiPage(JSON.parse(read(root, 'contract/asyncapi.json')) as AsyncapiDocument);
  throw new Error(`no generator makes ${path}`);
}

function write(root: string, page: SitePage): WrittenPage {
  // Generated from the table, with a section for each code.
  const isCatalogue = page.path === '/docs/errors';
  const markdown = isCatalogue
    ? errorCatalogue()
    : page.source === null
      ? generate(root, page.path)
      : read(root, page.source);
  return { ...page, markdown, title: plain(/^#\s+(.+)$/m.exec(markdown)?.[1] ?? page.path) };
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

function navigationOf(sections: ReturnType<typeof readSections>, titles: ReadonlyMap<string, string>): NavSection[] {
  return sections.map(({ title, pages }) => ({
    title,
    entries: [
      ...(title === 'Reference' ? [{ path: '/docs/api', label: 'API reference' }] : []),
      ...pages.map(({ path, label }) => ({ path, label: label ?? titles.get(path) ?? path })),
    ],
  }));
}

function findPage(pages: readonly SitePage[], path: string): string | null {
  if (path === 'README.md' || path === 'docs') return '/docs';
  if (path === 'examples') return '/docs/examples';
  if (/^examples\/[\w-]+\.ts$/.test(path)) return `/docs/examples#${basename(path, '.ts')}`;
  return pages.find(({ source }) => source === path)?.path ?? null;
}

/** Pages with dynamic content: search results. */
function searchPage(navigation: readonly NavSection[]): BuiltPage {
  const article = '<h1>Search</h1><!--results-->';
  const parts = { path: '/docs/search', navigation, article, headings: [], kind: null, hasTwin: false };
  return {
    path: parts.path,
    source: null,
    title: 'Search',
    description: 'Search the documentation of Presage.',
    body: layoutPage(parts),
    markdown: null,
  };
}

/** Renders every page of the documentation into `docs.json` and its images into the assets of the web app. */
export function buildDocs(root: string, folder: string): void {
  const sections = readSections(root);
  const all = sections.flatMap(({ pages }) => pages).map(page => write(root, page));
  const navigation = navigationOf(sections, new Map(all.map(({ path, title }) => [path, title])));
  const pageOf = (path: string) => findPage(all, path);
  const imageOf = createImages(root, folder);
  const pages = all.map(({ path, source, kind, title, markdown }): BuiltPage => {
    const targets = { source: source ?? 'docs/page.md', pageOf, imageOf, widget };
    const { html, headings } = renderMarkdown(markdown, targets);
    const parts = { path, navigation, article: html, headings, kind, hasTwin: true };
    return {
      path,
      source,
      title,
      description: descriptionOf(markdown),
      body: layoutPage(parts),
      markdown: twinOf(markdown, targets),
    };
  });
  const home: BuiltPage = {
    path: '/docs',
    source: null,
    title: 'Documentation',
    description: 'Guides, concepts, API reference and internals of Presage, an open play-money forecasting arena.',
    body: layoutPage({
      path: '/docs',
      navigation,
      article: homeArticle(navigation),
      headings: [],
      kind: null,
      hasTwin: true,
    }),
    markdown: homeMarkdown(navigation),
  };
  const reference = apiPage(JSON.parse(read(root, 'contract/openapi.json')) as OpenapiDocument);
  const site = { pages: [home, searchPage(navigation), ...pages], reference };
  writeFileSync(join(folder, 'docs.json'), JSON.stringify(site));
}
