import { readFile } from 'node:fs/promises';
import { isIPv4, type Socket } from 'node:net';
import { endianness } from 'node:os';

/**
 * Bytes in the kernel's send queue of a connection that the peer has not acknowledged. A client whose machine is gone
 * looks like a reading one until these reach megabytes, and a stream sends little data.
 */
export interface SendQueues {
  /** Reads the send queues of all connections. */
  refresh(): Promise<void>;
  /** As of the last read; 0 if the system does not report it. */
  of(socket: Socket): number;
}

const tables = ['/proc/net/tcp', '/proc/net/tcp6'];
const mappedPrefix = '0000000000000000FFFF0000';

const hexByte = (value: number) => value.toString(16).padStart(2, '0').toUpperCase();

/** The tables contain addresses as four-byte numbers in host byte order. */
function wordOf(bytes: readonly number[]): string {
  return (endianness() === 'LE' ? [...bytes].reverse() : [...bytes]).map(hexByte).join('');
}

function groupsOf(text: string): number[] {
  return text === '' ? [] : text.split(':').map(group => Number.parseInt(group, 16));
}

/** An address as in the tables; an IPv4 address in IPv6 notation counts as IPv4. */
function tableAddress(address: string): string {
  const plain = address.split('%')[0].replace(/^::ffff:(?=\d+\.)/i, '');
  if (isIPv4(plain)) return wordOf(plain.split('.').map(Number));
  const [left, right = ''] = plain.split('::');
  const [head, tail] = [groupsOf(left), groupsOf(right)];
  const groups = [...head, ...Array<number>(8 - head.length - tail.length).fill(0), ...tail];
  const bytes = groups.flatMap(group => [group >> 8, group & 0xff]);
  return [0, 4, 8, 12].map(at => wordOf(bytes.slice(at, at + 4))).join('');
}

const portOf = (port: number) => port.toString(16).padStart(4, '0').toUpperCase();

function readTable(text: string, queues: Map<string, number>): void {
  for (const line of text.split('\n').slice(1)) {
    const [, local, remote, , sizes] = line.trim().split(/\s+/, 5);
    const waiting = sizes ? Number.parseInt(sizes, 16) : 0;
    if (!(waiting > 0)) continue;
    const [address, port] = remote.replace(mappedPrefix, '').split(':');
    queues.set(`${local.split(':')[1]} ${address} ${port}`, waiting);
  }
}

export function createSendQueues(): SendQueues {
  let queues: ReadonlyMap<string, number> = new Map();
  return {
    async refresh() {
      const found = new Map<string, number>();
      for (const table of tables) readTable(await readFile(table, 'latin1').catch(() => ''), found);
      queues = found;
    },
    of({ localPort, remoteAddress, remotePort }) {
      if (queues.size === 0 || !localPort || !remoteAddress || !remotePort) return 0;
      return queues.get(`${portOf(localPort)} ${tableAddress(remoteAddress)} ${portOf(remotePort)}`) ?? 0;
    },
  };
}
