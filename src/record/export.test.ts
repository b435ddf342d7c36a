import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { connect } from 'node:net';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { stopBalanced } from '../../test/support/assert-books-balance.js';
import { forecast, ownForecasts } from '../../test/support/builders/forecast-builders.js';
import { withJobHeld } from '../../test/support/hold-job.js';
import { type OperatorService, startOperatorService } from '../../test/support/operator-service.js';
import type { TestAgent } from '../../test/support/test-service.js';
import { waitForScores } from '../../test/support/wait-for-scores.js';
import { hourMs } from '../kernel/time.js';
import { runToEnd } from '../scoring/rules/score-forecasts.js';
import { RecordVerifier } from './rules/verify-record.js';

const newHash = () => createHash('sha256');
let service: OperatorService;
let agents: TestAgent[];
/** Traders with enough volume for the events to count for edge, partly among themselves. */
let traders: TestAgent[];
let corrected: string;
let voided: string;
let neverScored: string;
let neverScoredSlug: string;
const answers = {
  first: { winningOutcomeIndex: 0 },
  second: { winningOutcomeIndex: 1 },
  split: { payoutBps: [2500, 2500, 5000] },
  void: { void: true },
};

async function decide(slug: string, verb: string, answer: object): Promise<void> {
  const reply = await service.operate('POST', `/events/${slug}/${verb}`, { ...answer, source: 'test', note: '' });
  expect(reply.status, reply.text).toBe(200);
}

/** Some trades and some revised forecasts, one of them withdrawn. */
async function live(slug: string, outcomes: number): Promise<void> {
  for (const [index, agent] of traders.entries()) {
    const order = { eventSlug: slug, outcomeIndex: index % outcomes };
    await service.order(agent, { ...order, amountCredits: 120 + 10 * index });
    await service.order(agent, { ...order, amountCredits: 30, limitPriceBps: 4_000 });
  }
  for (const [index, agent] of agents.entries()) {
    const outcomeIndex = index % outcomes;
    await forecast(service, agent, slug, { outcomeIndex, probability: 20 + 17 * index, rationale: 'kept to myself' });
    await service.order(agent, { eventSlug: slug, outcomeIndex, amountCredits: 10 + index });
    service.clock.forward(hourMs);
  }
  const { body } = await forecast(service, agents[0], slug, { probability: 66.6667 });
  service.clock.forward(hourMs);
  await ownForecasts(service, agents[0], `/${body.forecast.id}`, 'DELETE');
  service.clock.forward(hourMs);
}

/** Concurrent forecasts and orders, so that prices change between them. */
async function race(slug: string): Promise<void> {
  const replies = await Promise.all(
    agents.flatMap((agent, index) => [
      forecast(service, agent, slug, { outcomeIndex: index % 3, probability: 20 + 17 * index }),
      service.order(agent, { eventSlug: slug, outcomeIndex: index % 3, amountCredits: 20 }),
    ]),
  );
  expect(replies.map(({ status }) => status)).toEqual(replies.map(() => 201));
  service.clock.forward(hourMs);
}

beforeAll(async () => {
  service = await startOperatorService();
  agents = await Promise.all([0, 1, 2, 3].map(() => service.anAgent()));
  traders = await Promise.all(Array.from({ length: 6 }, () => service.anAgent()));
  const three = { outcomes: ['Red', 'Green', 'Blue'], category: 'colours' };
  const events = await Promise.all([{}, three, {}, {}, {}, {}].map(fields => service.anEvent(fields)));
  for (const [index, { slug }] of events.entries()) await live(slug, index === 1 ? 3 : 2);
  await race(events[1].slug);
  await decide(events[0].slug, 'resolve', answers.first);
  await decide(events[1].slug, 'resolve', answers.split);
  await decide(events[2].slug, 'resolve', answers.second);
  await decide(events[3].slug, 'resolve', answers.first);
  // Corrected before the event can be scored.
  await withJobHeld(service.store, 'scoring events', async () => {
    await decide(events[4].slug, 'resolve', answers.second);
    await decide(events[4].slug, 'correct', answers.first);
  });
  await waitForScores(service);
  [corrected, voided] = [events[2].id, events[3].id];
  ({ id: neverScored, slug: neverScoredSlug } = events[5]);
  await decide(neverScoredSlug, 'void', {});
  await decide(events[2].slug, 'correct', answers.first);
  await decide(events[3].slug, 'correct', answers.void);
  await waitForScores(service);
}, 120_000);
afterAll(() => stopBalanced(service));

