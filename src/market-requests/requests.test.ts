import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { stopBalanced } from '../../test/support/assert-books-balance.js';
import { aDraft, aRequest, fileRequest, vote } from '../../test/support/builders/request-builders.js';
import { type OperatorService, startOperatorService } from '../../test/support/operator-service.js';
import { walkPages } from '../../test/support/play-actions.js';
import type { TestPerson } from '../../test/support/test-service.js';

let service: OperatorService;
let ann: TestPerson;
beforeAll(async () => {
  service = await startOperatorService();
  ann = await service.aPerson({ displayName: 'Ann' });
});
afterAll(() => stopBalanced(service));

const one = async (id: string) => (await service.call('GET', `/api/markets/requests/${id}`)).body.request;

describe('filing a request', () => {
  it('returns the public request with its readiness', async () => {
    const reply = await fileRequest(service, ann);
    expect(reply.status, reply.text).toBe(201);
    const { id } = reply.body.request;
    expect(id).toMatch(/^mrq_/);
    expect(reply.body).toEqual({
      replayed: false,
      request: {
        id,
        question: aDraft.question,
        category: 'weather',
        outcomes: ['Yes', 'No'],
        endsAt: '2026-04-01T00:00:00.000Z',
        source: { name: 'Met Office', url: aDraft.source_url },
        observationRule: aDraft.observation_rule,
        demandEvidence: aDraft.demand_evidence,
        suggestedYesProbability: 45,
        firstLimitOrderIntent: true,
        status: 'open',
        reason: null,
        votes: 0,
        readinessScore: 100,
        eventSlug: null,
        duplicateOf: null,
        requestedBy: { handle: ann.handle, kind: 'human' },
        demo: false,
        createdAt: new Date(service.clock.now()).toISOString(),
      },
    });
    expect(await one(id)).toEqual(reply.body.request);
  });
});

describe('a request that is rejected', () => {
  it.each([
    'javascript:alert(1)',
    'data:text/html,<script>alert(1)</script>',
    'file:///etc/passwd',
    'not a url',
    'http://127.0.0.1/admin',
    'http://2130706433/',
    'https://[::1]/',
    'https://wiki.internal/',
    'https://ann:secret@example.org/',
  ])('rejects the source_url %s, which must not become a link', async url => {
    const reply = await fileRequest(service, ann, { source_url: url });
    expect(reply).toMatchObject({ status: 400, body: { code: 'INVALID_PAYLOAD', field: 'source_url' } });
  });

  it('accepts a public http address, and shows no address that was stored before such checks', async () => {
    const question = 'Will it snow at Kew on 8 April 2026?';
    const id = await aRequest(service, ann, { question, source_url: 'http://example.org/snow' });
    expect((await one(id)).source.url).toBe('http://example.org/snow');
    await service.pool`update market_requests set source_url = 'javascript:alert(1)' where id = ${id}`;
    expect((await one(id)).source).toEqual({ name: 'Met Office', url: null });
  });

  it('rejects an end in the past with the value and the bound', async () => {
    const now = service.clock.now() / 1000;
    for (const end_timestamp of [5, now]) {
      const reply = await fileRequest(service, ann, { end_timestamp });
      expect(reply).toMatchObject({ status: 400, body: { code: 'INVALID_PAYLOAD', field: 'end_timestamp' } });
      expect(reply.body.error).toContain(
        `must be in the future: after ${now}, 2026-03-17T12:00:00.000Z (got ${end_timestamp})`,
      );
    }
  });
});

describe('authorization of requests', () => {
  it('is for people: 401 without a session, 403 for agents and for the operator token', async () => {
    const agent = await service.anAgent();
    const id = await aRequest(service, ann, { question: 'Will it hail at Kew on 9 April 2026?' });
    for (const [method, path] of [
      ['POST', '/api/markets/requests'],
      ['PUT', `/api/markets/requests/${id}/vote`],
      ['DELETE', `/api/markets/requests/${id}/vote`],
    ]) {
      const json = method === 'POST' ? aDraft : undefined;
      expect((await service.call(method, path, { json })).status).toBe(401);
      const refused = await service.call(method, path, { json, headers: agent.headers });
      expect(refused).toMatchObject({ status: 403, body: { code: 'FORBIDDEN' } });
    }
    for (const verb of ['launch', 'decline', 'merge']) {
      const path = `/api/operator/requests/${id}/${verb}`;
      for (const { headers } of [agent, ann]) {
        const json = { reason: 'Not now.' };
        expect((await service.call('POST', path, { json, headers })).status).toBe(403);
      }
    }
  });
});

