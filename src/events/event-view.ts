import { type MarketStatus, statusAt } from '../engine/lifecycle.js';
import type { Resolution } from '../engine/resolution.js';
import type { Static } from '../http/schema.js';
import { dayMs, isoTime, isoTimeOrNull, minuteMs } from '../kernel/time.js';
import { microsToWire } from '../kernel/units.js';
import type { EventSchema } from './schemas.js';
import type { MarketRow, ShownEvent } from './store/rows.js';

type EventView = Static<typeof EventSchema>;

function viewAnswer({ kind, winningOutcome, payoutBps }: Pick<Resolution, 'kind' | 'winningOutcome' | 'payoutBps'>) {
  return { kind, winningOutcomeIndex: winningOutcome, payoutBps: payoutBps && [...payoutBps] };
}

function viewResolution({ resolution }: MarketRow): EventView['resolution'] {
  if (!resolution) return null;
  const { source, note, correctedFrom } = resolution;
  return { ...viewAnswer(resolution), source, note, correctedFrom: correctedFrom && viewAnswer(correctedFrom) };
}

function viewProposal({ proposal }: MarketRow): EventView['proposal'] {
  if (!proposal) return null;
  const { resolution, evidence, proposedBy, proposedAt, challengeEndsAt, disputes } = proposal;
  const { source, note, effectiveCloseAt } = resolution;
  return {
    resolution: { ...viewAnswer(resolution), source, note, effectiveCloseAt: isoTime(effectiveCloseAt) },
    evidence: { ...evidence },
    proposedBy,
    proposedAt: isoTime(proposedAt),
    challengeEndsAt: isoTimeOrNull(challengeEndsAt),
    disputes,
  };
}

/** A market that the clock has closed before a job did counts as closed at its end. */
function closedAtOf(market: MarketRow, status: MarketStatus): string | null {
  return isoTimeOrNull(market.closedAt ?? (status === 'closed' ? market.endsAt : null));
}

/** Upper bound for caching any event. */
const maxUnchangedMs = 600_000;

/** Returns the time until which the clock leaves the status unchanged. */
export function statusUnchangedUntil(market: Pick<MarketRow, 'status' | 'opensAt' | 'endsAt'>, now: number): number {
  const status = statusAt(market, now);
  const next =
    status === 'scheduled'
      ? market.opensAt
      : status === 'active' || status === 'paused'
        ? market.endsAt
        : Number.POSITIVE_INFINITY;
  return Math.min(next, now + maxUnchangedMs);
}

/**
 * Returns the time until which the event object is unchanged if its stamp is. 24-hour volumes are summed to the minute.
 */
export function eventUnchangedUntil({ market }: ShownEvent, now: number): number {
  const traded = market.lastTradeAt !== null && market.lastTradeAt > now - dayMs - minuteMs;
  const nextMinute = traded ? Math.ceil(now / minuteMs) * minuteMs + 1 : Number.POSITIVE_INFINITY;
  return Math.min(statusUnchangedUntil(market, now), nextMinute);
}

/** Builds the public event object, with its status by the clock at `now`. */
export function viewEvent(eventAndMarket: ShownEvent, now: number, publicUrl: string): EventView {
  const { event, market, volume24h, forecasters } = eventAndMarket;
  const status = statusAt(market, now);
  return {
    id: event.id,
    slug: event.slug,
    eventPubkey: event.pubkey,
    title: event.title,
    description: event.description,
    category: event.category,
    tags: [...event.tags],
    status,
    outcomes: event.outcomes.map((label, index) => ({
      index,
      label,
      priceBps: market.priceBps[index],
      lastTradeAt: isoTimeOrNull(market.outcomeTradedAt[index]),
      volumeCredits: microsToWire(market.outcomeVolumes[index]),
    })),
    createdAt: isoTime(event.createdAt),
    opensAt: isoTime(market.opensAt),
    endsAt: isoTime(market.endsAt),
    closedAt: closedAtOf(market, status),
    resolvedAt: isoTimeOrNull(market.resolvedAt),
    effectiveCloseAt: isoTimeOrNull(market.resolution?.effectiveCloseAt ?? null),
    resolution: viewResolution(market),
    proposal: viewProposal(market),
    resolutionSource: { ...event.resolutionSource },
    volumeCredits: microsToWire(market.volume),
    volume24hCredits: microsToWire(volume24h),
    traders: market.traders,
    forecasters,
    openOrders: market.openOrders,
    liquidityCredits: microsToWire(event.liquidity),
    sequence: market.sequence,
    settling: market.settling && { ...market.settling },
    demo: event.demo,
    practice: event.practice,
    url: `${publicUrl}/events/${event.slug}`,
  };
}
