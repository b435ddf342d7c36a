import type { Pool } from '../../../src/database/pool.js';

/** The versions of all rows that sports imports write. If they are equal before and after, nothing was written. */
export async function sportsLinesDigest(pool: Pool): Promise<string> {
  const [{ digest }] = await pool<{ digest: string }[]>`
    select md5(string_agg(version, ',' order by version)) as digest from (
      select xmin::text || ctid::text as version from fixtures
      union all select xmin::text || ctid::text from fixture_reports
      union all select xmin::text || ctid::text from sports_lines
    ) v`;
  return digest;
}
