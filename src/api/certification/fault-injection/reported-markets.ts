import type { RunEvent } from '../../../domain/certification/plan.js';
import { maxReportedOrders, type ReportedMarket } from '../../../domain/certification/trace.js';
import { type MarketStatus, marketStatuses } from '../../../domain/market-status.js';
import type { CapturedReply } from '../../../http/pipeline/call-route.js';

/** A response can contain a market as its body, in a list, or as a member of a list item. */
const maxDepth = 4;

type Members = Readonly<Record<string, unknown>>;

interface Found {
  status: MarketStatus | null;
  sequence: number | null;
  lastMessage: number | null;
  readonly orders: Set<string>;
}

const statusOf = (value: unknown) => marketStatuses.find(status => status === value) ?? null;
const numberOf = (value: unknown) => (Number.isSafeInteger(value) ? (value as number) : null);

/** Returns the number of the last message of a replay; null if it has none. */
function lastNumberIn(messages: unknown): number | null {
  return Array.isArray(messages) ? numberOf((messages.at(-1) as Members | undefined)?.sequence) : null;
}

/**
 * Returns whether the status and sequence among these members are those of a market. Orders and positions have another
 * status, and a trade has the sequence that it led to.
 */
function isMarket({ slug, sequence, against, clientOrderId }: Members): boolean {
  return against === undefined && clientOrderId === undefined && (slug !== undefined || numberOf(sequence) !== null);
}

/** Returns the markets of a run and the orders on them that a response contains, at any depth. */
export function reportedMarkets({ status, body }: CapturedReply, events: readonly RunEvent[]): ReportedMarket[] {
  const markets = new Map<RunEvent, Found>();

  function marketNamed(...names: readonly unknown[]): Found | null {
    const event = events.find(({ slug, pubkey }) => names.includes(slug) || names.includes(pubkey));
    if (!event) return null;
    const known = markets.get(event) ?? { status: null, sequence: null, lastMessage: null, orders: new Set() };
    markets.set(event, known);
    return known;
  }

  function visit(value: unknown, depth: number): void {
    if (typeof value !== 'object' || value === null || depth > maxDepth) return;
    if ('channel' in value) {
      // Messages are numbered by their channel, not by the market.
      addReplay(value as Members);
      return;
    }
    if (!Array.isArray(value)) addMembers(value as Members);
    for (const member of Object.values(value)) visit(member, depth + 1);
  }

  function addReplay({ channel, key, messages }: Members): void {
    const known = channel === 'trades' ? marketNamed(key) : null;
    if (known) known.lastMessage ??= lastNumberIn(messages);
  }

  function addMembers(members: Members): void {
    const { slug, eventSlug, eventPubkey, clientOrderId } = members;
    const known = marketNamed(slug, eventSlug, eventPubkey);
    if (!known) return;
    if (typeof clientOrderId === 'string' && known.orders.size < maxReportedOrders) known.orders.add(clientOrderId);
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
  return [...markets].map(([{ scenario }, { orders, lastMessage, ...market }]) => ({
    scenario,
    ...market,
    ...(lastMessage === null ? {} : { lastMessage }),
    ...(orders.size === 0 ? {} : { orders: [...orders] }),
  }));
}
