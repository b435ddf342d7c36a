import type { Client } from 'pg';

/** A table of a backup. The rows of partitions belong to their parent. */
export interface BackupTable {
  readonly name: string;
  /** Without generated columns, which the server computes. */
  readonly columns: readonly string[];
  /** Empty for a table without a primary key. */
  readonly primaryKey: readonly string[];
}

interface Partition {
  readonly name: string;
  readonly parent: string;
  /** Such as FOR VALUES FROM ('2026-11-16') TO ('2026-11-17'). */
  readonly bound: string;
}

interface SequenceValue {
  readonly name: string;
  readonly value: string;
}

export interface Catalog {
  readonly tables: readonly BackupTable[];
  readonly partitions: readonly Partition[];
  readonly sequences: readonly SequenceValue[];
}

/** Leases belong to running processes; migrations are compared, not restored. */
const leftOut = ['job_leases', 'schema_migrations'];

export const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`;

/**
 * The permanent tables of the database in dependency order, parents first. Unlogged tables are excluded: they hold
 * counts that a crash may lose, too.
 */
export async function readCatalog(client: Client): Promise<Catalog> {
  const tables = await client.query<BackupTable & { parents: string[] }>(
    `select c.relname as name,
       (select array_agg(attname::text order by attnum) from pg_attribute
        where attrelid = c.oid and attnum > 0 and not attisdropped and attgenerated = '') as columns,
       coalesce((select array_agg(a.attname::text order by array_position(k.conkey, a.attnum))
        from pg_constraint k join pg_attribute a on a.attrelid = c.oid and a.attnum = any (k.conkey)
        where k.conrelid = c.oid and k.contype = 'p'), '{}') as "primaryKey",
       coalesce((select array_agg(distinct p.relname::text) from pg_constraint k join pg_class p on p.oid = k.confrelid
        where k.conrelid = c.oid and k.contype = 'f' and k.confrelid <> c.oid), '{}') as parents
     from pg_class c
     where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
       and c.relpersistence = 'p' and c.relname <> all ($1)
     order by c.relname`,
    [leftOut],
  );
  const partitions = await client.query<Partition>(
    `select c.relname as name, p.relname as parent, pg_get_expr(c.relpartbound, c.oid) as bound
     from pg_class c join pg_inherits i on i.inhrelid = c.oid join pg_class p on p.oid = i.inhparent
     where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and c.relispartition order by c.relname`,
  );
  const sequences = await client.query<SequenceValue>(
    `select sequencename as name, last_value::text as value from pg_sequences
     where schemaname = 'public' and last_value is not null order by sequencename`,
  );
  return { tables: inOrder(tables.rows), partitions: partitions.rows, sequences: sequences.rows };
}

function inOrder(tables: readonly (BackupTable & { parents: readonly string[] })[]): BackupTable[] {
  const ordered = new Map<string, BackupTable>();
  while (ordered.size < tables.length) {
    const ready = tables.filter(({ name, parents }) => !ordered.has(name) && parents.every(each => ordered.has(each)));
    if (ready.length === 0) throw new Error('tables refer to each other in a circle');
    for (const { name, columns, primaryKey } of ready) ordered.set(name, { name, columns, primaryKey });
  }
  return [...ordered.values()];
}
