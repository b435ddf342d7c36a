import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sportsLinesDigest } from '../../test/support/builders/sports-rows.js';
import { startTestService, type TestService } from '../../test/support/test-service.js';
import { dayMs, hourMs } from '../kernel/time.js';
import { seedSports } from './seed-sports.js';

let service: TestService;
let seededAt = 0;
beforeAll(async () => {
  service = await startTestService({ demoVenues: true });
  seededAt = service.clock.now();
  await seedSports(service.services, 'presage demo 1', seededAt);
});
afterAll(() => service.stop());

async function feed() {
  const { body } = await service.call('GET', '/api/sports/feed?limit=200');
  return body.fixtures as {
    status: string;
    league: string;
    demo: boolean;
    lines: { outliers: number; books: number }[];
  }[];
}

describe('sports of the demo arena', () => {
  it('show three leagues, every status, several bookmakers and an outlier, all marked as demo', async () => {
    const fixtures = await feed();
    expect(new Set(fixtures.map(({ league }) => league))).toEqual(new Set(['epl', 'nba', 'nhl']));
    expect(new Set(fixtures.map(({ status }) => status))).toEqual(new Set(['scheduled', 'live', 'final', 'postponed']));
    expect(fixtures.every(({ demo, lines }) => demo && lines.every(({ books }) => books === 6))).toBe(true);
    expect(fixtures.some(({ lines }) => lines.some(({ outliers }) => outliers > 0))).toBe(true);
  });

  it('have a history of lines and are seeded once', async () => {
    const [{ old }] = await service.pool<
      { old: number }[]
    >`select count(*)::int as old from sports_lines where not current`;
    expect(old).toBeGreaterThan(100);
    const before = await sportsLinesDigest(service.pool);
    await seedSports(service.services, 'presage demo 1', seededAt);
    expect(await sportsLinesDigest(service.pool)).toBe(before);
  });

  it('continue after the seeding, so that the feed is never stale', async () => {
    service.clock.forward(2 * dayMs + hourMs);
    const expected = new Set(['scheduled', 'live', 'final', 'postponed']);
    // The schedule of the service runs the connector, since it is overdue.
    await expect.poll(async () => new Set((await feed()).map(({ status }) => status))).toEqual(expected);
    // That run may still be recording its result.
    const run = () => service.services.connectors.run('demo-sports', 'schedule');
    await expect.poll(run).toMatchObject({ kind: 'ended', run: { error: null, rejected: 0 } });
  });
});
