import type { IncomingMessage } from 'node:http';
import proxyAddr from '@fastify/proxy-addr';

/**
 * False: the connection's address is the client address. A number: that many proxies are in front. A string: these
 * addresses are proxies.
 */
export type ProxySetting = false | number | string;

export type Trusts = (address: string, hop: number) => boolean;

/** Whether an address is one of the proxies in front, with its distance from this server; false if there are none. */
export function trustedProxies(setting: ProxySetting): Trusts | false {
  if (setting === false) return false;
  if (typeof setting === 'number') return (_address, hop) => hop < setting;
  return proxyAddr.compile(setting.split(',').map(part => part.trim()));
}

/** The client address: the nearest address that is not a trusted proxy, so that clients can't forge another one. */
export function clientIp({ socket }: IncomingMessage, forwardedFor: string | undefined, trusts: Trusts | false) {
  if (!trusts || forwardedFor === undefined) return socket.remoteAddress as string;
  // The needed part of a request, because building the object of all headers is slow.
  const request = { socket, headers: { 'x-forwarded-for': forwardedFor } };
  return proxyAddr(request as unknown as IncomingMessage, trusts);
}

/** A household or server usually holds a whole IPv6 /64, so that counts as one address. */
export function addressKey(ip: string | undefined): string {
  // The socket of a client that has disconnected has no address.
  if (ip === undefined) return 'gone';
  if (!ip.includes(':')) return ip;
  // IPv4 addresses in IPv6 notation, or with the port that some proxies append.
  const old = /^(?:::ffff:)?(\d+\.\d+\.\d+\.\d+)(?::\d+)?$/i.exec(ip);
  if (old) return old[1];
  const [left, right = ''] = ip.replace(/^\[|[%\]].*$/g, '').split('::');
  const head = left === '' ? [] : left.split(':');
  const tail = right === '' ? [] : right.split(':');
  const zeros = ip.includes('::') ? Array<string>(Math.max(0, 8 - head.length - tail.length)).fill('0') : [];
  return `${[...head, ...zeros, ...tail]
    .slice(0, 4)
    .map(group => Number.parseInt(group, 16).toString(16))
    .join(':')}::/64`;
}
