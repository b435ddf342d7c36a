import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { assertBooksBalance } from '../../test/support/assert-books-balance.js';
import { forecast, ownForecasts } from '../../test/support/builders/forecast-builders.js';
import { type OperatorService, operatorHeaders, startOperatorService } from '../../test/support/operator-service.js';
import * as forecastStore from './store.js';

let service: OperatorService;
beforeAll(async () => {
  service = await startOperatorService();
});
afterEach(() => assertBooksBalance(service.store));
afterAll(() => service.stop());

async function scene(fields: Record<string, unknown> = {}) {
  const { slug, id } = await service.anEvent(fields);
  return { slug, id, ann: await service.anAgent(), bob: await service.anAgent() };
}

const three = { outcomes: ['A', 'B', 'C'] };
const resolve = (slug: string) =>
  service.operate('POST', `/events/${slug}/resolve`, { winningOutcomeIndex: 0, source: 'x' });
const idsOf = (reply: { body: { forecasts: { id: string }[] } }) => reply.body.forecasts.map(row => row.id);

describe('own forecasts', () => {
  it('are shown completely', async () => {
    const { slug, ann } = await scene();
    const rationale = '🌦'.repeat(4000);
    const { body } = await forecast(service, ann, slug, { rationale });
    const shown = {
      ...body.forecast,
      status: 'open',
      supersededAt: null,
      withdrawnAt: null,
      rationale,
      score: null,
    };
    expect((await ownForecasts(service, ann, `/${body.forecast.id}`)).body).toEqual({ forecast: shown });
    expect((await ownForecasts(service, ann)).body).toEqual({ forecasts: [shown], nextCursor: null });
    expect(body.forecast).not.toHaveProperty('rationale');
  });

  it('are found by status, event and id', async () => {
    const { slug, ann } = await scene();
    const { slug: done } = await scene();
    const { slug: off } = await scene();
    const old = (await forecast(service, ann, slug, { clientForecastId: 'old' })).body.forecast;
    const open = (await forecast(service, ann, slug)).body.forecast;
    const former = (await forecast(service, ann, done)).body.forecast;
    const scored = (await forecast(service, ann, done)).body.forecast;
    const voided = (await forecast(service, ann, off)).body.forecast;
    await resolve(done);
    await service.operate('POST', `/events/${off}/void`, { source: 'x' });
    const list = (query: string) => ownForecasts(service, ann, query).then(idsOf);
    expect(await list('')).toEqual([open.id]);
    expect((await list('?status=scored')).sort()).toEqual([former.id, scored.id].sort());
    expect((await list('?status=all')).sort()).toEqual([old, open, former, scored, voided].map(row => row.id).sort());
    expect(await list(`?status=all&eventSlug=${slug}`)).toEqual([open.id, old.id]);
    expect(await list('?clientForecastId=old')).toEqual([old.id]);
    expect(await list('?clientForecastId=old&status=open')).toEqual([]);
    const { forecasts } = (await ownForecasts(service, ann, `?status=all&eventSlug=${done}`)).body;
    expect(forecasts[1]).toMatchObject({ id: former.id, status: 'scored', supersededAt: scored.recordedAt });
    expect((await ownForecasts(service, ann, `/${voided.id}`)).body.forecast.status).toBe('void');
    expect((await ownForecasts(service, ann, '?eventSlug=no-such-event')).status).toBe(404);
    expect((await ownForecasts(service, ann, '?status=superseded')).body.field).toBe('status');
  });

  it('stay open while a closed event waits for its resolution', async () => {
    const { slug, ann } = await scene();
    await forecast(service, ann, slug);
    await service.operate('POST', `/events/${slug}/close`, {});
    expect((await ownForecasts(service, ann)).body.forecasts[0].status).toBe('open');
  });

  it('are paged without gaps or repetitions, by cursors of this list only', async () => {
    const { slug, ann, bob } = await scene();
    const made: string[] = [];
    for (let index = 0; index < 7; index += 1) made.unshift((await forecast(service, ann, slug)).body.forecast.id);
    const seen: string[] = [];
    let cursor: string | null = null;
    do {
      const page = await ownForecasts(service, ann, `?status=all&limit=3${cursor ? `&cursor=${cursor}` : ''}`);
      seen.push(...idsOf(page));
      cursor = page.body.nextCursor;
      await forecast(service, ann, slug);
    } while (cursor);
    expect(seen).toEqual(made);
    const { nextCursor } = (await ownForecasts(service, ann, '?status=all&limit=3')).body;
    for (const query of [`?status=scored&cursor=${nextCursor}`, `?status=all&cursor=${nextCursor}x`]) {
      expect((await ownForecasts(service, ann, query)).body.field).toBe('cursor');
    }
    expect((await ownForecasts(service, bob, `?status=all&cursor=${nextCursor}`)).body.field).toBe('cursor');
  });
});

