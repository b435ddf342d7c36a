import * as operatorStore from '../database/arena/operators.js';
import * as settingStore from '../database/arena/settings.js';
import type { OperationContext } from '../database/transactions.js';
import { actorOf } from '../http/caller.js';
import { throwIfRefused } from '../http/errors.js';
import { defineRoute, operatorOnly, type RequestContext, type RouteInput } from '../http/route.js';
import { closed, named, Timestamp, Type } from '../http/schema.js';
import { type Refusal, refuse } from '../kernel/refusal.js';
import { isoTime } from '../kernel/time.js';
import { listAudits, runAudit } from './audit-books.js';

/** Pauses or resumes trading in the whole arena. */
function setTrading(
  { store }: Pick<OperationContext, 'store'>,
  paused: boolean,
  reason: string,
  actor: string,
): Promise<{ at: number } | Refusal> {
  return store.transact(async tx => {
    const at = await operatorStore.now(tx);
    if (!(await settingStore.setTradingPaused(tx, paused, reason))) {
      const status = paused ? 'paused' : 'active';
      return refuse('INVALID_TRANSITION', `Trading in the arena is already ${status}.`, { extra: { status } });
    }
    const action = paused ? 'trading.pause' : 'trading.resume';
    const change = { reason, before: { tradingPaused: !paused }, after: { tradingPaused: paused } };
    await operatorStore.record(tx, { at, actor, action, subject: 'arena', details: {}, ...change });
    return { at };
  });
}

const TradingState = named(
  'TradingState',
  closed(
    {
      tradingPaused: Type.Boolean({ description: 'Whether orders are rejected with TRADING_PAUSED.' }),
      changedAt: Timestamp({ description: 'When the pause or the resumption took effect.' }),
    },
    { description: 'Trading state of the whole arena.' },
  ),
);

const TradingRequest = closed({
  note: Type.Optional(
    Type.String({
      maxLength: 2000,
      description: 'Recorded in the audit trail. The reason of a pause is public while it lasts.',
      examples: ['Upgrade of the database.'],
    }),
  ),
});

const AuditReply = named(
  'Audit',
  closed(
    {
      balanced: Type.Boolean({ description: 'Whether nothing differs and no settlement is overdue.' }),
      checkedAt: Timestamp({ description: 'When the audit ran.' }),
      milliseconds: Type.Integer({ minimum: 0, description: 'Duration of the audit.' }),
      counts: Type.Record(Type.String(), Type.Integer(), { description: 'Number of rows checked.' }),
      totals: Type.Record(Type.String(), Type.String(), {
        description:
          'Sums of all credits by holder, in millionths. owed: what players owe, advanced by the treasury; counts.owing is the number of those players.',
      }),
      practiceTotals: Type.Record(Type.String(), Type.String(), { description: 'The same for practice credits.' }),
      differenceCount: Type.Integer({
        minimum: 0,
        description: 'Number of differences, including those that are not listed.',
      }),
      differences: Type.Array(
        closed({
          check: Type.String({
            description:
              'Compared figure. settlement-overdue: a market was resolved more than ten minutes ago, and this many of its holdings are unpaid; settlement-unfinished: all are paid, but the remainder is not back in the treasury.',
            examples: ['solvency'],
          }),
          subject: Type.String({
            description: 'Account, order, holding or event.',
            examples: ['ord_01kx3v7p9ye1f8m2q4s6t8v0wz'],
          }),
          expected: Type.String({
            description: 'Value computed from transfers, trades and orders; amounts in millionths.',
            examples: ['25000000'],
          }),
          actual: Type.String({ description: 'Stored value; amounts in millionths.', examples: ['24000000'] }),
        }),
        { description: 'The first 50 of each group of checks.' },
      ),
    },
    { description: 'All books, recomputed from transfers, trades and orders as of one point in time.' },
  ),
);

const AuditHistoryQuery = closed({
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 500, default: 60, description: 'How many audits.' })),
});

