import { HelpIndex, type HelpSection } from '../domain/search/help-index.js';
import { documentationPath, errorCodes, errorEntry } from '../http/errors.js';
import type { ProjectDocument } from '../http/services.js';

/** As the usual renderers of Markdown make it. */
function anchorOf(heading: string): string {
  return heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s-]/gu, '')
    .trim()
    .replace(/\s+/g, '-');
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

/** The pages that come with the service; every error code comes from the table, so that each has its own section. */
export function helpOf(documents: readonly ProjectDocument[]): HelpSection[] {
  const written = documents
    .filter(({ path }) => path !== 'docs/errors.md')
    .flatMap(({ path, text }) => sectionsOf(path, text));
  return [...written, ...errorSections()];
}

/** The full-text index of the documents. The first search builds it, so that the start does not wait for it. */
export function createHelp(documents: readonly ProjectDocument[]): { readonly help: HelpIndex } {
  let index: HelpIndex | undefined;
  return {
    get help() {
      index ??= new HelpIndex(helpOf(documents));
      return index;
    },
  };
}
