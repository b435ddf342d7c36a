import { planTerms } from '../../kernel/plans.js';
import type { RateLimits } from '../budgets/rate-limits.js';
import { requirePlayer } from '../caller.js';
import { ApiError } from '../errors.js';
import { budgets } from '../limits.js';
import type { HttpExchange } from '../response/http-exchange.js';
import { perServices } from '../response/reply-bytes.js';
import {
  callersOf,
  callHandler,
  type HttpServices,
  isForOperators,
  isRead,
  type RequestContext,
  type RequestOrigin,
  type Route,
} from '../route.js';
import type { WriteBudgetName, WriteIdentity } from '../write-outcome.js';
import {
  budgetState,
  type CountedOutcome,
  createWriteCounter,
  isUnfinished,
  isWriteBudget,
  respondToWrite,
  unfinishedError,
  WriteResult,
} from '../write-result.js';
import { checkSameSite, requireCaller } from './credentials.js';
import { addressKey, type HttpRequest } from './http-app.js';
import { readIdempotencyKey, readIdentities, requireIdempotencyKey, runStored } from './idempotency.js';
import { compileInput } from './read-input.js';

type RouteBudget = ReturnType<typeof createRouteBudget>;

/** Charges writes that never reached their transaction to a player's budget. */
export type CountWrites = (playerId: string, name: WriteBudgetName, count: number) => Promise<CountedOutcome>;

/** What runs the handler of a route, apart from the route. */
interface InvokerParts {
  readonly services: HttpServices;
  readonly countWrites: CountWrites;
}

/** Runs the steps after authentication: permission, validation, idempotency, budget, handler. */
export function createInvoker(route: Route, { services: shared, countWrites }: InvokerParts, budget: RouteBudget) {
  const publicOrigin = new URL(shared.settings.publicUrl).origin;
  const services = isForOperators(route) ? operatorServices(shared) : shared;
  const browsersMayWrite = !isRead(route) && route.auth !== 'none' && callersOf(route).some(kind => kind !== 'agent');
  const call =
    route.countedIn === 'transaction' && isWriteBudget(route.bucket)
      ? createCountedWrite(route, { services, countWrites }, budget, route.bucket)
      : createPlainCall(route, services, budget);

  return (exchange: HttpExchange, request: HttpRequest): unknown => {
    const { caller } = exchange;
    requireCaller(route, caller);
    if (browsersMayWrite && (caller.kind === 'person' || caller.kind === 'anonymous')) {
      checkSameSite(request.headers, publicOrigin);
    }
    return call(exchange, request);
  };
}

function lastEventIdOf({ headers }: HttpRequest): string | null {
  const header = headers['last-event-id'];
  return typeof header === 'string' ? header : null;
}

function originOf({ ip, headers, raw }: HttpRequest): RequestOrigin {
  const header = (name: string) => {
    const value = headers[name];
    return typeof value === 'string' ? value : undefined;
  };
  return { peer: raw.socket?.remoteAddress, ip, header };
}

function contextOf(
  services: HttpServices,
  exchange: HttpExchange,
  request: HttpRequest,
  identities: readonly WriteIdentity[] = [],
): RequestContext {
  const { caller, requestId, budget, within } = exchange;
  return {
    services: within?.services ?? services,
    caller,
    requestId,
    clientAddress: () => addressKey(request.ip),
    origin: () => originOf(request),
    budget,
    idempotencyKey: () => readIdempotencyKey(request.headers['idempotency-key']),
    lastEventId: () => lastEventIdOf(request),
    identities,
    writes: null,
  };
}

async function countRefused(
  exchange: HttpExchange,
  countWrites: CountWrites,
  name: WriteBudgetName,
  count: number,
): Promise<void> {
  const outcome = await countWrites(requirePlayer(exchange.caller).playerId, name, count);
  if ('budget' in outcome && outcome.budget) exchange.budget = budgetState(name, outcome.budget);
  if (isUnfinished(outcome)) throw unfinishedError(outcome, name);
}

