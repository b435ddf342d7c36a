import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { assertBooksBalance } from '../../test/support/assert-books-balance.js';
import { forecast } from '../../test/support/builders/forecast-builders.js';
import { withJobHeld } from '../../test/support/hold-job.js';
import { type OperatorService, startOperatorService } from '../../test/support/operator-service.js';
import type { TestAgent } from '../../test/support/test-service.js';
import { newId } from '../http/request-id.js';
import { resolveEvent } from '../markets/resolve-event.js';
import { settleMarket } from '../markets/settle-market.js';

let service: OperatorService;
let slug: string;
let eventId: string;
let ann: TestAgent;
let bob: TestAgent;

/** A market with trades, resting orders, a sale and forecasts, and one that was resolved and corrected. */
beforeAll(async () => {
  service = await startOperatorService();
  ({ slug, id: eventId } = await service.anEvent());
  [ann, bob] = [await service.anAgent(), await service.anAgent()];
  const first = await service.order(ann, { eventSlug: slug, amountCredits: 200 });
  await service.order(ann, { eventSlug: slug, side: 'sell', amountShares: first.body.order.filledShares / 4 });
  await service.order(ann, { eventSlug: slug, side: 'sell', amountShares: 50, limitPriceBps: 8000 });
  await service.order(ann, { eventSlug: slug, outcomeIndex: 1, amountCredits: 30, limitPriceBps: 4000 });
  await service.order(ann, { eventSlug: slug, amountCredits: 3, limitPriceBps: 10, timeInForce: 'IOC' });
  await service.order(bob, { eventSlug: slug, amountCredits: 900 });
  await service.order(bob, { eventSlug: slug, amountCredits: 15, limitPriceBps: 2000 });
  await service.order(ann, { eventSlug: slug, side: 'sell', amountShares: 20, limitPriceBps: 9990 });
  await service.order(ann, { eventSlug: slug, outcomeIndex: 1, amountCredits: 20, limitPriceBps: 5 });
  for (const agent of [ann, ann, bob]) await forecast(service, agent, slug);
  const { slug: done } = await service.anEvent();
  await service.order(bob, { eventSlug: done, amountCredits: 75 });
  service.clock.forward(86_400_000);
  await service.order(ann, { eventSlug: done, outcomeIndex: 1, amountCredits: 25 });
  await service.operate('POST', `/events/${done}/resolve`, { winningOutcomeIndex: 0, source: 'x' });
  await service.operate('POST', `/events/${done}/correct`, { payoutBps: [4000, 6000], source: 'y' });
});
afterAll(() => service.stop());

type Found = { check: string; subject: string; expected: string; actual: string };

async function audit(): Promise<{ balanced: boolean; differences: Found[]; differenceCount: number }> {
  const reply = await service.operate('GET', '/audit');
  expect(reply.status).toBe(200);
  return reply.body;
}

/** Damages the books, checks the findings of the audit, and undoes the damage. */
async function damaged(damage: string, repair: string): Promise<Found[]> {
  await service.pool.unsafe(damage);
  try {
    const { balanced, differences, differenceCount } = await audit();
    expect(balanced).toBe(false);
    expect(differenceCount).toBe(differences.length);
    return differences;
  } finally {
    await service.pool.unsafe(repair);
  }
}

const one = (column: string, table: string, where: string, by = 7): [string, string] => [
  `update ${table} set ${column} = ${column} + ${by} where ${where}`,
  `update ${table} set ${column} = ${column} - ${by} where ${where}`,
];
const ofAnn = () => `player_id = '${ann.playerId}'`;
const noOf = (playerId: string) => `(select number from accounts where player_id = '${playerId}')`;
const rowsOfAnn = () => `player = ${noOf(ann.playerId)}`;
const newestOfAnn = () => `(select max(number) from player_messages where ${rowsOfAnn()})`;
const marketNo = () => `(select number from markets where event_id = '${eventId}')`;
const firstGrant = "id = (select id from stored_activity where kind = 'grant' order by at, id limit 1)";
const firstTrade = 'id = (select id from fills where number is not null order by at, id limit 1)';
const oldest = (table: string) => `id = (select id from ${table} order by at, id limit 1)`;

