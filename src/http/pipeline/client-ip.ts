import type { IncomingMessage } from 'node:http';
import proxyAddr from '@fastify/proxy-addr';

/** False: whoever connects is who asks. A number: that many proxies stand in front. A text: these addresses are proxies. */
export type ProxySetting = false | number | string;

export type Trusts = (address: string, hop: number) => boolean;

/** Whether an address is one of the proxies in front, with its distance from this server; false if there are none. */
export function trustedProxies(setting: ProxySetting): Trusts | false {
  if (setting === false) return false;
  if (typeof setting === 'number') return (_address, hop) => hop < setting;
  return proxyAddr.compile(setting.split(',').map(part => part.trim()));
}

/** Whose request it is: the nearest address that is no proxy of ours, so that nobody can name another's. */
export function clientIp({ socket }: IncomingMessage, forwardedFor: string | undefined, trusts: Trusts | false) {
  if (!trusts || forwardedFor === undefined) return socket.remoteAddress as string;
  // As much of a request as is looked at: the object of all headers takes long to make.
  const request = { socket, headers: { 'x-forwarded-for': forwardedFor } };
  return proxyAddr(request as unknown as IncomingMessage, trusts);
}

/** One household or server usually holds a whole IPv6 /64, so that is what counts as an address. */
export function addressKey(ip: string | undefined): string {
  // The socket of a client that has hung up has no address any more.
  if (ip === undefined) return 'gone';
  if (!ip.includes(':')) return ip;
  // As version 6 writes addresses of version 4, or with the port that some proxies add.
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
