import { createHash } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { DeskCommand } from '../../src/exchange/desk/decide-command.js';
import { assertBooksBalance } from '../support/assert-books-balance.js';
import { BookMirror } from '../support/book-mirror.js';
import { type OperatorService, startOperatorService } from '../support/operator-service.js';
import { type Received, SseReader } from '../support/sse-reader.js';
import { startTestService, type TestAgent, type TestService } from '../support/test-service.js';

/** CUTS=1000 RESTARTS=20 npm test -- test/streams is the long form. */
const cuts = Number(process.env.CUTS ?? 60);
const restarts = Number(process.env.RESTARTS ?? 2);
const depth = 10;
const ordersPerAgent = 110;

let anchor: OperatorService;
/** The node that serves the streams; it is restarted repeatedly. */
let node: TestService | null = null;
let slug: string;
let eventId: string;
let reading: TestAgent;

beforeAll(async () => {
  anchor = await startOperatorService();
  node = await startTestService({ beside: anchor });
  ({ slug, id: eventId } = await anchor.anEvent({ liquidityCredits: 5_000 }));
  reading = await anchor.anAgent();
});
afterAll(async () => {
  await node?.stop();
  await assertBooksBalance(anchor.store);
  await anchor.stop();
});

let placed = 0;

function order(playerId: string, fields: { outcome: number; amount: number; limitBps: number }): DeskCommand {
  placed += 1;
  const clientOrderId = `order-${placed}`;
  const rest = { side: 'buy', timeInForce: 'GTC', expiresAt: null, ifSequence: null } as const;
  const bodyDigest = createHash('sha256').update(clientOrderId).digest('hex');
  return {
    kind: 'place',
    playerId,
    ownerId: playerId,
    eventId,
    clientOrderId,
    bodyDigest,
    order: { ...fields, ...rest },
  };
}

/** Trades one order at a time on the anchor and records the book served at every sequence. */
async function trade(served: Map<number, unknown>, goesOn: () => boolean): Promise<void> {
  let agent = await anchor.anAgent();
  for (let number = 0; goesOn(); number += 1) {
    if (number % ordersPerAgent === 0) agent = await anchor.anAgent();
    const own = number % 3 === 0 && number < 180;
    const outcome = Math.random() < 0.5 ? 0 : 1;
    const limitBps = own || number % 4 === 0 ? 4200 + Math.floor(Math.random() * 700) : 9999;
    const amount = 1_000_000 + Math.floor(Math.random() * 20_000_000);
    const outcomeOf = await anchor.services.exchange.desk.submit(
      order(own ? reading.playerId : agent.playerId, { outcome, amount, limitBps }),
    );
    expect(outcomeOf.kind).toBe('placed');
    const reply = await fetch(`${anchor.url}/api/events/${slug}/orderbook/snapshot?depth=${depth}`);
    const { sequence, status, outcomes } = (await reply.json()) as Record<string, unknown>;
    served.set(sequence as number, { status, outcomes });
    await delay(4);
  }
}

/** A client that is disconnected repeatedly and always resumes. */
class Persistent {
  readonly got: Received[] = [];
  lastId: string | null = null;
  cut = 0;

  constructor(
    private readonly path: string,
    private readonly headers: Record<string, string>,
    private readonly take: (message: Received) => void,
  ) {}

  private async once(url: string, until: (reader: SseReader) => Promise<void>): Promise<boolean> {
    const resume: Record<string, string> = this.lastId === null ? {} : { 'last-event-id': this.lastId };
    let reader: SseReader;
    try {
      reader = await SseReader.open(url + this.path, { ...this.headers, ...resume });
    } catch {
      return false;
    }
    const take = (message: Received) => {
      this.got.push(message);
      if (message.id !== null) this.lastId = message.id;
      this.take(message);
    };
    for (const message of reader.received) take(message);
    reader.onMessage = take;
    await until(reader);
    reader.onMessage = null;
    reader.cut();
    return true;
  }

  async run(wanted: number, enough: () => boolean): Promise<void> {
    while (this.cut < wanted || !enough()) {
      const ready = node && (await this.once(node.url, () => delay(Math.random() * 250)));
      if (ready) this.cut += 1;
      else await delay(20);
    }
  }

  /** Reads until it has caught up. */
  async finish(sequence: number): Promise<void> {
    const done = (message: Received) => message.data.sequence >= sequence;
    const url = (node as TestService).url;
    await this.once(url, reader => reader.until(`sequence ${sequence}`, () => this.got.some(done)));
  }
}

const numbered = ({ got }: Persistent) => got.filter(message => message.id !== null);
const sequencesOf = (reader: Persistent) => numbered(reader).map(message => message.data.sequence);
const upTo = (last: number) => Array.from({ length: last }, (_value, index) => index + 1);

async function restart(): Promise<void> {
  const old = node;
  node = null;
  await old?.stop();
  node = await startTestService({ beside: anchor });
}

it(
  `readers that are disconnected ${cuts} times while the node restarts ${restarts} times get everything once`,
  async () => {
    const served = new Map<number, unknown>();
    const seen = new Map<number, unknown>();
    const mirror = new BookMirror();
    const trades = new Persistent(`/api/events/${slug}/stream?afterSequence=0`, {}, () => {});
    const own = new Persistent('/api/play/v1/stream?afterSequence=0', reading.headers, () => {});
    const book = new Persistent(`/api/events/${slug}/orderbook/stream?depth=${depth}`, {}, message => {
      mirror.take(message);
      seen.set(mirror.sequence, mirror.view());
    });
    const readers = [trades, own, book];
    let going = true;
    const trading = trade(served, () => going);
    const each = Math.ceil(cuts / readers.length);
    // Ensures that there is something to read between disconnects, even on a slow machine.
    const enough = () => placed >= cuts * 2;
    const running = Promise.all(readers.map(reader => reader.run(each, enough)));
    for (let round = 1; round <= restarts; round += 1) {
      const enough = (each * round) / (restarts + 1);
      while (readers.some(reader => reader.cut < enough)) await delay(5);
      await restart();
    }
    await running;
    going = false;
    await trading;

    const [{ last, messages }] = await anchor.pool<{ last: number; messages: number }[]>`
      select m.trades as last, a.messages from markets m, accounts a
      where m.event_id = ${eventId} and a.player_id = ${reading.playerId}`;
    expect(last).toBeGreaterThan(cuts / 2);
    expect(messages).toBeGreaterThan(5);
    await trades.finish(last);
    await own.finish(messages);
    await book.finish(Math.max(...served.keys()));
    expect(sequencesOf(trades)).toEqual(upTo(last));
    expect(sequencesOf(own)).toEqual(upTo(messages));
    const fills = await anchor.pool<{ id: string }[]>`
      select id from readable_fills where event_id = ${eventId} and public order by sequence, number`;
    expect(numbered(trades).map(message => message.data.trade.id)).toEqual(fills.map(row => row.id));
    seen.delete(-1);
    expect(seen.size).toBeGreaterThan(restarts + 3);
    for (const [sequence, view] of seen) if (sequence > 1) expect(view, `at ${sequence}`).toEqual(served.get(sequence));
  },
  120_000 + cuts * 200 + restarts * 5_000,
);
