import { type MarketHistory, TradeLog } from '../../domain/scoring/benchmarks.js';
import type { EventRow } from '../../store/markets/interface.js';
import type { BenchmarkReads, TradeRow } from '../../store/scoring/interface.js';

const tradeBatchSize = 5_000;

export interface LoadedHistory {
  readonly history: MarketHistory;
  /** The owner of each player who traded, and of the other requested players. */
  readonly owners: ReadonlyMap<string, string>;
}

async function* tradesOf(reads: BenchmarkReads, eventId: string): AsyncGenerator<TradeRow[]> {
  let after: TradeRow | null = null;
  do {
    const rows: TradeRow[] = await reads.trades(eventId, after, tradeBatchSize);
    yield rows;
    after = rows.length === tradeBatchSize ? rows[rows.length - 1] : null;
  } while (after !== null);
}

/**
 * Reads the inputs of an event's benchmarks: its trades by owner, and the owners that were established when it was
 * first resolved. `players` are others whose owners are needed.
 */
export async function loadMarketHistory(
  reads: BenchmarkReads,
  event: Pick<EventRow, 'id' | 'liquidity' | 'openingShares'>,
  resolvedAt: number,
  players: readonly string[],
): Promise<LoadedHistory> {
  const trades = new TradeLog();
  const owners = new Map(await reads.owners(players));
  for await (const rows of tradesOf(reads, event.id)) {
    const unknown = new Set(rows.map(row => row.playerId).filter(player => !owners.has(player)));
    for (const [player, owner] of await reads.owners([...unknown])) owners.set(player, owner);
    for (const row of rows) trades.add({ ...row, owner: owners.get(row.playerId) ?? row.playerId });
  }
  const established = await reads.established(trades.owners.names, resolvedAt);
  const { liquidity, openingShares } = event;
  return { history: { liquidity, openingShares, trades, established }, owners };
}
