import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { stopBalanced } from '../../test/support/assert-books-balance.js';
import { aRequest } from '../../test/support/builders/request-builders.js';
import { checkMessages } from '../../test/support/check-stream-messages.js';
import { type OperatorService, operatorHeaders, startOperatorService } from '../../test/support/operator-service.js';
import { holdStreamReads } from '../../test/support/queries/hold-stream-reads.js';
import { SseReader } from '../../test/support/sse-reader.js';
import type { TestPerson } from '../../test/support/test-service.js';
import { deleteOldNotifications, listNotifications, notify } from './notify.js';

let service: OperatorService;
let ann: TestPerson;
beforeAll(async () => {
  service = await startOperatorService();
  ann = await service.aPerson();
});
afterAll(() => stopBalanced(service));

const notifications = async ({ headers }: TestPerson, query = '') =>
  (await service.call('GET', `/api/people/notifications${query}`, { headers })).body;

/** Sends a notification inside a transaction, as features do. */
function tell(personIds: readonly string[], text: string): Promise<void> {
  const at = service.clock.now();
  const command = { personIds, kind: 'event-resolved', text, eventSlug: 'an-event', at } as const;
  return service.store.transact(tx => notify(tx, service.services, command));
}

describe('notifications', () => {
  it('are listed newest first in pages and marked as read', async () => {
    const person = await service.aPerson();
    for (let k = 0; k < 5; k += 1) {
      service.clock.forward(1000);
      const id = await aRequest(service, person, { question: `Will gate ${k} open before 5 April 2026?` });
      await service.operate('POST', `/requests/${id}/decline`, { reason: `Reason ${k}` });
    }
    const first = await notifications(person, '?limit=2');
    expect([first.notifications.length, first.unread]).toEqual([2, 5]);
    const second = await notifications(person, `?limit=3&cursor=${first.nextCursor}`);
    const texts = [...first.notifications, ...second.notifications].map(({ text }) => text.slice(-1));
    expect(texts).toEqual(['4', '3', '2', '1', '0']);
    expect(second.nextCursor).toBeNull();

    const { headers } = person;
    const read = (json?: object) => service.call('POST', '/api/people/notifications/read', { headers, json });
    const ids = [first.notifications[0].id, 'ntf_unknown'];
    expect((await read({ ids })).body).toEqual({ marked: 1, unread: 4 });
    expect((await read({ ids })).body).toEqual({ marked: 0, unread: 4 });
    expect((await notifications(person, '?unread=true')).notifications).toHaveLength(4);
    expect((await read()).body).toEqual({ marked: 4, unread: 0 });
    expect((await notifications(person)).unread).toBe(0);
    expect((await read({ ids: [] })).body).toMatchObject({ code: 'INVALID_PAYLOAD' });
  });

  it('are private: other people can’t see them, and agents and operators are rejected', async () => {
    await tell([ann.playerId], 'Yours.');
    const [first] = (await notifications(ann)).notifications;
    const { headers } = await service.aPerson();
    const json = { ids: [first.id] };
    expect((await service.call('POST', '/api/people/notifications/read', { headers, json })).body.marked).toBe(0);
    const agent = await service.anAgent();
    for (const refused of [agent.headers, operatorHeaders]) {
      expect((await service.call('GET', '/api/people/notifications', { headers: refused })).status).toBe(403);
    }
    expect((await service.call('GET', '/api/people/notifications')).status).toBe(401);
  });
});

describe('notifications on the private stream', () => {
  it('are announced with the number of unread ones when they are added and read', async () => {
    const person = await service.aPerson();
    const { headers } = person;
    const reader = await SseReader.open(`${service.url}/api/play/v1/stream?snapshot=true`, headers);
    await reader.until('the snapshot', () => reader.received.some(({ event }) => event === 'snapshot'));
    const unread = () =>
      reader.received.flatMap(({ event, data }) => (event === 'notifications' ? [data.unread as number] : []));
    await tell([person.playerId, ann.playerId], 'For both.');
    await reader.until('one unread', () => unread().length === 1);
    await tell([ann.playerId], 'For the other alone.');
    await tell([person.playerId], 'Another one.');
    await reader.until('two unread', () => unread().length === 2);
    await service.call('POST', '/api/people/notifications/read', { headers, json: {} });
    await reader.until('none unread', () => unread().length === 3);
    expect(unread()).toEqual([1, 2, 0]);
    const announced = reader.received.filter(({ event }) => event === 'notifications');
    checkMessages(announced);
    expect(announced.every(({ id }) => id === null)).toBe(true);
    reader.cut();
  });

  it('are announced to a client that is still catching up', async () => {
    const person = await service.aPerson();
    const release = holdStreamReads(service.store);
    const opening = SseReader.open(`${service.url}/api/play/v1/stream`, person.headers);
    await delay(100);
    await tell([person.playerId], 'While it opens.');
    await delay(100);
    release();
    const reader = await opening;
    expect((await reader.kind('notifications'))[0].data.unread).toBe(1);
    reader.cut();
  });
});

describe('the bounds of notifications', () => {
  it('are 200 per person: the oldest are deleted first', async () => {
    const [person, other] = [await service.aPerson(), await service.aPerson()];
    await tell([other.playerId], 'Of another person.');
    for (let k = 0; k < 205; k += 1) {
      service.clock.forward(1);
      await tell([person.playerId], `Number ${k}`);
    }
    const { notifications: list, unread } = await notifications(person, '?limit=200');
    expect([list.length, unread]).toEqual([200, 200]);
    expect([list[0].text, list[199].text]).toEqual(['Number 204', 'Number 5']);
    expect((await notifications(other)).unread).toBe(1);
  });

  it('are not stored by a transaction that is rolled back', async () => {
    const person = await service.aPerson();
    const at = service.clock.now();
    const command = { personIds: [person.playerId], kind: 'event-resolved', text: 'Never.', at } as const;
    const failed = service.store.transact(async tx => {
      await notify(tx, service.services, command);
      throw new Error('no');
    });
    await expect(failed).rejects.toThrow('no');
    expect((await notifications(person)).notifications).toEqual([]);
  });

  it('are 90 days: older ones are hidden immediately and deleted by a job', async () => {
    const { playerId: personId } = await service.aPerson();
    // The session expires before the notification.
    const read = () => listNotifications(service.services, { personId, unread: false, before: null, limit: 10 });
    await tell([personId, personId], 'Old.');
    service.clock.forward(89 * 86_400_000);
    expect((await read()).unread).toBe(1);
    service.clock.forward(86_400_000);
    await tell([personId], 'New.');
    expect(await read()).toMatchObject({ unread: 1, notifications: [{ text: 'New.' }] });
    const stored = () => service.pool`select text from notifications where person_id = ${personId} order by id`;
    expect(await stored()).toHaveLength(2);
    await deleteOldNotifications(service.services);
    expect([...(await stored())]).toEqual([{ text: 'New.' }]);
  });
});
