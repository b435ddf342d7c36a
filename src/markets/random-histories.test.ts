import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { stopBalanced } from '../../test/support/assert-books-balance.js';
import { type OperatorService, startOperatorService } from '../../test/support/operator-service.js';
import type { TestAgent } from '../../test/support/test-service.js';
import { pick, seededRandom } from '../engine/testing/random-orders.js';

let service: OperatorService;
beforeAll(async () => {
  service = await startOperatorService();
});
afterAll(() => stopBalanced(service));

const random = seededRandom(16);
const answers = [
  { winningOutcomeIndex: 0, source: 'x' },
  { winningOutcomeIndex: 1, source: 'x' },
  { payoutBps: [4_000, 6_000], source: 'x' },
  { void: true, source: 'x' },
];

async function order(agent: TestAgent, eventSlug: string): Promise<void> {
  const outcomeIndex = pick(random, [0, 1]);
  const [side, limit, part] = [random(), pick(random, [1, 1_000, 4_000, 9_900, 9_900]), pick(random, [0.1, 0.5, 1])];
  const path = '/api/play/v1/positions?limit=200';
  const held = (await service.call('GET', path, { headers: agent.headers })).body.positions.find(
    (row: { eventSlug: string; outcomeIndex: number }) =>
      row.eventSlug === eventSlug && row.outcomeIndex === outcomeIndex,
  );
  const fields =
    held && side < 0.4
      ? { side: 'sell' as const, amountShares: Math.max(0.01, (held.shares - held.reservedShares) * part) }
      : { amountCredits: Math.max(0.01, (await service.available(agent)) * part) };
  const limitPriceBps = 'side' in fields ? pick(random, [1, 6_000]) : limit;
  const reply = await service.order(agent, { eventSlug, outcomeIndex, limitPriceBps, ...fields });
  expect([201, 402, 409], reply.text).toContain(reply.status);
}

async function cancel(agent: TestAgent): Promise<void> {
  const reply = await service.call('DELETE', '/api/play/v1/orders', { headers: agent.headers });
  expect(reply.status, reply.text).toBe(200);
}

/** Resolves, voids or corrects; repeating the answer in force is rejected. */
async function decide(slug: string, answer: (typeof answers)[number]): Promise<void> {
  const [verb, body] = 'void' in answer ? ['void', {}] : ['resolve', answer];
  const first = await service.operate('POST', `/events/${slug}/${verb}`, body);
  const reply = first.status === 409 ? await service.operate('POST', `/events/${slug}/correct`, answer) : first;
  expect([200, 409], reply.text).toContain(reply.status);
}

/**
 * Wins an event, spends part of the winnings in another one and reserves the rest there; then the event is corrected.
 */
async function dodge(agent: TestAgent, elsewhere: string): Promise<void> {
  const { slug } = await service.anEvent({ liquidityCredits: 500 });
  const all = async () => Math.max(0.01, await service.available(agent));
  await service.order(agent, { eventSlug: slug, amountCredits: await all(), limitPriceBps: 9_900 });
  await decide(slug, answers[0]);
  await service.order(agent, {
    eventSlug: elsewhere,
    amountCredits: Math.max(0.01, (await all()) * pick(random, [0.5, 0.9])),
  });
  await service.order(agent, { eventSlug: elsewhere, amountCredits: await all(), limitPriceBps: 1 });
  await decide(slug, pick(random, answers));
}

/** Available and reserved credits less debts, and the sum of all postings that do not belong to the event. */
function worths(eventId: string) {
  return service.pool<{ player_id: string; worth: number; without: number; owed: number; available: number }[]>`
    with owned as (
      select t.kind, t.amount, t.from_account, t.to_account,
        coalesce(o.event_id, split_part(t.reference, '/', 1)) as event_id
      from transfers t left join readable_orders o on o.id = t.reference
    ), moved as (
      select split_part(account, ':', 2) as player_id, sum(amount)::bigint as amount from (
        select to_account as account, amount, kind, event_id from owned
        union all select from_account, -amount, kind, event_id from owned
      ) as both_sides
      where account like 'player:%' and kind not in ('advance', 'repayment') and event_id <> ${eventId} group by 1
    )
    select a.player_id, a.owed, a.available, m.amount as without, a.available - a.owed + coalesce((
      select sum(remaining) from readable_orders o where o.player_id = a.player_id and o.status = 'open' and o.side = 'buy'), 0)::bigint
      as worth
    from accounts a join moved m using (player_id)`;
}

describe('random histories against the database, with concurrent requests', () => {
  it('conserve credits: a voided event leaves only debts, and debts are repaid first', async () => {
    const agents = await Promise.all([0, 1, 2, 3].map(() => service.anAgent()));
    const events = await Promise.all([0, 1, 2, 3].map(() => service.anEvent({ liquidityCredits: 500 })));
    const deep = await service.anEvent({ liquidityCredits: 200_000 });
    const voided = events[0];
    for (let round = 0; round < 20; round += 1) {
      service.clock.forward(round % 7 === 6 ? 86_400_000 : 1_000);
      const steps = agents.map(agent => {
        const kind = random();
        if (kind < 0.15) return dodge(agent, deep.slug);
        if (kind < 0.75) return order(agent, pick(random, [...events, deep]).slug);
        return kind < 0.83 ? cancel(agent) : decide(pick(random, events).slug, pick(random, answers));
      });
      await Promise.all(steps);
    }
    await decide(voided.slug, { void: true, source: 'x' });
    const rows = await worths(voided.id);
    expect(rows).toHaveLength(agents.length);
    for (const { worth, without, owed, available } of rows) {
      expect(worth).toBe(without);
      expect(owed === 0 || available === 0).toBe(true);
    }
    const [{ net }] = await service.pool`
      select sum(case when from_account = 'treasury' then amount else -amount end)::bigint as net from transfers
      where 'treasury' in (from_account, to_account) and 'market:' || ${voided.id} in (from_account, to_account)`;
    expect(net).toBe(0);
    const [{ advances, repayments, collected }] = await service.pool`
      select (select count(*) from transfers where kind = 'advance') as advances,
        (select count(*) from transfers where kind = 'repayment') as repayments,
        (select count(*) from readable_orders where cancel_reason = 'correction') as collected`;
    // The generated history covers the cases of interest.
    expect(Math.min(advances, repayments, collected), `${advances} ${repayments} ${collected}`).toBeGreaterThan(0);
  }, 120_000);
});
