import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type OperatorService, startOperatorService } from '../../test/support/operator-service.js';
import { waitUntil } from '../../test/support/wait-until.js';
import { dayMs, minuteMs } from '../kernel/time.js';

let service: OperatorService;
beforeAll(async () => {
  service = await startOperatorService();
});
afterAll(() => service.stop());

async function history(hours = 24) {
  service.clock.forward(11_000);
  return (await service.call('GET', `/api/v1/status/history?hours=${hours}`)).body;
}

describe('the status history', () => {
  it('contains the measurements of the node, from the database', async () => {
    // A busy machine may miss the deadline of a ping; a later minute provides another sample.
    let body = await history();
    await waitUntil('a sample of a ready node is stored', async () => {
      body = await history();
      return body.nodes[0]?.ready === true;
    });
    const { nodes, days, series, uptime, database } = body;
    expect(nodes[0].stages).toMatchObject([{ stage: 'auth' }, {}, {}, {}, {}]);
    expect(days).toHaveLength(90);
    expect(series.length).toBeGreaterThan(0);
    expect(uptime.quarter === null || uptime.quarter > 0).toBe(true);
    expect(database.bytes).toBeGreaterThan(1_000_000);
    expect(database.lastBackupAt).toBeNull();
  });

  it('has buckets of whole minutes, at most 96', async () => {
    for (const [hours, seconds] of [
      [1, 60],
      [85, 54 * 60],
      [720, 450 * 60],
    ]) {
      expect(await history(hours)).toMatchObject({ bucketSeconds: seconds });
    }
  });

  it('shows incidents of operators until their end, once each', async () => {
    const json = { title: 'Orders are slow', impact: 'minor', text: 'We are looking into it.' };
    const opened = await service.operate('POST', '/incidents', json);
    expect(opened).toMatchObject({ status: 201, body: { incident: { status: 'investigating' } } });
    expect(await service.operate('POST', '/incidents', json)).toMatchObject({
      status: 200,
      body: { replayed: true, code: 'IDEMPOTENT_REPLAY' },
    });
    const { id } = opened.body.incident;
    const update = { status: 'resolved', text: 'A disk was full.' };
    const resolved = await service.operate('POST', `/incidents/${id}/updates`, update);
    expect(resolved.body).toMatchObject({ replayed: false, incident: { status: 'resolved', updates: [{}, update] } });
    const again = await service.operate('POST', `/incidents/${id}/updates`, update);
    expect(again.body).toEqual({ ...resolved.body, replayed: true, code: 'IDEMPOTENT_REPLAY' });
    expect(again.headers.get('idempotent-replayed')).toBe('true');
    expect((await history()).incidents).toMatchObject([{ id, resolvedAt: expect.any(String) }]);
    expect((await service.operate('POST', '/incidents/inc_x/updates', update)).status).toBe(404);
    const future = new Date(service.clock.now() + dayMs).toISOString();
    const late = await service.operate('POST', '/incidents', { ...json, startedAt: future });
    expect(late.body).toMatchObject({ code: 'INVALID_PAYLOAD', field: 'startedAt' });
  });

  it('shows the last backup that was reported', async () => {
    const finishedAt = new Date(service.clock.now() - minuteMs).toISOString();
    const json = { finishedAt, bytes: 4096, note: 'nightly' };
    expect((await service.operate('POST', '/backups', json)).status).toBe(201);
    expect((await service.operate('POST', '/backups', json)).body).toMatchObject({
      replayed: true,
      code: 'IDEMPOTENT_REPLAY',
    });
    expect((await history()).database).toMatchObject({ lastBackupAt: finishedAt, lastBackupBytes: 4096 });
  });
});
