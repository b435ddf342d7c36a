import type { Pool, SqlPart } from '../../../src/database/pool.js';

/** The scan of a table or index, as EXPLAIN reports it. */
interface Scan {
  readonly 'Node Type': string;
  readonly 'Relation Name'?: string;
  readonly 'Index Name'?: string;
  readonly 'Actual Rows': number;
  readonly 'Actual Loops': number;
  readonly 'Rows Removed by Filter'?: number;
}

interface Plan extends Scan {
  readonly Plans?: readonly Plan[];
}

const flat = (plan: Plan): Plan[] => [plan, ...(plan.Plans ?? []).flatMap(flat)];

/** Executes a statement and returns the scans of its plan. */
export async function scansOf(pool: Pool, statement: SqlPart): Promise<Scan[]> {
  const [row] = await pool<{ 'QUERY PLAN': [{ Plan: Plan }] }[]>`
    explain (analyze, format json) ${statement as never}`;
  return flat(row['QUERY PLAN'][0].Plan).filter(plan => plan['Relation Name'] !== undefined);
}

/** The rows that a scan read from its table. */
export function rowsRead(scan: Scan): number {
  return (scan['Actual Rows'] + (scan['Rows Removed by Filter'] ?? 0)) * scan['Actual Loops'];
}
