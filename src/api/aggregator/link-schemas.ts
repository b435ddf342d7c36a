import { Cursor, Limit, NextCursor } from '../../http/paging-schemas.js';
import { closed, named, nullable, oneOf, Timestamp, Type } from '../../http/schema.js';
import { AggregatorMarket } from './schemas.js';

const linkStatuses = ['suggested', 'confirmed', 'rejected'] as const;

export const LinksQuery = closed({
  status: Type.Optional(oneOf(linkStatuses, { default: 'suggested', description: 'Only links with this status.' })),
  cursor: Cursor,
  limit: Limit(100, 50),
});

export const LinkPath = closed({
  id: Type.String({
    minLength: 1,
    maxLength: 60,
    description: 'Id of the link.',
    examples: ['lnk_01kx3v7p9ye1f8m2q4s6t8v0wz'],
  }),
});

export const SetLinkRequest = named(
  'SetVenueLinkRequest',
  closed(
    { confirmed: Type.Boolean({ description: 'Whether both markets ask the same question.', examples: [true] }) },
    { description: 'An operator’s decision about a link.', examples: [{ confirmed: true }] },
  ),
);

export const CreateLinkRequest = named(
  'CreateVenueLinkRequest',
  closed(
    {
      marketIds: Type.Array(Type.String({ minLength: 1, maxLength: 60 }), {
        minItems: 2,
        maxItems: 2,
        description: 'Two markets in the feed, from different sources.',
        examples: [['evt_01kx3v7p9ye1f8m2q4s6t8v0wz', 'vmk_01kx3v7p9ye1f8m2q4s6t8v0wz']],
      }),
    },
    { description: 'Two markets that ask the same question.' },
  ),
);

const VenueLink = named(
  'VenueLink',
  closed(
    {
      id: Type.String({ description: 'Id of the link.', examples: ['lnk_01kx3v7p9ye1f8m2q4s6t8v0wz'] }),
      score: Type.Number({
        minimum: 0,
        maximum: 1,
        description: 'Similarity of the two questions, from 0 to 1.',
        examples: [0.87],
      }),
      status: oneOf(linkStatuses, { description: 'A rejected pair is not suggested again.' }),
      suggestedAt: Timestamp({ description: 'When the pair was suggested or linked.' }),
      decidedAt: nullable(Timestamp({ description: 'When an operator last confirmed or rejected it.' })),
      decidedBy: nullable(Type.String({ description: 'Operator who made the last decision.', examples: ['operator'] })),
      markets: Type.Array(AggregatorMarket, { description: 'Both markets in their current state.' }),
    },
    { description: 'The same question on two venues.' },
  ),
);

export const LinkReply = named('VenueLinkReply', closed({ link: VenueLink }, { description: 'One link.' }));

export const LinksReply = named(
  'VenueLinks',
  closed(
    { links: Type.Array(VenueLink, { description: 'Highest score first.' }), nextCursor: NextCursor },
    { description: 'A page of links.' },
  ),
);
