import { replayMembers } from '../../http/response/replay.js';
import { closed, named, Type } from '../../http/schema.js';
import { EventSchema } from '../market-data/events/schemas.js';

export const FixtureParams = closed({
  id: Type.String({
    maxLength: 40,
    description: 'Identifier of the fixture, from the feed.',
    examples: ['fix_01kx3v7p9ye1f8m2q4s6t8v0wz'],
  }),
});

export const OpenMarketRequest = closed({
  liquidityCredits: Type.Optional(
    Type.Number({
      minimum: 100,
      maximum: 1_000_000,
      default: 1_000,
      description: 'Liquidity b of the market maker, in credits.',
      examples: [1000],
    }),
  ),
});

export const OpenedMarket = named(
  'FixtureMarket',
  closed(
    {
      event: EventSchema,
      ...replayMembers('Whether the fixture already had its event.'),
    },
    { description: 'The event on the winner of a fixture.' },
  ),
);
