import { operatorOnly } from '../../http/operator-only.js';
import { defineRoute } from '../../http/route.js';
import { getAudit, getAuditHistory, tradingHandler } from './operator-handlers.js';
import { AuditHistory, AuditHistoryQuery, AuditReply, TradingRequest, TradingState } from './operator-schemas.js';

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
