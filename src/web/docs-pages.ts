import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { escapeHtml } from '../http/response/escape-html.js';
import { CachedText } from '../http/response/reply-bytes.js';
import {
  defineRoute,
  type HttpServices,
  Reply,
  type RequestContext,
  type Route,
  type RouteInput,
} from '../http/route.js';
import { Type } from '../http/schema.js';
import { snippetOf } from '../kernel/words.js';
import type { SearchServices } from '../search/queries.js';
import { headTags, pagePolicy } from './pages.js';

type Needs = HttpServices & SearchServices;

/** A page of the documentation, rendered when the web app was built. */
export interface DocsPage {
  readonly path: string;
  /** The source Markdown file; null for generated pages. */
  readonly source: string | null;
  readonly title: string;
  readonly description: string;
  /** HTML of the body. */
  readonly body: string;
  /** Null for pages without a Markdown version. */
  readonly markdown: string | null;
}

export interface DocsSite {
  /** The page template, with its markers. */
  readonly template: string;
  readonly pages: readonly DocsPage[];
  /** The API reference as Markdown. Its page is not built: it shows the contract in the browser. */
  readonly reference: string;
}

/** Returns null if the documentation was not built, as in API tests. */
export function loadDocsSite(folder: string): DocsSite | null {
  const [template, pages] = [join(folder, 'docs', 'page.html'), join(folder, 'docs.json')];
  if (!existsSync(template) || !existsSync(pages)) return null;
  const built = JSON.parse(readFileSync(pages, 'utf8')) as Omit<DocsSite, 'template'>;
  return { template: readFileSync(template, 'utf8'), pages: built.pages, reference: built.reference };
}

const htmlType = 'text/html; charset=utf-8';
const headers = { 'content-security-policy': pagePolicy, 'cross-origin-opener-policy': 'same-origin' };
const markdownType = 'text/markdown; charset=utf-8';
const maxResults = 20;

function render({ template }: DocsSite, page: DocsPage, publicUrl: string, body: string): string {
  const { title, description, path } = page;
  const head = headTags({ title, description, path, text: '', isPublic: page.markdown !== null }, publicUrl, []);
  const twin =
    page.markdown === null
      ? ''
      : `\n    <link rel="alternate" type="text/markdown" href="${path}.md" title="Markdown">`;
  return template.replace('<!--head-->', () => `${head}${twin}`).replace('<!--body-->', () => body);
}

function docsRoute<N>(
  id: string,
  path: string,
  contentType: string,
  handler: Route<N>['handler'],
  request: Route['request'] = {},
): Route<N> {
  return defineRoute({
    id,
    method: 'GET',
    path,
    area: 'pages',
    summary: id,
    description: 'A page of the documentation; not part of the contract.',
    auth: 'none',
    bucket: 'address',
    maxAgeSeconds: 300,
    request,
    responses: { 200: { description: 'The page.', contentType } },
    handler,
  });
}

/** Builds the text of a page on its first request, because it contains the URL of the arena. */
function once(build: (publicUrl: string) => string): (context: RequestContext) => CachedText {
  let text: CachedText | null = null;
  return ({ services }) => {
    text ??= new CachedText(build(services.settings.publicUrl));
    return text;
  };
}

function twinRoute(path: string, markdown: string): Route<HttpServices> {
  const text = new CachedText(markdown);
  const route = docsRoute('docsMarkdown', `${path}.md`, markdownType, () => text);
  return path === '/docs' ? { ...route, aliases: ['/docs/index.md'] } : route;
}

function pageRoutes(site: DocsSite, page: DocsPage): Route<HttpServices>[] {
  const html = once(publicUrl => render(site, page, publicUrl, page.body));
  const shown = docsRoute(
    'docsPage',
    page.path,
    htmlType,
    (_input, context: RequestContext) => new Reply(200, html(context), headers),
  );
  if (page.markdown === null) return [shown];
  return [shown, twinRoute(page.path, page.markdown)];
}

const SearchQuery = Type.Object({ q: Type.Optional(Type.String({ maxLength: 200 })) });

function resultsOf(q: string, { services }: RequestContext<Needs>): string {
  const field = `<form class="search" action="/docs/search"><label><span class="hidden">Search the documentation</span><input type="search" name="q" value="${escapeHtml(q)}" maxlength="200"></label></form>`;
  if (q.trim() === '') return field;
  const { hits, words } = services.search.help.search(q, maxResults);
  const items = hits.flatMap(({ section: { title, text, page } }) => {
    if (page === null) return [];
    const snippet = escapeHtml(snippetOf(text, words));
    return [`<li><a href="${escapeHtml(page)}">${escapeHtml(title)}</a><p>${snippet}</p></li>`];
  });
  if (items.length > 0) return `${field}<ol class="results">${items.join('')}</ol>`;
  return `${field}<p>Nothing matches “${escapeHtml(q)}”. Try fewer or other words.</p>`;
}

function resultsInMarkdown(q: string, { services }: RequestContext<Needs>): string {
  const { hits, words } = services.search.help.search(q, maxResults);
  const items = hits.flatMap(({ section: { title, text, page } }) =>
    page === null ? [] : [`- [${title}](${page.replace(/(#|$)/, '.md$1')}): ${snippetOf(text, words)}`],
  );
  const results = items.length > 0 ? items.join('\n') : 'No results. Send other words as `?q=`.';
  return `# Search\n\n${results}\n`;
}

type SearchInput = RouteInput<{ query: typeof SearchQuery }>;

function searchRoutes(site: DocsSite, page: DocsPage): Route<Needs>[] {
  const html = ({ query }: SearchInput, context: RequestContext<Needs>) => {
    const results = resultsOf(query.q ?? '', context);
    const body = page.body.replace('<!--results-->', () => results);
    return new Reply(200, render(site, page, context.services.settings.publicUrl, body), headers);
  };
  const markdown = ({ query }: SearchInput, context: RequestContext<Needs>) =>
    resultsInMarkdown(query.q ?? '', context);
  const request = { query: SearchQuery };
  return [
    docsRoute('docsSearch', page.path, htmlType, html as Route<Needs>['handler'], request),
    docsRoute('docsSearchMarkdown', `${page.path}.md`, markdownType, markdown as Route<Needs>['handler'], request),
  ];
}

/** The documentation for people, and each page as Markdown for programs. */
export function createDocsPages(site: DocsSite): Route<Needs>[] {
  const pages = site.pages.flatMap(page =>
    page.path === '/docs/search' ? searchRoutes(site, page) : pageRoutes(site, page),
  );
  return [...pages, twinRoute('/docs/api', site.reference)];
}
