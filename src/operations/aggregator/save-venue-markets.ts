import { laneOf, searchWords, type VenueMarket } from '../../domain/aggregator/venue-market.js';
import type { KnownMarket, SavedMarket } from '../../store/aggregator/interface.js';
import type { EndedRun, RowBatch, RowOutcome, SourceRow } from '../connectors/connector-types.js';
import type { OperationContext } from '../operation-context.js';

/** A push that confirms a row without changing it is stored once per this share of the interval. */
const touchShare = 0.25;

type Tools = Pick<OperationContext, 'store' | 'newId'>;

function savedMarket(
  { rowId, row, digest }: SourceRow<VenueMarket>,
  known: KnownMarket | undefined,
  newId: OperationContext['newId'],
  at: number,
): SavedMarket {
  const id = known?.id ?? newId('vmk', at);
  const words = searchWords(row);
  return {
    ...row,
    id,
    isNew: known === undefined,
    sourceMarketId: rowId,
    eventId: null,
    digest,
    lane: laneOf(row, at),
    words,
  };
}

const outcomeOf = ({ digest }: SourceRow<VenueMarket>, known: KnownMarket | undefined): RowOutcome => {
  if (!known) return 'inserted';
  return known.digest === digest && !known.missing ? 'unchanged' : 'updated';
};

/** Saves rows of a venue whose content has changed, in one transaction. */
export function saveVenueMarkets({ store, newId }: Tools, batch: RowBatch<VenueMarket>): Promise<RowOutcome[]> {
  const { connectorId, at, demo, intervalMs, isPush, rows } = batch;
  return store.transact(async writes => {
    // Runs are mutually exclusive; pushes wait here, so that one of several inserts a new row and the others see it.
    if (isPush) await writes.connectors.lock(connectorId);
    const stored = await writes.aggregator.known(
      connectorId,
      rows.map(({ rowId }) => rowId),
    );
    const known = new Map(stored.map(market => [market.sourceMarketId, market]));
    const outcomes = rows.map(row => outcomeOf(row, known.get(row.rowId)));
    const changed = rows.filter((_row, index) => outcomes[index] !== 'unchanged');
    const saved = changed.map(row => savedMarket(row, known.get(row.rowId), newId, at));
    await writes.aggregator.save(connectorId, saved, at, demo);
    if (isPush) {
      const aged = rows.flatMap(({ rowId }, index) => {
        const market = known.get(rowId);
        const isAged = market && outcomes[index] === 'unchanged' && at - market.fetchedAt > intervalMs * touchShare;
        return isAged ? [market.id] : [];
      });
      if (aged.length > 0) await writes.aggregator.touch(aged, at);
    }
    return outcomes;
  });
}

/**
 * Marks rows that a complete run did not contain, then computes ranks and price changes of the source. A partial run
 * says nothing about the other rows, so it confirms its own rows one by one.
 */
export async function finishVenueRun({ store }: Tools, run: EndedRun): Promise<void> {
  const { connectorId, at, seen, changed, isComplete, intervalMs } = run;
  await store.transact(async writes => {
    let missing = 0;
    if (seen && isComplete) missing = await writes.aggregator.markMissing(connectorId, [...seen]);
    else if (seen) await writes.aggregator.touchSeen(connectorId, [...seen], at, at - intervalMs * touchShare);
    await writes.aggregator.rank(connectorId, at, { byVolume: changed + missing > 0 });
  });
}
