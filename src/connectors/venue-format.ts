import Type, { type TProperties } from 'typebox';
import type { VenueMarket, VenueOutcome, VenueStatus } from '../domain/aggregator/venue-market.js';
import { finishVenueRun, saveVenueMarkets } from '../operations/aggregator/save-venue-markets.js';
import { type ConnectorFormat, defineHttpFormat, type HttpFormat, type RowResult } from './connector.js';
import { BadRow, type Fields, isFields, readOptionalText, readText, storable } from './read-fields.js';

export const maxTitleLength = 500;
export const maxLabelLength = 200;

/** How all venues are saved. */
export const venueSaving = { kind: 'venue', save: saveVenueMarkets, finish: finishVenueRun } as const;

type VenueSpec<P extends TProperties> = Omit<
  HttpFormat<VenueMarket, P>,
  'kind' | 'origin' | 'save' | 'finish' | 'readRow' | 'body'
> & {
  readonly body?: 'json' | 'text';
  /** Throws BadRow for an invalid row; null ignores a row of a kind that is not stored. */
  readMarket(row: unknown, context: Parameters<HttpFormat<VenueMarket, P>['readRow']>[1]): VenueRow | null;
};

export interface VenueRow {
  readonly rowId: string;
  readonly market: VenueMarket;
}

/** The id of an invalid row, if it has one. */
function idOf(row: unknown): string | null {
  if (!isFields(row)) return null;
  const id = row.rowId ?? row.id ?? row.ticker;
  return typeof id === 'string' || typeof id === 'number' ? storable(String(id)) : null;
}

export function checkedRow(row: unknown, read: () => VenueRow | null): RowResult<VenueMarket> {
  try {
    const found = read();
    if (!found) return { kind: 'ignored', rowId: idOf(row) ?? '' };
    return { kind: 'row', rowId: found.rowId, row: found.market };
  } catch (error) {
    if (!(error instanceof BadRow)) throw error;
    return { kind: 'rejected', rowId: idOf(row), reason: error.message };
  }
}

/** A venue whose markets are fetched over HTTP. */
export function defineVenue<P extends TProperties>({
  readMarket,
  body = 'json',
  ...spec
}: VenueSpec<P>): ConnectorFormat {
  return defineHttpFormat<VenueMarket, P>({
    ...spec,
    ...venueSaving,
    origin: 'http',
    body,
    readRow: (row, context) => checkedRow(row, () => readMarket(row, context)),
  });
}

/** The status of a row by the source's name for it. */
export function readVenueStatus(fields: Fields, statuses: ReadonlyMap<string, VenueStatus>) {
  const given = readText(fields, 'status', 40);
  const status = statuses.get(given);
  if (status === undefined) throw new BadRow(`status must be one of ${[...statuses.keys()].join(', ')} (got ${given})`);
  return { given, status, isResolved: status === 'resolved' };
}

/** The label of the outcome that a binary market resolved to; other results as received. */
export function readResolution(fields: Fields, name: string): string | null {
  const result = readOptionalText(fields, name, maxLabelLength);
  if (result === 'yes') return 'Yes';
  return result === 'no' ? 'No' : result;
}

export const pageSizeSetting = (maximum: number, description: string) =>
  Type.Optional(Type.Integer({ minimum: 1, maximum, description, examples: [maximum] }));

const bpsPerUnit = 10_000;

/** Both outcomes of a binary market. The venue defines the price of No as the complement of Yes, so it is exact. */
export function binaryOutcomes(
  priceBps: number | null,
  [yes, no]: readonly [Partial<VenueOutcome>, Partial<VenueOutcome>] = [{}, {}],
): VenueOutcome[] {
  return [
    { label: 'Yes', priceBps, bidBps: null, askBps: null, ...yes },
    { label: 'No', priceBps: priceBps === null ? null : bpsPerUnit - priceBps, bidBps: null, askBps: null, ...no },
  ];
}
