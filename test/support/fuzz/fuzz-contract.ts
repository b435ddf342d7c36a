import { pick, type Random, seededRandom } from '../../../src/engine/testing/random-orders.js';
import type { CheckedReply, ContractCheck } from '../contract-check.js';
import { KnownValues } from './known-values.js';
import {
  type FuzzDocument,
  type FuzzOperation,
  type FuzzRequest,
  operationsOf,
  RequestMaker,
} from './request-maker.js';

/** A credential as headers, and its security schemes; none if the service must reject it. */
export interface FuzzCredential {
  readonly name: string;
  readonly schemes: readonly string[];
  readonly headers: Record<string, string>;
}

interface FuzzOptions {
  readonly url: string;
  readonly document: FuzzDocument;
  readonly check: ContractCheck;
  readonly requests: number;
  readonly seed: number;
  /** Called again whenever one is lost, because requests exhaust budgets, sign out and delete accounts. */
  credentials(known: KnownValues): Promise<readonly FuzzCredential[]>;
  /** Called between requests, for example to end a trading pause. */
  restore(known: KnownValues): Promise<void>;
}

export interface FuzzResult {
  readonly requests: number;
  /** Requests whose credential the operation accepted. */
  readonly authenticated: number;
  readonly statuses: Readonly<Record<string, number>>;
  readonly operations: number;
  /** Operations without a successful request. */
  readonly neverSucceeded: readonly string[];
  readonly faults: readonly string[];
}

/** Codes with a 5xx status that a correct service may return. */
const expectedCodes = ['TRADING_PAUSED', 'LIVE_TRADING_DISABLED'];
const requestsPerCredentials = 500;
/** Signing up costs more than a request, so lost credentials are replaced at most this often. */
const minRequestsPerCredentials = 25;
const maxFaults = 20;
const maxResponseMs = 30_000;

/** Sends requests generated from the contract one after another and checks each response against it. */
export async function fuzzContract(options: FuzzOptions): Promise<FuzzResult> {
  const random = seededRandom(options.seed);
  const known = new KnownValues(random);
  const maker = new RequestMaker(options.document, random, known);
  const operations = operationsOf(options.document);
  // Operations that check credentials are chosen more often, so that most requests get past them.
  const weighted = operations.flatMap(each => (each.schemes.length > 0 ? [each, each, each] : [each]));
  const statuses: Record<string, number> = {};
  const succeeded = new Set<FuzzOperation>();
  const faults: string[] = [];
  let credentials = await options.credentials(known);
  let credentialsUsed = 0;
  let isLost = false;
  let authenticated = 0;
  for (let sent = 0; sent < options.requests && faults.length < maxFaults; sent += 1) {
    if (credentialsUsed >= (isLost ? minRequestsPerCredentials : requestsPerCredentials)) {
      credentials = await options.credentials(known);
      credentialsUsed = 0;
      isLost = false;
    }
    credentialsUsed += 1;
    if (sent % 50 === 0) await options.restore(known);
    const operation = pick(random, weighted);
    const credential = chooseCredential(random, operation, credentials);
    known.actAs(credential.name);
    const made = maker.make(operation);
    const request = { ...made, headers: { ...credential.headers, ...made.headers } };
    const reply = await send(options.url, request).catch((error: Error) => error);
    if (reply instanceof Error) {
      faults.push(
        `request ${sent} as ${credential.name}: ${reply.message} ${reply.cause ?? ''}\n  ${shownRequest(request)}`,
      );
      continue;
    }
    statuses[reply.status] = (statuses[reply.status] ?? 0) + 1;
    const fits = credential.schemes.some(scheme => operation.schemes.includes(scheme));
    if (fits && reply.status === 401) isLost = true;
    if (fits && reply.status !== 401 && reply.status !== 403) authenticated += 1;
    if (reply.status < 300) succeeded.add(operation);
    const fault = faultOf(options.check, request, reply);
    if (fault) faults.push(`request ${sent} as ${credential.name}: ${fault}`);
    else if (reply.status < 300 && reply.isJson) known.collect(JSON.parse(reply.text));
  }
  const neverSucceeded = operations.filter(each => !succeeded.has(each)).map(({ method, path }) => `${method} ${path}`);
  const requests = Object.values(statuses).reduce((sum, count) => sum + count, 0);
  return { requests, authenticated, statuses, operations: operations.length, neverSucceeded, faults };
}

function chooseCredential(
  random: Random,
  { schemes }: FuzzOperation,
  credentials: readonly FuzzCredential[],
): FuzzCredential {
  const fitting = credentials.filter(credential => credential.schemes.some(scheme => schemes.includes(scheme)));
  return fitting.length > 0 && random() < 0.9 ? pick(random, fitting) : pick(random, credentials);
}

interface FuzzReply extends CheckedReply {
  readonly isJson: boolean;
}

async function send(url: string, { method, path, headers, body }: FuzzRequest): Promise<FuzzReply> {
  const stop = new AbortController();
  const timer = setTimeout(() => stop.abort(new Error(`no response within ${maxResponseMs} ms`)), maxResponseMs);
  try {
    return await receive(
      await fetch(url + path, { method, headers, body, redirect: 'manual', signal: stop.signal }),
      stop,
    );
  } finally {
    clearTimeout(timer);
  }
}

async function receive(response: Response, stop: AbortController): Promise<FuzzReply> {
  const type = response.headers.get('content-type') ?? '';
  const { status } = response;
  // A stream does not end: only its status and headers are checked.
  if (type.startsWith('text/event-stream')) {
    stop.abort();
    return { status, headers: response.headers, text: '', isJson: false };
  }
  const text = await response.text();
  return { status, headers: response.headers, text, isJson: type.startsWith('application/json') && text !== '' };
}

function shownRequest({ method, path, headers, body }: FuzzRequest): string {
  const type = JSON.stringify(headers['content-type'] ?? null);
  return `${method} ${path.slice(0, 300)} ${type} ${body?.slice(0, 200) ?? ''}`;
}

/** Describes the problem of a response; null if it is valid. */
function faultOf(check: ContractCheck, request: FuzzRequest, reply: FuzzReply): string | null {
  const { method, path } = request;
  const shown = shownRequest(request);
  // A response to HEAD has no body, so a retired operation is identified by its header.
  const isRetired = method === 'HEAD' && reply.headers.get('retry-after') === '86400';
  if (reply.status >= 500 && !isRetired && !expectedCodes.some(code => reply.text.includes(`"${code}"`)))
    return `${reply.status} ${reply.text.slice(0, 300)}\n  ${shown}`;
  try {
    check.check(method, path.split('?')[0], reply);
    return null;
  } catch (error) {
    return `${error instanceof Error ? error.message.slice(0, 700) : error}\n  ${shown}`;
  }
}
