import { describe, expect, it } from 'vitest';
import { forbiddenImports } from './layers.js';
import { readModule } from './modules.js';

const files = [
  'src/domain/d.ts',
  'src/database/store.ts',
  'src/events/store-interface.ts',
  'src/store/markets/postgres/p.ts',
  'src/database/pool.ts',
  'src/store/postgres-store.ts',
  'src/operations/o.ts',
  'src/connectors/f.ts',
  'src/http/h.ts',
  'src/streams/s.ts',
  'src/api/a.ts',
  'src/contract/c.ts',
  'src/mcp/m.ts',
  'src/main.ts',
  'client/k.ts',
  'client/generated/t.ts',
  'cli/l.ts',
  'web/w.tsx',
  'web/generated/t.ts',
  'examples/e.ts',
  'tools/t.ts',
  'bench/b.ts',
  'bench/b.test.ts',
  'test/h.ts',
  'src/domain/d.test.ts',
  'vitest.config.ts',
  'contract/types.ts',
  'src/stray.ts',
];
const check = (from: string, text: string) =>
  forbiddenImports([readModule({ path: from, text })], new Set([...files, 'package.json']));
const importOf = (from: string, to: string, clause = '{ x }') => {
  const up = '../'.repeat(from.split('/').length - 1);
  return check(from, `import ${clause} from '${up === '' ? './' : up}${to}'`);
};

const allowed: readonly [string, string][] = [
  ['src/main.ts', 'src/mcp/m.ts'],
  ['src/main.ts', 'src/store/postgres-store.ts'],
  ['src/mcp/m.ts', 'src/contract/c.ts'],
  ['src/mcp/m.ts', 'src/http/h.ts'],
  ['src/contract/c.ts', 'src/streams/s.ts'],
  ['src/contract/c.ts', 'src/http/h.ts'],
  ['src/api/a.ts', 'src/http/h.ts'],
  ['src/api/a.ts', 'src/operations/o.ts'],
  ['src/streams/s.ts', 'src/http/h.ts'],
  ['src/streams/s.ts', 'src/operations/o.ts'],
  ['src/http/h.ts', 'src/operations/o.ts'],
  ['src/http/h.ts', 'src/domain/d.ts'],
  ['src/http/h.ts', 'src/database/store.ts'],
  ['src/connectors/f.ts', 'src/operations/o.ts'],
  ['src/operations/o.ts', 'src/database/store.ts'],
  ['src/database/store.ts', 'src/domain/d.ts'],
  ['src/operations/o.ts', 'src/events/store-interface.ts'],
  ['src/database/store.ts', 'src/events/store-interface.ts'],
  ['src/store/markets/postgres/p.ts', 'src/database/store.ts'],
  ['src/store/markets/postgres/p.ts', 'src/events/store-interface.ts'],
  ['src/store/markets/postgres/p.ts', 'src/database/pool.ts'],
  ['src/store/postgres-store.ts', 'src/store/markets/postgres/p.ts'],
  ['client/k.ts', 'client/generated/t.ts'],
  ['web/w.tsx', 'contract/types.ts'],
  ['web/w.tsx', 'client/generated/t.ts'],
  ['web/w.tsx', 'client/k.ts'],
  ['cli/l.ts', 'src/operations/o.ts'],
  ['examples/e.ts', 'client/k.ts'],
  ['tools/t.ts', 'src/main.ts'],
  ['tools/t.ts', 'package.json'],
  ['bench/b.ts', 'test/h.ts'],
  ['bench/b.test.ts', 'bench/b.ts'],
  ['test/h.ts', 'src/main.ts'],
  ['src/domain/d.test.ts', 'test/h.ts'],
];

const forbidden: readonly [string, string][] = [
  ['src/domain/d.ts', 'src/database/store.ts'],
  ['src/database/store.ts', 'src/store/markets/postgres/p.ts'],
  ['src/database/store.ts', 'src/store/postgres-store.ts'],
  ['src/events/store-interface.ts', 'src/store/markets/postgres/p.ts'],
  ['src/events/store-interface.ts', 'src/database/pool.ts'],
  ['src/store/markets/postgres/p.ts', 'src/operations/o.ts'],
  ['src/database/pool.ts', 'src/operations/o.ts'],
  ['src/operations/o.ts', 'src/store/markets/postgres/p.ts'],
  ['src/operations/o.ts', 'src/database/pool.ts'],
  ['src/operations/o.ts', 'src/http/h.ts'],
  ['src/operations/o.ts', 'src/api/a.ts'],
  ['src/api/a.ts', 'src/streams/s.ts'],
  ['src/api/a.ts', 'src/database/store.ts'],
  ['src/api/a.ts', 'src/contract/c.ts'],
  ['src/http/h.ts', 'src/api/a.ts'],
  ['src/http/h.ts', 'src/streams/s.ts'],
  ['src/http/h.ts', 'src/database/pool.ts'],
  ['src/streams/s.ts', 'src/api/a.ts'],
  ['src/contract/c.ts', 'src/operations/o.ts'],
  ['src/mcp/m.ts', 'src/main.ts'],
  ['src/connectors/f.ts', 'src/store/markets/postgres/p.ts'],
  ['src/main.ts', 'src/domain/d.test.ts'],
  ['src/main.ts', 'client/k.ts'],
  ['src/main.ts', 'cli/l.ts'],
  ['cli/l.ts', 'src/main.ts'],
  ['client/k.ts', 'src/domain/d.ts'],
  ['cli/l.ts', 'src/api/a.ts'],
  ['examples/e.ts', 'src/domain/d.ts'],
  ['tools/t.ts', 'bench/b.ts'],
  ['test/h.ts', 'bench/b.ts'],
  ['vitest.config.ts', 'src/main.ts'],
];

describe('imports between layers', () => {
  it.each(allowed)('%s may import %s', (from, to) => {
    expect(importOf(from, to)).toEqual([]);
  });

  it.each(forbidden)('%s may not import %s', (from, to) => {
    expect(importOf(from, to)).toEqual([expect.stringContaining(`${from} → ${to}: not allowed because `)]);
  });

  it('lets api and http import the types of the store interfaces', () => {
    expect(importOf('src/api/a.ts', 'src/database/store.ts', 'type { Store }')).toEqual([]);
    expect(importOf('src/http/h.ts', 'src/events/store-interface.ts', 'type { MarketRow }')).toEqual([]);
    expect(importOf('src/http/h.ts', 'src/database/pool.ts', 'type { Pool }')).toHaveLength(1);
  });

  it.each([
    ['src/domain/d.ts', `import 'typebox'`],
    ['src/domain/d.ts', `import type { Buffer } from 'node:buffer'`],
    ['src/operations/o.ts', `import 'node:crypto'`],
    ['src/operations/o.ts', `const x = await import('pg')`],
    ['src/database/store.ts', `import type { Sql } from 'pg'`],
    ['web/w.tsx', `import 'node:fs'`],
    ['client/k.ts', `import 'fs'`],
    ['src/api/a.ts', `import './missing.js'`],
  ])('%s may not %s', (from, text) => {
    expect(check(from, text)).toHaveLength(1);
  });

  it('gives the reason', () => {
    expect(importOf('src/domain/d.ts', 'src/api/a.ts')).toEqual([
      'src/domain/d.ts → src/api/a.ts: not allowed because the domain is pure: it imports nothing outside itself',
    ]);
  });

  it('rejects a file outside every layer', () => {
    expect(check('src/stray.ts', '')).toEqual([expect.stringContaining('src/stray.ts: belongs to no layer')]);
    expect(importOf('src/main.ts', 'src/stray.ts')).toHaveLength(1);
  });
});
