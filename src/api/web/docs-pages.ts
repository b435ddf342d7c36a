import { snippetOf } from '../../domain/search/words.js';
import { CachedText } from '../../http/cached-text.js';
import type { RequestContext } from '../../http/request-context.js';
import { escapeHtml } from '../../http/response/escape-html.js';
import { defineRoute, Reply, type Route, type RouteInput } from '../../http/route.js';
import { Type } from '../../http/schema.js';
import type { DocsPage, DocsSite } from './docs-site.js';
import { pagePolicy } from './page-policy.js';
import { headTags } from './render-page.js';

const htmlType = 'text/html; charset=utf-8';
const headers = { 'content-security-policy': pagePolicy, 'cross-origin-opener-policy': 'same-origin' };
const maxResults = 20;

function twinPath({ path }: DocsPage): string {
  return path === '/docs' ? '/docs/index.md' : `${path}.md`;
}

function render({ template }: DocsSite, page: DocsPage, publicUrl: string, body: string): string {
  const { title, description, path } = page;
  const head = headTags({ title, description, path, text: '', isPublic: page.markdown !== null }, publicUrl, []);
  const twin =
    page.markdown === null
      ? ''
      : `\n    <link rel="alternate" type="text/markdown" href="${twinPath(page)}" title="Markdown">`;
  return template.replace('<!--head-->', () => `${head}${twin}`).replace('<!--body-->', () => body);
}

function docsRoute(
  id: string,
  path: string,
  contentType: string,
  handler: Route['handler'],
  request: Route['request'] = {},
): Route {
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

function pageRoutes(site: DocsSite, page: DocsPage): Route[] {
  const html = once(publicUrl => render(site, page, publicUrl, page.body));
  const shown = docsRoute('docsPage', page.path, htmlType, (_input, context) => new Reply(200, html(context), headers));
  if (page.markdown === null) return [shown];
  const twin = new CachedText(page.markdown);
  return [shown, docsRoute('docsMarkdown', twinPath(page), 'text/markdown; charset=utf-8', () => twin)];
}

const SearchQuery = Type.Object({ q: Type.Optional(Type.String({ maxLength: 200 })) });

function resultsOf(q: string, { services }: RequestContext): string {
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

function searchRoute(site: DocsSite, page: DocsPage): Route {
  const handler = ({ query }: RouteInput<{ query: typeof SearchQuery }>, context: RequestContext) => {
    const results = resultsOf(query.q ?? '', context);
    const body = page.body.replace('<!--results-->', () => results);
    return new Reply(200, render(site, page, context.services.settings.publicUrl, body), headers);
  };
  return docsRoute('docsSearch', page.path, htmlType, handler as Route['handler'], { query: SearchQuery });
}

/** The documentation for people, and each page as Markdown for programs. */
export function createDocsPages(site: DocsSite): Route[] {
  return site.pages.flatMap(page =>
    page.path === '/docs/search' ? [searchRoute(site, page)] : pageRoutes(site, page),
  );
}
