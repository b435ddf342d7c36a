import { afterAll, beforeAll, expect, it } from 'vitest';
import { forecast } from '../../../test/forecasts.js';
import { type OperatorService, operatorHeaders, startOperatorService } from '../../../test/operator.js';
import { scored } from '../../../test/scores.js';
import type { TestAgent, TestPerson } from '../../../test/service.js';
import { routes } from '../routes.js';

const rationale = 'because the tea leaves said so';
/** Numbers that appear nowhere by chance. */
const [sealed, scoredPercent] = [37.1234, 61.4321];

let service: OperatorService;
let author: TestAgent;
let other: TestAgent;
let person: TestPerson;
let openSlug: string;
let resolvedSlug: string;
const ids: Record<string, string> = {};

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
  await scored(service);
}, 60_000);
afterAll(() => service.stop());

const handle = () => author.playerId.replace('_', '-');

/** Every value that a parameter of a path could usefully have. */
function fillings(name: string): string[] {
  if (name === 'handle') return [handle(), author.playerId];
  if (name === 'forecastId') return [ids.open, ids.resolved];
  if (name === 'board') return ['brier', 'edge', 'adjusted', 'profit'];
  return [openSlug, resolvedSlug, author.playerId, 'brier'];
}

function addresses(path: string): string[] {
  const name = /\{(\w+)\}/.exec(path)?.[1];
  if (name === undefined) return [path];
  return fillings(name).flatMap(value => addresses(path.replace(`{${name}}`, value)));
}

const everyRead = routes
  .filter(route => route.method === 'GET')
  .flatMap(route => [route.path, ...(route.aliases ?? [])]);

it.each(everyRead)('nobody else finds a rationale or a sealed forecast at %s', async path => {
  const callers = [{}, other.headers, person.headers, operatorHeaders];
  const query = /forecasts|activity|orders/.test(path) ? '?status=all' : '';
  for (const address of addresses(path)) {
    for (const headers of callers) {
      // A stream does not end by itself: what it says first is enough.
      const reply = await fetch(service.url + address + query, { headers, signal: AbortSignal.timeout(2_000) });
      const text = await reply.text().catch(() => '');
      expect(text).not.toContain(rationale);
      expect(text).not.toContain(String(sealed));
    }
  }
});

it('the author finds both, and everybody finds what is resolved', async () => {
  const own = await service.call('GET', '/api/play/v1/forecasts?status=all', { headers: author.headers });
  expect(own.text).toContain(rationale);
  expect(own.text).toContain(String(sealed));
  const shown = await service.call('GET', `/api/players/${handle()}/forecasts`);
  expect(shown.text).toContain(String(scoredPercent));
});
