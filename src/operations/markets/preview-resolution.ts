import type { ResolveVerb } from '../../domain/markets/event-commands.js';
import type { ResolveCommand } from '../../domain/markets/resolution.js';
import { type SettledHolding, settleChunk, wholePlayers } from '../../domain/markets/settle-chunk.js';
import { isRefusal, type Refusal, refuse } from '../../domain/refusal.js';
import type { EventWithMarket, HoldingCursor, StoredResolution } from '../../store/markets/interface.js';
import type { Reads, Store } from '../../store/store.js';
import { decideAnswer } from './resolve-event.js';

const holdingsPerPage = 5_000;
const maxListed = 100;

/** One holding as a resolution would leave it. */
interface PreviewedPayout extends SettledHolding {
  readonly handle: string;
}

export interface ResolutionPreview {
  readonly resolution: StoredResolution;
  readonly holdings: number;
  readonly players: number;
  /** What players would get, and what would be taken back from them. */
  readonly paid: number;
  readonly takenBack: number;
  /** What a correction could not take back. */
  readonly absorbed: number;
  /** What the treasury would get back in the end; below zero where it has to add. */
  readonly treasury: number;
  /** The largest changes first. */
  readonly payouts: readonly PreviewedPayout[];
  readonly complete: boolean;
}

/** What comes of a whole settlement, page by page and without keeping more than is shown. */
class Tally {
  holdings = 0;
  players = 0;
  paid = 0;
  takenBack = 0;
  absorbed = 0;
  covered = 0;
  moving = 0;
  largest: SettledHolding[] = [];
  private lastPlayer = '';

  add(holdings: readonly SettledHolding[]): void {
    for (const holding of holdings) {
      this.holdings += 1;
      if (holding.playerId !== this.lastPlayer) this.players += 1;
      this.lastPlayer = holding.playerId;
      if (holding.change > 0) this.paid += holding.change;
      else this.takenBack -= holding.change;
      this.absorbed += holding.absorbed;
    }
    const moving = holdings.filter(({ change, absorbed }) => change !== 0 || absorbed !== 0);
    this.moving += moving.length;
    this.largest = [...this.largest, ...moving]
      .sort((a, b) => Math.abs(b.change) - Math.abs(a.change))
      .slice(0, maxListed);
  }
}

/** Settles everything as the real chunks would, but keeps only the sums. */
async function tallyUp(reads: Reads, { event, market }: EventWithMarket, resolution: StoredResolution) {
  const tally = new Tally();
  let balance = market.account;
  let after: HoldingCursor | null = null;
  for (;;) {
    const filter = { eventId: event.id, version: resolution.version, after, limit: holdingsPerPage };
    const holdings = wholePlayers(await reads.markets.holdings(filter), holdingsPerPage);
    const last = holdings.at(-1);
    if (!last) return { tally, balance };
    const players = [...new Set(holdings.map(holding => holding.playerId))];
    const available = await reads.accounts.available(players, event.practice);
    const chunk = settleChunk({ marketId: event.id, marketBalance: balance, resolution, holdings, available });
    tally.add(chunk.holdings);
    for (const { kind, amount } of chunk.transfers) if (kind === 'treasury_cover') tally.covered += amount;
    balance = chunk.marketBalance;
    after = { playerId: last.playerId, outcome: last.outcome };
  }
}

/** Who would get what by a resolution. Nothing is changed; all of it is read as of one moment. */
export function previewResolution(
  store: Store,
  reference: string,
  verb: ResolveVerb,
  command: ResolveCommand,
  now: number,
): Promise<ResolutionPreview | Refusal> {
  return store.snapshot(async reads => {
    const found = await reads.events.find(reference);
    if (!found) return refuse('NOT_FOUND', 'There is no such event.', { field: 'slug' });
    const decided = decideAnswer(found.event, found.market, found.market.resolution, verb, command, now);
    if (isRefusal(decided)) return decided;
    const { tally, balance } = await tallyUp(reads, found, decided.resolution);
    const handles = await reads.markets.handles(tally.largest.map(holding => holding.playerId));
    return {
      resolution: decided.resolution,
      holdings: tally.holdings,
      players: tally.players,
      paid: tally.paid,
      takenBack: tally.takenBack,
      absorbed: tally.absorbed,
      treasury: balance - tally.covered - tally.absorbed,
      payouts: tally.largest.map(holding => ({ ...holding, handle: handles.get(holding.playerId) ?? '' })),
      complete: tally.moving === tally.largest.length,
    };
  });
}
