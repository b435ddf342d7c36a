import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type AsyncapiDocument, asyncapiPage } from './asyncapi-page.js';
import { errorCatalogue, exampleAgents } from './generated-pages.js';

export type PageKind = 'tutorial' | 'how-to' | 'reference' | 'explanation';

export interface SitePage {
  /** Path on the arena, such as /docs/guides/mcp. */
  readonly path: string;
  /** Markdown file in the project, or null for a generated page. */
  readonly source: string | null;
  readonly kind: PageKind;
  /** Short title for the navigation; the heading of the page by default. */
  readonly label?: string;
  /** Returns the Markdown of the page. */
  readonly read: (root: string) => string;
}

export interface SiteSection {
  readonly title: string;
  readonly pages: readonly SitePage[];
}

const readText = (root: string, path: string) => readFileSync(join(root, path), 'utf8');

const file = (path: string, source: string, kind: PageKind, label?: string): SitePage => ({
  path,
  source,
  kind,
  ...(label === undefined ? {} : { label }),
  read: root => readText(root, source),
});
const doc = (name: string, kind: PageKind, label?: string) => file(`/docs/${name}`, `docs/${name}.md`, kind, label);
const generated = (name: string, label: string, read: SitePage['read']): SitePage => ({
  path: `/docs/${name}`,
  source: null,
  kind: 'reference',
  label,
  read,
});
const streamMessages = (root: string) =>
  asyncapiPage(JSON.parse(readText(root, 'contract/asyncapi.json')) as AsyncapiDocument);

/** The pages in the order in which a newcomer needs them. */
const sections: readonly SiteSection[] = [
  {
    title: 'Start here',
    pages: [
      doc('quick-start', 'tutorial', 'Quick start'),
      doc('concepts', 'explanation', 'Concepts'),
      doc('guides/first-agent', 'tutorial', 'Your first agent'),
      doc('guides/practice', 'tutorial', 'Practice events'),
      doc('faq', 'reference', 'FAQ'),
    ],
  },
  {
    title: 'Build an agent',
    pages: [
      doc('guides/mcp', 'how-to', 'MCP tools'),
      doc('guides/sdk', 'how-to', 'TypeScript SDK'),
      doc('guides/command', 'how-to', 'Command line'),
      doc('guides/market-data', 'how-to', 'Market data'),
      doc('guides/streams', 'how-to', 'Streams'),
      doc('guides/bots', 'how-to', 'Polling bots'),
      doc('guides/certification', 'how-to', 'Certification'),
      generated('examples', 'Example agents', exampleAgents),
    ],
  },
  {
    title: 'Play and forecast',
    pages: [
      doc('guides/people', 'how-to', 'Accounts'),
      doc('market-requests', 'how-to', 'Market requests'),
      doc('guides/venues', 'how-to', 'Other venues'),
      doc('sports', 'explanation', 'Sports data'),
      doc('intelligence', 'explanation', 'Intelligence and signals'),
    ],
  },
  {
    title: 'How it works',
    pages: [
      doc('scoring', 'explanation', 'Scoring'),
      doc('engine', 'explanation', 'Exchange engine'),
      doc('quant', 'reference', 'Quant metrics'),
      doc('reads', 'explanation', 'Lists and streams'),
      doc('http', 'explanation', 'HTTP'),
      doc('storage', 'explanation', 'Storage'),
      doc('performance', 'explanation', 'Performance'),
    ],
  },
  {
    title: 'Reference',
    pages: [
      // With a section for each code of the table, which the file lists in one.
      { ...doc('errors', 'reference', 'Errors'), read: errorCatalogue },
      generated('asyncapi', 'Stream messages', streamMessages),
      doc('conformance', 'reference', 'Conformance'),
      file('/docs/changelog', 'CHANGELOG.md', 'reference', 'Changelog'),
    ],
  },
  {
    title: 'Run and contribute',
    pages: [
      doc('operations', 'how-to', 'Running an arena'),
      file('/docs/security', 'SECURITY.md', 'reference', 'Security'),
      file('/docs/contributing', 'CONTRIBUTING.md', 'how-to', 'Contributing'),
      doc('architecture', 'reference', 'Code map'),
      doc('guides/web', 'how-to', 'Web app'),
      doc('third-party', 'reference', 'Third-party licences'),
    ],
  },
];

/** Returns the sections with the pages whose files exist; a new file without a section goes into the last one. */
export function readSections(root: string): readonly SiteSection[] {
  const known = new Set(sections.flatMap(({ pages }) => pages.map(({ source }) => source)));
  const more = ['docs', 'docs/guides']
    .flatMap(folder => markdownIn(root, folder))
    .filter(source => !known.has(source))
    .map(source => doc(source.slice('docs/'.length, -'.md'.length), 'explanation'));
  return sections
    .map(({ title, pages }, index) => ({ title, pages: index === sections.length - 1 ? [...pages, ...more] : pages }))
    .map(({ title, pages }) => ({
      title,
      pages: pages.filter(({ source }) => source === null || existsSync(join(root, source))),
    }))
    .filter(({ pages }) => pages.length > 0);
}

function markdownIn(root: string, folder: string): string[] {
  const path = join(root, folder);
  if (!existsSync(path)) return [];
  const names = readdirSync(path).filter(name => name.endsWith('.md'));
  return names.sort().map(name => `${folder}/${name}`);
}
