import { describe, expect, it } from 'vitest';
import { missingMentions } from './doc-paths.js';
import { resolvedAddresses, unwantedWording } from './wording.js';

describe('paths in documents', () => {
  const around = {
    paths: new Set(['README.md', 'docs/guide.md', 'docs/guides/mcp.md', 'src/api/errors.ts', '.ci/run']),
    scripts: ['bench', 'contract:write'],
    packages: ['ajv'],
  };
  const missing = (text: string, path = 'docs/guide.md') => missingMentions([{ path, text }], around);

  it.each([
    ['`src/api/gone.ts`', 'src/api/gone.ts'],
    ['`src/gone/`', 'src/gone/'],
    ['`./src/gone.ts:12`', 'src/gone.ts'],
    ['`docs/gone/…`', 'docs/gone/…'],
    ['`src/gone/**`', 'src/gone/'],
    ['`node tools/gone.cjs`', 'tools/gone.cjs'],
    ['`gone.ts`', 'gone.ts'],
    ['`api/gone.ts`', 'api/gone.ts'],
    ['`.ci/gone`', '.ci/gone'],
    ['see **src/api/gone.ts**.', 'src/api/gone.ts'],
    ['[guide](gone.md)', 'gone.md'],
    ['[guide](../gone.md#top "title")', '../gone.md#top'],
    ['![picture](images/gone.png)', 'images/gone.png'],
    ['[ref]: gone.md', 'gone.md'],
    ['```\nnode tools/gone.cjs\n```', 'tools/gone.cjs'],
    ['`npm run gone`', 'npm run gone'],
    ['run npm run gone:now.', 'npm run gone:now'],
    ['```sh\nnpm run -s gone\n```', 'npm run gone'],
    ['`npm test`', 'npm run test'],
    ['`src/gone.ts` and [`src/gone.ts`](../src/api/)', 'src/gone.ts'],
  ])('%s is reported', (text, name) => {
    expect(missing(text)).toEqual([expect.stringMatching(/^docs\/guide\.md:\d: /)]);
    expect(missing(text)[0]).toContain(`: ${name} does not exist`);
  });

  it.each([
    '`src/api/errors.ts`, `src/api/`, `src`, `src/api/errors.ts:3`, `src/api/errors.js`',
    '`errors.ts` and `api/errors.ts`',
    '`docs/guides/…`, `docs/guides/NAME.md`, `src/<layer>/routes.ts`, `src/api/**/*.test.ts`',
    '[why](guides/mcp.md#reason), [home](../README.md), [here](#top), ![x](data:image/png;base64,x)',
    '[site](https://example.org/docs/gone.md), <https://example.org/src/gone.ts>, `https://example.org/src/gone.ts`',
    '`GET /docs/gone.md`, `/api/play/v1/orders`, [reference](/docs)',
    '`application/json`, `text/event-stream`, `example.org/a.md`, `*.ts`, `.md`',
    '`DATABASE_URL`, `data/server.log`, `dist/src/server/main.js`, `ajv/dist/2020.js`, `@a/b/c.js`',
    'a client/server split, test/build, `npm run <name>`, `npm run bench http`, `npm run contract:write`',
    '`.ci/run`',
    '`npm run bench:*` and npm run bench: fast; `npm run bench`.',
  ])('%s is fine', text => {
    expect(missing(text)).toEqual([]);
  });

  it('checks the root and docs, and reports the line', () => {
    expect(missing('\n`src/gone.ts`', 'README.md')).toEqual(['README.md:2: src/gone.ts does not exist']);
    expect(missing('`src/gone.ts`', 'docs/guides/mcp.md')).toHaveLength(1);
    expect(missing('`src/gone.ts`', 'examples/note.md')).toEqual([]);
  });
});

describe('wording', () => {
  // Assembled here, so that this file does not contain the rejected text.
  const path = (...parts: string[]) => ['', ...parts, 'x'].join('/');
  const found = (text: string) => unwantedWording([{ path: 'a.md', text: `first\n${text}` }]);

  it.each([
    `cd ${path('root')}`,
    `"${path('work', 'main')}"`,
    `file://${path('home', 'person')}`,
    path('Users', 'person'),
    ['C:', 'Users', 'person'].join('\\'),
    `see ${['..', 'shared', 'NOTES.md'].join('/')}`,
    `https://${['registry', 'npmjs', 'org'].join('.')}/a`,
    `https://${['packages', 'example', 'org'].join('.')}/${'arti'}factory/api/npm`,
    `registry${'='}https://example.org`,
  ])('%s is reported', text => {
    expect(found(text)).toEqual([expect.stringMatching(/^a\.md:2: /)]);
  });

  it.each([
    'src/root/x',
    `https://example.org${path('work')}`,
    `\${folder}${path('root')}`,
    path('homes', 'page'),
    'a registry of agents',
    'const registry = new Registry()',
    '../common/x',
  ])('%s is fine', text => {
    expect(found(text)).toEqual([]);
  });

  it('requires a lock file without addresses', () => {
    const lock = (entry: object) => JSON.stringify({ packages: { '': {}, 'node_modules/a': entry } });
    expect(resolvedAddresses(lock({ version: '1.0.0', resolved: 'https://example.org/a.tgz' }))).toEqual([
      'package-lock.json: node_modules/a has a resolved address',
    ]);
    expect(resolvedAddresses(lock({ version: '1.0.0' }))).toEqual([]);
  });
});