/** Runs a write whose transaction counts it and binds its id; an earlier rejection is counted here. */
function createCountedWrite(
  route: Route,
  { services, countWrites }: InvokerParts,
  budget: RouteBudget,
  name: WriteBudgetName,
) {
  const readInput = compileInput(route);
  const scope = typeof route.idempotency === 'object' ? route.idempotency : null;
  const writesIn = createWriteCounter(route);

  return async (exchange: HttpExchange, request: HttpRequest): Promise<unknown> => {
    let result: unknown;
    try {
      const input = readInput(request);
      const identities = scope ? readIdentities(scope, input.body, request.headers['idempotency-key']) : [];
      result = await callHandler(route, input, contextOf(services, exchange, request, identities));
    } catch (error) {
      if (error instanceof ApiError) {
        await countRefused(exchange, countWrites, name, writesIn(request));
      }
      throw error;
    }
    if (!(result instanceof WriteResult)) throw new Error(`route ${route.id} must return a WriteResult`);
    return respondToWrite(route, name, result, {
      reportBudget: state => {
        exchange.budget = state;
      },
      takeRead: () => budget.takeRead(exchange, request),
    });
  };
}

/** Runs a write whose stored result serves its replays, or any request without an idempotency key. */
function createPlainCall(route: Route, services: HttpServices, budget: RouteBudget) {
  const readInput = compileInput(route);

  function storageKey(request: HttpRequest): string | null {
    const header = request.headers['idempotency-key'];
    if (route.idempotency === 'header') return requireIdempotencyKey(header);
    return route.idempotency === 'optional' ? readIdempotencyKey(header) : null;
  }

  return (exchange: HttpExchange, request: HttpRequest): unknown => {
    const key = storageKey(request);
    if (key === null) {
      budget.take(exchange, request);
      const input = readInput(request);
      if (route.units) budget.takeRest(exchange, request, route.units(input as never));
      return callHandler(route, input, contextOf(services, exchange, request));
    }
    return runStored({
      route,
      key,
      input: readInput(request),
      context: contextOf(services, exchange, request),
      takeBudget: () => budget.take(exchange, request),
      takeRead: () => budget.takeRead(exchange, request),
    });
  };
}

/** An operator must be able to act on a full disk, first of all to pause trading. */
const operatorServices = perServices((services: HttpServices) => ({
  ...services,
  store: services.store.withReserve(),
}));

/** The parts of a request that budgets depend on. */
export type ClientAddress = Pick<HttpRequest, 'ip'>;

/**
 * Returns the budget that a request to this route is charged to. An agent pays for everything itself. Reads of a
 * signed-in person count for the client address, so that pages stay live, and only writes for the person. All other
 * requests count for the client address.
 */
export function createRouteBudget({ bucket, auth }: Route, limits: RateLimits) {
  const byAddress = bucket !== 'none' && budgets[bucket].per === 'address';

  function takeRead(exchange: HttpExchange, request: ClientAddress): void {
    const { caller } = exchange;
    if (caller.kind === 'agent') exchange.budget = limits.take('reads', caller.playerId);
    else exchange.budget = limits.take('address', addressKey(request.ip));
  }

  return {
    takeRead,
    take(exchange: HttpExchange, request: ClientAddress): void {
      if (bucket === 'none') return;
      const { caller } = exchange;
      if (caller.kind === 'agent') {
        const multiplier = typeof auth === 'object' ? planTerms[caller.plan].readMultiplier : 1;
        exchange.budget = limits.take(byAddress ? 'reads' : bucket, caller.playerId, multiplier);
      } else if (byAddress) exchange.budget = limits.take(bucket, addressKey(request.ip));
      else if (caller.kind === 'person' && bucket !== 'reads') exchange.budget = limits.take(bucket, caller.playerId);
      else exchange.budget = limits.take('address', addressKey(request.ip));
    },
    /** Charges the cost beyond the first unit. An agent pays one read for every request. */
    takeRest(exchange: HttpExchange, request: ClientAddress, units: number): void {
      if (units <= 1 || bucket === 'none' || exchange.caller.kind === 'agent') return;
      exchange.budget = limits.take('address', addressKey(request.ip), 1, units - 1);
    },
    /** A request that is rejected before it is charged costs a read: guessing keys is not free. */
    takeRefused(exchange: HttpExchange, request: ClientAddress): void {
      if (bucket !== 'none' && exchange.budget === null) takeRead(exchange, request);
    },
  };
}
