import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { DocsSite } from '../api/web/docs-site.js';
import type { ProjectDocument } from '../http/services.js';
import { plain } from './help-sections.js';

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
export function documentsOf({ pages }: DocsSite): ProjectDocument[] {
  const built = pages.flatMap(({ path, source, markdown }) =>
    source === null || markdown === null ? [] : [{ source, page: path, text: markdown }],
  );
  const guides = built.filter(({ source }) => source.startsWith('docs/guides/'));
  const chosen = explanations.flatMap(path => built.find(({ source }) => source === path) ?? []);
  return [...guides.sort((a, b) => (a.source < b.source ? -1 : 1)), ...chosen].map(({ source, page, text }) =>
    describe(source, text, page),
  );
}
