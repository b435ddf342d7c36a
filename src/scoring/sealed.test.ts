import { afterAll, beforeAll, expect, it } from 'vitest';
import { forecast } from '../../test/support/builders/forecast-builders.js';
import { withJobHeld } from '../../test/support/hold-job.js';
import { type OperatorService, operatorHeaders, startOperatorService } from '../../test/support/operator-service.js';
import type { TestAgent, TestPerson } from '../../test/support/test-service.js';
import { waitForScores } from '../../test/support/wait-for-scores.js';
import { routes } from '../features.js';
import { publishCrowdBatches } from './refresh-leaderboards.js';

const rationale = 'because the tea leaves said so';
/** Distinctive numbers that do not occur by chance. */
const [sealed, scoredPercent] = [37.1234, 61.4321];

let service: OperatorService;
let author: TestAgent;
let other: TestAgent;
let person: TestPerson;
let openSlug: string;
let wideSlug: string;
let resolvedSlug: string;
const ids: Record<string, string> = {};

/**
 * Enough other players for means to be published. On the event with many outcomes, each outcome but the first has
 * forecasts of either the author or one other player, and the mean of the first is published before the author's
 * forecast.
 */
async function gatherCrowds(): Promise<void> {
  const { store, clock } = service;
  const crowd = await Promise.all(Array.from({ length: 8 }, () => service.anAgent()));
  wideSlug = (await service.anEvent({ outcomes: ['A', 'B', 'C', 'D', 'E', 'F', 'G', 'H', 'I'] })).slug;
  for (const [index, agent] of crowd.entries()) {
    await forecast(service, agent, openSlug, { probability: 50 });
    await forecast(service, agent, wideSlug, { probability: 20 });
    await forecast(service, agent, wideSlug, { outcomeIndex: index + 1, probability: sealed + index });
  }
  const take = () => publishCrowdBatches({ store, clock: clock.now });
  clock.forward(3_600_000);
  await take();
  clock.forward(1);
  await forecast(service, author, wideSlug, { probability: sealed });
  clock.forward(3_600_000);
  await take();
}

beforeAll(async () => {
  service = await startOperatorService();
  [author, other] = [await service.anAgent('enterprise'), await service.anAgent('enterprise')];
  person = await service.aPerson();
  openSlug = (await service.anEvent()).slug;
  resolvedSlug = (await service.anEvent()).slug;
  ids.open = (await forecast(service, author, openSlug, { probability: sealed, rationale })).body.forecast.id;
  ids.resolved = (
    await forecast(service, author, resolvedSlug, { probability: scoredPercent, rationale })
  ).body.forecast.id;
  service.clock.forward(3_600_000);
  const answer = { winningOutcomeIndex: 0, source: 'test', note: '' };
  expect((await service.operate('POST', `/events/${resolvedSlug}/resolve`, answer)).status).toBe(200);
  await waitForScores(service);
  await withJobHeld(service.store, 'publishing crowd means', gatherCrowds);
}, 60_000);
afterAll(() => service.stop());

const handle = () => author.playerId.replace('_', '-');

/** All plausible values of a path parameter. */
function fillings(name: string): string[] {
  if (name === 'handle') return [handle(), author.playerId];
  if (name === 'forecastId') return [ids.open, ids.resolved];
  if (name === 'board') return ['brier', 'edge', 'adjusted', 'profit'];
  return [openSlug, wideSlug, resolvedSlug, author.playerId, 'brier'];
}

function addresses(path: string): string[] {
  const name = /\{(\w+)\}/.exec(path)?.[1];
  if (name === undefined) return [path];
  return fillings(name).flatMap(value => addresses(path.replace(`{${name}}`, value)));
}

const everyRead = routes
  .filter(route => route.method === 'GET')
  .flatMap(route => [route.path, ...(route.aliases ?? [])]);

/** Returns the body. A stream does not end, so its first message, which contains the full state, is enough. */
async function readStart(url: string, headers: Record<string, string>): Promise<string> {
  const ended = new AbortController();
  const reply = await fetch(url, { headers, signal: ended.signal });
  if (!reply.headers.get('content-type')?.startsWith('text/event-stream')) return reply.text();
  const timer = setTimeout(() => ended.abort(), 2_000);
  let text = '';
  const decoder = new TextDecoder();
  try {
    for await (const chunk of reply.body as AsyncIterable<Uint8Array>) {
      text += decoder.decode(chunk, { stream: true });
      if (/^data:.*\n\n/m.test(text)) break;
    }
  } catch (error) {
    if (!ended.signal.aborted) throw error;
  } finally {
    clearTimeout(timer);
    ended.abort();
  }
  return text;
}

it.each(everyRead)('shows other callers no rationale and no sealed forecast at %s', async path => {
  const callers = [{}, other.headers, person.headers, operatorHeaders];
  const query = /forecasts|activity|orders/.test(path) ? '?status=all' : '';
  const check = async (address: string, headers: Record<string, string>) => {
    const text = await readStart(service.url + address + query, headers);
    expect(text).not.toContain(rationale);
    for (let index = 0; index < 8; index += 1) expect(text).not.toContain(String(sealed + index));
  };
  for (const address of addresses(path)) await Promise.all(callers.map(headers => check(address, headers)));
});

it('a batch is a multiple of five points, and no batch follows for one more forecast', async () => {
  const crowdOf = async (slug: string) => (await service.call('GET', `/api/events/${slug}/crowd`)).body.crowd;
  // (8 · 50 + 37.1234) / 9 is 48.6.
  expect(await crowdOf(openSlug)).toMatchObject({ percents: [50, 50], forecasters: 9 });
  expect(await crowdOf(wideSlug)).toMatchObject({ percents: [20, ...Array(8).fill(null)], forecasters: 8 });
});

it('shows both to the author, and resolved ones to every caller', async () => {
  const own = await service.call('GET', '/api/play/v1/forecasts?status=all', { headers: author.headers });
  expect(own.text).toContain(rationale);
  expect(own.text).toContain(String(sealed));
  const shown = await service.call('GET', `/api/players/${handle()}/forecasts`);
  expect(shown.text).toContain(String(scoredPercent));
});
