import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { assertBooksBalance, stopBalanced } from '../../test/support/assert-books-balance.js';
import { aPracticeEvent } from '../../test/support/builders/practice-builders.js';
import { type OperatorService, startOperatorService } from '../../test/support/operator-service.js';
import type { TestAgent } from '../../test/support/test-service.js';
import { auditBooks } from '../exchange/audit-books.js';

let service: OperatorService;
beforeAll(async () => {
  service = await startOperatorService();
});
afterAll(() => stopBalanced(service));

const step = fc.record({
  practice: fc.boolean(),
  market: fc.integer({ min: 0, max: 1 }),
  player: fc.integer({ min: 0, max: 2 }),
  verb: fc.constantFrom<Step['verb']>('buy', 'buy', 'buy', 'sell', 'sell', 'cancel', 'cancelAll'),
  outcomeIndex: fc.integer({ min: 0, max: 1 }),
  amount: fc.integer({ min: 1, max: 3_000 }),
  limitPriceBps: fc.integer({ min: 1, max: 9999 }),
});

interface Step {
  readonly verb: 'buy' | 'sell' | 'cancel' | 'cancelAll';
  readonly outcomeIndex: number;
  readonly amount: number;
  readonly limitPriceBps: number;
}

interface Purse {
  readonly player_id: string;
  readonly available: number;
  readonly practice: number;
}

const purses = () => service.pool<Purse[]>`select player_id, available, practice from accounts order by player_id`;

describe('two accounts under random orders', () => {
  /** Executes one step and returns whether the service accepted it. */
  async function act(agent: TestAgent, slug: string, { verb, outcomeIndex, amount, limitPriceBps }: Step) {
    if (verb === 'cancelAll') {
      return service.call('DELETE', `/api/play/v1/orders?eventSlug=${slug}`, { headers: agent.headers });
    }
    if (verb === 'cancel') {
      const open = await service.call('GET', `/api/play/v1/orders?eventSlug=${slug}`, { headers: agent.headers });
      const [first] = open.body.orders;
      return first ? service.call('DELETE', `/api/play/v1/orders/${first.id}`, { headers: agent.headers }) : open;
    }
    const size = verb === 'buy' ? { amountCredits: amount } : { amountShares: amount / 10 };
    return service.order(agent, { eventSlug: slug, outcomeIndex, side: verb, limitPriceBps, ...size });
  }

  it('never mix: each step changes only the account of its event', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 20, maxLength: 40 }), async steps => {
        const players = [await service.anAgent(), await service.anAgent(), await service.anAgent()];
        const markets = {
          ordinary: [await service.anEvent(), await service.anEvent({ liquidityCredits: 100 })],
          practice: [await aPracticeEvent(service), await aPracticeEvent(service, { liquidity: 100_000_000 })],
        };
        let accepted = 0;
        for (const { practice, market, player, ...rest } of steps) {
          const { slug } = markets[practice ? 'practice' : 'ordinary'][market];
          const before = await purses();
          const { status, text } = await act(players[player], slug, rest);
          expect([200, 201, 400, 402], text).toContain(status);
          if (status < 300) accepted += 1;
          const after = await purses();
          const other = practice ? 'available' : 'practice';
          expect(after.map(row => row[other])).toEqual(before.map(row => row[other]));
        }
        expect(accepted).toBeGreaterThan(0);
        for (const [index, { slug }] of [...markets.ordinary, ...markets.practice].entries()) {
          const answer = { source: 'the test', winningOutcomeIndex: index % 2 };
          expect((await service.operate('POST', `/events/${slug}/resolve`, answer)).status).toBe(200);
        }
        await assertBooksBalance(service.store);
      }),
      { numRuns: 8, seed: 20_260_317, endOnFailure: true },
    );
  }, 120_000);
});

describe('the audit of the accounts', () => {
  const found = async () => (await auditBooks(service)).differences.map(({ check }) => check);

  it('finds a transfer between the accounts, in either ledger', async () => {
    const ann = await service.anAgent();
    const real = await service.anEvent();
    const practice = await aPracticeEvent(service);
    const crossings = [
      [`player:${ann.playerId}:available`, `player:${ann.playerId}:practice`],
      [`player:${ann.playerId}:available`, `market:${practice.id}`],
      [`player:${ann.playerId}:practice`, `market:${real.id}`],
      ['issuance', `player:${ann.playerId}:practice`],
      ['practice-issuance', `player:${ann.playerId}:available`],
    ];
    const { pool } = service;
    for (const [from, to] of crossings) {
      await pool`insert into practice_transfers (at, kind, reference, from_account, to_account, amount)
        values (now(), 'trade', 'crossing', ${from}, ${to}, 1)`;
      expect(await found(), `${from} to ${to}`).toContain('purse-crossing');
      await pool`delete from practice_transfers where reference = 'crossing'`;
    }
    // The ordinary ledger has no code for the practice accounts of players, so only markets can cross.
    await pool`insert into stored_transfers (at, kind, reference, from_account, to_account, amount)
      select now(), 'trade', 'crossing', a.number::bigint * 8 + 1, m.number::bigint * 8 + 3, 1 from accounts a, markets m
      where a.player_id = ${ann.playerId} and m.event_id = ${practice.id}`;
    expect(await found()).toContain('purse-crossing');
    await pool`delete from stored_transfers where reference = 'crossing'`;
    expect(await found()).toEqual([]);
  });

  it('finds a wrong practice balance, activity and totals', async () => {
    const ann = await service.anAgent();
    const { slug } = await aPracticeEvent(service);
    await service.order(ann, { eventSlug: slug, amountCredits: 10 });
    const { pool } = service;
    await pool`update accounts set practice = practice + 1 where player_id = ${ann.playerId}`;
    expect((await found()).sort()).toEqual(['available-balance', 'ledger-total', 'practice-activity']);
    await pool`update accounts set practice = practice - 1 where player_id = ${ann.playerId}`;
    await pool`insert into practice_carried (account, amount) values ('practice-treasury', 5)`;
    expect((await found()).sort()).toEqual(['ledger-total', 'practice-carried']);
    await pool`delete from practice_carried`;
    expect(await found()).toEqual([]);
  });
});
