import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type SourceServer, sendBody, startSourceServer } from '../test/support/builders/source-server.js';
import {
  csvHead,
  csvLine,
  isBroken,
  kalshiRow,
  manifoldRow,
  metaculusRow,
  normalizedRow,
  polymarketRow,
} from '../test/support/builders/venue-rows.js';
import { withJobHeld } from '../test/support/hold-job.js';
import { type OperatorService, startOperatorService } from '../test/support/operator-service.js';

/** The number of rows of the tested source. */
let total = 0;

let service: OperatorService;
let source: SourceServer;
let resumeJob = () => {};
let heldJob: Promise<void>;

/** The job marks the rows that it has checked, so a fingerprint taken before it would change. */
const holdLinkJob = () =>
  new Promise<void>(begun => {
    heldJob = withJobHeld(service.store, 'suggesting links between venues', () => {
      begun();
      return new Promise(done => {
        resumeJob = done;
      });
    });
  });

beforeAll(async () => {
  service = await startOperatorService();
  await holdLinkJob();
  source = await startSourceServer((_url, _request, response) => response.writeHead(404).end());
});
afterAll(async () => {
  resumeJob();
  await heldJob;
  await source.close();
  await service.stop();
});

type Serve = (url: URL) => unknown;

const numbers = (from = 0, count = total) =>
  Array.from({ length: Math.max(0, Math.min(count, total - from)) }, (_value, n) => from + n);

const slice = (url: URL, from: number, row: (n: number) => unknown) =>
  numbers(from, Number(url.searchParams.get('limit'))).map(row);

/**
 * The six sources with the pagination of their providers. One has 10,000 rows; the others share its code after parsing,
 * so theirs only need to be more than a page and several batches.
 */
const sources: readonly { id: string; rows: number; body: object; serve: Serve; pages: number }[] = [
  {
    id: 'manifold',
    rows: 10_000,
    body: { settings: {} },
    pages: 11,
    serve: url => {
      const before = url.searchParams.get('before');
      return slice(url, before === null ? 0 : Number(before.slice(2)) + 1, n => manifoldRow(n));
    },
  },
  {
    id: 'polymarket',
    rows: 2_000,
    body: { settings: { maxPages: 21 } },
    pages: 5,
    serve: url => slice(url, Number(url.searchParams.get('offset')), polymarketRow),
  },
  {
    id: 'kalshi',
    rows: 2_000,
    body: { settings: {} },
    pages: 2,
    serve: url => {
      const from = Number(url.searchParams.get('cursor') ?? 0);
      return { markets: slice(url, from, kalshiRow), cursor: from + 1000 < total ? String(from + 1000) : '' };
    },
  },
  {
    id: 'metaculus',
    rows: 2_000,
    body: { settings: { maxPages: 100 } },
    pages: 20,
    serve: url => {
      const from = Number(url.searchParams.get('offset') ?? 0);
      const next = new URL(url.pathname + url.search, source.url);
      next.searchParams.set('offset', String(from + 100));
      return { next: from + 100 < total ? next.href : null, previous: null, results: slice(url, from, metaculusRow) };
    },
  },
  {
    id: 'house-csv',
    rows: 2_000,
    body: { format: 'file', settings: { encoding: 'csv' } },
    pages: 1,
    serve: () => [csvHead, ...numbers().map(csvLine)].join('\n'),
  },
  {
    id: 'house-ndjson',
    rows: 2_000,
    body: { format: 'file', settings: {} },
    pages: 1,
    serve: () =>
      numbers()
        .map(n => (n % 100 === 13 ? '{"rowId": "cut' : JSON.stringify(normalizedRow(n))))
        .join('\n'),
  },
];

async function configure(id: string, body: { settings?: object }) {
  const settings = { baseUrl: source.url, allowPrivateAddress: true, ...body.settings };
  const reply = await service.operate('PUT', `/connectors/${id}`, { enabled: false, ...body, settings });
  expect(reply.status, reply.text).toBe(200);
}

/** Changes whenever a row of the feed is written. */
async function fingerprint(id: string): Promise<string> {
  const [{ print }] = await service.pool<{ print: string }[]>`
    select md5(string_agg(xmin::text || ctid::text, ',' order by id)) as print from venue_markets where source = ${id}`;
  return print;
}

const lastRun = async (id: string) => {
  const { connectors } = (await service.operate('GET', '/connectors')).body;
  return connectors.find((each: { id: string }) => each.id === id).lastRun;
};

/** A slow machine needs more than the 20 seconds for which the request waits. */
const run = async (id: string) => {
  const before = await lastRun(id);
  const reply = await service.operate('POST', `/connectors/${id}/run`);
  if (reply.status !== 202) {
    expect(reply.status, reply.text).toBe(200);
    return reply.body.run;
  }
  await expect.poll(() => lastRun(id), { timeout: 100_000, interval: 200 }).not.toEqual(before);
  return lastRun(id);
};

describe.each(sources)('$id with $rows rows, of which 3 % are invalid', ({ id, rows, body, serve, pages }) => {
  const broken = 0.03 * rows;
  const counts = { received: rows, inserted: 0, updated: 0, unchanged: 0, ignored: 0, error: null };

  beforeAll(() => {
    total = rows;
  });

  it('saves the valid rows and stores the invalid ones separately', { timeout: 120_000 }, async () => {
    await configure(id, body);
    source.respond = (url, request, response) => sendBody(request, response, serve(url));
    expect(await run(id)).toMatchObject({ ...counts, inserted: rows - broken, rejected: broken, pages });
    const { body: rejected } = await service.operate('GET', `/connectors/${id}/rejected?limit=3`);
    expect(rejected.rows).toHaveLength(3);
    expect(rejected.rows[0].reason).toMatch(/must|is not|line/);
  });

  it('confirms all rows by 304 without parsing them', { timeout: 120_000 }, async () => {
    const before = await fingerprint(id);
    service.clock.forward(60_000);
    const at = new Date(service.clock.now()).toISOString();
    expect(await run(id)).toMatchObject({ ...counts, received: 0, rejected: 0, pages, notModified: pages });
    expect(await fingerprint(id)).toBe(before);
    const feed = await service.call('GET', `/api/v1/aggregator/markets?source=${id}&limit=1`);
    expect(feed.body.markets[0]).toMatchObject({ fetchedAt: at, stale: false });
    expect(feed.body.sources.find((each: { source: string }) => each.source === id)).toMatchObject({ lastRunAt: at });
  });

  it('writes no row when all pages are sent again in full', { timeout: 120_000 }, async () => {
    const before = await fingerprint(id);
    source.respond = (url, _request, response) => response.writeHead(200).end(textOf(serve(url)));
    const again = await run(id);
    expect(again).toMatchObject({ ...counts, unchanged: rows - broken, rejected: broken, notModified: 0 });
    expect(await fingerprint(id)).toBe(before);
  });
});

const textOf = (body: unknown) => (typeof body === 'string' ? body : JSON.stringify(body));

it('breaks exactly 3 of 100 rows', () => {
  total = 10_000;
  expect(numbers().filter(isBroken)).toHaveLength(300);
});
