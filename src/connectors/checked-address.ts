import { lookup as systemLookup } from 'node:dns/promises';
import { BlockList, isIP } from 'node:net';
import { SourceError } from './source-error.js';

export interface Address {
  readonly address: string;
  readonly family: 4 | 6;
}

export type Lookup = (host: string) => Promise<readonly Address[]>;

/** Addresses that are not on the public internet (IANA special-purpose registries). */
const blockedRanges: readonly (readonly [network: string, prefix: number, family: 'ipv4' | 'ipv6'])[] = [
  ['0.0.0.0', 8, 'ipv4'],
  ['10.0.0.0', 8, 'ipv4'],
  ['100.64.0.0', 10, 'ipv4'],
  ['127.0.0.0', 8, 'ipv4'],
  ['169.254.0.0', 16, 'ipv4'],
  ['172.16.0.0', 12, 'ipv4'],
  ['192.0.0.0', 24, 'ipv4'],
  ['192.0.2.0', 24, 'ipv4'],
  ['192.88.99.0', 24, 'ipv4'],
  ['192.168.0.0', 16, 'ipv4'],
  ['198.18.0.0', 15, 'ipv4'],
  ['198.51.100.0', 24, 'ipv4'],
  ['203.0.113.0', 24, 'ipv4'],
  ['224.0.0.0', 3, 'ipv4'],
  ['::', 96, 'ipv6'],
  ['64:ff9b::', 96, 'ipv6'],
  ['64:ff9b:1::', 48, 'ipv6'],
  ['100::', 64, 'ipv6'],
  ['2001::', 23, 'ipv6'],
  ['2001:db8::', 32, 'ipv6'],
  ['2002::', 16, 'ipv6'],
  ['fc00::', 7, 'ipv6'],
  ['fe80::', 10, 'ipv6'],
  ['fec0::', 10, 'ipv6'],
  ['ff00::', 8, 'ipv6'],
];

const blocked = new BlockList();
for (const [network, prefix, family] of blockedRanges) blocked.addSubnet(network, prefix, family);

/** Whether an address is public. IPv4-mapped IPv6 addresses count as the IPv4 address in them. */
export function isPublicAddress({ address, family }: Address): boolean {
  return !blocked.check(address, family === 4 ? 'ipv4' : 'ipv6');
}

const resolveHost: Lookup = async host =>
  (await systemLookup(host, { all: true, verbatim: true })).map(({ address, family }) => ({
    address,
    family: family === 6 ? 6 : 4,
  }));

/**
 * Resolves a host and returns the address to connect to. The connection must use this address, because a second look-up
 * could return another one. A host with any non-public address is rejected, unless the operator allows it.
 */
export async function checkedAddress(
  host: string,
  allowPrivate: boolean,
  lookup: Lookup = resolveHost,
): Promise<Address> {
  const bare = host.replace(/^\[|\]$/g, '');
  const literal = isIP(bare);
  let found: readonly Address[];
  try {
    found = literal === 0 ? await lookup(bare) : [{ address: bare, family: literal === 6 ? 6 : 4 }];
  } catch (error) {
    const { code = 'ENOTFOUND' } = error as NodeJS.ErrnoException;
    throw new SourceError('CONNECTION_FAILED', `host ${bare} could not be resolved (${code})`, true);
  }
  if (found.length === 0) throw new SourceError('CONNECTION_FAILED', `host ${bare} has no address`, true);
  const refused = allowPrivate ? undefined : found.find(address => !isPublicAddress(address));
  if (refused) {
    const advice = 'set allowPrivateAddress to read a source in your own network';
    throw new SourceError(
      'ADDRESS_REFUSED',
      `host ${bare} resolves to ${refused.address}, which is not a public address; ${advice}`,
    );
  }
  return found[0];
}