describe('withdrawing', () => {
  const withdraw = (agent: { headers: Record<string, string> }, id: string) =>
    ownForecasts(service, agent, `/${id}`, 'DELETE');

  it('ends the interval, erases nothing, and the next forecast replaces nothing', async () => {
    const { slug, ann } = await scene();
    const { forecast: made } = (await forecast(service, ann, slug, { rationale: 'a hunch' })).body;
    service.clock.forward(60_000);
    const first = await withdraw(ann, made.id);
    expect(first.status).toBe(200);
    const withdrawnAt = new Date(service.clock.now()).toISOString();
    expect(first.body.forecast).toMatchObject({ ...made, status: 'withdrawn', withdrawnAt, rationale: 'a hunch' });
    expect(first.headers.get('ratelimit')).toMatch(/^"forecasts";r=118;t=\d{4}$/);
    const again = await withdraw(ann, made.id);
    expect(again.body).toEqual(first.body);
    expect(again.headers.get('ratelimit-policy')).toBe('"reads";q=600;w=3600');
    expect((await ownForecasts(service, ann)).body.forecasts).toEqual([]);
    const next = (await forecast(service, ann, slug)).body.forecast;
    expect(next.supersedes).toBeNull();
    expect(next.recordedAt > withdrawnAt).toBe(true);
    const { activity } = (await service.call('GET', '/api/play/v1/activity?kind=forecast', { headers: ann.headers }))
      .body;
    expect(activity.map((row: { withdrawn?: boolean }) => row.withdrawn ?? false).sort()).toEqual([false, false, true]);
  });

  it('affects one outcome only if there are more than two', async () => {
    const { slug, ann } = await scene(three);
    const made = [];
    for (const outcomeIndex of [0, 1]) made.push((await forecast(service, ann, slug, { outcomeIndex })).body.forecast);
    await withdraw(ann, made[0].id);
    expect(idsOf(await ownForecasts(service, ann))).toEqual([made[1].id]);
  });

  it('returns superseded or scored forecasts unchanged', async () => {
    const { slug, ann } = await scene();
    const old = (await forecast(service, ann, slug)).body.forecast;
    const last = (await forecast(service, ann, slug)).body.forecast;
    expect((await withdraw(ann, old.id)).body.forecast).toMatchObject({ status: 'superseded', withdrawnAt: null });
    await resolve(slug);
    expect((await withdraw(ann, last.id)).body.forecast).toMatchObject({ status: 'scored', withdrawnAt: null });
  });

  it('returns 404 for another player’s forecast, and counts the attempt', async () => {
    const { slug, ann, bob } = await scene();
    const { id } = (await forecast(service, ann, slug)).body.forecast;
    const stranger = await withdraw(bob, id);
    expect(stranger.body).toMatchObject({ code: 'NOT_FOUND', field: 'forecastId' });
    expect(stranger.headers.get('ratelimit')).toMatch(/^"forecasts";r=119;t=\d{4}$/);
    expect((await ownForecasts(service, ann, `/${id}`)).body.forecast.status).toBe('open');
  });

  it('happens once for concurrent requests', async () => {
    const { slug, ann } = await scene();
    const { id } = (await forecast(service, ann, slug)).body.forecast;
    const replies = await Promise.all(Array.from({ length: 20 }, () => withdraw(ann, id)));
    expect(new Set(replies.map(reply => reply.text)).size).toBe(1);
    expect((await forecast(service, ann, slug)).headers.get('ratelimit')).toMatch(/^"forecasts";r=117;t=\d{4}$/);
  });
});

describe('other callers', () => {
  const secret = 'the reason that stays with me';

  it('can’t read a rationale or a forecast on an unresolved event', async () => {
    const { slug, ann, bob } = await scene();
    const { id } = (await forecast(service, ann, slug, { rationale: secret, clientForecastId: 'mine' })).body.forecast;
    const person = await service.aPerson();
    const paths = ['', `/${id}`, '?status=all', '?clientForecastId=mine', `?eventSlug=${slug}`];
    const callers: [string, Record<string, string>, number[]][] = [
      ['another agent', bob.headers, [200, 404]],
      ['a person', person.headers, [200, 404]],
      ['stranger', {}, [401]],
      ['the operator', operatorHeaders, [403]],
    ];
    for (const [who, headers, statuses] of callers) {
      for (const path of paths) {
        const reply = await ownForecasts(service, { headers }, path);
        expect(statuses, `${who} at ${path}`).toContain(reply.status);
        if (reply.status === 200) expect(reply.body.forecasts, `${who} at ${path}`).toEqual([]);
        expect(reply.text).not.toContain(secret);
      }
      expect((await ownForecasts(service, { headers }, `/${id}`, 'DELETE')).status).toBeGreaterThanOrEqual(400);
    }
    for (const path of ['account', 'activity', 'orders?status=all', 'discovery?status=all']) {
      const reply = await service.call('GET', `/api/play/v1/${path}`, { headers: bob.headers });
      expect(reply.text, path).not.toContain(id);
    }
    expect((await service.operate('GET', '/audit')).text).not.toContain(id);
    expect(service.log.join('\n')).not.toContain(secret);
  });

  it('can’t read a rationale of a resolved event in the rows for scoring', async () => {
    const { slug, id, ann } = await scene();
    await forecast(service, ann, slug, { rationale: secret });
    await resolve(slug);
    const rows = await service.store.read(reader => forecastStore.ofEvent(reader, id, null, 10));
    expect(rows).toHaveLength(1);
    expect(JSON.stringify(rows)).not.toContain(secret);
    expect((await ownForecasts(service, ann, '?status=scored')).body.forecasts[0].rationale).toBe(secret);
  });
});
