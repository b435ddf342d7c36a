import type { RunEvent } from '../../domain/certification/plan.js';
import type { ToldMarket } from '../../domain/certification/trace.js';
import { type MarketStatus, marketStatuses } from '../../domain/markets/status.js';
import type { DirectAnswer } from '../pipeline/call-route.js';

/** Markets stand in an answer by themselves, in a list, or as a member of what is in a list. */
const deepest = 4;

const statusOf = (value: unknown) => marketStatuses.find(status => status === value) ?? null;
const numberOf = (value: unknown) => (Number.isSafeInteger(value) ? (value as number) : null);

/** A replay has the sequences of its messages; where it has none, it has told nothing. */
function sequenceIn({ sequence, messages }: Record<string, unknown>): number | null {
  if (!Array.isArray(messages)) return numberOf(sequence);
  return numberOf((messages.at(-1) as { sequence?: unknown } | undefined)?.sequence);
}

function newer(a: number | null, b: number | null): number | null {
  return a === null || b === null ? (a ?? b) : Math.max(a, b);
}

/** What an answer tells of the markets of a run, wherever in it they stand and whatever they are called there. */
export function toldMarkets({ status, body }: DirectAnswer, events: readonly RunEvent[]): ToldMarket[] {
  const told = new Map<RunEvent, { status: MarketStatus | null; sequence: number | null }>();

  function visit(value: unknown, depth: number): void {
    if (typeof value !== 'object' || value === null || depth > deepest) return;
    if (!Array.isArray(value)) note(value as Record<string, unknown>);
    // Trades within messages have the sequence of the market, which counts other things.
    if ('messages' in value) return;
    for (const member of Object.values(value)) visit(member, depth + 1);
  }

  function note(object: Record<string, unknown>): void {
    const { slug, eventSlug, eventPubkey, channel, key } = object;
    const names = [slug, eventSlug, eventPubkey, channel === 'trades' ? key : undefined];
    const event = events.find(each => names.includes(each.slug) || names.includes(each.pubkey));
    if (!event) return;
    const before = told.get(event);
    told.set(event, {
      status: statusOf(object.status) ?? before?.status ?? null,
      sequence: newer(sequenceIn(object), before?.sequence ?? null),
    });
  }

  if (status !== 200) return [];
  try {
    visit(JSON.parse(body), 0);
  } catch {
    return [];
  }
  return [...told].map(([{ scenario }, market]) => ({ scenario, ...market }));
}
