import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runPresage } from '../../cli/run-presage.js';
import { hourMs, minuteMs } from '../../src/kernel/time.js';
import { RecordVerifier } from '../../src/record/rules/verify-record.js';
import { runToEnd } from '../../src/scoring/rules/score-forecasts.js';
import { stopBalanced } from '../support/assert-books-balance.js';
import { forecast } from '../support/builders/forecast-builders.js';
import { type OperatorService, startOperatorService } from '../support/operator-service.js';
import type { TestAgent } from '../support/test-service.js';
import { waitForScores } from '../support/wait-for-scores.js';

type Row = { rank: number | null; demo: boolean; resolvedEvents: number; mean: number; player: { handle: string } };

let service: OperatorService;
/** Forecasts in real and demo events, only in demo events, only in real ones. */
let both: TestAgent;
let demoOnly: TestAgent;
let realOnly: TestAgent;
let voidedReal: string;

const handleOf = (agent: TestAgent) => agent.playerId.replace('_', '-');
const read = (path: string) => service.call('GET', path);
const rowsOf = (body: { rows: Row[] }) => new Map(body.rows.map(row => [row.player.handle, row]));

async function anEventOf(demo: boolean, category: string): Promise<string> {
  const { slug, id } = await service.anEvent({ category });
  if (demo) await service.pool`update events set demo = true where id = ${id}`;
  return slug;
}

async function resolve(slug: string): Promise<void> {
  const answer = { winningOutcomeIndex: 0, source: 'test', note: '' };
  const reply = await service.operate('POST', `/events/${slug}/resolve`, answer);
  expect(reply.status, reply.text).toBe(200);
}

/** `both` is right on demo events and has no opinion on real ones. */
async function play(demo: boolean, category: string): Promise<void> {
  const slug = await anEventOf(demo, category);
  await forecast(service, both, slug, { probability: demo ? 100 : 50 });
  await forecast(service, demo ? demoOnly : realOnly, slug, { probability: 80 });
  await service.order(both, { eventSlug: slug, amountCredits: 10 });
  // Short for real events: a version of the leaderboards is deleted after an hour.
  service.clock.forward(demo ? hourMs : 10 * minuteMs);
  await resolve(slug);
}

/** Output and errors of the command together. */
async function presage(...args: string[]): Promise<string> {
  let out = '';
  const write = (text: string) => {
    out += text;
  };
  await runPresage(args, { environment: { PRESAGE_URL: service.url }, write, complain: write });
  return out;
}

async function exported(query: string): Promise<{ text: string[]; parsed: Record<string, unknown>[] }> {
  const reply = await fetch(`${service.url}/api/record/export${query}`);
  expect(reply.status).toBe(200);
  const text = (await reply.text()).trim().split('\n');
  return { text, parsed: text.map(line => JSON.parse(line)) };
}

beforeAll(async () => {
  service = await startOperatorService();
  [both, demoOnly, realOnly] = await Promise.all([0, 1, 2].map(() => service.anAgent()));
  for (const category of ['tides', 'tides', 'moons']) await play(true, category);
  await waitForScores(service);
}, 120_000);
afterAll(() => stopBalanced(service));

describe('an arena in which only demo events are resolved', () => {
  it('shows demo events by default and says so', async () => {
    const { body } = await read('/api/leaderboards/brier');
    expect(body.events).toBe('demo');
    expect(rowsOf(body).get(handleOf(both))).toMatchObject({ demo: true, mean: 0, resolvedEvents: 3 });
    const player = (await read(`/api/players/${handleOf(both)}`)).body;
    expect(player).toMatchObject({ events: 'demo', scores: { brier: { mean: 0 } } });
    expect((await exported('')).parsed[0]).toMatchObject({ type: 'header', events: 'demo', counts: { events: 3 } });
  });

  it('has no real events to show', async () => {
    expect((await read('/api/leaderboards/brier?events=real')).body).toMatchObject({ events: 'real', rows: [] });
    expect((await exported('?events=real')).parsed[0]).toMatchObject({ events: 'real', counts: { events: 0 } });
  });

  it('builds its leaderboards once for demo and all', async () => {
    const stored = await service.pool`
      select distinct events from boards where version = (select max(version) from board_versions)`;
    expect(stored.map(({ events }) => events)).toEqual(['demo']);
    const demo = (await read('/api/leaderboards/edge?events=demo')).body;
    const all = (await read('/api/leaderboards/edge?events=all')).body;
    expect(all).toEqual({ ...demo, events: 'all' });
  });

  it('keeps the demo default after a void real event', async () => {
    const { slug } = await service.anEvent();
    voidedReal = slug;
    expect((await service.operate('POST', `/events/${slug}/void`, { source: 'test', note: '' })).status).toBe(200);
    await waitForScores(service);
    expect((await read('/api/leaderboards/brier')).body.events).toBe('demo');
  });
});

