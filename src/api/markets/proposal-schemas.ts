import { maxLinkLength } from '../../domain/links.js';
import { challengeHoursBounds } from '../../domain/markets/proposal.js';
import { Cursor, Limit, NextCursor } from '../../http/paging-schemas.js';
import { Handle } from '../../http/player-schemas.js';
import { replayMembers } from '../../http/response/replay.js';
import { closed, exactlyOne, named, ruled, Timestamp, Type } from '../../http/schema.js';
import { EventSchema } from '../market-data/events/schemas.js';
import { decisionMembers } from './schemas.js';

export const ProposeRequest = named(
  'ProposeRequest',
  ruled(
    closed(
      {
        ...decisionMembers,
        evidence: closed(
          {
            url: Type.String({
              maxLength: maxLinkLength,
              description: 'Page that shows the outcome: http or https; empty if there is none.',
              examples: ['https://www.metoffice.gov.uk/observations'],
            }),
            quote: Type.String({
              minLength: 1,
              maxLength: 1000,
              description: 'Decisive words or figures.',
              examples: ['Rainfall: 4.2 mm'],
            }),
          },
          { description: 'Evidence for the proposal.' },
        ),
        challengeHours: Type.Optional(
          Type.Number({
            minimum: challengeHoursBounds.min,
            maximum: challengeHoursBounds.max,
            default: challengeHoursBounds.default,
            description: 'Hours during which people can dispute it; without a dispute it then becomes final.',
          }),
        ),
      },
      {
        description: 'Exactly one of winningOutcomeIndex and payoutBps.',
        examples: [
          {
            winningOutcomeIndex: 0,
            source: 'https://www.metoffice.gov.uk',
            evidence: { url: 'https://www.metoffice.gov.uk/observations', quote: 'Rainfall: 4.2 mm' },
            challengeHours: 24,
          },
        ],
      },
    ),
    exactlyOne('winningOutcomeIndex', 'payoutBps'),
  ),
);

export const DisputeRequest = named(
  'DisputeRequest',
  closed({
    reason: Type.String({
      minLength: 10,
      maxLength: 2000,
      description: 'Why the proposed resolution is wrong, with a source.',
      examples: ['The station at Heathrow reports 0.0 mm; the quoted figure is from Kew.'],
    }),
  }),
);

const Dispute = named(
  'Dispute',
  closed({
    id: Type.String({ description: 'Id of the dispute.', examples: ['dsp_01kx3v7p9ye1f8m2q4s6t8v0wz'] }),
    proposal: Type.Integer({
      minimum: 1,
      description: 'Number of the disputed proposal, starting at 1.',
    }),
    handle: Handle,
    reason: Type.String({
      description: 'Reason given; empty if the person has left the arena.',
      examples: ['The station at Heathrow reports 0.0 mm; the quoted figure is from Kew.'],
    }),
    at: Timestamp({ description: 'When it was filed.' }),
  }),
);

export const FiledDispute = named(
  'FiledDispute',
  closed({
    dispute: Dispute,
    ...replayMembers('true: it was already filed, and nothing has changed.'),
    event: EventSchema,
  }),
);

export const DisputeList = named(
  'DisputeList',
  closed({
    disputes: Type.Array(Dispute, { description: 'Newest first.' }),
    nextCursor: NextCursor,
  }),
);

export const DisputesQuery = closed({ cursor: Cursor, limit: Limit(200, 50) });
