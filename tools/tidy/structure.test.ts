import { describe, expect, it } from 'vitest';
import { folderCycles } from './cycles.js';
import { features, specialFolders, unknownFolders } from './features.js';
import { crowdedFolders, maxFolderFiles } from './folder-sizes.js';
import { readModule } from './modules.js';
import { storeCalls } from './store-calls.js';

describe('the feature vocabulary', () => {
  it.each([
    'src/kernel/units.ts',
    'src/engine/walk.ts',
    'src/domain/exchange/engine/testing/model.ts',
    'src/exchange/desk/write-desk.ts',
    'src/kernel/shared-loads.ts',
    'src/market-data/book-routes.ts',
    'src/follows/routes.ts',
    'src/follows/store-interface.ts',
    'src/store/follows/postgres/follows.ts',
    'src/database/schema/000001-service.sql',
    'src/database/arena/replies.ts',
    'src/server/sandbox/run.ts',
    'cli/sandbox/run.ts',
  ])('accepts %s', path => {
    expect(unknownFolders([path])).toEqual([]);
  });

  it.each([
    ['src/api/sandbox/routes.ts', 'src/api/sandbox/: sandbox is not a feature; known: exchange, '],
    ['src/domain/sandbox/deep/a.ts', 'src/domain/sandbox/: sandbox is not a feature; '],
    ['src/operations/toString/a.ts', 'src/operations/toString/: toString is not a feature; '],
    ['src/api/sql/a.ts', 'src/api/sql/: sql is not a feature; '],
    ['src/api/cache/a.ts', 'src/api/cache/: cache is not a feature; '],
    ['src/api/exchange/orders/a.ts', 'src/api/exchange/: exchange may not contain orders; allowed: engine, '],
    [
      'src/api/follows/postgres/a.ts',
      'src/api/follows/postgres/: follows may not contain postgres; allowed: no folders',
    ],
    ['src/store/follows/postgres/deep/a.ts', 'follows may not contain postgres/deep; allowed: postgres'],
    ['src/store/sql/pools/a.ts', 'src/store/sql/pools/: sql may not contain pools; '],
  ])('rejects %s', (path, message) => {
    const found = unknownFolders([path]);
    expect(found).toEqual([expect.stringContaining(message.split(': ').at(-1)!)]);
    expect(found[0]).toContain('(see tools/tidy/features.ts)');
  });

  it('lists each folder once and describes each feature', () => {
    expect(unknownFolders(['src/api/sandbox/a.ts', 'src/api/sandbox/b.ts'])).toHaveLength(1);
    expect(Object.values(features).every(({ about }) => about.length > 0)).toBe(true);
    expect(Object.keys(specialFolders).filter(folder => folder.split('/')[2] in features)).toEqual([]);
  });
});

describe('import cycles between folders', () => {
  const cyclesIn = (sample: Readonly<Record<string, string>>) => {
    const modules = Object.entries(sample).map(([path, text]) => readModule({ path, text }));
    return folderCycles(modules, new Set(Object.keys(sample)));
  };

  it('reports a cycle between folders without a cycle between files, with its imports', () => {
    const sample = {
      'src/api/a/one.ts': `import { x } from '../b/two.js'`,
      'src/api/b/two.ts': '',
      'src/api/b/three.ts': `import type { Y } from '../c/four.js'`,
      'src/api/c/four.ts': '',
      'src/api/c/five.ts': `import { z } from '../a/six.js'`,
      'src/api/a/six.ts': '',
    };
    expect(cyclesIn(sample)).toEqual([
      'src/api/a → src/api/b → src/api/c → src/api/a: the folders form a cycle: ' +
        'src/api/a/one.ts → src/api/b/two.ts; src/api/b/three.ts → src/api/c/four.ts; src/api/c/five.ts → src/api/a/six.ts',
    ]);
  });

  it('counts a folder and the folder inside it as two', () => {
    const sample = {
      'cli/run.ts': `import './output/table.js'`,
      'cli/output/table.ts': '',
      'cli/output/page.ts': `import '../width.js'`,
      'cli/width.ts': '',
    };
    expect(cyclesIn(sample)).toEqual([expect.stringMatching(/^cli → cli\/output → cli: /)]);
  });

  it('reports every cycle of folders that share one', () => {
    const sample = {
      'src/a/a.ts': `import '../b/b.js'; import '../c/c.js'`,
      'src/b/b.ts': `import '../a/x.js'`,
      'src/c/c.ts': `import '../a/x.js'`,
      'src/a/x.ts': '',
    };
    expect(cyclesIn(sample)).toHaveLength(2);
  });

  it('shows three imports of each step and counts the rest', () => {
    const many = Array.from({ length: 5 }, (_, index) => [`src/a/f${index}.ts`, `import '../b/b.js'`]);
    const [problem] = cyclesIn({ ...Object.fromEntries(many), 'src/b/b.ts': '', 'src/b/c.ts': `import '../a/f0.js'` });
    expect(problem).toContain('src/a/f2.ts → src/b/b.ts and 2 more; src/b/c.ts → src/a/f0.ts');
  });

  it.each(['src/b/b.test.ts', 'src/b/testing/model.ts', 'test/support/b.ts', 'client/generated/b.ts'])(
    'ignores imports of %s',
    path => {
      const up = '../'.repeat(path.split('/').length - 1);
      expect(cyclesIn({ 'src/a/a.ts': `import '../../${path}'`, [path]: `import '${up}src/a/a.js'` })).toEqual([]);
    },
  );

  it('accepts folders that import in one direction', () => {
    const sample = { 'src/a/a.ts': `import '../b/b.js'; import './x.js'`, 'src/a/x.ts': '', 'src/b/b.ts': '' };
    expect(cyclesIn(sample)).toEqual([]);
  });
});