describe('a filed request', () => {
  it('may be a bare question, and shows absent fields as null', async () => {
    const json = { question: 'Will it hail at Kew?' };
    const reply = await service.call('POST', '/api/markets/requests', { headers: ann.headers, json });
    expect(reply.status).toBe(201);
    expect(reply.body.request).toMatchObject({
      category: null,
      outcomes: [],
      endsAt: null,
      source: { name: null, url: null },
      observationRule: null,
      demandEvidence: null,
      suggestedYesProbability: null,
      firstLimitOrderIntent: false,
    });
  });

  it('is rejected from another site', async () => {
    const reply = await fileRequest(service, ann, {}, { origin: 'https://evil.example' });
    expect(reply.status).toBe(403);
  });

  it('replays by Idempotency-Key', async () => {
    const person = await service.aPerson();
    const key = { 'idempotency-key': 'one' };
    const first = await fileRequest(service, person, {}, key);
    const again = await fileRequest(service, person, {}, key);
    expect([first.status, again.status]).toEqual([201, 200]);
    expect(again.body).toEqual({ ...first.body, replayed: true, code: 'IDEMPOTENT_REPLAY' });
    const other = await fileRequest(service, person, { question: 'Will it snow at Kew on 9 April 2026?' }, key);
    expect(other).toMatchObject({ status: 409, body: { code: 'IDEMPOTENT_REPLAY' } });
  });

  it('is limited to 10 open requests per person, also for 20 concurrent ones', async () => {
    const person = await service.aPerson();
    const replies = await Promise.all(
      Array.from({ length: 20 }, (_, k) => fileRequest(service, person, { question: `Will it rain at site ${k}?` })),
    );
    expect(replies.map(({ status }) => status).sort()).toEqual([...Array(10).fill(201), ...Array(10).fill(409)]);
    const refused = replies.find(({ status }) => status === 409);
    expect(refused?.body).toMatchObject({ code: 'REQUEST_LIMIT_REACHED' });
    const filed = replies.find(({ status }) => status === 201)?.body.request.id;
    await service.operate('POST', `/requests/${filed}/decline`, { reason: 'Not measurable.' });
    expect((await fileRequest(service, person, { question: 'Will it rain at site 99?' })).status).toBe(201);
  });

  it('is rejected if the market policy excludes it', async () => {
    const reply = await fileRequest(service, ann, { question: 'Will the mayor be killed before 1 April 2026?' });
    expect(reply).toMatchObject({ status: 409, body: { code: 'POLICY_EXCLUDED', field: 'question' } });
  });
});

describe('votes', () => {
  it('count once per person and can be withdrawn', async () => {
    const id = await aRequest(service, ann, { question: 'Will the ferry sail on 8 April 2026?' });
    const people = await Promise.all(Array.from({ length: 4 }, () => service.aPerson()));
    await Promise.all([...people, ...people].map(person => vote(service, person, id)));
    expect((await one(id)).votes).toBe(4);
    const back = await vote(service, people[0], id, 'DELETE');
    expect(back).toMatchObject({ status: 200, body: { voted: false, request: { votes: 3 } } });
    expect((await vote(service, people[0], id, 'DELETE')).body.request.votes).toBe(3);
    expect((await vote(service, people[1], id)).body).toMatchObject({ voted: true, request: { votes: 3 } });
  });

  it('are for open requests, and unknown ones are 404', async () => {
    const id = await aRequest(service, await service.aPerson(), {
      question: 'Will the ferry sink before 8 April 2026?',
    });
    const bob = await service.aPerson();
    await vote(service, bob, id);
    await service.operate('POST', `/requests/${id}/decline`, { reason: 'Not measurable.' });
    const late = await vote(service, ann, id);
    expect(late).toMatchObject({ status: 409, body: { code: 'REQUEST_NOT_OPEN', status: 'declined' } });
    // A repetition changes nothing, so it is accepted.
    expect((await vote(service, bob, id)).status).toBe(200);
    expect((await vote(service, ann, 'mrq_nothing')).status).toBe(404);
  });
});