describe('an arena with real and demo events', () => {
  let firstDemoPage: { nextCursor: string };

  beforeAll(async () => {
    firstDemoPage = (await read('/api/leaderboards/brier?limit=1')).body;
    for (const category of ['tides', 'rivers']) await play(false, category);
    await waitForScores(service);
  }, 120_000);

  it('ranks by real events once one is resolved', async () => {
    const { body } = await read('/api/leaderboards/brier?minResolved=1');
    expect(body.events).toBe('real');
    expect(body.rows.map((row: Row) => row.player.handle).sort()).toEqual([both, realOnly].map(handleOf).sort());
    expect(rowsOf(body).get(handleOf(both))).toMatchObject({ demo: false, mean: 0.25, resolvedEvents: 2 });
    expect(body.baselines[0]).toMatchObject({ name: 'always-50', resolvedEvents: 2 });
  });

  it('marks the rows of all events that count demo events', async () => {
    // Too few owners trade here for any event to count for edge.
    for (const board of ['brier', 'adjusted']) {
      const rows = rowsOf((await read(`/api/leaderboards/${board}?events=all`)).body);
      expect(rows.get(handleOf(both)), board).toMatchObject({ demo: true, resolvedEvents: 5 });
      expect(rows.get(handleOf(demoOnly)), board).toMatchObject({ demo: true, resolvedEvents: 3 });
      expect(rows.get(handleOf(realOnly)), board).toMatchObject({ demo: false, resolvedEvents: 2 });
    }
  });

  it('filters categories too, and stores a scope of one kind once', async () => {
    const rivers = (await read('/api/leaderboards/brier?category=rivers&events=demo')).body;
    expect(rivers).toMatchObject({ events: 'demo', rows: [] });
    expect((await read('/api/leaderboards/brier?category=moons&events=all')).body.rows).toHaveLength(2);
    const stored = await service.pool<{ category: string; events: string }[]>`
      select category, events from boards
      where version = (select max(version) from board_versions) and window_name = '7d' order by category, events`;
    expect(stored.map(({ category, events }) => `${category || '*'} ${events}`)).toEqual([
      ...['* all', '* demo', '* real', 'moons demo', 'rivers real'],
      ...['tides all', 'tides demo', 'tides real'],
    ]);
  });

  it('continues paging in the same events and rejects other ones', async () => {
    const cursor = firstDemoPage.nextCursor;
    const next = (await read(`/api/leaderboards/brier?limit=1&cursor=${cursor}`)).body;
    expect(next).toMatchObject({ events: 'demo', rows: [{ player: { handle: handleOf(demoOnly) } }] });
    expect((await read(`/api/leaderboards/brier?limit=1&events=demo&cursor=${cursor}`)).status).toBe(200);
    const other = await read(`/api/leaderboards/brier?limit=1&events=real&cursor=${cursor}`);
    expect([other.status, other.body]).toMatchObject([400, { code: 'INVALID_PAYLOAD', field: 'cursor' }]);
    expect((await read('/api/leaderboards/brier?events=some')).body).toMatchObject({ field: 'events' });
  });
});

