import { marketStatuses } from '../../domain/market-status.js';
import { maxWords } from '../../domain/search/words.js';
import { closed, named, nullable, oneOf, Timestamp, Type } from '../../http/schema.js';
import { PubkeyMember, SlugMember } from '../market-data/events/member-schemas.js';

export const SearchQuery = closed({
  q: Type.String({
    minLength: 1,
    maxLength: 200,
    description: `Words, each matched at least as a word prefix; any other character separates words. Of more than ${maxWords} distinct words, the first ${maxWords} significant ones are searched for. Typos are tolerated.`,
    examples: ['rain lond'],
  }),
  kind: Type.Optional(
    oneOf(['events', 'help', 'all'], {
      default: 'all',
      description: 'events: markets. help: sections of the documentation.',
    }),
  ),
  limit: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: 200,
      default: 50,
      description: 'Maximum number of hits of each kind. Narrow q to see others.',
    }),
  ),
});

const Highlights = (fields: readonly string[]) =>
  Type.Array(
    closed({
      field: oneOf(fields, { description: 'Member of the hit that holds the match.' }),
      start: Type.Integer({ minimum: 0, description: 'Zero-based start of the match.' }),
      length: Type.Integer({ minimum: 1, description: 'Length of the match.' }),
    }),
    { description: 'Matches of words of q, in UTF-16 code units as in JavaScript; at most 20 per field.' },
  );

const shared = {
  title: Type.String({
    description: 'Title of the event or of the section.',
    examples: ['Will it rain in London on 1 May 2026?'],
  }),
  snippet: Type.String({
    description: 'Excerpt around the first match.',
    examples: ['At least 0.2 mm at Heathrow between 00:00 and 24:00 UTC.'],
  }),
  highlights: Highlights(['title', 'snippet']),
  score: Type.Number({ minimum: 0, description: 'Comparable only within one list of one response.' }),
};

const EventHit = named(
  'EventHit',
  closed(
    {
      ...shared,
      slug: SlugMember,
      eventPubkey: PubkeyMember,
      category: Type.String({ description: 'Category of the event.', examples: ['weather'] }),
      tags: Type.Array(Type.String(), { description: 'Keywords of the event.', examples: [['london']] }),
      status: oneOf(marketStatuses, {
        description: 'Current status of the market; opening and closing times are applied at request time.',
      }),
      endsAt: Timestamp({ description: 'When trading ends.' }),
      outcomes: Type.Array(Type.String(), {
        description: 'Labels of the outcomes, by index.',
        examples: [['Yes', 'No']],
      }),
      url: Type.String({
        description: 'Page of the event.',
        examples: ['https://presage.example/events/rain-in-london-on-1-may'],
      }),
    },
    {
      examples: [
        {
          title: 'Will it rain in London on 1 May 2026?',
          snippet: 'At least 0.2 mm at Heathrow between 00:00 and 24:00 UTC.',
          highlights: [{ field: 'title', start: 8, length: 4 }],
          score: 0.61,
          slug: 'rain-in-london-on-1-may',
          eventPubkey: '8V1kQm3Yb2hJ7cT5nR4wX6zL9sD2fG8pE1uA3iKoN7y',
          category: 'weather',
          tags: ['london'],
          status: 'active',
          endsAt: '2026-05-01T00:00:00.000Z',
          outcomes: ['Yes', 'No'],
          url: 'https://presage.example/events/rain-in-london-on-1-may',
        },
      ],
    },
  ),
);

const HelpHit = named(
  'HelpHit',
  closed(
    {
      ...shared,
      document: Type.String({ description: 'Path of the document in the project.', examples: ['docs/errors.md'] }),
      anchor: Type.String({ description: 'Section of the document.', examples: ['RATE_LIMITED'] }),
      url: nullable(
        Type.String({
          description: 'Page that shows the section; null if there is none.',
          examples: ['https://presage.example/docs/errors#RATE_LIMITED'],
        }),
      ),
    },
    {
      examples: [
        {
          title: 'RATE_LIMITED (rate limited)',
          snippet: 'The quota of the current window is used up.',
          highlights: [{ field: 'title', start: 0, length: 4 }],
          score: 1.2,
          document: 'docs/errors.md',
          anchor: 'RATE_LIMITED',
          url: 'https://presage.example/docs/errors#RATE_LIMITED',
        },
      ],
    },
  ),
);

const Reading = closed({
  kind: oneOf(['events', 'help'], { description: 'Kind of hits that the correction is for.' }),
  word: Type.String({ description: 'The word as sent.', examples: ['lodnon'] }),
  as: Type.Array(Type.String(), {
    minItems: 1,
    description: 'Words that were searched for instead; any of them matches.',
    examples: [['london']],
  }),
});

export const SearchReply = named(
  'SearchReply',
  closed({
    words: Type.Array(Type.String(), {
      description: 'Words of q that were searched for; words are missing if q has too many.',
      examples: [['rain', 'lond']],
    }),
    readAs: Type.Array(Reading, {
      description: 'Words without a match, and their corrections.',
    }),
    events: Type.Array(EventHit, { description: 'Best first; empty if kind is help.' }),
    help: Type.Array(HelpHit, { description: 'Best first; empty if kind is events.' }),
  }),
);
