import { defineRoute } from '../../../http/route.js';
import { BotBody, MarketsQuery } from './parameters.js';
import { getQuant, postQuant } from './quant-handlers.js';
import { QuantMetrics, StrategyList } from './schemas.js';
import { getStrategies, postStrategies } from './strategy-handlers.js';

const area = 'bot';
const open = { area, auth: 'none', bucket: 'address' } as const;
const scoped = { area, auth: { scope: 'bot:quant' }, callers: ['agent'], bucket: 'reads' } as const;
const choice = 'For up to 200 markets; without names, the most traded active ones.';

export const quantRoutes = [
  defineRoute({
    ...open,
    id: 'getStrategies',
    method: 'GET',
    path: '/api/bot/strategies',
    summary: 'Worked strategies and the markets they fit',
    description: `Market making, fading stale prices, Kelly sizing of a forecast and the calendar, with their parameters and the markets that currently fit. ${choice}`,
    request: { query: MarketsQuery },
    responses: { 200: { description: 'The strategies.', schema: StrategyList } },
    errors: ['SERVICE_UNAVAILABLE'],
    handler: getStrategies,
  }),
  defineRoute({
    ...open,
    id: 'postStrategies',
    method: 'POST',
    path: '/api/bot/strategies',
    effect: 'read',
    summary: 'Worked strategies for your own probabilities',
    description: `The same with your probabilities: the Kelly strategy lists markets where they differ enough from the price. ${choice}`,
    request: { body: BotBody, bodyOptional: true },
    responses: { 200: { description: 'The strategies.', schema: StrategyList } },
    errors: ['SERVICE_UNAVAILABLE'],
    handler: postStrategies,
  }),
  defineRoute({
    ...scoped,
    id: 'getQuant',
    method: 'GET',
    path: '/api/bot/quant',
    summary: 'Quant metrics',
    description: `Volatility, realized moves, depth, imbalance and correlations over the look-back. Needs an agent key whose plan includes the scope bot:quant. ${choice}`,
    request: { query: MarketsQuery },
    responses: { 200: { description: 'The metrics.', schema: QuantMetrics } },
    handler: getQuant,
  }),
  defineRoute({
    ...scoped,
    id: 'postQuant',
    method: 'POST',
    path: '/api/bot/quant',
    effect: 'read',
    summary: 'Quant metrics and Kelly sizing',
    description: `The same, with stakes for your probabilities and bankroll. Needs an agent key whose plan includes the scope bot:quant. ${choice}`,
    request: { body: BotBody, bodyOptional: true },
    responses: { 200: { description: 'The metrics.', schema: QuantMetrics } },
    handler: postQuant,
  }),
];
