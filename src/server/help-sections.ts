import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { documentationPath, errorCodes, errorEntry } from '../api/errors.js';
import type { HelpSection } from '../domain/search/help-index.js';

/** As the usual renderers of Markdown make it. */
function anchorOf(heading: string): string {
  return heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s-]/gu, '')
    .trim()
    .replace(/\s+/g, '-');
}

function plain(markdown: string): string {
  return markdown
    .replace(/!\[[^\]]*\]\([^)]*\)/g, ' ')
    .replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/^\s*\|?[\s|:-]+\|\s*$/gm, ' ')
    .replace(/^\s*(```|~~~).*$/gm, ' ')
    .replace(/[`*|]/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();
}

/** Cut at its headings; signs that begin a comment in a block of code are none. */
export function sectionsOf(document: string, markdown: string): HelpSection[] {
  const sections: { title: string; lines: string[] }[] = [];
  let fenced = false;
  for (const line of markdown.split('\n')) {
    if (/^\s*(```|~~~)/.test(line)) fenced = !fenced;
    const heading = fenced ? undefined : /^#{1,4}\s+(.+)$/.exec(line)?.[1];
    if (heading !== undefined) sections.push({ title: plain(heading), lines: [] });
    else sections.at(-1)?.lines.push(line);
  }
  const [whole] = sections;
  return sections
    .map(({ title, lines }) => ({
      document,
      title: title === whole.title ? title : `${whole.title}: ${title}`,
      anchor: anchorOf(title),
      text: plain(lines.join('\n')),
      page: null,
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

/** Guides and explanations that come with the service, and every error code. */
export function loadHelp(root: string): HelpSection[] {
  const guides = join(root, 'docs', 'guides');
  const names = existsSync(guides) ? readdirSync(guides).filter(name => name.endsWith('.md')) : [];
  const documents = [...names.sort().map(name => `docs/guides/${name}`), 'docs/engine.md', 'docs/scoring.md'];
  const written = documents
    .filter(document => existsSync(join(root, document)))
    .flatMap(document => sectionsOf(document, readFileSync(join(root, document), 'utf8')));
  return [...written, ...errorSections()];
}
