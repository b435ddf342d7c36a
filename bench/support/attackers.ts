/**
 * A process that attacks a service in ways that used to be expensive for it: `node attackers.js URL SLUGS_JSON`. Each
 * attacker acts at a fixed rate, so that a cheap rejection doesn't earn it more requests. It prints a line when it is
 * ready, begins when it gets one, and prints its counters as JSON on SIGTERM.
 */
import { connect, type Socket } from 'node:net';

const url = new URL(process.argv[2]);
const slugs = JSON.parse(process.argv[3]) as string[];
const host = url.host;
const counts: Record<string, number> = {};
const maxSockets = 400;
let open = 0;

function count(name: string): void {
  counts[name] = (counts[name] ?? 0) + 1;
}

/** Each attacker uses four addresses; the service trusts the header from loopback. */
function address(attack: number): string {
  return `x-forwarded-for: 203.0.113.${attack * 8 + Math.floor(Math.random() * 4)}`;
}

/** Writes the packets one after another, reads the response unless `reads` is false, and hangs up after a while. */
function dial(name: string, packets: readonly string[], lifeMs: number, reads = true): Socket | null {
  if (open >= maxSockets) {
    count(`${name}: no socket`);
    return null;
  }
  open += 1;
  const socket = connect(Number(url.port), url.hostname);
  let first = '';
  socket.setNoDelay(true);
  socket.once('connect', () => {
    for (const [index, packet] of packets.entries()) {
      setTimeout(() => socket.destroyed || socket.write(packet), index * 5);
    }
  });
  if (reads) {
    socket.on('data', chunk => {
      if (first === '') {
        first = String(chunk).slice(9, 12);
        count(`${name}: ${first}`);
      }
    });
  } else socket.pause();
  socket.on('error', () => count(`${name}: reset`));
  socket.on('close', () => {
    open -= 1;
  });
  setTimeout(() => socket.destroy(), lifeMs);
  return socket;
}

function head(method: string, path: string, attack: number, ...lines: string[]): string {
  return `${[`${method} ${path} HTTP/1.1`, `host: ${host}`, address(attack), ...lines].join('\r\n')}\r\n\r\n`;
}

function post(path: string, attack: number, body: string, ...lines: string[]): string {
  const length = `content-length: ${Buffer.byteLength(body)}`;
  return head('POST', path, attack, 'content-type: application/json', length, ...lines) + body;
}

const upgrade = (attack: number) =>
  head(
    'GET',
    '/api/v1/ws',
    attack,
    'connection: Upgrade',
    'upgrade: websocket',
    'sec-websocket-version: 13',
    'sec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==',
  );

/** A masked ping frame with 125 bytes, the largest. */
const ping = Buffer.concat([Buffer.from([0x89, 0x80 | 125, 0, 0, 0, 0]), Buffer.alloc(125, 0x61)]);

function floodPings(): void {
  const socket = dial('pings', [upgrade(2)], 20_000, false);
  if (!socket) return;
  const timer = setInterval(() => {
    if (socket.destroyed) clearInterval(timer);
    else if (socket.writableLength < 1_000_000) socket.write(Buffer.concat(Array.from({ length: 200 }, () => ping)));
  }, 20);
}

const batch = JSON.stringify(
  Array.from({ length: 100 }, (_, id) => ({
    jsonrpc: '2.0',
    id,
    method: 'tools/call',
    params: { name: 'list_markets', arguments: {} },
  })),
);
const mcp = ['accept: application/json, text/event-stream', 'mcp-protocol-version: 2025-06-18'];
const longArray = JSON.stringify({ slugs: Array.from({ length: 16_000 }, (_, index) => index % 10) });
let lookback = 0;

/** The rate per second and the action of each kind of attack. */
const attacks: readonly { readonly perSecond: number; act(): void }[] = [
  { perSecond: 10, act: () => dial('pipelined upgrade', [head('GET', '/api/events', 1) + upgrade(1)], 500) },
  { perSecond: 10, act: () => dial('late upgrade', [head('GET', '/api/events/top', 1), upgrade(1)], 500) },
  { perSecond: 0.2, act: floodPings },
  { perSecond: 40, act: () => dial('batch', [post('/mcp', 3, batch, ...mcp)], 2_000) },
  { perSecond: 40, act: () => dial('long array', [post('/api/events/snapshots', 4, longArray)], 2_000) },
  {
    perSecond: 20,
    act: () => dial('stream', [head('GET', `/api/events/${slugs[0]}/stream`, 5)], Math.random() * 10),
  },
  { perSecond: 20, act: () => dial('metrics', [head('GET', '/metrics', 6)], 2_000) },
  {
    perSecond: 20,
    act: () => {
      lookback = (lookback % 720) + 1;
      const body = JSON.stringify({ slugs, lookbackHours: lookback, limit: slugs.length });
      dial('bot-snapshot', [post('/api/events/bot-snapshot', 7, body)], 3_000);
    },
  },
  { perSecond: 10, act: () => dial('QUERY', [`${head('QUERY', '/api/events', 8, 'content-length: 2')}{}`], 1_000) },
  {
    perSecond: 10,
    act: () =>
      dial(
        'half a body',
        [`${head('POST', '/api/people/sign-in', 8, 'content-type: application/json', 'content-length: 100')}{`],
        20,
      ),
  },
  {
    perSecond: 10,
    act: () => dial('Expect', [head('POST', '/api/people/sign-in', 8, 'expect: x', 'content-length: 0')], 1_000),
  },
  { perSecond: 10, act: () => dial('two hosts', [head('GET', '/api/events', 8, 'host: other.example')], 1_000) },
  {
    perSecond: 5,
    act: () => dial('h2c', [head('GET', '/api/v1/status', 8, 'connection: Upgrade', 'upgrade: h2c').repeat(20)], 1_000),
  },
];

let timers: NodeJS.Timeout[] = [];
process.stdin.once('data', () => {
  timers = attacks.map(({ perSecond, act }) => setInterval(act, 1000 / perSecond));
  floodPings();
});
process.stdin.once('end', () => process.exit(0));
console.log('ready');

process.once('SIGTERM', () => {
  for (const timer of timers) clearInterval(timer);
  console.log(JSON.stringify(counts));
  process.exit(0);
});
