import { setTimeout as sleep } from 'node:timers/promises';
import { Registry } from 'prom-client';
import { expect, it } from 'vitest';
import { collectProcessMetrics } from './metrics.js';

it('reports the event loop lag without the interval at which it is measured', async () => {
  const registry = new Registry();
  collectProcessMetrics(registry);
  const lag = async (figure: string) => {
    const { values } = await registry.getSingleMetric(`nodejs_eventloop_lag_${figure}_seconds`)!.get();
    return values[0].value;
  };
  await registry.metrics();
  await sleep(450);
  const until = performance.now() + 300;
  while (performance.now() < until);
  await sleep(1_000);
  await registry.metrics();
  expect(await lag('p50')).toBeLessThan(0.1);
  expect(await lag('max')).toBeGreaterThan(0.15);
});