const handleOf = ({ playerId }: TestAgent) => playerId.replace('_', '-');

async function lines(): Promise<string[]> {
  const reply = await fetch(`${service.url}/api/record/export`);
  expect(reply.headers.get('content-type')).toBe('application/x-ndjson');
  return (await reply.text()).trim().split('\n');
}

function verify(text: readonly string[]) {
  const verifier = new RecordVerifier({ newHash });
  for (const line of text) runToEnd(verifier.take(line));
  return verifier.finish();
}

it('calibrates on the outcomes that a player forecast', async () => {
  const { body } = await service.call('GET', `/api/players/${agents[1].playerId.replace('_', '-')}/calibration`);
  // Three events with two outcomes, which are one question each, and one outcome of three.
  expect(body).toMatchObject({ n: 4 });
  expect(body.bins[3]).toMatchObject({ n: 1, meanProbability: 0.37 });
  expect(body.bins[6]).toMatchObject({ n: 3 });
});

it('exports the benchmark of every edge, without the trades of its player', async () => {
  const scores = (await lines()).map(line => JSON.parse(line)).filter(({ type }) => type === 'score');
  const ofAgents = scores.filter(({ brier }) => brier !== null);
  expect(ofAgents.every(({ edge }) => edge !== null)).toBe(true);
  // Their own trades move the price but not their benchmark.
  expect(ofAgents.some(({ benchmarkBrier, marketBrier }) => benchmarkBrier !== marketBrier)).toBe(true);
  const [{ count }] = await service.pool`select count(*) from readable_fills where not public`;
  expect(count).toBeGreaterThan(0);
});

describe('GET /api/record/export', () => {
  it('verifies', async () => {
    const report = verify(await lines());
    expect(report.differences).toEqual([]);
    expect(report).toMatchObject({ complete: true, counts: { players: 10, events: 5, forecasts: 29 } });
    expect(report.counts.boardRows).toBeGreaterThan(16);
    expect(report.counts.baselineRows).toBeGreaterThan(16);
  });

  it('has the baselines of every board', async () => {
    const { body } = await service.call('GET', '/api/leaderboards/edge');
    const said = (await lines()).map(line => JSON.parse(line)).filter(({ type }) => type === 'baseline');
    const shown = said.filter(
      ({ window, category, board }) => window === 'all' && category === null && board === 'edge',
    );
    expect(shown.map(({ name, mean, low, high }) => ({ name, mean, low, high }))).toEqual(
      body.baselines.map(({ name, mean, low, high }: Record<string, unknown>) => ({ name, mean, low, high })),
    );
    expect(shown).toHaveLength(3);
  });

  it('has both versions of a correction', async () => {
    const text = await lines();
    const scores = text.map(line => JSON.parse(line)).filter(line => line.type === 'score' && line.event === corrected);
    expect(new Set(scores.map(score => score.version))).toEqual(new Set([1, 2]));
  });

  it('has events that a correction has voided, which count on no leaderboard', async () => {
    const own = (await lines()).map(line => JSON.parse(line)).filter(line => (line.event ?? line.id) === voided);
    const [event] = own.filter(({ type }) => type === 'event');
    expect(event.resolutions.map(({ payoutBps }: { payoutBps: unknown }) => payoutBps)).toEqual([[10_000, 0], null]);
    expect(own.filter(({ type }) => type === 'forecast')).toHaveLength(5);
    const scores = own.filter(({ type, brier }) => type === 'score' && brier !== null);
    expect(scores.map(({ version }) => version)).toEqual([1, 1, 1, 1]);
    const { body } = await service.call('GET', '/api/leaderboards/brier?minResolved=1');
    expect(body.rows.map(({ resolvedEvents }: { resolvedEvents: number }) => resolvedEvents)).toEqual([4, 4, 4, 4]);
  });

  it('omits events that were void from the start', async () => {
    expect((await lines()).join('\n')).not.toContain(neverScored);
    const { body } = await service.call('GET', `/api/players/${handleOf(agents[1])}/forecasts`);
    expect(body.forecasts.map((row: { eventSlug: string }) => row.eventSlug)).not.toContain(neverScoredSlug);
  });

  it('agrees with the page of a player', async () => {
    const { body } = await service.call('GET', `/api/players/${handleOf(agents[1])}/forecasts`);
    const ofVoid = body.forecasts.filter((row: { payoutBps: number | null }) => row.payoutBps === null);
    expect(ofVoid).toHaveLength(1);
    expect(ofVoid[0]).toMatchObject({ score: null, probability: 37 });
    expect(body.forecasts).toHaveLength(6);
  });

  it('detects any changed digit, with the player and the event of its line', async () => {
    const text = await lines();
    for (const type of ['forecast', 'score', 'board', 'event', 'player', 'prices', 'baseline', 'header', 'end']) {
      for (const index of text.keys()) {
        if (!text[index].startsWith(`{"type":"${type}"`) || index % 5 > 0) continue;
        const digits = [...text[index].matchAll(/\d/g)];
        const { index: at, 0: digit } = digits[(index * 7) % digits.length];
        const spoiled = `${text[index].slice(0, at)}${(Number(digit) + 1) % 10}${text[index].slice(at + 1)}`;
        const found = verify(text.with(index, spoiled)).differences.find(({ line }) => line === index + 1);
        expect(found, spoiled).toBeDefined();
        expect(found?.player !== null, spoiled).toBe(['forecast', 'score', 'board', 'player'].includes(type));
        expect(found?.event !== null, spoiled).toBe(['forecast', 'score', 'event', 'prices'].includes(type));
      }
    }
  }, 60_000);
});

