import type { RunEvent } from '../../../domain/certification/plan.js';
import { maxToldOrders, type ReportedMarket } from '../../../domain/certification/trace.js';
import { type MarketStatus, marketStatuses } from '../../../domain/market-status.js';
import type { CapturedReply } from '../../../http/pipeline/call-route.js';

/** Markets stand in an answer by themselves, in a list, or as a member of what is in a list. */
const deepest = 4;

type Members = Readonly<Record<string, unknown>>;

interface Told {
  status: MarketStatus | null;
  sequence: number | null;
  lastMessage: number | null;
  readonly orders: Set<string>;
}

const statusOf = (value: unknown) => marketStatuses.find(status => status === value) ?? null;
const numberOf = (value: unknown) => (Number.isSafeInteger(value) ? (value as number) : null);

/** A replay has the numbers of its messages; where it has none, it has told nothing. */
function lastNumberIn(messages: unknown): number | null {
  return Array.isArray(messages) ? numberOf((messages.at(-1) as Members | undefined)?.sequence) : null;
}

/**
 * Whether these are the members of a market, so that their status and sequence are its own. An order or a position has a
 * status of its own, and a trade the sequence that it has led to.
 */
function isMarket({ slug, sequence, against, clientOrderId }: Members): boolean {
  return against === undefined && clientOrderId === undefined && (slug !== undefined || numberOf(sequence) !== null);
}

/** What an answer tells of the markets of a run and of orders there, wherever in it they stand. */
export function reportedMarkets({ status, body }: CapturedReply, events: readonly RunEvent[]): ReportedMarket[] {
  const told = new Map<RunEvent, Told>();

  function toldOf(...names: readonly unknown[]): Told | null {
    const event = events.find(({ slug, pubkey }) => names.includes(slug) || names.includes(pubkey));
    if (!event) return null;
    const known = told.get(event) ?? { status: null, sequence: null, lastMessage: null, orders: new Set() };
    told.set(event, known);
    return known;
  }

  function visit(value: unknown, depth: number): void {
    if (typeof value !== 'object' || value === null || depth > deepest) return;
    if ('channel' in value) {
      // Whatever belongs to a channel is counted by it and not by the market.
      noteReplay(value as Members);
      return;
    }
    if (!Array.isArray(value)) note(value as Members);
    for (const member of Object.values(value)) visit(member, depth + 1);
  }

  function noteReplay({ channel, key, messages }: Members): void {
    const known = channel === 'trades' ? toldOf(key) : null;
    if (known) known.lastMessage ??= lastNumberIn(messages);
  }

  function note(members: Members): void {
    const { slug, eventSlug, eventPubkey, clientOrderId } = members;
    const known = toldOf(slug, eventSlug, eventPubkey);
    if (!known) return;
    if (typeof clientOrderId === 'string' && known.orders.size < maxToldOrders) known.orders.add(clientOrderId);
    if (!isMarket(members)) return;
    known.status ??= statusOf(members.status);
    known.sequence ??= numberOf(members.sequence);
  }

  if (status !== 200) return [];
  try {
    visit(JSON.parse(body), 0);
  } catch {
    return [];
  }
  return [...told].map(([{ scenario }, { orders, lastMessage, ...market }]) => ({
    scenario,
    ...market,
    ...(lastMessage === null ? {} : { lastMessage }),
    ...(orders.size === 0 ? {} : { orders: [...orders] }),
  }));
}
