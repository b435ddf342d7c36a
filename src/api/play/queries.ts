import { closed, oneOf, Type } from '../schema.js';
import {
  activityKinds,
  ClientId,
  Cursor,
  EventReference,
  eventSorts,
  eventStatuses,
  orderStatuses,
} from './schemas.js';

export const OrderParams = closed({
  orderId: Type.String({ pattern: '^ord_[0-9a-z]{26}$', description: 'The id of one of your orders.' }),
});

export const OrdersQuery = closed({
  status: Type.Optional(oneOf([...orderStatuses, 'all'], { description: 'Default: open; with clientOrderId: all.' })),
  eventSlug: Type.Optional(EventReference),
  clientOrderId: Type.Optional(ClientId),
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 200, default: 50 })),
  cursor: Cursor,
});

export const CancelQuery = closed({ eventSlug: Type.Optional(EventReference) });

export const PositionsQuery = closed({
  status: Type.Optional(oneOf(['open', 'settled', 'all'], { default: 'open' })),
});

export const ActivityQuery = closed({
  kind: Type.Optional(oneOf(activityKinds)),
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 200, default: 50 })),
  cursor: Cursor,
});

export const DiscoveryQuery = closed({
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 100, default: 20 })),
  status: Type.Optional(oneOf(eventStatuses, { default: 'active' })),
  q: Type.Optional(
    Type.String({ minLength: 1, maxLength: 100, description: 'Words of the title, description or slug.' }),
  ),
  category: Type.Optional(Type.String({ minLength: 1, maxLength: 60 })),
  sort: Type.Optional(oneOf(eventSorts, { default: 'volume' })),
  cursor: Cursor,
});
