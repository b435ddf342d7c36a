import type { RateLimits } from '../budgets/rate-limits.js';
import { budgets } from '../limits.js';
import { planTerms } from '../plans.js';
import type { HttpExchange } from '../response/http-exchange.js';
import type { Route } from '../route.js';
import { addressKey } from './client-ip.js';
import type { HttpRequest } from './http-app.js';

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
