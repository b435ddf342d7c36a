import type { Pool } from '../../src/database/pool.js';

interface WriteCost {
  readonly relation: string;
  readonly records: number;
  readonly bytes: number;
}

/** The WAL written for each table and index since `lsn`, without page images, by `pg_walinspect`. */
export async function writeCosts(pool: Pool, lsn: string): Promise<readonly WriteCost[]> {
  await pool.unsafe('create extension if not exists pg_walinspect');
  return pool<WriteCost[]>`
    select coalesce(c.relname, 'other') as relation, count(*)::int as records, sum(b.block_data_length)::int as bytes
    from pg_get_wal_block_info(${lsn}::text::pg_lsn, pg_current_wal_flush_lsn()) b
      join pg_database d on d.oid = b.reldatabase and d.datname = current_database()
      left join pg_class c on pg_relation_filenode(c.oid) = b.relfilenode
    group by 1 order by 3 desc limit 40`;
}

/**
 * The size of the records since `lsn`, and of the whole pages that PostgreSQL adds to the first change of a page after a
 * checkpoint.
 */
export async function walSizes(
  pool: Pool,
  lsn: string,
): Promise<{ readonly records: number; readonly images: number }> {
  await pool.unsafe('create extension if not exists pg_walinspect');
  const [sizes] = await pool<{ records: number; images: number }[]>`
    select sum(record_size)::float8 as records, sum(fpi_size)::float8 as images
    from pg_get_wal_stats(${lsn}::text::pg_lsn, pg_current_wal_flush_lsn())`;
  return sizes;
}

export async function currentLsn(pool: Pool): Promise<string> {
  const [{ lsn }] = await pool<{ lsn: string }[]>`select pg_current_wal_insert_lsn()::text as lsn`;
  return lsn;
}