describe('the number of files in a folder', () => {
  const files = (folder: string, count: number, ending = '.ts') =>
    Array.from({ length: count }, (_, index) => `${folder}/file-${index}${ending}`);

  it.each(['src/api/markets', 'test/support', 'cli/commands', 'docs'])('is limited in %s', folder => {
    expect(crowdedFolders(files(folder, maxFolderFiles))).toEqual([]);
    expect(crowdedFolders(files(folder, maxFolderFiles + 1))).toEqual([
      `${folder}/: has 26 source files; 25 are allowed`,
    ]);
  });

  it('counts each folder alone, and no tests, images or generated files', () => {
    expect(crowdedFolders([...files('src/api/a', 20), ...files('src/api/a/b', 20)])).toEqual([]);
    expect(crowdedFolders([...files('src/a', 20), ...files('src/a', 20, '.test.ts')])).toEqual([]);
    expect(crowdedFolders([...files('docs', 40, '.svg'), ...files('client/generated', 40)])).toEqual([]);
  });

  it('has no limit for migrations and decisions', () => {
    expect(crowdedFolders(files('src/store/sql/schema', 40, '.sql'))).toEqual([]);
    expect(crowdedFolders(files('docs/adr', 40, '.md'))).toEqual([]);
  });
});

describe('calls of the store', () => {
  const found = (text: string, path = 'src/people/routes.ts') => storeCalls([readModule({ path, text })]);

  it.each([
    'store.read(reads => reads.people.list())',
    'await services.store.transact(work)',
    'context.services.store.snapshot(work)',
    `services.store.exclusively('name', work)`,
    'services.store?.read(work)',
    `services['store'].read(work)`,
    `services.store['read'](work)`,
    '(services.store as Store).read(work)',
    'services.store!.read(work)',
    'const read = services.store.read.bind(services.store)',
    'const { read } = services.store',
    'const { store } = services',
    'const { store: database } = services',
    'const { services: { store } } = context',
    'export const handler = (_: unknown, { services: { store } }: RequestContext) => store',
    'const database = services.store',
    'function list(database: Store) { return database.read(work) }',
  ])('%s is reported', text => {
    expect(found(text)).toHaveLength(1);
  });

  it.each([
    'listFollows(services.store, playerId)',
    'listFollows(context, playerId)',
    'reader.read(bytes)',
    'store.pool()',
    'services.storefront.read()',
    '// services.store.read(work)',
    `const text = 'store.read(work)'`,
    'const { clock } = services',
  ])('%s is allowed', text => {
    expect(found(text)).toEqual([]);
  });

  it('applies to handlers only and reports the line', () => {
    const text = '\nservices.store.read(work)';
    expect(found(text)).toEqual(['src/people/routes.ts:2: store.read is not allowed in src/api; call an operation']);
    expect(found(text, 'src/api/people/people.test.ts')).toEqual([]);
    expect(found(text, 'src/people/persons.ts')).toEqual([]);
  });
});
