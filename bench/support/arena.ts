import { createHash, randomBytes } from 'node:crypto';
import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startEmbeddedDatabase } from '../../src/database/embedded/embedded.js';
import type { Pool } from '../../src/database/pool.js';
import { decideCreateMarket } from '../../src/engine/create-market.js';
import { displayPrices, logPrices } from '../../src/engine/prices.js';
import { freePort } from '../../src/free-port.js';
import { makeId } from '../../src/kernel/ids.js';
import { isRefusal } from '../../src/kernel/refusal.js';
import { dayMs } from '../../src/kernel/time.js';
import { writeAgentKey } from '../../src/kernel/token-syntax.js';

export interface BenchDatabase {
  /** Through the socket in its folder, as `npm start` connects. */
  readonly url: string;
  /** Over TCP, as pgbench connects here. */
  readonly loopbackUrl: string;
  readonly port: number;
  readonly password: string;
  /** The process id of the postmaster. */
  readonly pid: number;
  stop(): Promise<void>;
}

/** The embedded server with its usual settings, fsync on, also reachable over loopback for other programs. */
export async function startBenchDatabase(): Promise<BenchDatabase> {
  const folder = mkdtempSync(join(tmpdir(), 'presage-bench-'));
  // When started as root, the database runs as another user, which needs access to the folder.
  chmodSync(folder, 0o755);
  const port = await freePort();
  const database = await startEmbeddedDatabase({
    dataDir: folder,
    settings: { port: String(port), listen_addresses: '127.0.0.1' },
  });
  const { user, password } = database.connection;
  return {
    url: database.url,
    loopbackUrl: `postgresql://${user}:${password}@127.0.0.1:${port}/presage`,
    port,
    password,
    pid: Number(readFileSync(join(folder, 'database', 'cluster', 'postmaster.pid'), 'utf8').split('\n')[0]),
    async stop() {
      await database.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

interface BenchAgent {
  readonly playerId: string;
  readonly key: string;
}

/** Inserts agents with keys directly into the tables: signing them up would take longer than the benchmark. */
export async function addAgentsWithoutAccounts(pool: Pool, count: number): Promise<BenchAgent[]> {
  const now = Date.now();
  const owner = makeId('plr', now, randomBytes(10));
  await pool`insert into players (id, kind, handle, name, folded_name, created_at)
    values (${owner}, 'human', ${owner.replace('_', '-')}, 'Bench', ${owner}, now())`;
  await pool`insert into people (player_id) values (${owner})`;
  const agents = Array.from({ length: count }, () => ({
    playerId: makeId('agt', now, randomBytes(10)),
    keyId: makeId('key', now, randomBytes(10)),
    key: writeAgentKey(randomBytes(32)),
  }));
  const ids = agents.map(agent => agent.playerId);
  const hashes = agents.map(agent => createHash('sha256').update(agent.key).digest('hex'));
  await pool`insert into players (id, kind, handle, name, folded_name, created_at)
    select id, 'agent', replace(id, '_', '-'), id, id, now() from unnest(${ids}::text[]) as t(id)`;
  await pool`insert into agents (player_id, owner_id, description) select id, ${owner}, 'bench' from unnest(${ids}::text[]) as t(id)`;
  await pool`insert into agent_keys (id, agent_id, key_hash, last_four, created_at)
    select key, agent, decode(hash, 'hex'), '0000', now()
    from unnest(${agents.map(agent => agent.keyId)}::text[], ${ids}::text[], ${hashes}::text[]) as t(key, agent, hash)`;
  return agents;
}

/** Agents with keys and accounts; their grants have no activity, so the audit would report them. */
export async function addAgents(pool: Pool, count: number): Promise<BenchAgent[]> {
  const agents = await addAgentsWithoutAccounts(pool, count);
  const ids = agents.map(agent => agent.playerId);
  await pool`insert into accounts (player_id, available, granted, last_grant_day)
    select id, 10000000000, 10000000000, (now() at time zone 'utc')::date from unnest(${ids}::text[]) as t(id)`;
  await pool`insert into stored_transfers (at, kind, reference, from_account, to_account, amount)
    select now(), 'grant', player_id, 8, number::bigint * 8 + 1, 10000000000 from accounts where player_id = any(${ids}::text[])`;
  return agents;
}

export async function addMarkets(
  pool: Pool,
  count: number,
  outcomes = ['Yes', 'No'],
): Promise<{ id: string; slug: string }[]> {
  const now = Date.now();
  const made: { id: string; slug: string }[] = [];
  for (let index = 0; index < count; index += 1) {
    const id = makeId('evt', now, randomBytes(10));
    const slug = `bench-${id.slice(-12)}`;
    const created = decideCreateMarket(
      { marketId: id, outcomes, liquidity: 10_000_000_000, prior: null, opensAt: null, endsAt: now + 30 * dayMs },
      now,
    );
    if (isRefusal(created)) throw new Error(created.message);
    const { book, endsAt } = created;
    const prices = displayPrices(logPrices(book.shares, book.liquidity));
    const source = { name: 'Bench', url: '', rule: 'None.' };
    await pool`insert into events (id, slug, pubkey, title, description, category, outcomes, resolution_source, liquidity, opening_shares, created_at)
      values (${id}, ${slug}, ${`pub${id}`}, ${slug}, '', 'bench', ${outcomes}, ${pool.json(source)}, ${book.liquidity}, ${book.openingShares as number[]}, now())`;
    await pool`insert into markets (event_id, status, opens_at, ends_at, sequence, shares, account, price_bps, outcome_volumes, outcome_traded_at)
      values (${id}, 'active', now(), ${new Date(endsAt)}, 1, ${book.shares as number[]}, ${book.account}, ${prices as number[]},
        ${outcomes.map(() => 0)}, ${outcomes.map(() => 0)})`;
    await pool`insert into stored_transfers (at, kind, reference, from_account, to_account, amount)
      select now(), 'market_funding', ${id}, 16, number::bigint * 8 + 3, ${book.account} from markets where event_id = ${id}`;
    made.push({ id, slug });
  }
  return made;
}
