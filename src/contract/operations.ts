import { isRead, type Route } from '../api/route.js';

/** One line for each operation: what a client needs to choose it, and no more. */
export interface OperationSummary {
  readonly operationId: string;
  readonly method: string;
  readonly path: string;
  readonly aliases: readonly string[];
  readonly area: string;
  readonly summary: string;
  readonly auth: string;
  readonly scope: string | null;
  readonly effect: 'read' | 'write';
  readonly budget: string;
  readonly idempotency: string | null;
  readonly tool: string | null;
}

function idempotencyOf({ idempotency, request }: Route): string | null {
  if (idempotency !== undefined) return 'Idempotency-Key';
  const members = Object.keys((request?.body as { properties?: object } | undefined)?.properties ?? {});
  return members.find(name => name === 'clientOrderId' || name === 'clientForecastId') ?? null;
}

export function buildOperations(routes: readonly Route[]): OperationSummary[] {
  return routes.map(route => ({
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
