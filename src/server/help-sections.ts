import type { DocsSite } from '../api/web/docs-site.js';
import { createAnchors } from '../domain/search/heading-anchors.js';
import type { HelpSection } from '../domain/search/help-index.js';
import { documentationPath, errorCodes, errorEntry } from '../http/errors.js';
import type { ProjectDocument } from '../http/services.js';

export function plain(markdown: string): string {
  return markdown
    .replace(/!\[[^\]]*\]\([^)]*\)/g, ' ')
    .replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/^\s*\|?[\s|:-]+\|\s*$/gm, ' ')
    .replace(/^\s*(```|~~~).*$/gm, ' ')
    .replace(/[`*|]/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();
}

/** Splits a document at its headings; ignores lines of code that begin with #. */
export function sectionsOf(
  document: string,
  markdown: string,
  page: string | null = null,
  weight?: number,
): HelpSection[] {
  const anchors = createAnchors();
  const sections: { title: string; anchor: string; lines: string[] }[] = [];
  let fenced = false;
  for (const line of markdown.split('\n')) {
    if (/^\s*(```|~~~)/.test(line)) fenced = !fenced;
    const heading = fenced ? undefined : /^#{1,4}\s+(.+)$/.exec(line)?.[1];
    if (heading !== undefined) sections.push({ title: plain(heading), anchor: anchors(plain(heading)), lines: [] });
    else sections.at(-1)?.lines.push(line);
  }
  const [whole] = sections;
  return sections
    .map(({ title, anchor, lines }, index) => ({
      document,
      title: title === whole.title ? title : `${whole.title}: ${title}`,
      anchor,
      text: plain(lines.join('\n')),
      page: page === null || index === 0 ? page : `${page}#${anchor}`,
      ...(weight === undefined ? {} : { weight }),
    }))
    .filter(({ text }) => text !== '');
}

function errorSections(): HelpSection[] {
  return errorCodes.map(code => {
    const { http, meaning, remediation } = errorEntry(code);
    const text = `${meaning} ${remediation} HTTP ${http.join(' or ')}.`;
    // A code is one word for programs and several for people.
    const title = `${code} (${code.toLowerCase().replaceAll('_', ' ')})`;
    return { document: 'docs/errors.md', title, anchor: code, text, page: documentationPath(code) };
  });
}

/** Every document in sections; the error codes come from the table, one section each. */
export function helpOf(documents: readonly ProjectDocument[]): HelpSection[] {
  const written = documents
    .filter(({ path }) => path !== 'docs/errors.md')
    .flatMap(({ path, text, page }) => sectionsOf(path, text, page));
  return [...written, ...errorSections()];
}

/** Pages about the history or internals of the project rank last. */
const lowWeights: readonly (readonly [prefix: string, weight: number])[] = [
  ['/docs/adr', 0.35],
  ['/docs/changelog', 0.3],
  ['/docs/third-party', 0.3],
  ['/docs/conformance', 0.5],
  ['/docs/architecture', 0.5],
  ['/docs/contributing', 0.6],
  ['/docs/guides/web', 0.5],
  ['/docs/asyncapi', 0.6],
  ['/docs/examples', 0.6],
];

function weightOf(path: string): number | undefined {
  return lowWeights.find(([prefix]) => path.startsWith(prefix))?.[1];
}

/** The sections of every built page. */
export function helpOfSite({ pages }: DocsSite): HelpSection[] {
  const written = pages.flatMap(({ path, source, markdown }) => {
    if (markdown === null || path === '/docs' || path === '/docs/errors') return [];
    return sectionsOf(source ?? `docs${path.slice('/docs'.length)}.md`, markdown, path, weightOf(path));
  });
  return [...written, ...errorSections()];
}
