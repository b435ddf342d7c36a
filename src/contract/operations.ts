import { isRead, type Route } from '../http/route.js';
import type { OperationSummary } from '../http/services.js';

function idempotencyOf({ idempotency }: Route): string | null {
  if (idempotency === undefined) return null;
  if (typeof idempotency === 'string') return 'Idempotency-Key';
  return idempotency.list === undefined ? idempotency.clientId : null;
}

/** The operations that a caller can use; retired ones are only in the contract. */
export function buildOperations(routes: readonly Route[]): OperationSummary[] {
  const available = routes.filter(route => !route.deprecated);
  return available.map(route => ({
    operationId: route.id,
    method: route.method,
    path: route.path,
    aliases: route.aliases ?? [],
    area: route.area,
    summary: route.summary,
    auth: typeof route.auth === 'object' ? 'scope' : route.auth,
    scope: typeof route.auth === 'object' ? route.auth.scope : null,
    effect: isRead(route) ? 'read' : 'write',
    budget: route.bucket,
    idempotency: isRead(route) ? null : idempotencyOf(route),
    tool: route.tool?.name ?? null,
  }));
}
