import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { packageRoot } from '../../src/package-root.js';
import { blocksOf } from '../../test/support/doc-samples.js';

const read = (path: string) => readFileSync(join(packageRoot, path), 'utf8');

const filesBelow = (folder: string, ending: string) =>
  readdirSync(join(packageRoot, folder), { recursive: true, encoding: 'utf8' })
    .filter(name => name.endsWith(ending))
    .map(name => `${folder}/${name}`);

const documents = [
  ...['README.md', 'CHANGELOG.md', 'CONTRIBUTING.md', 'SECURITY.md', 'client/README.md'],
  ...filesBelow('docs', '.md'),
];

/** `DOCUMENT INFO` of every block that a test reads, from literal calls of samplesOf. */
function executedBlocks(): Set<string> {
  const tests = filesBelow('test/scenarios', '.test.ts').map(read).join('\n');
  const calls = [...tests.matchAll(/samplesOf\(\s*'([^']+)',\s*'([^']+)',?\s*\)/g)];
  return new Set(calls.map(([, document, info]) => `${document} ${info}`));
}

/** Output, data and configuration. Everything else is a program or a command. */
const inert = new Set(['text', 'json', 'toml']);
const commandLine =
  /^\s*(?:\$ )?(?:[A-Z_]+=\S+ )*(?:curl|presage|npm|npx|node|python3?|psql|pg_\w+|docker|git|claude)\s/m;

function findingsIn(document: string, markdown: string, executed: ReadonlySet<string>): string[] {
  return blocksOf(markdown).flatMap(({ line, info, code, reason }) => {
    const place = `${document}:${line}`;
    if (reason !== null) return [];
    if (info === '') return [`${place} names no language`];
    if (executed.has(`${document} ${info}`)) return [];
    if (!inert.has(info.split(' ')[0])) return [`${place} is ${info} and no test runs it`];
    if (info.includes('tab=')) return [`${place} is a sample that no test runs`];
    return commandLine.test(code) ? [`${place} is ${info}, but contains a command`] : [];
  });
}

describe('code samples of the documentation', () => {
  it('are run by a test, or say why not', () => {
    const executed = executedBlocks();
    expect(documents.flatMap(document => findingsIn(document, read(document), executed))).toEqual([]);
  });

  it('are found by every test that reads them', () => {
    for (const block of executedBlocks()) {
      const [, document, info] = /^(\S+) (.+)$/.exec(block) as RegExpExecArray;
      expect(
        blocksOf(read(document)).map(each => each.info),
        block,
      ).toContain(info);
    }
  });

  it.each([
    ['```sh\npresage account\n```', 'is sh and no test runs it'],
    ['```python tab=python\nprint(1)\n```', 'is python tab=python and no test runs it'],
    ['```json tab=mcp\n{}\n```', 'is a sample that no test runs'],
    ['```\ncurl localhost\n```', 'names no language'],
    ['```text\npresage backup folder\n```', 'is text, but contains a command'],
  ])('are reported if nothing runs them: %s', (markdown, finding) => {
    expect(findingsIn('docs/x.md', markdown, new Set())).toEqual([`docs/x.md:1 ${finding}`]);
  });

  it.each([
    '```text\nfilled 12.5 shares\n```',
    '```json\n{ "a": 1 }\n```',
    '<!-- not run: needs Docker -->\n```sh\ndocker compose up\n```',
    '```bash\ncurl localhost\n```',
  ])('are accepted: %s', markdown => {
    expect(findingsIn('docs/x.md', markdown, new Set(['docs/x.md bash']))).toEqual([]);
  });
});
