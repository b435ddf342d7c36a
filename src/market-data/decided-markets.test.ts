import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { stopBalanced } from '../../test/support/assert-books-balance.js';
import { type OperatorService, startOperatorService } from '../../test/support/operator-service.js';
import type { TestAgent } from '../../test/support/test-service.js';
import { waitForListening } from '../../test/support/wait-until.js';

let service: OperatorService;
let ada: TestAgent;

beforeAll(async () => {
  service = await startOperatorService();
  ada = await service.anAgent();
  await waitForListening(service);
});
afterAll(() => stopBalanced(service));

interface Named {
  readonly slug: string;
}

/** The events that a list contains. */
async function listed(path: string, member: string, slugs: readonly string[]): Promise<string[]> {
  const reply = await service.call('GET', path);
  expect(reply.status, reply.text).toBe(200);
  return (reply.body[member] as Named[]).map(({ slug }) => slug).filter(slug => slugs.includes(slug));
}

const answer = { source: 'The test', note: 'As it was said.' };
const endings = [
  ['resolve', { winningOutcomeIndex: 0, ...answer }],
  ['void', answer],
  ['close', {}],
  ['pause', {}],
] as const;

/** The one with the most credits is first. */
async function tradedEvents(count: number, most = 300): Promise<string[]> {
  const slugs: string[] = [];
  for (let index = 0; index < count; index += 1) {
    const { slug } = await service.anEvent();
    expect((await service.order(ada, { eventSlug: slug, amountCredits: most - index })).status).toBe(201);
    slugs.push(slug);
  }
  return slugs;
}

describe('lists of unresolved markets', () => {
  it.each(endings)('omit a market after %s, as of the next request', async (verb, body) => {
    const [gone, stays] = await tradedEvents(2);
    const snapshots = () => listed('/api/events/snapshots?limit=200', 'snapshots', [gone, stays]);
    const health = () => listed('/api/events/health?limit=200', 'health', [gone, stays]);
    expect([await snapshots(), await health()]).toEqual([
      [gone, stays],
      [gone, stays],
    ]);
    const done = await service.operate('POST', `/events/${gone}/${verb}`, body);
    expect(done.status, done.text).toBe(200);
    expect(await snapshots()).toEqual([stays]);
    const decided = verb === 'resolve' || verb === 'void';
    expect(await health()).toEqual(decided ? [stays] : [gone, stays]);
  });

  it('fill up with the next market', async () => {
    const slugs = await tradedEvents(3, 900);
    service.clock.forward(11_000);
    for (const path of ['/api/events/snapshots?limit=1', '/api/events/health?limit=1']) {
      const member = path.includes('health') ? 'health' : 'snapshots';
      expect(await listed(path, member, slugs)).toEqual(slugs.slice(0, 1));
      const done = await service.operate('POST', `/events/${slugs[0]}/void`, answer);
      expect(done.status, done.text).toBe(200);
      slugs.shift();
      expect(await listed(path, member, slugs)).toEqual(slugs.slice(0, 1));
    }
  });

  it('omit resolved markets from the most traded ones immediately', async () => {
    service.clock.forward(2 * 3_600_000);
    const [first, second, third] = await tradedEvents(3);
    const slugs = [first, second, third];
    const top = (query: string) => listed(`/api/events/top?lookbackHours=1&${query}`, 'events', slugs);
    expect([await top(''), await top('limit=1'), await top('includeResolved=true')]).toEqual([slugs, [first], slugs]);
    await service.operate('POST', `/events/${first}/resolve`, { winningOutcomeIndex: 1, ...answer });
    expect([await top(''), await top('limit=1'), await top('includeResolved=true')]).toEqual([
      [second, third],
      [second],
      slugs,
    ]);
    await service.operate('POST', `/events/${second}/void`, answer);
    expect([await top('limit=1'), await top('limit=2')]).toEqual([[third], [third]]);
  });
});
