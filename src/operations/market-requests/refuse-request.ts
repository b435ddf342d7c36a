import { type Refusal, refuse } from '../../domain/refusal.js';
import type { MarketRequest } from '../../store/market-requests/interface.js';

export function unknownRequest(id: string, field = 'id'): Refusal {
  return refuse('NOT_FOUND', `Market request ${id.slice(0, 60)} not found.`, { field });
}

export function notOpen({ id, status, eventSlug }: MarketRequest): Refusal {
  const event = eventSlug === null ? '' : ` (event ${eventSlug})`;
  return refuse('REQUEST_NOT_OPEN', `Market request ${id} is ${status}${event}, not open.`, {
    field: 'id',
    extra: { status, ...(eventSlug === null ? {} : { eventSlug }) },
  });
}