describe('the public queue', () => {
  it('pages through every sort without gaps or repetitions, and filters by status and words', async () => {
    const people = await Promise.all(Array.from({ length: 4 }, () => service.aPerson()));
    const ids: string[] = [];
    for (const [k, person] of people.entries()) {
      for (let n = 0; n < 4; n += 1) {
        service.clock.forward(1000);
        const change = n % 2 === 0 ? {} : { source_url: undefined };
        const question = `Will zebra ${k * 4 + n} cross before 5 April 2026?`;
        ids.push(await aRequest(service, person, { ...change, question, demand_evidence: n === 3 ? '' : 'Yes.' }));
      }
    }
    for (const [k, id] of ids.entries()) for (const person of people.slice(0, k % 5)) await vote(service, person, id);
    const order = {
      votes: (r: { votes: number }) => r.votes,
      readiness: (r: { readinessScore: number }) => r.readinessScore,
      newest: (r: { createdAt: string }) => Date.parse(r.createdAt),
    } as const;
    for (const [sort, keyOf] of Object.entries(order)) {
      // biome-ignore lint/suspicious/noExplicitAny: rows of the reply.
      const rows = await walkPages<any>(service, `/api/markets/requests?sort=${sort}&q=ZEBRA&limit=5`, 'requests');
      expect(rows.map(({ id }) => id).sort()).toEqual([...ids].sort());
      const keys = rows.map(row => [keyOf(row as never), row.id] as const);
      expect(keys).toEqual([...keys].sort((a, b) => b[0] - a[0] || (a[1] < b[1] ? 1 : -1)));
    }
    await service.operate('POST', `/requests/${ids[0]}/decline`, { reason: 'No zebras.' });
    const list = async (query: string) => {
      const { body } = await service.call('GET', `/api/markets/requests?q=zebra&limit=200${query}`);
      return body.requests.map(({ id }: { id: string }) => id);
    };
    expect(await list('')).toHaveLength(15);
    expect(await list('&status=declined')).toEqual([ids[0]]);
    expect(await list('&status=all')).toHaveLength(16);
    expect(await list('&status=launched')).toEqual([]);
    const words = await service.call('GET', '/api/markets/requests?q=zeb+7+cross');
    expect(words.body.requests).toMatchObject([{ question: 'Will zebra 7 cross before 5 April 2026?' }]);
    expect((await service.call('GET', '/api/markets/requests?q=%3F%21')).body.requests).toEqual([]);
  });

  it('rejects cursors of other filters, unknown parameters and limits above 200', async () => {
    const { body } = await service.call('GET', '/api/markets/requests?limit=1');
    expect(body.nextCursor).not.toBeNull();
    for (const query of [`sort=newest&cursor=${body.nextCursor}`, 'cursor=abc', 'limit=201', 'sort=age', 'page=2']) {
      const reply = await service.call('GET', `/api/markets/requests?${query}`);
      expect(reply.body, query).toMatchObject({ code: 'INVALID_PAYLOAD' });
    }
  });
});

/** Reads all pages of two, and runs `change` after each with the ids up to its end. */
async function idsOf(path: string, member: string, change: (seen: readonly string[]) => Promise<unknown>) {
  const seen: string[] = [];
  let cursor: string | null = null;
  do {
    const { body } = await service.call('GET', `${path}&limit=2${cursor === null ? '' : `&cursor=${cursor}`}`);
    const rows: { id?: string; request: { id: string } }[] = body[member];
    seen.push(...rows.map(row => row.id ?? row.request.id));
    cursor = body.nextCursor;
    await change(seen);
  } while (cursor !== null);
  return seen;
}

const lists = [
  ['/api/markets/requests?sort=votes&q=walrus', 'requests'],
  ['/api/markets/requests?sort=readiness&q=walrus', 'requests'],
  ['/api/markets/requests?sort=newest&q=walrus', 'requests'],
  ['/api/markets/requests/launch-packs?', 'packs'],
];

describe('paging through the queue', () => {
  it('shows every request once, in order, while others are filed and voted for', { timeout: 60_000 }, async () => {
    const people = await Promise.all(Array.from({ length: 6 }, () => service.aPerson()));
    const file = (person: TestPerson, name: string) =>
      aRequest(service, person, { question: `Will walrus ${name} swim before 5 April 2026?` });
    const ids: string[] = [];
    for (const [k, person] of people.slice(0, 3).entries()) {
      for (let n = 0; n < 3; n += 1) ids.push(await file(person, `${k * 3 + n}`));
    }
    for (const [k, id] of ids.entries()) for (const person of people.slice(0, k % 4)) await vote(service, person, id);
    for (const [path, member] of lists) {
      const { body } = await service.call('GET', `${path}&limit=50`);
      const rows: { id?: string; request: { id: string } }[] = body[member];
      const order = rows.map(row => row.id ?? row.request.id);
      const person = await service.aPerson();
      const filed: string[] = [];
      const seen = await idsOf(path, member, async () => {
        if (filed.length === 5) return;
        filed.push(await file(person, `${path.replaceAll(/\W/g, ' ')} ${filed.length}`));
        await vote(service, people[filed.length], filed[0]);
      });
      expect(
        seen.filter(id => !filed.includes(id)),
        path,
      ).toEqual(order);
      expect(new Set(seen).size, path).toBe(seen.length);
      for (const id of filed)
        await service.operate('POST', `/requests/${id}/decline`, { reason: 'A walrus too many.' });
    }
  });

  it('shows a request whose votes change at its position of that moment', async () => {
    const people = await Promise.all(Array.from({ length: 4 }, () => service.aPerson()));
    const [low, middle, high] = await Promise.all(
      ['low', 'middle', 'high'].map(name =>
        aRequest(service, people[0], { question: `Will otter ${name} swim before 5 April 2026?` }),
      ),
    );
    for (const person of people.slice(0, 2)) await vote(service, person, middle);
    for (const person of people.slice(0, 3)) await vote(service, person, high);
    const path = '/api/markets/requests?sort=votes&q=otter';
    const promote = async () => {
      for (const person of people) await vote(service, person, low);
    };
    const first = await service.call('GET', `${path}&limit=1`);
    expect(first.body.requests[0].id).toBe(high);
    await promote();
    const rest = await service.call('GET', `${path}&limit=5&cursor=${first.body.nextCursor}`);
    expect(rest.body.requests.map(({ id }: { id: string }) => id)).toEqual([middle]);
    expect((await service.call('GET', `${path}&limit=1`)).body.requests[0].id).toBe(low);
  });
});