describe('players of an arena with real and demo events', () => {
  it('shows a player by real, demo or all events', async () => {
    const path = `/api/players/${handleOf(both)}`;
    const brier = async (query: string) => {
      const { events, scores, categories } = (await read(`${path}${query}`)).body;
      return [events, scores.brier.resolvedEvents, categories.map((line: { category: string }) => line.category)];
    };
    expect(await brier('')).toEqual(['real', 2, ['rivers', 'tides']]);
    expect(await brier('?events=demo')).toEqual(['demo', 3, ['moons', 'tides']]);
    expect(await brier('?events=all')).toEqual(['all', 5, ['moons', 'rivers', 'tides']]);
    const onlyDemo = (await read(`/api/players/${handleOf(demoOnly)}`)).body;
    expect(onlyDemo).toMatchObject({ events: 'real', scores: { brier: null }, forecasts: 3 });
  });

  it('lists and calibrates the forecasts of the requested events', async () => {
    const path = `/api/players/${handleOf(both)}`;
    const forecasts = (await read(`${path}/forecasts`)).body;
    expect(forecasts.events).toBe('real');
    expect(forecasts.forecasts.map(({ demo }: { demo: boolean }) => demo)).toEqual([false, false]);
    const all = (await read(`${path}/forecasts?events=all`)).body.forecasts;
    expect(all.map(({ demo }: { demo: boolean }) => demo)).toEqual([false, false, true, true, true]);
    const page = (await read(`${path}/forecasts?events=all&limit=4`)).body;
    const rest = (await read(`${path}/forecasts?limit=4&cursor=${page.nextCursor}`)).body;
    expect(rest).toMatchObject({ events: 'all', nextCursor: null, forecasts: [{ demo: true }] });
    const other = await read(`${path}/forecasts?events=demo&cursor=${page.nextCursor}`);
    expect([other.status, other.body.field]).toEqual([400, 'cursor']);
    expect((await read(`${path}/calibration`)).body).toMatchObject({ events: 'real', n: 2, brier: 0.25 });
    expect((await read(`${path}/calibration?events=demo`)).body).toMatchObject({ events: 'demo', n: 3, brier: 0 });
    expect((await read(`${path}/calibration?events=all`)).body).toMatchObject({ events: 'all', n: 5 });
  });
});

describe('the export and the command with real and demo events', () => {
  it('exports each set of events as a self-contained record', async () => {
    const expected = {
      '': ['real', 2],
      '?events=real': ['real', 2],
      '?events=demo': ['demo', 3],
      '?events=all': ['all', 5],
    };
    for (const [query, [events, count]] of Object.entries(expected)) {
      const { text, parsed } = await exported(query);
      const verifier = new RecordVerifier({ newHash: () => createHash('sha256') });
      for (const line of text) runToEnd(verifier.take(line));
      const report = verifier.finish();
      expect(report.differences, query).toEqual([]);
      expect(report, query).toMatchObject({ events, counts: { events: count, players: events === 'all' ? 3 : 2 } });
      const demos = parsed.filter(line => line.type === 'event').map(line => line.demo);
      expect(new Set(demos), query).toEqual(new Set(events === 'all' ? [true, false] : [events === 'demo']));
      expect(text.join('\n')).not.toContain(voidedReal);
    }
  });

  it('exports the same leaderboards as it serves', async () => {
    for (const events of ['real', 'demo', 'all']) {
      const served = (await read(`/api/leaderboards/adjusted?events=${events}`)).body.rows as Row[];
      const { parsed } = await exported(`?events=${events}`);
      const rows = parsed.filter(
        ({ type, board, window, category }) =>
          type === 'board' && board === 'adjusted' && window === 'all' && category === null,
      );
      expect(rows.map(({ mean }) => mean).sort(), events).toEqual(served.map(({ mean }) => mean).sort());
    }
  });

  it('offers the filter in the command', async () => {
    const board = await presage('leaderboard', 'brier');
    expect(board).toContain('Real events.');
    expect(board).not.toContain(handleOf(demoOnly));
    const demo = await presage('leaderboard', 'brier', '--events', 'demo');
    expect(demo).toContain('Demo events, whose outcomes are simulated.');
    expect(demo).not.toContain(handleOf(realOnly));
    const all = (await presage('leaderboard', '--events', 'all')).split('\n');
    expect(all.find(line => line.includes(handleOf(both)))).toMatch(/demo$/);
    expect(all.find(line => line.includes(handleOf(realOnly)))).toMatch(/–$/);
    expect(await presage('player', handleOf(both))).toMatch(/brier .* 0\.25 .* 2\n\n*(?:.*\n)*Real events\.\n$/);
    expect(await presage('player', handleOf(both), '--events', 'demo')).toMatch(
      /brier .* 0 .* 3\n\n*(?:.*\n)*Demo events/,
    );
    expect(await presage('player', handleOf(demoOnly))).toContain('No score on these events.');
    expect(await presage('player', 'nobody-here')).toContain('presage leaderboard lists players.');
    expect(await presage('leaderboard', 'practice', '--events', 'real')).toContain('does not apply');
  });
});
