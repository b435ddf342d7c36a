import { maxLinkLength } from '../../domain/links.js';
import { challengeHoursBounds } from '../../domain/markets/proposal.js';
import { Cursor, Limit, NextCursor } from '../../http/paging-schemas.js';
import { Handle } from '../../http/player-schemas.js';
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
              description: 'Page that shows the answer: http or https; empty if there is none.',
              examples: ['https://www.metoffice.gov.uk/observations'],
            }),
            quote: Type.String({
              minLength: 1,
              maxLength: 1000,
              description: 'The words or figures that decide.',
              examples: ['Rainfall: 4.2 mm'],
            }),
          },
          { description: 'What the proposal is based on.' },
        ),
        challengeHours: Type.Optional(
          Type.Number({
            minimum: challengeHoursBounds.min,
            maximum: challengeHoursBounds.max,
            default: challengeHoursBounds.default,
            description: 'How long people can dispute it; without a dispute it is final then.',
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
      description: 'Why the proposed answer is wrong, with the source that shows it.',
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
      description: 'The proposal of the event that it is against, counted from 1.',
    }),
    handle: Handle,
    reason: Type.String({
      description: 'What the person wrote; empty if they have left the arena.',
      examples: ['The station at Heathrow reports 0.0 mm; the quoted figure is from Kew.'],
    }),
    at: Timestamp({ description: 'When it was filed.' }),
  }),
);

export const FiledDispute = named(
  'FiledDispute',
  closed({
    dispute: Dispute,
    replayed: Type.Boolean({ description: 'true: it was filed before, and nothing has changed.' }),
    event: EventSchema,
  }),
);

export const DisputeList = named(
  'DisputeList',
  closed({
    disputes: Type.Array(Dispute, { description: 'The newest first.' }),
    nextCursor: NextCursor,
  }),
);

export const DisputesQuery = closed({ cursor: Cursor, limit: Limit(200, 50) });