/** The checks that must report a finding, with the statements that cause and undo the damage. */
const damages: [string[], () => [string, string]][] = [
  [
    ['activity-balances', 'activity-sum', 'available-balance', 'ledger-total'],
    () => one('available', 'accounts', ofAnn()),
  ],
  [['granted-total'], () => one('granted', 'accounts', ofAnn())],
  [['grant-days'], () => one('last_grant_day', 'accounts', ofAnn(), 1)],
  [
    ['ledger-total', 'order-remaining', 'reserved-balance'],
    () => one('remaining', 'orders', `${rowsOfAnn()} and side = 'buy' and status = 'open'`),
  ],
  [
    ['order-remaining', 'position-reserve'],
    () => one('remaining', 'orders', `${rowsOfAnn()} and side = 'sell' and status = 'open'`),
  ],
  [
    ['order-filled-credits'],
    () => one('filled_credits', 'orders', `${rowsOfAnn()} and status = 'filled' and side = 'buy'`),
  ],
  [
    ['order-filled-shares'],
    () =>
      one('filled_shares', 'orders', `player = ${noOf(bob.playerId)} and status = 'filled' and market = ${marketNo()}`),
  ],
  [['ledger-total', 'market-account'], () => one('account', 'markets', `event_id = '${eventId}'`)],
  [['ledger-total', 'market-account', 'solvency'], () => one('account', 'markets', `event_id = '${eventId}'`, -1e6)],
  [['book-shares'], () => one('shares[2]', 'markets', `event_id = '${eventId}'`)],
  [['market-volume'], () => one('volume', 'markets', `event_id = '${eventId}'`)],
  [['outcome-volume'], () => one('outcome_volumes[1]', 'markets', `event_id = '${eventId}'`)],
  [['market-open-orders'], () => one('open_orders', 'markets', `event_id = '${eventId}'`)],
  [['market-trades'], () => one('trades', 'markets', `event_id = '${eventId}'`)],
  [
    ['trade-numbers'],
    () => [
      `update fills set number = 900 where market = ${marketNo()} and number = 1`,
      'update fills set number = 1 where number = 900',
    ],
  ],
  [['market-traders'], () => one('traders', 'markets', `event_id = '${eventId}'`)],
  [['position-shares'], () => one('shares', 'positions', `${rowsOfAnn()} and market = ${marketNo()} and outcome = 0`)],
  [['position-cost'], () => one('cost', 'positions', `${rowsOfAnn()} and market = ${marketNo()} and outcome = 0`)],
  [
    ['position-cost'],
    () => one('realized_profit', 'positions', `${rowsOfAnn()} and market = ${marketNo()} and outcome = 0`),
  ],
  [
    ['position-reserve'],
    () => one('reserved_shares', 'positions', `${rowsOfAnn()} and market = ${marketNo()} and outcome = 0`),
  ],
  [['position-paid'], () => one('paid', 'positions', `${rowsOfAnn()} and market <> ${marketNo()}`)],
  [['settled-holdings'], () => one('settled_version', 'positions', `${rowsOfAnn()} and market <> ${marketNo()}`, -1)],
  [['activity-balances'], () => one('balance_after', 'stored_activity', firstGrant)],
  [['activity-balances', 'activity-sum'], () => one('credits', 'stored_activity', firstGrant)],
  [
    ['grant-amount', 'grant-posting', 'granted-total'],
    () => one('amount', 'grants', `${ofAnn()} and day = '2026-03-18'`),
  ],
  [
    ['available-balance', 'grant-posting', 'ledger-total'],
    () => one('amount', 'stored_transfers', `kind = 'grant' and reference like '${ann.playerId}%17'`),
  ],
  [
    ['market-account', 'reserved-balance'],
    () => [
      `insert into stored_transfers (at, kind, reference, from_account, to_account, amount) values (now(), 'trade', 'by hand', ${noOf(ann.playerId)}::bigint * 8 + 2, ${marketNo()}::bigint * 8 + 3, 5)`,
      "delete from stored_transfers where reference = 'by hand'",
    ],
  ],
  [
    ['market-account', 'unknown-account'],
    () => [
      `insert into stored_transfers (at, kind, reference, from_account, to_account, amount) values (now(), 'trade', 'by hand', ${marketNo()}::bigint * 8 + 3, 24, 5)`,
      "delete from stored_transfers where reference = 'by hand'",
    ],
  ],
  [['book-shares', 'order-filled-shares', 'position-shares'], () => one('shares', 'fills', `${oldest('fills')}`)],
  [
    [
      ...['activity-balances', 'activity-sum', 'available-balance', 'market-account'],
      ...['market-volume', 'order-filled-credits', 'outcome-volume', 'position-cost'],
    ],
    () => one('credits', 'fills', firstTrade),
  ],
  [['activity-balances'], () => one('balance_after', 'fills', firstTrade)],
  [
    ['order-values'],
    () => [
      `update orders set limit_bps = -limit_bps where ${rowsOfAnn()} and status = 'cancelled'`,
      'update orders set limit_bps = -limit_bps where limit_bps < 0',
    ],
  ],
  [
    ['market-values'],
    () => [
      `update markets set settling_done = -1 where event_id = '${eventId}'`,
      'update markets set settling_done = 0 where settling_done = -1',
    ],
  ],
  [
    ['fill-values'],
    () => [
      `update fills set shares = -shares where ${oldest('fills')}`,
      'update fills set shares = -shares where shares < 0',
    ],
  ],
  [
    ['fill-order'],
    () => [
      `update fills set side = 'sell' where ${oldest('fills')}`,
      `update fills set side = 'buy' where ${oldest('fills')}`,
    ],
  ],
  [
    ['position-event', 'position-player'],
    () => [
      'insert into positions (market, player, outcome, shares, reserved_shares, cost, realized_profit, updated_at) values (0, 0, 0, 0, 0, 0, 0, now())',
      'delete from positions where market = 0',
    ],
  ],
  [
    ['order-event'],
    () => [
      `update orders set market = 0 where ${rowsOfAnn()} and status = 'cancelled'`,
      `update orders set market = ${marketNo()} where market = 0`,
    ],
  ],
  [
    ['entry-order'],
    () => [
      `insert into stored_activity (id, at, credits, balance_after, order_id, player, market, kind)
       values (uuid_of('act_00000000000000000000000000'), now(), 0, 0, gen_random_uuid(), ${noOf(ann.playerId)}, ${marketNo()}, 'order')`,
      "delete from stored_activity where id = uuid_of('act_00000000000000000000000000')",
    ],
  ],
  [
    ['order-player'],
    () => [
      `update orders set player = 0 where ${rowsOfAnn()} and status = 'cancelled'`,
      `update orders set player = ${noOf(ann.playerId)} where player = 0`,
    ],
  ],
];

