// npm run bench settlement: resolves a market with 100,000 positions alone, and another while the other markets trade.
import { setTimeout as delay } from 'node:timers/promises';
import { openPool, type Pool } from '../src/database/pool.js';
import { addAgents, addMarkets, startBenchDatabase } from './support/arena.js';
import { load, percentile } from './support/http-load.js';
import { orderMaker } from './support/order-maker.js';
import { startPresage } from './support/processes.js';

const holders = 100_000;
/** Alone: beside full load on two cores it takes longer. */
const maxSeconds = 8;
const maxSlower = 2;
const connections = 32;
const operatorToken = 'settlement-bench-operator';

/** Inserts players who each hold two shares of both markets directly into the tables. */
async function addHolders(pool: Pool, eventIds: readonly string[]): Promise<void> {
  await pool`insert into players (id, kind, handle, name, folded_name, created_at)
    select 'plr_holder' || n, 'human', 'holder-' || n, 'Holder', 'holder ' || n, now() from generate_series(1, ${holders}) n`;
  await pool`insert into accounts (player_id, available, last_grant_day)
    select 'plr_holder' || n, 0, (now() at time zone 'utc')::date from generate_series(1, ${holders}) n`;
  await pool`insert into positions (market, player, outcome, shares, reserved_shares, cost, realized_profit, updated_at)
    select m.number, a.number, substr(a.player_id, 11)::int % 2, 2000000, 0, 1000000, 0, now()
    from markets m, accounts a where m.event_id = any(${eventIds as string[]}) and a.player_id like 'plr\\_holder%'`;
  const each = (holders / 2) * 2_000_000;
  await pool`update markets set account = account + ${each}, shares = array[shares[1] + ${each}, shares[2] + ${each}]
    where event_id = any(${eventIds as string[]})`;
  await pool.unsafe('vacuum analyze');
}

async function resolve(url: string, slug: string): Promise<void> {
  const reply = await fetch(`${url}/api/operator/events/${slug}/resolve`, {
    method: 'POST',
    headers: { authorization: `Bearer ${operatorToken}`, 'content-type': 'application/json' },
    body: JSON.stringify({ winningOutcomeIndex: 0, source: 'bench', note: '' }),
  });
  if (!reply.ok) throw new Error(`resolving: ${reply.status} ${await reply.text()}`);
}

/** Returns the seconds from the request to the last payment. */
async function settle(url: string, pool: Pool, { id, slug }: { id: string; slug: string }): Promise<number> {
  const began = performance.now();
  await resolve(url, slug);
  for (;;) {
    const [{ done }] = await pool<{ done: boolean }[]>`
      select settled_version = resolution_version and resolution_version > 0 as done from markets where event_id = ${id}`;
    if (done) return (performance.now() - began) / 1000;
    await delay(100);
  }
}

export async function run(): Promise<void> {
  const database = await startBenchDatabase();
  const presage = await startPresage({ DATABASE_URL: database.url, PRESAGE_OPERATOR_TOKEN: operatorToken });
  const pool = openPool(database.url, { max: 2, statementTimeoutMs: 600_000 });
  try {
    const agents = await addAgents(pool, 6000);
    const [first, second, ...markets] = await addMarkets(pool, 202);
    await addHolders(pool, [first.id, second.id]);
    const next = orderMaker({ host: new URL(presage.url).host, agents, markets });
    const orders = async (seconds: number) => {
      const { latenciesMs, statuses } = await load({ url: presage.url, connections, seconds, next });
      if (statuses.size !== 1 || !statuses.has(201)) throw new Error(`replies: ${JSON.stringify([...statuses])}`);
      return percentile(latenciesMs, 0.99);
    };
    await orders(3);
    const alone = await settle(presage.url, pool, first);
    console.log(`${holders} positions settled alone in ${alone.toFixed(1)} s, wanted at most ${maxSeconds}`);
    const usual = await orders(10);
    const meanwhile: number[] = [];
    let seconds = 0;
    void settle(presage.url, pool, second).then(took => {
      seconds = took;
    });
    while (seconds === 0) meanwhile.push(await orders(2));
    const slower = meanwhile.toSorted((a, b) => a - b)[Math.floor(meanwhile.length / 2)] / usual;
    console.log(`${holders} positions settled in ${seconds.toFixed(1)} s while other markets trade`);
    console.log(
      `p99 of orders in other markets, ${connections} connections: usually ${usual.toFixed(1)} ms, meanwhile ${meanwhile.map(ms => ms.toFixed(0)).join(' ')} ms; median ${slower.toFixed(2)} times, wanted at most ${maxSlower}`,
    );
    if (alone > maxSeconds || slower > maxSlower) process.exitCode = 1;
  } finally {
    await pool.end();
    await presage.stop();
    await database.stop();
  }
}
