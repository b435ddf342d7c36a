import { lookup as systemLookup } from 'node:dns/promises';
import { type IncomingMessage, type RequestOptions, request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { BlockList, isIP } from 'node:net';
import type { Readable } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import { Cache } from '../kernel/cache.js';
import { Semaphore } from '../kernel/semaphore.js';
import type { SourceFailure } from './connector.js';

/** Ends a run with a named reason. The message is for operators and never contains a key. */
export class SourceError extends Error {
  constructor(
    readonly code: SourceFailure,
    message: string,
    /** Whether a retry of the same request may succeed. */
    readonly isTransient = false,
    /** The back-off that the source requested, in milliseconds. */
    readonly retryAfterMs: number | null = null,
    /** The HTTP status of BAD_STATUS. */
    readonly status: number | null = null,
  ) {
    super(message);
  }
}

/** The maximum serialized depth; a source may nest thousands of levels, which would exhaust the stack. */
const maxDepth = 20;

/** Serializes a value of a source as JSON for messages and records; omits levels deeper than 20. */
export function jsonText(value: unknown): string {
  const depths = new Map<unknown, number>();
  const text = JSON.stringify(value, function (this: unknown, _name, member: unknown) {
    if (typeof member !== 'object' || member === null) return member;
    const depth = (depths.get(this) ?? 0) + 1;
    if (depth > maxDepth) return '…';
    depths.set(member, depth);
    return member;
  });
  return text ?? String(value);
}

/** Encodes a string of a source for a URL. Plain `encodeURIComponent` throws on a lone surrogate. */
export const encodeText = (text: string): string => encodeURIComponent(text.toWellFormed());

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
  let addresses: readonly Address[];
  try {
    addresses = literal === 0 ? await lookup(bare) : [{ address: bare, family: literal === 6 ? 6 : 4 }];
  } catch (error) {
    const { code = 'ENOTFOUND' } = error as NodeJS.ErrnoException;
    throw new SourceError('CONNECTION_FAILED', `host ${bare} could not be resolved (${code})`, true);
  }
  if (addresses.length === 0) throw new SourceError('CONNECTION_FAILED', `host ${bare} has no address`, true);
  const refused = allowPrivate ? undefined : addresses.find(address => !isPublicAddress(address));
  if (refused) {
    const advice = 'set allowPrivateAddress to read a source in your own network';
    throw new SourceError(
      'ADDRESS_REFUSED',
      `host ${bare} resolves to ${refused.address}, which is not a public address; ${advice}`,
    );
  }
  return addresses[0];
}

export interface FetchBounds {
  readonly timeoutMs: number;
  readonly maxBytes: number;
  readonly allowPrivateAddress: boolean;
}

export interface Validators {
  readonly etag: string | null;
  readonly lastModified: string | null;
}

export type FetchedPage =
  | { readonly kind: 'notModified' }
  | { readonly kind: 'body'; readonly text: string; readonly validators: Validators };

export interface FetchOptions {
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  readonly validators: Validators | null;
  readonly bounds: FetchBounds;
  readonly signal: AbortSignal;
}

export interface SourceFetchTools {
  /** Replaces name resolution in tests. */
  readonly lookup?: Lookup;
  readonly sleep: (milliseconds: number, signal: AbortSignal) => Promise<void>;
  /** From 0 to below 1. */
  readonly random: () => number;
  readonly userAgent: string;
}

export type SourceFetch = (options: FetchOptions) => Promise<FetchedPage>;

const maxAttempts = 3;
const firstBackoffMs = 500;
const maxBackoffMs = 30_000;
const maxRedirects = 3;
/** The maximum number of concurrent requests to one host. */
const perHost = 2;
const maxHosts = 200;

/** Describes the target of a request without its query, which may carry a key. */
const placeOf = ({ origin, pathname }: URL) => `${origin}${pathname}`;

const failureOf = (error: unknown, url: URL): SourceError => {
  if (error instanceof SourceError) return error;
  const { code = '', message } = error as NodeJS.ErrnoException;
  if (code === 'ECONNRESET' || code === 'EPIPE' || /aborted|socket hang up/i.test(message)) {
    return new SourceError('CONNECTION_RESET', `${placeOf(url)} reset the connection`, true);
  }
  return new SourceError(
    'CONNECTION_FAILED',
    `${placeOf(url)} could not be read (${code || 'connection failed'})`,
    true,
  );
};

function decoded(response: IncomingMessage): Readable {
  const coding = response.headers['content-encoding']?.toLowerCase() ?? 'identity';
  if (coding === 'identity') return response;
  const decoder =
    coding === 'gzip'
      ? createGunzip()
      : coding === 'br'
        ? createBrotliDecompress()
        : coding === 'deflate'
          ? createInflate()
          : null;
  if (!decoder) throw new SourceError('BAD_FORMAT', `content-encoding ${coding.slice(0, 40)} is not supported`);
  response.on('error', error => decoder.destroy(error));
  return response.pipe(decoder);
}

/** Reads a body up to the limit, counted after decompression, which protects against decompression bombs. */
async function readBody(response: IncomingMessage, url: URL, maxBytes: number): Promise<string> {
  const declared = Number(response.headers['content-length'] ?? 0);
  const tooLarge = () => new SourceError('RESPONSE_TOO_LARGE', `${placeOf(url)} sent more than ${maxBytes} bytes`);
  if (declared > maxBytes) throw tooLarge();
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of decoded(response) as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > maxBytes) throw tooLarge();
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

