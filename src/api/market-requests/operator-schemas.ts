import { closed, named, Type } from '../../http/schema.js';
import { EventSchema } from '../market-data/events/schemas.js';
import { CreateEventRequest } from '../markets/schemas.js';
import { MarketRequestSchema, RequestId, replayMark } from './request-schemas.js';

const { title, outcomes, description, category, endsAt, resolutionSource, ...optional } = CreateEventRequest.properties;

export const LaunchMarketRequest = named(
  'LaunchMarketRequest',
  closed(
    {
      title: Type.Optional(title),
      description: Type.Optional(description),
      category: Type.Optional(category),
      outcomes: Type.Optional(outcomes),
      endsAt: Type.Optional(endsAt),
      resolutionSource: Type.Optional(resolutionSource),
      ...optional,
    },
    {
      description:
        'Members of the event that differ from the draft of the request. endsAt and resolutionSource are required if the request does not specify them.',
      examples: [{ slug: 'rain-at-heathrow-on-1-may', liquidityCredits: 1000 }],
    },
  ),
);

export const MarketRequestLaunched = named(
  'MarketRequestLaunched',
  closed({ request: MarketRequestSchema, event: EventSchema, ...replayMark }),
);

const reason = Type.String({
  minLength: 3,
  maxLength: 1000,
  pattern: '^\\S(.*\\S)?$',
  description: 'Reason; public, and sent to the requester.',
  examples: ['The source stopped publishing this number in 2025.'],
});

export const DeclineMarketRequest = named('DeclineMarketRequest', closed({ reason }));

export const MergeMarketRequest = named(
  'MergeMarketRequest',
  closed(
    {
      requestId: Type.Optional({ ...RequestId, description: 'The request that it duplicates; its votes move there.' }),
      eventSlug: Type.Optional(
        Type.String({
          minLength: 1,
          maxLength: 80,
          description: 'Slug or eventPubkey of the event that it duplicates.',
          examples: ['rain-at-heathrow-on-1-may'],
        }),
      ),
      reason: Type.Optional(reason),
    },
    {
      description: 'Exactly one of requestId and eventSlug.',
      examples: [{ requestId: 'mrq_01kx3v7p9ye1f8m2q4s6t8v0wz' }],
    },
  ),
);
