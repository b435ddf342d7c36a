import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { createClient, type PresageClient, type StreamMessage } from '../client/client.js';

type Answer = (request: IncomingMessage, response: ServerResponse, url: URL) => void;

const open: { close(): void }[] = [];
afterEach(() => {
  for (const server of open.splice(0)) server.close();
});

/** A small arena that streams what the test says, in the shapes of the contract. */
async function anArena(answer: Answer): Promise<{ client: PresageClient; seen: string[] }> {
  const seen: string[] = [];
  const server = createServer((request, response) => {
    seen.push(request.url as string);
    answer(request, response, new URL(request.url as string, 'http://arena'));
  });
  await new Promise<void>(done => server.listen(0, '127.0.0.1', done));
  open.push({
    close() {
      server.close();
      server.closeAllConnections();
    },
  });
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { client: createClient({ baseUrl, agentKey: 'key', sleep: async () => {} }), seen };
}

function begin(response: ServerResponse): (message: object) => void {
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  response.write('retry: 1000\n\n: hello\n\n');
  return message => {
    const { kind, sequence } = message as { kind: string; sequence?: number };
    const id = sequence === undefined || kind === 'heartbeat' ? '' : `id: ${sequence}\n`;
    response.write(`${id}event: ${kind}\ndata: ${JSON.stringify({ channel: 'trades', key: 'rain', ...message })}\n\n`);
  };
}

const trade = (sequence: number) => ({
  kind: 'trade',
  sequence,
  at: '2026-03-17T12:00:00.000Z',
  trade: { id: `trd_${sequence}` },
});
const json = (response: ServerResponse, body: object) =>
  response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body));

async function take(stream: AsyncGenerator<StreamMessage>, count: number): Promise<StreamMessage[]> {
  const messages: StreamMessage[] = [];
  for await (const message of stream) {
    messages.push(message);
    if (messages.length === count) break;
  }
  return messages;
}

const numbers = (messages: readonly StreamMessage[]) => messages.map(message => message.sequence);

describe('streams of trades', () => {
  it('resume after every cut, without gap or duplicate', async () => {
    const { client, seen } = await anArena((_request, response, url) => {
      const send = begin(response);
      const after = Number(url.searchParams.get('afterSequence') ?? 0);
      // The last one of before comes once more, as after a reconnection it may.
      for (let number = Math.max(1, after); number <= after + 3; number += 1) send(trade(number));
      response.end();
    });
    const messages = await take(client.stream({ channel: 'trades', key: 'rain' }), 30);
    expect(numbers(messages)).toEqual(Array.from({ length: 30 }, (_, index) => index + 1));
    expect(seen[0]).toBe('/api/events/rain/stream');
    expect(seen[1]).toBe('/api/events/rain/stream?afterSequence=3');
  });

  it('fill a gap by replay, page after page, and say that there was one', async () => {
    const gaps: object[] = [];
    const { client, seen } = await anArena((_request, response, url) => {
      if (url.pathname === '/api/v1/streams/replay') {
        const after = Number(url.searchParams.get('afterSequence'));
        json(response, { messages: [after + 1, after + 2].map(trade), lastSequence: 9, complete: after > 5 });
        return;
      }
      const send = begin(response);
      for (const number of [1, 2, 7, 8]) send(trade(number));
    });
    const onGap = (gap: object) => gaps.push(gap);
    const messages = await take(client.stream({ channel: 'trades', key: 'rain', onGap }), 8);
    expect(numbers(messages)).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
    expect(gaps).toEqual([{ after: 2, before: 7 }]);
    expect(seen).toContain('/api/v1/streams/replay?channel=trades&key=rain&afterSequence=2&limit=200');
  });

  it('learn from heartbeats what they have missed', async () => {
    const { client } = await anArena((_request, response, url) => {
      if (url.pathname.endsWith('replay')) {
        json(response, { messages: [2, 3].map(trade), lastSequence: 3, complete: true });
        return;
      }
      const send = begin(response);
      send(trade(1));
      send({ kind: 'heartbeat', sequence: 3 });
    });
    expect(numbers(await take(client.stream({ channel: 'trades', key: 'rain' }), 3))).toEqual([1, 2, 3]);
  });

  it('take the numbers of trades from trades alone: status and top of book tell of other things', async () => {
    const { client, seen } = await anArena((_request, response, url) => {
      if (url.pathname.endsWith('replay')) {
        json(response, { messages: [59, 60].map(trade), lastSequence: 60, complete: true });
        return;
      }
      const send = begin(response);
      send({ kind: 'status', sequence: 58, status: 'active' });
      send({ kind: 'heartbeat', sequence: 58 });
      send({ kind: 'top', sequence: 112, outcomes: [] });
      send(trade(60));
    });
    const messages = await take(client.stream({ channel: 'trades', key: 'rain', query: { book: true } }), 4);
    expect(messages.map(({ kind, sequence }) => [kind, sequence])).toEqual([
      ['status', 58],
      ['top', 112],
      ['trade', 59],
      ['trade', 60],
    ]);
    expect(seen).toContain('/api/v1/streams/replay?channel=trades&key=rain&afterSequence=58&limit=200');
  });
});

