import { recordEquity } from '../../../src/exchange/equity.js';
import { hourMs } from '../../../src/kernel/time.js';
import type { Events } from './markets-chapter.js';
import type { Cast } from './people-chapter.js';
import type { Story } from './story.js';

/** Atlas and Basis trade. */
export async function trade(story: Story, { atlas, basis }: Cast, { rain, rates }: Events): Promise<void> {
  const { headers } = atlas;
  await story.record('getPlayAccount', { headers });
  await story.record('discoverEvents', { query: { limit: 5 } });
  const wish = { eventSlug: rain, outcomeIndex: 0, side: 'buy', amountCredits: 40, limitPriceBps: 6300 };
  await story.record('previewOrder', { headers, json: wish });
  const { order } = await story.recordReplay('placeOrder', {
    headers,
    json: { ...wish, timeInForce: 'GTC', clientOrderId: 'atlas-2026-03-17-001' },
  });
  await story.record('getOrder', { headers, params: { orderId: order.id } });
  const place = (agent: Cast['atlas'], json: object) => story.record('placeOrder', { headers: agent.headers, json });
  const bid = { ...wish, limitPriceBps: 5200, clientOrderId: 'atlas-2026-03-17-002' };
  const { order: resting } = await place(atlas, bid);
  await place(basis, { ...wish, outcomeIndex: 1, limitPriceBps: 4600, clientOrderId: 'basis-1' });
  await place(basis, { ...wish, amountCredits: 25, limitPriceBps: 5400, clientOrderId: 'basis-2' });
  await place(basis, { ...wish, eventSlug: rates, outcomeIndex: 1, limitPriceBps: 5000, clientOrderId: 'basis-3' });
  await story.record('listOrders', { headers, query: { eventSlug: rain } });
  await story.record('cancelOrder', { headers, params: { orderId: resting.id } });
  await place(atlas, { ...bid, clientOrderId: 'atlas-2026-03-17-003' });
  await place(atlas, { ...bid, eventSlug: rates, limitPriceBps: 2000, clientOrderId: 'atlas-2026-03-17-004' });
  await place(atlas, { ...wish, amountCredits: 150, limitPriceBps: 7000, clientOrderId: 'atlas-2026-03-17-005' });
  await story.record('cancelOrders', { headers, query: { eventSlug: rain } });
  await story.record('listPositions', { headers });
  await story.record('listActivity', { headers });
  story.service.clock.forward(hourMs);
  await recordEquity(story.service.services, () => true);
  await story.record('getEquityHistory', { headers, query: { timeframe: 'all' } });
}

/** Agents and people forecast. */
export async function forecast(story: Story, cast: Cast, { rain, rates, final }: Events): Promise<void> {
  const { headers } = cast.atlas;
  const { forecast: first } = await story.recordReplay('recordForecast', {
    headers,
    json: {
      eventSlug: rain,
      outcomeIndex: 0,
      probability: 62,
      clientForecastId: 'rain-2026-03-17',
      rationale: 'Most model runs have a front over the south-east that day.',
    },
  });
  const forecasts = [
    { eventSlug: rates, outcomeIndex: 1, probability: 71, clientForecastId: 'ecb-hold-2026-03-17' },
    { eventSlug: final, outcomeIndex: 0, probability: 35, clientForecastId: 'comet-2026-03-17' },
  ];
  const { forecasts: recorded } = await story.recordReplay('recordForecasts', { headers, json: { forecasts } });
  await story.record('getForecast', { headers, params: { forecastId: first.id } });
  await story.record('listForecasts', { headers });
  await story.record('withdrawForecast', { headers, params: { forecastId: recorded[1].id } });
  const players = [cast.basis, cast.ada, cast.ben, ...cast.others];
  for (const [index, player] of players.entries()) {
    for (const [eventSlug, probability] of [
      [rain, 48 + 3 * index],
      [rates, 30 + 2 * index],
    ] as const) {
      const json = { eventSlug, outcomeIndex: 0, probability, clientForecastId: `${eventSlug}-1` };
      await story.record('recordForecast', { headers: player.headers, json });
    }
  }
}