const messageDamages: typeof damages = [
  [['account-messages'], () => one('messages', 'accounts', ofAnn(), -1)],
  [['account-messages'], () => one('number', 'player_messages', `${rowsOfAnn()} and number = ${newestOfAnn()}`, 1)],
  [
    ['message-numbers'],
    () => [
      `insert into player_messages (player, number, at, kind, details)
       select player, number, at + interval '1 day', 'grant', '{}' from player_messages where ${rowsOfAnn()} and number = 1`,
      `delete from player_messages where ${rowsOfAnn()} and number = 1 and details::text = '{}'`,
    ],
  ],
  [['message-trade'], () => one('sequence', 'player_messages', `${rowsOfAnn()} and kind = 'trade'`, 900)],
  [
    ['message-order', 'message-trade'],
    () => one('market', 'player_messages', `${rowsOfAnn()} and market is not null`, 900),
  ],
];

/** A trigger protects forecasts from changes; the damage has to bypass it. */
const unkept = (statement: string) =>
  `alter table forecasts disable trigger forecasts_kept; ${statement}; alter table forecasts enable trigger forecasts_kept`;
const orphan =
  () => `insert into forecasts (id, player_id, client_forecast_id, body_digest, event_id, outcome, question,
  probability, market_price_bps, market_sequence, at) values ('fct_x', 'plr_x', 'x', '\\x00', '${eventId}', 9, 0, 1, 1, 1, now())`;

