import type { ResolveVerb } from '../../domain/markets/event-commands.js';
import type { ResolveCommand } from '../../domain/markets/resolution.js';
import { type SettledHolding, settleChunk, wholePlayers } from '../../domain/markets/settle-chunk.js';
import { isRefusal, type Refusal, refuse } from '../../domain/refusal.js';
import type { EventWithMarket, HoldingCursor, StoredResolution } from '../../store/markets/interface.js';
import type { Reads } from '../../store/store.js';
import type { OperationContext } from '../operation-context.js';
import { refuseStake } from './operator-stake.js';
import { decideAnswer } from './resolve-event.js';

const holdingsPerPage = 5_000;
const maxPayoutsListed = 100;

/** One holding as a resolution would leave it. */
interface PreviewedPayout extends SettledHolding {
  readonly handle: string;
}

export interface ResolutionPreview {
  readonly resolution: StoredResolution;
  readonly holdings: number;
  readonly players: number;
  /** Credits that players would receive, and credits that would be taken back from them. */
  readonly paid: number;
  readonly takenBack: number;
  /** Credits that a correction could not take back. */
  readonly absorbed: number;
  /** Credits that would return to the treasury; negative if it has to add some. */
  readonly treasury: number;
  /** The largest changes first. */
  readonly payouts: readonly PreviewedPayout[];
  readonly complete: boolean;
}

/** The totals of a settlement, added up page by page. Holds no more holdings than the preview lists. */
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
      .slice(0, maxPayoutsListed);
  }
}

/** Computes the chunks of the settlement without saving them. */
async function tallyHoldings(reads: Reads, { event, market }: EventWithMarket, resolution: StoredResolution) {
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

/** Computes who would receive what under a resolution, from one snapshot. Changes nothing. */
export function previewResolution(
  { store, clock }: Pick<OperationContext, 'store' | 'clock'>,
  reference: string,
  verb: ResolveVerb,
  command: ResolveCommand,
  actor: string,
): Promise<ResolutionPreview | Refusal> {
  return store.snapshot(async reads => {
    const found = await reads.events.find(reference);
    if (!found) return refuse('NOT_FOUND', 'There is no such event.', { field: 'slug' });
    const staked = await refuseStake(reads, found.event.id, actor);
    if (staked) return staked;
    const decided = decideAnswer(found.event, found.market, found.market.resolution, verb, command, clock());
    if (isRefusal(decided)) return decided;
    const { tally, balance } = await tallyHoldings(reads, found, decided.resolution);
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
