import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { assertBooksBalance } from '../../test/support/assert-books-balance.js';
import { checkMessages } from '../../test/support/check-stream-messages.js';
import { type OperatorService, startOperatorService } from '../../test/support/operator-service.js';
import { SseReader } from '../../test/support/sse-reader.js';
import { cloneDatabase, type TestDatabase } from '../../test/support/test-database.js';
import { createPostgresStore } from '../database/postgres-store.js';
import * as playerMessageStore from '../exchange/store/player-messages.js';
import { dayMs } from '../kernel/time.js';

const start = Date.parse('2026-03-17T12:00:00.000Z');

describe('without storage', () => {
  let database: TestDatabase;
  let service: OperatorService;
  beforeAll(async () => {
    database = await cloneDatabase();
    const store = createPostgresStore(database.pool, () => start, { streamStorage: false });
    service = await startOperatorService({ store, streamStorage: false, clock: () => start });
  });
  afterAll(async () => {
    await assertBooksBalance(service.store);
    await service.stop();
    await database.drop();
  });

  it('replays name snapshots, and streams start with one', async () => {
    const agent = await service.anAgent();
    const handle = agent.playerId.replace('_', '-');
    const { slug } = await service.anEvent();
    for (let count = 0; count < 2; count += 1) await service.order(agent, { eventSlug: slug, amountCredits: 5 });
    const path = '/api/v1/streams/replay?afterSequence=0';
    const trades = await service.call('GET', `${path}&channel=trades&key=${slug}`);
    const why = { reason: 'storage-off', lastSequence: 2 };
    expect(trades.body).toMatchObject({ messages: [], snapshotRequired: true, ...why });
    const own = await service.call('GET', `${path}&channel=user&key=${handle}`, { headers: agent.headers });
    const snapshotUrl = 'http://presage.test/api/play/v1/account';
    expect(own.body).toMatchObject({ messages: [], snapshotRequired: true, snapshotUrl });
    const reader = await SseReader.open(`${service.url}/api/events/${slug}/stream`, { 'last-event-id': '1' });
    expect((await reader.kind('snapshot'))[0].data).toMatchObject({ sequence: 2, reason: 'storage-off' });
    await service.order(agent, { eventSlug: slug, amountCredits: 5 });
    expect((await reader.kind('trade'))[0].data.sequence).toBe(3);
    checkMessages(reader.received);
    reader.cut();
    const manifest = await service.call('GET', '/api/v1/streams/manifest');
    expect(manifest.body.replay).toMatchObject({ storage: 'off', keptDays: 0 });
  });

  it('the private stream sends a snapshot for every change, and stores nothing', async () => {
    const agent = await service.anAgent();
    const { slug } = await service.anEvent();
    const reader = await SseReader.open(`${service.url}/api/play/v1/stream`, agent.headers);
    await reader.kind('heartbeat');
    const { body } = await service.order(agent, { eventSlug: slug, amountCredits: 5, limitPriceBps: 1000 });
    const [{ data }] = await reader.kind('snapshot');
    expect(data).toMatchObject({ sequence: 1, reason: 'storage-off', orders: [{ status: 'open' }] });
    checkMessages(reader.received);
    reader.cut();
    const path = `/api/play/v1/orders/${body.order.id}`;
    expect((await service.call('DELETE', path, { headers: agent.headers })).status).toBe(200);
    expect(await database.pool`select 1 from player_messages`).toHaveLength(0);
  });
});

describe('with storage', () => {
  let service: OperatorService;
  beforeAll(async () => {
    service = await startOperatorService();
  });
  afterAll(async () => {
    await assertBooksBalance(service.store);
    await service.stop();
  });

  const keep = () => {
    const now = service.clock.now();
    return service.store.transact(tx => playerMessageStore.maintainPartitions(tx, now, now - 7 * dayMs));
  };
  const partitions = async () =>
    (
      await service.pool<{ name: string; rows: number }[]>`
        select tableoid::regclass::text as name, count(*)::int as rows from player_messages group by 1 order by 1`
    ).map(({ name, rows }) => `${name} ${rows}`);

  it('days are dropped after a week, and a client that resumes later starts with a snapshot', async () => {
    const agent = await service.anAgent();
    const endsAt = new Date(service.clock.now() + 60 * dayMs).toISOString();
    const { slug } = await service.anEvent({ endsAt });
    const { body } = await service.order(agent, { eventSlug: slug, amountCredits: 5, limitPriceBps: 10 });
    await service.call('DELETE', `/api/play/v1/orders/${body.order.id}`, { headers: agent.headers });
    // The order and its cancel.
    expect(await partitions()).toEqual(['player_messages_p20260317 2']);
    // No partition exists that far in the future; the row stays in the default partition until one does.
    service.clock.forward(5 * dayMs);
    await service.order(agent, { eventSlug: slug, amountCredits: 5 });
    expect(await partitions()).toEqual(['player_messages_p20260317 2', 'player_messages_rest 7']);
    await keep();
    expect(await partitions()).toEqual(['player_messages_p20260317 2', 'player_messages_p20260322 7']);
    service.clock.forward(4 * dayMs);
    await keep();
    expect(await partitions()).toEqual(['player_messages_p20260322 7']);
    const url = `${service.url}/api/play/v1/stream`;
    const late = await SseReader.open(`${url}?afterSequence=0`, agent.headers);
    expect((await late.kind('snapshot'))[0].data).toMatchObject({ sequence: 9, reason: 'gone' });
    const recent = await SseReader.open(`${url}?afterSequence=2`, agent.headers);
    const grants = await recent.kind('grant');
    expect(grants[0].data.sequence).toBe(3);
    late.cut();
    recent.cut();
  });
});
