import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

export type PageKind = 'tutorial' | 'how-to' | 'reference' | 'explanation';

export interface SitePage {
  /** Path on the arena, such as /docs/guides/mcp. */
  readonly path: string;
  /** Markdown file in the project, or null for a generated page. */
  readonly source: string | null;
  readonly kind: PageKind;
  /** Short title for the navigation; the heading of the page by default. */
  readonly label?: string;
}

interface SiteSection {
  readonly title: string;
  readonly pages: readonly SitePage[];
}

const doc = (name: string, kind: PageKind, label?: string): SitePage => ({
  path: `/docs/${name}`,
  source: `docs/${name}.md`,
  kind,
  ...(label === undefined ? {} : { label }),
});
const rootFile = (name: string, source: string, kind: PageKind, label: string): SitePage => ({
  path: `/docs/${name}`,
  source,
  kind,
  label,
});
const generated = (name: string, kind: PageKind, label: string): SitePage => ({
  path: `/docs/${name}`,
  source: null,
  kind,
  label,
});

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
      generated('examples', 'reference', 'Example agents'),
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
      doc('errors', 'reference', 'Errors'),
      generated('asyncapi', 'reference', 'Stream messages'),
      doc('conformance', 'reference', 'Conformance'),
      rootFile('changelog', 'CHANGELOG.md', 'reference', 'Changelog'),
    ],
  },
  {
    title: 'Run and contribute',
    pages: [
      doc('operations', 'how-to', 'Running an arena'),
      rootFile('security', 'SECURITY.md', 'reference', 'Security'),
      rootFile('contributing', 'CONTRIBUTING.md', 'how-to', 'Contributing'),
      doc('architecture', 'reference', 'Code map'),
      doc('guides/web', 'how-to', 'Web app'),
      doc('third-party', 'reference', 'Third-party licences'),
    ],
  },
];

function markdownIn(root: string, folder: string): string[] {
  const path = join(root, folder);
  if (!existsSync(path)) return [];
  const names = readdirSync(path).filter(name => name.endsWith('.md'));
  return names.sort().map(name => `${folder}/${name}`);
}

const isPresent = (root: string) => (page: SitePage) => page.source === null || existsSync(join(root, page.source));

/** Returns the sections with the pages whose files exist; a new file without a section goes into the last one. */
export function readSections(root: string): readonly SiteSection[] {
  const known = new Set(sections.flatMap(({ pages }) => pages.map(({ source }) => source)));
  const more = ['docs', 'docs/guides']
    .flatMap(folder => markdownIn(root, folder))
    .filter(source => !known.has(source))
    .map(source => doc(source.slice('docs/'.length, -'.md'.length), 'explanation'));
  return sections
    .map(({ title, pages }, index) => ({
      title,
      pages: [...pages, ...(index === sections.length - 1 ? more : [])].filter(isPresent(root)),
    }))
    .filter(({ pages }) => pages.length > 0);
}
