import { escapeHtml } from '../../http/response/escape-html.js';
import type { WebFiles } from './web-files.js';

/** Server-rendered parts of a page. */
export interface PageHead {
  readonly title: string;
  readonly description: string;
  /** The path of the page, without the arena's origin. */
  readonly path: string;
  /** HTML for readers without JavaScript, with all text escaped. */
  readonly text: string;
  /** Personal pages stay out of search engines. */
  readonly isPublic: boolean;
  /** The path of its Open Graph image under /og, without the extension; by default that of the arena. */
  readonly picture?: string;
  /** The market of the page, so that the app shows it without another request. */
  readonly event?: { readonly title: string };
  /** A pause of trading: the app shows it in its first paint, so that nothing shifts when the status arrives. */
  readonly pause?: { readonly reason: string | null } | null;
}

const maxDescription = 300;

function cut(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim();
  return line.length <= maxDescription ? line : `${line.slice(0, maxDescription - 1).trimEnd()}…`;
}

/** Returns the tags of a page's head: title, description, canonical URL, Open Graph and preloaded scripts. */
export function headTags(head: PageHead, publicUrl: string, scripts: readonly string[]): string {
  const title = head.title === '' ? 'Presage' : `${head.title} · Presage`;
  const url = `${publicUrl}${head.path}`;
  const meta = (attribute: string, name: string, content: string) =>
    `<meta ${attribute}="${name}" content="${escapeHtml(content)}">`;
  return [
    `<title>${escapeHtml(title)}</title>`,
    meta('name', 'description', cut(head.description)),
    head.isPublic ? `<link rel="canonical" href="${escapeHtml(url)}">` : meta('name', 'robots', 'noindex'),
    meta('property', 'og:title', head.title === '' ? 'Presage' : head.title),
    meta('property', 'og:description', cut(head.description)),
    meta('property', 'og:type', 'website'),
    meta('property', 'og:site_name', 'Presage'),
    meta('property', 'og:url', url),
    meta('property', 'og:image', `${publicUrl}/og/${head.picture ?? 'pages/presage'}.png`),
    meta('property', 'og:image:width', '1200'),
    meta('property', 'og:image:height', '630'),
    meta('property', 'og:image:alt', head.title === '' ? 'Presage' : head.title),
    meta('name', 'twitter:card', 'summary_large_image'),
    ...scripts.map(file => `<link rel="modulepreload" href="/${file}">`),
  ].join('\n    ');
}

/** As in web/index.html, which the development server sends unchanged. */
const emptyRoot = '<div id="root"></div>';

/**
 * Returns the element that the app renders into. For a market it contains the title, which browsers paint before they
 * have loaded any script, and the event in an attribute, because the policy allows no inline script.
 */
function rootElement({ event, pause }: PageHead): string {
  const state = pause ? ` data-trading-pause="${escapeHtml(JSON.stringify(pause))}"` : '';
  if (!event) return `<div id="root"${state}></div>`;
  const title = `<div class="first-paint" aria-busy="true"><p>${escapeHtml(event.title)}</p></div>`;
  return `<div id="root"${state} data-event="${escapeHtml(JSON.stringify(event))}">${title}</div>`;
}

/** Fills the markers of the built page. Replacements are functions, because `$` is special in replacement strings. */
export function renderPage(files: WebFiles, head: PageHead, publicUrl: string, module: string): string {
  const tags = headTags(head, publicUrl, files.scriptsOf(module));
  return files.template
    .replace('<!--head-->', () => tags)
    .replace(emptyRoot, () => rootElement(head))
    .replace('<!--noscript-->', () => `<noscript><main>${head.text}</main></noscript>`);
}