describe('launch packs and maker kits', () => {
  it('rank open requests by readiness and votes', async () => {
    // biome-ignore lint/suspicious/noExplicitAny: rows of the reply.
    const packs = await walkPages<any>(service, '/api/markets/requests/launch-packs?limit=7', 'packs');
    expect(packs.map(({ rank }) => rank)).toEqual(packs.map((_, index) => index + 1));
    for (const { rankScore, request, readiness } of packs) {
      expect(request.status).toBe('open');
      expect(readiness.score).toBe(request.readinessScore);
      const exact = 0.6 * request.readinessScore + (40 * request.votes) / (request.votes + 10);
      expect(rankScore).toBeCloseTo(exact, 4);
    }
    const scores = packs.map(({ rankScore }) => rankScore);
    expect(scores).toEqual([...scores].sort((a, b) => b - a));
    const failing = packs.find(({ request }) => request.source.url === null && request.source.name !== null);
    expect(failing.readiness.failing).toContain('source');
    // biome-ignore lint/suspicious/noExplicitAny: rows of the reply.
    const queue = await walkPages<any>(service, '/api/markets/requests/maker-kit?queue=1&limit=7', 'queue');
    expect(queue).toEqual(packs.map(({ rank, request, makerKit }) => ({ rank, request, kit: makerKit })));
    const [{ kit }] = queue;
    const single = await service.call('GET', `/api/markets/requests/maker-kit?id=${kit.requestId}`);
    expect(single.body).toEqual({ kit });
  });

  it('need id or queue=1, not both', async () => {
    const kit = (query: string) => service.call('GET', `/api/markets/requests/maker-kit${query}`);
    for (const query of ['', '?queue=0', '?id=mrq_1&queue=1', '?queue=false']) {
      expect((await kit(query)).body, query).toMatchObject({ code: 'INVALID_PAYLOAD' });
    }
    expect((await kit('?id=mrq_nothing')).status).toBe(404);
    expect((await kit('?id=mrq_nothing&limit=5')).body).toMatchObject({ field: 'limit' });
  });

  it('omit requests that have expired', async () => {
    const late = { question: 'Will it rain today, 17 March 2026?', end_timestamp: service.clock.now() / 1000 + 7200 };
    const id = await aRequest(service, await service.aPerson(), {
      ...late,
      end_timestamp: Math.floor(late.end_timestamp),
    });
    const ranked = async () => {
      // biome-ignore lint/suspicious/noExplicitAny: rows of the reply.
      const packs = await walkPages<any>(service, '/api/markets/requests/launch-packs', 'packs');
      return packs.map(({ request }) => request.id);
    };
    expect(await ranked()).toContain(id);
    service.clock.forward(3 * 3_600_000);
    expect(await ranked()).not.toContain(id);
  });

  it('use the price of a similar open event if none is suggested', async () => {
    await service.anEvent({ title: 'Will the Thames flood Kew on 3 April 2026?', prior: [2000, 8000] });
    const person = await service.aPerson();
    const question = 'Will the Thames flood Kew on 4 April 2026?';
    const id = await aRequest(service, person, { question, suggested_yes_probability: undefined });
    const { body } = await service.call('GET', `/api/markets/requests/maker-kit?id=${id}`);
    expect(body.kit).toMatchObject({ priorFrom: 'similar-events', priorBps: [2030, 7970], liquidityCredits: 500 });
  });
});