function redirectTarget(response: IncomingMessage, url: URL): URL {
  const target = response.headers.location;
  const next = target !== undefined && URL.canParse(target, url.href) ? new URL(target, url) : null;
  if (next?.origin === url.origin) return next;
  const shown = next ? next.origin : 'no valid address';
  throw new SourceError('REDIRECT_REFUSED', `${placeOf(url)} redirects to ${shown}; only ${url.origin} is allowed`);
}

function retryAfterOf(response: IncomingMessage): number | null {
  const seconds = Number(response.headers['retry-after'] ?? Number.NaN);
  return Number.isFinite(seconds) && seconds >= 0 ? seconds * 1000 : null;
}

function statusError(response: IncomingMessage, url: URL): SourceError {
  const status = response.statusCode ?? 0;
  const isTransient = status === 408 || status === 425 || status === 429 || status >= 500;
  return new SourceError(
    'BAD_STATUS',
    `${placeOf(url)} returned status ${status}`,
    isTransient,
    retryAfterOf(response),
    status,
  );
}

/** The resolver of the system can't be cancelled: its result is ignored once the signal aborts. */
function untilAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((done, failed) => {
    const abort = () => failed(signal.reason);
    if (signal.aborted) abort();
    signal.addEventListener('abort', abort, { once: true });
    work.then(done, failed).finally(() => signal.removeEventListener('abort', abort));
  });
}

async function open(options: FetchOptions, url: URL, signal: AbortSignal, tools: SourceFetchTools) {
  const { allowPrivateAddress } = options.bounds;
  const checked = checkedAddress(url.hostname, allowPrivateAddress, tools.lookup);
  const { address, family } = await untilAborted(checked, signal);
  const { validators } = options;
  const settings: RequestOptions = {
    method: 'GET',
    // A new connection, so that it uses the checked address.
    agent: false,
    signal,
    lookup: (_host, { all }, done) => {
      const pinned = done as (error: null, found: unknown, family?: number) => void;
      if (all) pinned(null, [{ address, family }]);
      else pinned(null, address, family);
    },
    headers: {
      accept: '*/*',
      'accept-encoding': 'gzip, br, deflate',
      'user-agent': tools.userAgent,
      ...options.headers,
      ...(validators?.etag ? { 'if-none-match': validators.etag } : {}),
      ...(validators?.lastModified ? { 'if-modified-since': validators.lastModified } : {}),
    },
  };
  return new Promise<IncomingMessage>((done, failed) => {
    const send = url.protocol === 'https:' ? requestHttps : requestHttp;
    send(url, settings, done).on('error', failed).end();
  });
}

async function follow(options: FetchOptions, signal: AbortSignal, tools: SourceFetchTools): Promise<FetchedPage> {
  let { url } = options;
  for (let hops = 0; hops <= maxRedirects; hops += 1) {
    const response = await open(options, url, signal, tools);
    try {
      const status = response.statusCode ?? 0;
      if (status === 304 && options.validators) return { kind: 'notModified' };
      if (status === 200) {
        const text = await readBody(response, url, options.bounds.maxBytes);
        const { etag = null, 'last-modified': lastModified = null } = response.headers;
        return { kind: 'body', text, validators: { etag, lastModified } };
      }
      if (![301, 302, 303, 307, 308].includes(status)) throw statusError(response, url);
      url = redirectTarget(response, url);
    } finally {
      response.destroy();
    }
  }
  throw new SourceError('REDIRECT_REFUSED', `${placeOf(options.url)} redirects more than ${maxRedirects} times`);
}

async function attempt(options: FetchOptions, tools: SourceFetchTools): Promise<FetchedPage> {
  const timeout = AbortSignal.timeout(options.bounds.timeoutMs);
  const either = AbortSignal.any([timeout, options.signal]);
  try {
    return await follow(options, either, tools);
  } catch (error) {
    if (options.signal.aborted) throw new SourceError('STOPPED', 'the service is stopping');
    if (!timeout.aborted) throw failureOf(error, options.url);
    const { timeoutMs } = options.bounds;
    throw new SourceError('TIMEOUT', `${placeOf(options.url)} did not respond within ${timeoutMs} ms`, true);
  }
}

/** Full jitter up to a doubling bound, or the back-off that the source requested. */
function backoffMs(tries: number, error: SourceError, random: number): number {
  const bound = Math.min(firstBackoffMs * 2 ** tries, maxBackoffMs);
  return error.retryAfterMs === null ? bound * random : Math.min(error.retryAfterMs, maxBackoffMs) + bound * random;
}

/** Fetches pages with a timeout, a size limit, pinned addresses, retries and a concurrency limit per host. */
export function createSourceFetch(tools: SourceFetchTools): SourceFetch {
  const hosts = new Cache<Semaphore>({ maxEntries: maxHosts });
  function slotsOf(host: string): Semaphore {
    const entry = hosts.get(host);
    if (entry) return entry;
    const made = new Semaphore(perHost);
    hosts.set(host, made);
    return made;
  }
  return options =>
    slotsOf(options.url.host).run(async () => {
      for (let tries = 0; ; tries += 1) {
        try {
          return await attempt(options, tools);
        } catch (error) {
          const failure = failureOf(error, options.url);
          if (!failure.isTransient || tries + 1 >= maxAttempts) throw failure;
          await tools.sleep(backoffMs(tries, failure, tools.random()), options.signal);
        }
      }
    });
}