describe('the file', () => {
  it('shows that it was truncated', async () => {
    expect(verify((await lines()).slice(0, -1)).differences.map(({ kind }) => kind)).toContain('truncated');
  });

  it('is compressed on request, and has no body for HEAD', async () => {
    const packed = await fetch(`${service.url}/api/record/export`, { headers: { 'accept-encoding': 'gzip' } });
    expect(packed.headers.get('content-encoding')).toBe('gzip');
    expect((await packed.text()).split('\n').length).toBe((await lines()).length + 1);
    const head = await fetch(`${service.url}/api/record/export`, { method: 'HEAD' });
    expect([head.status, await head.text()]).toEqual([200, '']);
  });

  it('is described by a schema', async () => {
    const { status, text } = await service.call('GET', '/api/record/schema');
    expect(status).toBe(200);
    const check = new Ajv2020({ strict: false, allErrors: true }).compile(JSON.parse(text));
    for (const line of await lines()) expect(check(JSON.parse(line)), line).toBe(true);
    expect(check({ ...JSON.parse((await lines())[0]), rationale: 'x' })).toBe(false);
  });
});

describe('exports without a reader', () => {
  it('hold no database connection and block no other export', async () => {
    const { hostname, port } = new URL(service.url);
    const request = `GET /api/record/export HTTP/1.1\r\nhost: ${hostname}\r\n\r\n`;
    const sockets = await Promise.all(
      Array.from({ length: 3 }, async () => {
        const socket = connect(Number(port), hostname);
        await once(socket, 'connect');
        socket.pause();
        socket.write(request.repeat(10));
        return socket;
      }),
    );
    const exported = () => fetch(`${service.url}/api/record/export`);
    expect((await (await exported()).text()).trimEnd().split('\n').at(-1)).toContain('"type":"end"');
    for (const socket of sockets) socket.destroy();
    await expect.poll(() => service.services.store.pool().busy).toBe(0);
    expect((await exported()).status).toBe(200);
    expect(service.log.filter(line => line.includes('"level":50'))).toEqual([]);
  });
});
