import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ProjectDocument } from '../http/services.js';
import { plain } from './help-sections.js';

const explanations = [
  'scoring',
  'engine',
  'quant',
  'intelligence',
  'sports',
  'market-requests',
  'conformance',
  'errors',
].map(name => `docs/${name}.md`);

/** The first paragraph that is neither a heading nor a picture nor code. */
function summaryOf(text: string): string {
  const paragraphs = text.split(/\n{2,}/).slice(1);
  return plain(paragraphs.find(paragraph => /^[\p{L}`*"“[]/u.test(paragraph) && !paragraph.startsWith('```')) ?? '');
}

function readDocument(root: string, path: string): ProjectDocument {
  const text = readFileSync(join(root, path), 'utf8');
  return { path, title: /^#\s+(.+)$/m.exec(text)?.[1] ?? path, summary: summaryOf(text), text };
}

/** Guides first, in the order of their names, then explanations. */
export function loadDocuments(root: string): ProjectDocument[] {
  const folder = join(root, 'docs', 'guides');
  const guides = existsSync(folder) ? readdirSync(folder).filter(name => name.endsWith('.md')) : [];
  return [...guides.sort().map(name => `docs/guides/${name}`), ...explanations]
    .filter(path => existsSync(join(root, path)))
    .map(path => readDocument(root, path));
}
