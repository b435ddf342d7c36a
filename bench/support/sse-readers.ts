import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

/** The measurement taken from one kind of message; null to ignore it. */
export type Measure = (text: string, receivedAt: number) => void;

export interface Readers {
  readonly sockets: readonly Socket[];
  close(): Promise<void>;
}

const connectTogether = 50;

/** Splits received data into messages with as little work as possible, because one process has thousands of clients. */
function read(socket: Socket, measure: Measure): void {
  let rest = '';
  socket.on('data', (chunk: string) => {
    const receivedAt = Date.now();
    rest += chunk;
    for (let end = rest.indexOf('\n\n'); end >= 0; end = rest.indexOf('\n\n')) {
      measure(rest.slice(0, end), receivedAt);
      rest = rest.slice(end + 2);
    }
  });
}

function open(url: URL, measure: Measure): Promise<Socket> {
  return new Promise((done, failed) => {
    const socket = connect(Number(url.port), url.hostname, () => {
      socket.write(`GET ${url.pathname}${url.search} HTTP/1.1\r\nhost: ${url.host}\r\n\r\n`);
    });
    socket.setEncoding('latin1');
    socket.once('error', failed);
    socket.once('data', () => done(socket));
    read(socket, measure);
  });
}

/** Opens this many clients and waits until each has a response. */
export async function openReaders(address: string, count: number, measure: Measure): Promise<Readers> {
  const url = new URL(address);
  const sockets: Socket[] = [];
  while (sockets.length < count) {
    const now = Math.min(connectTogether, count - sockets.length);
    sockets.push(...(await Promise.all(Array.from({ length: now }, () => open(url, measure)))));
  }
  return {
    sockets,
    async close() {
      for (const socket of sockets) socket.destroy();
      await sleep(300);
    },
  };
}

/** The text of a member of the message's JSON, found without parsing the whole message. */
export function member(text: string, name: string): string | null {
  const mark = `"${name}":`;
  const at = text.indexOf(mark);
  if (at < 0) return null;
  const begin = at + mark.length;
  if (text[begin] === '"') return text.slice(begin + 1, text.indexOf('"', begin + 1));
  return /^\d+/.exec(text.slice(begin, begin + 20))?.[0] ?? null;
}