const AuditHistory = named(
  'AuditHistory',
  closed(
    {
      audits: Type.Array(
        closed({
          at: Timestamp({ description: 'When the audit ran.' }),
          startedBy: Type.String({
            description: 'schedule, the id of an operator, or operator for the token.',
            examples: ['schedule'],
          }),
          balanced: Type.Boolean({ description: 'Nothing differed, and no settlement was overdue.' }),
          differenceCount: Type.Integer({ minimum: 0, description: 'Number of differences.' }),
          milliseconds: Type.Integer({ minimum: 0, description: 'How long it took.' }),
          counts: Type.Record(Type.String(), Type.Integer(), { description: 'Rows looked at.' }),
          totals: Type.Record(Type.String(), Type.String(), { description: 'Where all credits were, in millionths.' }),
          practiceTotals: Type.Record(Type.String(), Type.String(), { description: 'The same of practice credits.' }),
        }),
        { description: 'Newest first.' },
      ),
    },
    { description: 'What audits of the books have found.' },
  ),
);

type TradingInput = RouteInput<{ body: typeof TradingRequest; bodyOptional: true }>;

function tradingHandler(paused: boolean) {
  return async ({ body }: TradingInput, { services, caller }: RequestContext) => {
    const reason = body?.note?.trim() ?? '';
    const { at } = throwIfRefused(await setTrading(services, paused, reason, actorOf(caller)));
    return { tradingPaused: paused, changedAt: new Date(at).toISOString() };
  };
}

async function getAudit(_input: unknown, { services, caller }: RequestContext) {
  const {
    at,
    startedBy: _startedBy,
    ...audit
  } = await runAudit({ ...services, stopwatch: () => performance.now() }, actorOf(caller));
  return { ...audit, checkedAt: isoTime(at) };
}

async function getAuditHistory(
  { query }: RouteInput<{ query: typeof AuditHistoryQuery }>,
  { services }: RequestContext,
) {
  const audits = await listAudits(services, query.limit ?? 60);
  return { audits: audits.map(audit => ({ ...audit, at: isoTime(audit.at) })) };
}

export const exchangeOperatorRoutes = [
  ...(['pause', 'resume'] as const).map(verb =>
    defineRoute({
      ...operatorOnly,
      id: `${verb}Trading`,
      method: 'POST',
      path: `/api/operator/trading/${verb}`,
      summary: verb === 'pause' ? 'Pause trading in the whole arena' : 'Resume trading in the whole arena',
      description:
        verb === 'pause'
          ? 'New orders are refused with TRADING_PAUSED; cancels and forecasts still work.'
          : 'Orders are taken again.',
      request: { body: TradingRequest, bodyOptional: true },
      responses: { 200: { description: 'The state now.', schema: TradingState } },
      errors: ['FORBIDDEN', 'INVALID_TRANSITION'],
      handler: tradingHandler(verb === 'pause'),
    }),
  ),
  defineRoute({
    ...operatorOnly,
    id: 'getAudit',
    method: 'GET',
    path: '/api/operator/audit',
    summary: 'Audit all books',
    description:
      'Balances, reserves, positions, market accounts and books from transfers, trades and orders, as of one moment; lists every difference, and settlements that do not move. The result is added to the history of audits, unless the disk of the database is full.',
    responses: { 200: { description: 'What was looked at and what differs.', schema: AuditReply } },
    errors: ['FORBIDDEN'],
    handler: getAudit,
  }),
  defineRoute({
    ...operatorOnly,
    id: 'listAudits',
    method: 'GET',
    path: '/api/operator/audit/history',
    summary: 'What audits of the books have found',
    description: 'Every audit that an operator or the schedule (every six hours) has run, for a year.',
    request: { query: AuditHistoryQuery },
    responses: { 200: { description: 'The audits.', schema: AuditHistory } },
    handler: getAuditHistory,
  }),
];
