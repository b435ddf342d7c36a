import { operatorOnly } from '../../http/operator-only.js';
import { defineRoute } from '../../http/route.js';
import { getAudit, tradingHandler } from './operator-handlers.js';
import { AuditReply, TradingState } from './operator-schemas.js';

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
    summary: 'Compute all books once more',
    description:
      'Balances, reserves, positions, market accounts and books from transfers, trades and orders, as of one moment; lists every difference, and settlements that do not move.',
    responses: { 200: { description: 'What was looked at and what differs.', schema: AuditReply } },
    errors: ['FORBIDDEN'],
    handler: getAudit,
  }),
];
