// Manifold API v0: `/markets` lists markets by creation, newest first; answers of multiple-choice markets come from
// `/market/{id}`.

import Type from 'typebox';
import { BadFormat, type SourceRequest } from '../connectors/connector.js';
import {
  BadRow,
  type Fields,
  fieldsOf,
  isFields,
  readBoolean,
  readId,
  readOptionalLink,
  readOptionalMillis,
  readOptionalText,
  readPriceBps,
  readText,
  readVolume,
  storable,
} from '../connectors/read-fields.js';
import { encodeText } from '../connectors/source-fetch.js';
import type { VenueOutcome } from './rules/venue-market.js';
import { binaryOutcomes, defineVenue, maxLabelLength, maxTitleLength } from './venue-format.js';

const detailTag = 'market';
const defaultPageSize = 1_000;
const defaultDetailsPerPage = 20;

const isMultipleChoice = (row: unknown): row is Fields & { id: string } =>
  isFields(row) && row.outcomeType === 'MULTIPLE_CHOICE' && typeof row.id === 'string' && /^[\w-]{1,200}$/.test(row.id);

function answersOf(fields: Fields): VenueOutcome[] | null {
  const { answers } = fields;
  if (answers === undefined) return null;
  if (!Array.isArray(answers)) throw new BadRow('answers must be an array');
  return answers.slice(0, 100).map(answer => {
    const each = fieldsOf(answer);
    const label = readText(each, 'text', maxLabelLength);
    return { label, priceBps: readPriceBps(each, 'probability'), bidBps: null, askBps: null };
  });
}

/** YES, NO, MKT and CANCEL, or the id of the winning answer. */
function resolutionOf(fields: Fields): string | null {
  const resolution = readOptionalText(fields, 'resolution', maxLabelLength);
  const { answers } = fields;
  const won = Array.isArray(answers) ? answers.find(answer => isFields(answer) && answer.id === resolution) : undefined;
  if (isFields(won) && typeof won.text === 'string') return storable(won.text).slice(0, maxLabelLength);
  if (resolution === 'YES') return 'Yes';
  return resolution === 'NO' ? 'No' : resolution;
}

function readManifoldMarket(row: unknown, now: number) {
  const fields = fieldsOf(row);
  const rowId = readId(fields, 'id');
  const outcomeType = readText(fields, 'outcomeType', 60);
  if (outcomeType !== 'BINARY' && outcomeType !== 'MULTIPLE_CHOICE') return null;
  const title = readText(fields, 'question', maxTitleLength);
  const isResolved = readBoolean(fields, 'isResolved', false);
  const closesAt = readOptionalMillis(fields, 'closeTime');
  const isOpen = !isResolved && (closesAt === null || closesAt > now);
  return {
    rowId,
    market: {
      title,
      category: null,
      status: isResolved ? 'resolved' : isOpen ? 'active' : 'closed',
      tradable: isOpen,
      outcomes: outcomeType === 'BINARY' ? binaryOutcomes(readPriceBps(fields, 'probability')) : answersOf(fields),
      volume: readVolume(fields, 'volume'),
      volume24h: readVolume(fields, 'volume24Hours'),
      volumeUnit: 'mana',
      listedAt: readOptionalMillis(fields, 'createdTime'),
      closesAt,
      resolvedAt: readOptionalMillis(fields, 'resolutionTime'),
      resolution: isResolved ? resolutionOf(fields) : null,
      url: readOptionalLink(fields, 'url'),
    },
  } as const;
}

const listPath = (limit: number, before: string | null) =>
  `markets?limit=${limit}${before === null ? '' : `&before=${encodeText(before)}`}`;

export const manifold = defineVenue({
  id: 'manifold',
  name: 'Manifold',
  url: 'https://docs.manifold.markets/api',
  licence: 'Manifold API terms; attribution by link to the market',
  covers: 'play-money markets on any topic',
  defaults: { baseUrl: 'https://api.manifold.markets/v0/', intervalSeconds: 300, maxPages: 60 },
  settings: Type.Object({
    pageSize: Type.Optional(
      Type.Integer({ minimum: 1, maximum: 1000, description: 'Markets per request.', examples: [1000] }),
    ),
    detailsPerPage: Type.Optional(
      Type.Integer({
        minimum: 0,
        maximum: 100,
        description: 'Multiple-choice markets per page, most traded first, whose answers are fetched one by one.',
        examples: [20],
      }),
    ),
  }),
  requests: ({ pageSize = defaultPageSize }) => [{ path: listPath(pageSize, null) }],
  readPage(body, { request, settings }) {
    if (request.tag === detailTag) return { rows: [body] };
    if (!Array.isArray(body)) throw new BadFormat('the list of markets is not an array');
    const { pageSize = defaultPageSize, detailsPerPage = defaultDetailsPerPage } = settings;
    const volumeOf = ({ volume }: Fields) => (typeof volume === 'number' ? volume : 0);
    const detailed = body
      .filter(isMultipleChoice)
      .sort((a, b) => volumeOf(b) - volumeOf(a))
      .slice(0, detailsPerPage);
    const apart: ReadonlySet<unknown> = new Set(detailed);
    const last: unknown = body.at(-1);
    const next: SourceRequest[] = [];
    if (body.length >= pageSize && isFields(last) && typeof last.id === 'string') {
      next.push({ path: listPath(pageSize, last.id) });
    }
    const pages = detailed.map(row => ({ row, path: `market/${encodeText(row.id)}` }));
    next.push(...pages.map(({ row, path }) => ({ path, tag: detailTag, rowId: row.id, listed: row })));
    return { rows: body.filter(row => !apart.has(row)), next };
  },
  readMarket: (row, { now }) => readManifoldMarket(row, now),
});
