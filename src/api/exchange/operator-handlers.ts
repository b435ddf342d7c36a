import { isoTime } from '../../domain/iso-time.js';
import { actorOf } from '../../http/caller.js';
import { throwIfRefused } from '../../http/refusal-error.js';
import type { RequestContext } from '../../http/request-context.js';
import type { RouteInput } from '../../http/route.js';
import { listAudits, runAudit } from '../../operations/exchange/audit-books.js';
import { setTrading } from '../../operations/exchange/set-trading.js';
import type { AuditHistoryQuery, TradingRequest } from './operator-schemas.js';

type TradingInput = RouteInput<{ body: typeof TradingRequest; bodyOptional: true }>;

export function tradingHandler(paused: boolean) {
  return async ({ body }: TradingInput, { services, caller }: RequestContext) => {
    const reason = body?.note?.trim() ?? '';
    const { at } = throwIfRefused(await setTrading(services, paused, reason, actorOf(caller)));
    return { tradingPaused: paused, changedAt: new Date(at).toISOString() };
  };
}

export async function getAudit(_input: unknown, { services, caller }: RequestContext) {
  const {
    at,
    startedBy: _startedBy,
    ...audit
  } = await runAudit({ ...services, stopwatch: () => performance.now() }, actorOf(caller));
  return { ...audit, checkedAt: isoTime(at) };
}

export async function getAuditHistory(
  { query }: RouteInput<{ query: typeof AuditHistoryQuery }>,
  { services }: RequestContext,
) {
  const audits = await listAudits(services, query.limit ?? 60);
  return { audits: audits.map(audit => ({ ...audit, at: isoTime(audit.at) })) };
}
