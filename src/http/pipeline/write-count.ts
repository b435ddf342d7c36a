import type { Route } from '../route.js';
import type { HttpRequest } from './http-app.js';

interface ListSchema {
  readonly properties?: Readonly<Record<string, { readonly maxItems?: number } | undefined>>;
}

/** Parses a body that validation may have rejected; null if it is not JSON. */
function parsedBody({ body }: HttpRequest): unknown {
  if (!(body instanceof Uint8Array)) return null;
  try {
    return JSON.parse(Buffer.from(body).toString('utf8'));
  } catch {
    return null;
  }
}

/**
 * Returns the function that counts the writes in a rejected request: the items of a batch, which cost as much as if
 * sent separately, up to the maximum batch size; otherwise one.
 */
export function createWriteCounter({ idempotency, request }: Route): (sent: HttpRequest) => number {
  const list = typeof idempotency === 'object' ? idempotency.list : undefined;
  if (list === undefined) return () => 1;
  const maxItems = (request?.body as ListSchema | undefined)?.properties?.[list]?.maxItems;
  if (maxItems === undefined) throw new Error(`the list ${list} of a batch must have maxItems`);
  return sent => {
    const body = parsedBody(sent) as Readonly<Record<string, unknown>> | null;
    const items = typeof body === 'object' ? body?.[list] : null;
    return Array.isArray(items) ? Math.min(Math.max(items.length, 1), maxItems) : 1;
  };
}
