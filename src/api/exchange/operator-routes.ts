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
          ? 'New orders are rejected with TRADING_PAUSED; cancels and forecasts still work.'
          : 'Orders are accepted again.',
      responses: { 200: { description: 'The current state.', schema: TradingState } },
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
      'Recomputes balances, reserves, positions, market accounts and books from transfers, trades and orders, as of one point in time. Lists every difference and every settlement that does not progress.',
    responses: { 200: { description: 'What was checked and what differs.', schema: AuditReply } },
    errors: ['FORBIDDEN'],
    handler: getAudit,
  }),
];
