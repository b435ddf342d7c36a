import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { documentationPath, errorCodes, errorEntry } from '../http/errors.js';
import type { HttpServices, Route } from '../http/route.js';
import { packageRoot } from '../package-root.js';
import type { SearchServices } from '../search/queries.js';
import { createAnchors, HelpIndex, type HelpSection } from '../search/rules/help-index.js';
import { createPlainPages } from '../service/pages.js';
import type { ProjectDocument } from '../service/service-description.js';
import { createDocsPages, type DocsSite, loadDocsSite } from './docs-pages.js';

const explanations = [
  'quick-start',
  'concepts',
  'faq',
  'scoring',
  'engine',
  'quant',
  'intelligence',
  'sports',
  'market-requests',
  'conformance',
  'errors',
].map(name => `docs/${name}.md`);

/** The first paragraph that is not a heading, an image or code. */
function summaryOf(text: string): string {
  const paragraphs = text.split(/\n{2,}/).slice(1);
  return plain(paragraphs.find(paragraph => /^[\p{L}`*"“[]/u.test(paragraph) && !paragraph.startsWith('```')) ?? '');
}

function describe(path: string, text: string, page: string | null): ProjectDocument {
  return { path, title: /^#\s+(.+)$/m.exec(text)?.[1] ?? path, summary: summaryOf(text), text, page };
}

/** Guides first, in the order of their names, then explanations. */
export function loadDocuments(root: string): ProjectDocument[] {
  const folder = join(root, 'docs', 'guides');
  const guides = existsSync(folder) ? readdirSync(folder).filter(name => name.endsWith('.md')) : [];
  return [...guides.sort().map(name => `docs/guides/${name}`), ...explanations]
    .filter(path => existsSync(join(root, path)))
    .map(path => describe(path, readFileSync(join(root, path), 'utf8'), null));
}

/** Returns the same documents from the built pages, so that a service without the sources has them too. */
function documentsOf({ pages }: DocsSite): ProjectDocument[] {
  const built = pages.flatMap(({ path, source, markdown }) =>
    source === null || markdown === null ? [] : [{ source, page: path, text: markdown }],
  );
  const guides = built.filter(({ source }) => source.startsWith('docs/guides/'));
  const chosen = explanations.flatMap(path => built.find(({ source }) => source === path) ?? []);
  return [...guides.sort((a, b) => (a.source < b.source ? -1 : 1)), ...chosen].map(({ source, page, text }) =>
    describe(source, text, page),
  );
}

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

/** Readers look for the rule first; its reasons, below the heading “Why”, rank last. */
const reasonWeight = 0.35;

/** Splits a document at its headings; ignores lines of code that begin with #. */
export function sectionsOf(
  document: string,
  markdown: string,
  page: string | null = null,
  weight?: number,
): HelpSection[] {
  const anchors = createAnchors();
  const sections: { title: string; anchor: string; lines: string[]; isReason: boolean }[] = [];
  let fenced = false;
  let isReason = false;
  for (const line of markdown.split('\n')) {
    if (/^\s*(```|~~~)/.test(line)) fenced = !fenced;
    const [, marks, heading] = (fenced ? null : /^(#{1,4})\s+(.+)$/.exec(line)) ?? [];
    if (heading === undefined) {
      sections.at(-1)?.lines.push(line);
      continue;
    }
    const title = plain(heading);
    if (marks.length <= 2) isReason = title === 'Why';
    sections.push({ title, anchor: anchors(title), lines: [], isReason });
  }
  const [whole] = sections;
  return sections
    .map(({ title, anchor, lines, isReason }, index) => ({
      document,
      title: title === whole.title ? title : `${whole.title}: ${title}`,
      anchor,
      text: plain(lines.join('\n')),
      page: page === null || index === 0 ? page : `${page}#${anchor}`,
      ...(isReason ? { weight: reasonWeight } : weight === undefined ? {} : { weight }),
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

/** The documentation in all its forms: pages, documents for programs, and the search index. */
export interface ServedDocs {
  readonly routes: readonly Route<HttpServices & SearchServices>[];
  readonly documents: readonly ProjectDocument[];
  /** Built by the first search, so that the start does not wait for it. */
  readonly help: HelpIndex;
}

function withHelp(docs: Omit<ServedDocs, 'help'>, sections: () => HelpSection[]): ServedDocs {
  let index: HelpIndex | undefined;
  return {
    ...docs,
    get help() {
      index ??= new HelpIndex(sections());
      return index;
    },
  };
}

/**
 * Loads the built documentation. Without it, documents come from the project's folder and only a few pages are served.
 */
export function loadDocs(webFolder: string | undefined): ServedDocs {
  const site = webFolder === undefined ? null : loadDocsSite(webFolder);
  if (site) {
    return withHelp({ routes: createDocsPages(site), documents: documentsOf(site) }, () => helpOfSite(site));
  }
  const documents = loadDocuments(packageRoot);
  return withHelp({ routes: createPlainPages(), documents }, () => helpOf(documents));
}
