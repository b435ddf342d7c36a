import { actorOf } from '../../http/caller.js';
import { throwIfRefused } from '../../http/refusal-error.js';
import type { RequestContext } from '../../http/request-context.js';
import { auditBooks } from '../../operations/exchange/audit-books.js';
import { setTrading } from '../../operations/exchange/set-trading.js';

export function tradingHandler(paused: boolean) {
  return async (_input: unknown, { services, caller }: RequestContext) => {
    const { at } = throwIfRefused(await setTrading(services, paused, actorOf(caller)));
    return { tradingPaused: paused, changedAt: new Date(at).toISOString() };
  };
}

export async function getAudit(_input: unknown, { services }: RequestContext) {
  const startedAt = performance.now();
  const audit = await auditBooks(services);
  const milliseconds = Math.round(performance.now() - startedAt);
  return { ...audit, checkedAt: new Date(services.clock()).toISOString(), milliseconds };
}
