import type { Pool } from '../pool.js';

/** Returns a secret that all nodes of an arena share; the first node stores `fresh`. */
export async function sharedSecret(pool: Pool, name: string, fresh: string): Promise<string> {
  await pool`insert into settings (name, value) values (${name}, ${pool.json(fresh)}) on conflict (name) do nothing`;
  const [row] = await pool<{ value: string }[]>`select value from settings where name = ${name}`;
  return row.value;
}