const forecastDamages: typeof damages = [
  [
    ['event-forecasters', 'forecast-event', 'forecast-player'],
    () => [orphan(), unkept("delete from forecasts where id = 'fct_x'")],
  ],
  [['event-forecasters'], () => one('forecasters', 'event_forecasters', `event_id = '${eventId}'`)],
  [
    ['forecast-interval'],
    () => {
      const [damage, repair] = one('at', 'forecasts', `${ofAnn()} and supersedes is not null`).map(text =>
        unkept(text.replaceAll(' 7 ', " interval '7 ms' ")),
      );
      return [damage, repair];
    },
  ],
  [
    ['forecast-interval'],
    () => [
      unkept(`update forecasts set ended_by = 'withdrawn' where ${ofAnn()} and ended_by = 'superseded'`),
      unkept(`update forecasts set ended_by = 'superseded' where ${ofAnn()} and ended_by = 'withdrawn'`),
    ],
  ],
];

describe('the audit', () => {
  it('finds nothing in correct books, and reports what it checked', async () => {
    const reply = await service.operate('GET', '/audit');
    expect(reply.body).toMatchObject({ balanced: true, differences: [], differenceCount: 0 });
    expect(reply.body.counts).toMatchObject({ players: 2, markets: 2, openOrders: 3, forecasts: 3 });
    expect(reply.body.totals.issued).toBe(String(21_000 * 1e6));
    await assertBooksBalance(service.store);
  });

  it.each([...damages, ...messageDamages, ...forecastDamages])('finds %j', async (checks, make) => {
    const [damage, repair] = make();
    const found = await damaged(damage, repair);
    const names = [...new Set(found.map(({ check }) => check))].sort();
    expect(names).toEqual(expect.arrayContaining(checks));
  });

  it('reports the difference, and passes again when it is fixed', async () => {
    const [damage, repair] = one('available', 'accounts', ofAnn());
    const found = await damaged(damage, repair);
    const { subject, expected, actual } = found.find(({ check }) => check === 'available-balance') as Found;
    expect(subject).toBe(`player:${ann.playerId}:available`);
    expect(Number(actual) - Number(expected)).toBe(7);
    expect(await audit()).toMatchObject({ balanced: true });
  });
});

describe('a settlement that does not progress', () => {
  const minuteMs = 60_000;
  const answer = (winningOutcome: number) => {
    return { answer: { winningOutcome }, source: 'x', note: '', effectiveCloseAt: null };
  };

  async function found(): Promise<Found[]> {
    const { balanced, differences, differenceCount } = await audit();
    expect([balanced, differenceCount]).toEqual([differences.length === 0, differences.length]);
    return differences;
  }

  it('reports an overdue settlement after ten minutes, with its unpaid holdings, until it is done', async () => {
    const { slug: late, id } = await service.anEvent();
    for (const agent of [ann, bob]) await service.order(agent, { eventSlug: late, amountCredits: 10 });
    const tools = { store: service.store, newId };
    await withJobHeld(service.store, 'settling markets', async () => {
      await resolveEvent(tools, late, 'resolve', answer(0), 'test');
      service.clock.forward(10 * minuteMs);
      expect(await found()).toEqual([]);
      service.clock.forward(1);
      expect(await found()).toEqual([{ check: 'settlement-overdue', subject: id, expected: '0', actual: '2' }]);
      await resolveEvent(tools, late, 'correct', answer(1), 'test');
      expect(await found()).toEqual([]);
      service.clock.forward(11 * minuteMs);
      expect(await found()).toEqual([{ check: 'settlement-overdue', subject: id, expected: '0', actual: '2' }]);
      expect(await settleMarket(tools, id, { maxSteps: 1 })).toBe(false);
      expect(await found()).toEqual([{ check: 'settlement-unfinished', subject: id, expected: '2', actual: '0' }]);
      expect(await settleMarket(tools, id)).toBe(true);
    });
    expect(await found()).toEqual([]);
    await assertBooksBalance(service.store);
  });
});
