import { afterAll, beforeAll, expect, it } from 'vitest';
import { withJobHeld } from '../../test/support/hold-job.js';
import { type OperatorService, operatorHeaders, startOperatorService } from '../../test/support/operator-service.js';
import { waitUntil } from '../../test/support/wait-until.js';

let service: OperatorService;
beforeAll(async () => {
  service = await startOperatorService();
});
afterAll(() => service.stop());

async function settlementLag(): Promise<number> {
  const reply = await service.call('GET', '/metrics', { headers: operatorHeaders });
  return Number(/^presage_settlement_lag_seconds (\S+)$/m.exec(reply.text)?.[1] ?? Number.NaN);
}

it('the settlement lag is the age of the oldest resolution without payouts or scores', async () => {
  const { slug, id } = await service.anEvent();
  expect(await settlementLag()).toBe(0);
  const answer = { winningOutcomeIndex: 0, source: 'the test', note: '' };
  await service.operate('POST', `/events/${slug}/resolve`, answer);
  const scored = () => service.pool`select from markets where event_id = ${id} and scored_version = 1`;
  await waitUntil('the event is paid and scored', async () => (await scored()).length === 1);
  expect(await settlementLag()).toBe(0);

  const decideEarlier = (hours: number) => service.pool`update resolutions
    set resolution = jsonb_set(resolution, '{decidedAt}', to_jsonb(${Date.now() - hours * 3_600_000}::bigint)) where event_id = ${id}`;
  await decideEarlier(2);
  await withJobHeld(service.store, 'scoring events', async () => {
    await service.pool`update markets set scored_version = 0 where event_id = ${id}`;
    const unscored = await settlementLag();
    expect(unscored).toBeGreaterThan(7_199);
    expect(unscored).toBeLessThan(7_300);
  });
  await decideEarlier(3);
  await withJobHeld(service.store, 'settling markets', async () => {
    await service.pool`update markets set settled_version = 0 where event_id = ${id}`;
    const unpaid = await settlementLag();
    expect(unpaid).toBeGreaterThan(10_799);
    expect(unpaid).toBeLessThan(10_900);
  });
});
