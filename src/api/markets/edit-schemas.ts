import { Cursor, Limit, NextCursor } from '../../http/paging-schemas.js';
import { closed, described, named, Timestamp, type TSchema, Type } from '../../http/schema.js';
import { ResolutionSource } from '../market-data/events/schemas.js';

export const EditsQuery = closed({ cursor: Cursor, limit: Limit(200, 50) });

const Change = <T extends TSchema>(value: T, description: string) =>
  Type.Optional(
    closed(
      { from: described(value, 'Value before the edit.'), to: described(value, 'Value after the edit.') },
      { description },
    ),
  );

const EventEdit = named(
  'EventEdit',
  closed(
    {
      number: Type.Integer({ minimum: 1, description: 'Sequence number of the edit in the arena.' }),
      at: Timestamp({ description: 'When it was changed.' }),
      note: Type.String({
        description: 'The operator’s explanation; empty if there is none.',
        examples: ['The ceremony was postponed by a day.'],
      }),
      changes: closed(
        {
          description: Change(
            Type.String({ examples: ['At least 0.2 mm at Heathrow.'] }),
            'Description before and after.',
          ),
          category: Change(Type.String({ examples: ['weather'] }), 'Category before and after.'),
          tags: Change(Type.Array(Type.String(), { examples: [['london']] }), 'Tags before and after.'),
          resolutionSource: Type.Optional(
            closed(
              { from: ResolutionSource, to: ResolutionSource },
              { description: 'Resolution source and rule before and after.' },
            ),
          ),
          endsAt: Change(Timestamp(), 'End of trading before and after.'),
        },
        { description: 'The fields that changed.' },
      ),
    },
    {
      examples: [
        {
          number: 12,
          at: '2026-03-17T12:00:00.000Z',
          note: 'The ceremony was postponed by a day.',
          changes: { endsAt: { from: '2026-05-01T00:00:00.000Z', to: '2026-05-02T00:00:00.000Z' } },
        },
      ],
    },
  ),
);

export const EventEdits = named(
  'EventEdits',
  closed({
    edits: Type.Array(EventEdit, {
      description: 'Newest first. Title, outcomes and slug never change.',
    }),
    nextCursor: NextCursor,
  }),
);
