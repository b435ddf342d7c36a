import type { Reader } from '../database/store.js';
import type { OperationContext } from '../database/transactions.js';
import type { ResolveCommand } from '../engine/resolution.js';
import { type SettledHolding, settleChunk, wholePlayers } from '../engine/settle-chunk.js';
import type { ResolveVerb } from '../events/rules/event.js';
import * as eventStore from '../events/store/events.js';
import * as holdingStore from '../events/store/holdings.js';
import * as marketStore from '../events/store/markets.js';
import type { EventWithMarket, HoldingCursor, StoredResolution } from '../events/store/rows.js';
import * as accountStore from '../exchange/store/accounts.js';
import { isRefusal, type Refusal, refuse } from '../kernel/refusal.js';
import { refuseStake } from './lock-market.js';
import { decideAnswer } from './resolve-event.js';

export interface ResolutionPreview {
  readonly eventId: string;
  readonly resolution: StoredResolution;
  /** Missing practice credits are absorbed; all others become debts. */
  readonly practice: boolean;
  readonly holdings: number;
  readonly players: number;
  /** Credits that players would receive, and credits that would be taken back from them. */
  readonly paid: number;
  readonly takenBack: number;
  /** Practice credits that could not be collected. */
  readonly absorbed: number;
  /** Credits that could not be collected and become debts of players. */
  readonly owed: number;
  /** Credits that would return to the treasury, net of advances and cover; negative if it has to pay. */
  readonly treasury: number;
  /** The resulting debts, largest first. */
  readonly debts: readonly (PreviewedDebt & { readonly handle: string })[];
  /** The largest changes first. */
  readonly payouts: readonly PreviewedPayout[];
  readonly complete: boolean;
}

/** One holding after a resolution. */
interface PreviewedPayout extends SettledHolding {
  readonly handle: string;
}

/** A player's resulting debt, and the amount collected before it, from available credits and from resting buys. */
interface PreviewedDebt {
  readonly playerId: string;
  readonly collected: number;
  readonly owed: number;
}

/** Computes the payouts of a resolution from one snapshot. Changes nothing. */
export function previewResolution(
  { store, clock }: Pick<OperationContext, 'store' | 'clock'>,
  reference: string,
  verb: ResolveVerb,
  command: ResolveCommand,
  actor: string,
): Promise<ResolutionPreview | Refusal> {
  return store.snapshot(async reader => {
    const eventAndMarket = await eventStore.find(reader, reference);
    if (!eventAndMarket) return refuse('NOT_FOUND', 'Event not found.', { field: 'slug' });
    const staked = await refuseStake(reader, eventAndMarket.event.id, actor);
    if (staked) return staked;
    const decided = decideAnswer(
      eventAndMarket.event,
      eventAndMarket.market,
      eventAndMarket.market.resolution,
      verb,
      command,
      clock(),
    );
    if (isRefusal(decided)) return decided;
    const { tally, balance } = await tallyHoldings(reader, eventAndMarket, decided.resolution);
    const handles = await marketStore.handles(
      reader,
      [...tally.largest, ...tally.debts].map(({ playerId }) => playerId),
    );
    const handled = <T extends { readonly playerId: string }>(each: T) => ({
      ...each,
      handle: handles.get(each.playerId) ?? '',
    });
    const { practice } = eventAndMarket.event;
    return {
      eventId: eventAndMarket.event.id,
      resolution: decided.resolution,
      practice,
      holdings: tally.holdings,
      players: tally.players,
      paid: tally.paid,
      takenBack: tally.takenBack,
      absorbed: practice ? tally.missing : 0,
      owed: practice ? 0 : tally.missing,
      treasury: balance - tally.covered - tally.missing,
      debts: practice ? [] : tally.debts.map(handled),
      payouts: tally.largest.map(handled),
      complete: tally.moving === tally.largest.length && (practice || tally.debtors === tally.debts.length),
    };
  });
}

/** Computes the chunks of the settlement without saving them. */
async function tallyHoldings(reader: Reader, { event, market }: EventWithMarket, resolution: StoredResolution) {
  const tally = new Tally();
  let balance = market.account;
  let after: HoldingCursor | null = null;
  for (;;) {
    const filter = { eventId: event.id, version: resolution.version, after, limit: holdingsPerPage };
    const holdings = wholePlayers(await holdingStore.holdings(reader, filter), holdingsPerPage);
    const last = holdings.at(-1);
    if (!last) return { tally, balance };
    const players = [...new Set(holdings.map(holding => holding.playerId))];
    const collectable = await accountStore.collectable(reader, players, event.practice);
    // Resting buys are cancelled before a debt is created, so their reserves count as available.
    const free = new Map(Array.from(collectable, ([id, figures]) => [id, figures.free + figures.reserved]));
    const { practice } = event;
    const chunk = settleChunk({ marketId: event.id, marketBalance: balance, resolution, holdings, free, practice });
    tally.add(chunk.holdings);
    for (const { kind, amount } of chunk.transfers) if (kind === 'treasury_cover') tally.covered += amount;
    balance = chunk.marketBalance;
    after = { playerId: last.playerId, outcome: last.outcome };
  }
}

const holdingsPerPage = 5_000;

/** The totals of a settlement, added up page by page. Holds no more holdings than the preview lists. */
class Tally {
  holdings = 0;
  players = 0;
  paid = 0;
  takenBack = 0;
  missing = 0;
  covered = 0;
  moving = 0;
  debtors = 0;
  largest: SettledHolding[] = [];
  debts: PreviewedDebt[] = [];
  private lastPlayer = '';

  add(holdings: readonly SettledHolding[]): void {
    this.addDebts(holdings);
    for (const holding of holdings) {
      this.holdings += 1;
      if (holding.playerId !== this.lastPlayer) this.players += 1;
      this.lastPlayer = holding.playerId;
      if (holding.change > 0) this.paid += holding.change;
      else this.takenBack -= holding.change;
      this.missing += holding.missing;
    }
    const size = ({ change, missing }: SettledHolding) => Math.abs(change - missing);
    const moving = holdings.filter(({ change, missing }) => change !== 0 || missing !== 0);
    this.moving += moving.length;
    this.largest = [...this.largest, ...moving].sort((a, b) => size(b) - size(a)).slice(0, maxPayoutsListed);
  }

  private addDebts(holdings: readonly SettledHolding[]): void {
    const debts = new Map<string, PreviewedDebt>();
    for (const { playerId, change, missing } of holdings) {
      const { collected, owed } = debts.get(playerId) ?? { collected: 0, owed: 0 };
      debts.set(playerId, { playerId, collected: collected - change, owed: owed + missing });
    }
    const owing = [...debts.values()].filter(({ owed }) => owed > 0);
    this.debtors += owing.length;
    this.debts = [...this.debts, ...owing].sort((a, b) => b.owed - a.owed).slice(0, maxPayoutsListed);
  }
}

const maxPayoutsListed = 100;
