import { Cursor, Limit } from '../../http/paging-schemas.js';
import { closed, oneOf, Type } from '../../http/schema.js';
import { listFilters } from '../market-data/events/parameters.js';
import { activityKinds, ClientIdFilter, EventReference, orderStatuses } from './schemas.js';

export const OrderParams = closed({
  orderId: Type.String({
    pattern: '^ord_[0-9a-z]{26}$',
    description: 'Id of one of your orders.',
    examples: ['ord_01kx3v7p9ye1f8m2q4s6t8v0wz'],
  }),
});

export const OrdersQuery = closed({
  status: Type.Optional(oneOf([...orderStatuses, 'all'], { description: 'Default: open; with clientOrderId: all.' })),
  eventSlug: Type.Optional(EventReference),
  clientOrderId: Type.Optional(ClientIdFilter('Only the order with this client id.')),
  limit: Limit(200, 50),
  cursor: Cursor,
});

export const CancelQuery = closed({ eventSlug: Type.Optional(EventReference) });

export const PositionsQuery = closed({
  status: Type.Optional(
    oneOf(['open', 'settled', 'all'], {
      default: 'open',
      description: 'settled: paid by the current resolution. While an event is settling, unpaid positions are open.',
    }),
  ),
  practice: Type.Optional(
    Type.Boolean({ default: false, description: 'true: positions in practice events; false: in all others.' }),
  ),
  limit: Limit(200, 50),
  cursor: Cursor,
});

export const ActivityQuery = closed({
  kind: Type.Optional(oneOf(activityKinds, { description: 'Only entries of this kind.' })),
  practice: Type.Optional(
    Type.Boolean({
      default: false,
      description: 'true: entries of the practice account; false: of the main account.',
    }),
  ),
  limit: Limit(200, 50),
  cursor: Cursor,
});

export const DiscoveryQuery = closed({ ...listFilters, limit: Limit(100, 20) });