describe('streams after a gap', () => {
  it('fetch a snapshot where nothing is kept', async () => {
    const { client } = await anArena((_request, response, url) => {
      if (url.pathname.endsWith('replay')) {
        json(response, {
          messages: [],
          snapshotRequired: true,
          snapshotUrl: 'http://elsewhere/api/events/rain/snapshot',
        });
      } else if (url.pathname.endsWith('snapshot'))
        json(response, { sequence: 77, tradesSequence: 5, priceBps: [6000, 4000] });
      else {
        const send = begin(response);
        for (const number of [1, 5, 6]) send(trade(number));
      }
    });
    const messages = await take(client.stream({ channel: 'trades', key: 'rain' }), 3);
    // The snapshot has what the fifth trade did, so that it is not told once more.
    expect(messages.map(({ kind, sequence }) => [kind, sequence])).toEqual([
      ['trade', 1],
      ['snapshot', 5],
      ['trade', 6],
    ]);
    expect(messages[1]).toMatchObject({ refreshed: true, priceBps: [6000, 4000] });
  });

  it('follow books by previousSequence and refresh them after a gap', async () => {
    const { client } = await anArena((_request, response, url) => {
      if (url.pathname.endsWith('/orderbook/snapshot')) {
        json(response, { sequence: 40, books: [] });
        return;
      }
      const send = begin(response);
      const delta = (sequence: number, previousSequence: number) => ({
        kind: 'delta',
        channel: 'orderbook',
        sequence,
        previousSequence,
      });
      send({ kind: 'snapshot', channel: 'orderbook', sequence: 10 });
      send(delta(14, 10));
      send(delta(30, 20));
      send(delta(40, 30));
      send(delta(44, 40));
    });
    const messages = await take(client.stream({ channel: 'orderbook', key: 'rain' }), 4);
    expect(messages.map(({ kind, sequence }) => [kind, sequence])).toEqual([
      ['snapshot', 10],
      ['delta', 14],
      ['snapshot', 40],
      ['delta', 44],
    ]);
  });
});

describe('connections of streams', () => {
  it('reconnect after an overflow and wait where there are too many', async () => {
    let connections = 0;
    const { client } = await anArena((_request, response) => {
      connections += 1;
      if (connections === 2) {
        response.writeHead(429, { 'retry-after': '1', 'content-type': 'application/json' });
        response.end(JSON.stringify({ code: 'RATE_LIMITED' }));
        return;
      }
      const send = begin(response);
      send(trade(connections === 1 ? 1 : 2));
      if (connections === 1) send({ kind: 'overflow' });
    });
    expect(numbers(await take(client.stream({ channel: 'trades', key: 'rain' }), 2))).toEqual([1, 2]);
    expect(connections).toBe(3);
  });

  it('send the key to the private channel alone, and end with a refusal or a signal', async () => {
    const keys: (string | undefined)[] = [];
    const { client } = await anArena((request, response, url) => {
      keys.push(request.headers.authorization);
      if (url.pathname === '/api/play/v1/stream') {
        response.writeHead(401, { 'content-type': 'application/json' }).end('{"code":"UNAUTHORIZED","error":"no"}');
      } else begin(response)(trade(1));
    });
    await expect(take(client.stream({ channel: 'user' }), 1)).rejects.toMatchObject({ code: 'UNAUTHORIZED' });
    const stop = new AbortController();
    const seen: StreamMessage[] = [];
    for await (const message of client.stream({ channel: 'trades', key: 'rain', signal: stop.signal })) {
      seen.push(message);
      stop.abort();
    }
    expect(seen).toHaveLength(1);
    expect(keys).toEqual(['Bearer key', undefined]);
  });
});
