import type { ProjectFile } from './project-files.js';

/** Tables that several features write, and why. */
const shared: Readonly<Record<string, string>> = {
  settings: 'each name belongs to one feature',
  backups: 'presage backup records itself without a service',
  // Practice events are the only ones that are ever deleted, with everything that refers to them.
  ...Object.fromEntries(
    ['events', 'orders', 'fills', 'positions', 'player_messages', 'practice_activity', 'practice_transfers'].map(
      table => [table, 'practice deletes its events'],
    ),
  ),
};

const writes = /\b(?:insert into|update|delete from|truncate)\s+(?:only )?([a-z_]+)\b/g;
const copies = /new RowTable(?:<[^>]*>)?\('([a-z_]+)'/g;

/** The features that write each table of the schema, by the statements in their files. */
function writersOf(files: readonly ProjectFile[]): Map<string, Set<string>> {
  const tables = new Set<string>();
  for (const { text } of files.filter(({ path }) => /^src\/database\/schema\/.*\.sql$/.test(path))) {
    for (const [, table] of text.matchAll(/^create table (\w+)/gm)) tables.add(table);
  }
  const writers = new Map<string, Set<string>>();
  for (const { path, text } of files) {
    if (!/^src\/[^/]+\/.*\.ts$/.test(path) || path.endsWith('.test.ts')) continue;
    for (const [, table] of [...text.matchAll(writes), ...text.matchAll(copies)]) {
      if (!tables.has(table)) continue;
      writers.set(table, (writers.get(table) ?? new Set()).add(path.split('/')[1]));
    }
  }
  return writers;
}

/** Finds tables with more than one writing feature, and exceptions that are no longer any. */
export function sharedTables(files: readonly ProjectFile[]): string[] {
  const writers = writersOf(files);
  const several = [...writers].filter(([, features]) => features.size > 1);
  const stale = Object.keys(shared).filter(table => (writers.get(table)?.size ?? 0) < 2);
  return [
    ...several
      .filter(([table]) => !(table in shared))
      .map(
        ([table, features]) =>
          `table ${table} is written by ${[...features].sort().join(' and ')}: one feature writes a table`,
      ),
    ...stale.map(table => `tools/tidy/table-writers.ts: ${table} is written by one feature; delete the exception`),
  ];
}
