import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import type { Event, MarketSnapshot, Trade } from '../../../client/client';
import { OutcomeDot } from '../../components/outcome-bar';
import { TimeAgo } from '../../components/time';
import { percentOfBps, short } from '../../format/numbers';
import { useLiveMarkets } from '../../live/patch-cache';

const maxShown = 8;

/** Trades that arrive on the stream, before those of the snapshots. */
function useRecentTrades(events: readonly Event[], snapshots: ReadonlyMap<string, MarketSnapshot>): Trade[] {
  const [arrived, setArrived] = useState<readonly Trade[]>([]);
  useLiveMarkets(
    events.map(({ slug }) => slug),
    (_slug, trade) => setArrived(trades => [trade, ...trades.filter(({ id }) => id !== trade.id)].slice(0, maxShown)),
  );
  const past = [...snapshots.values()].flatMap(({ lastTrades }) => lastTrades);
  const all = new Map([...past, ...arrived].map(trade => [trade.id, trade]));
  return [...all.values()].sort((a, b) => b.at.localeCompare(a.at)).slice(0, maxShown);
}

function StripItem({ trade, event }: { trade: Trade; event: Event }) {
  const label = event.outcomes[trade.outcomeIndex]?.label ?? '';
  return (
    <li className="w-72 shrink-0">
      <Link to="/events/$slug" params={{ slug: event.slug }} className="card block px-3 py-2 hover:shadow-float">
        <span className="flex items-center gap-2 text-12 text-quiet">
          <OutcomeDot index={trade.outcomeIndex} />
          <span className="min-w-8 truncate text-ink">{trade.player.handle}</span>
          <span className="-ml-1 max-w-28 shrink-0 truncate text-ink">
            {trade.side === 'buy' ? 'bought' : 'sold'} {label}
          </span>
          <span className="ml-auto shrink-0">
            <TimeAgo at={trade.at} />
          </span>
        </span>
        <span className="mt-0.5 flex items-center gap-2">
          <span className="min-w-0 flex-1 truncate text-12 text-quiet">{event.title}</span>
          <span className="numeric shrink-0 text-12 font-medium">
            {short(trade.credits)} cr at {percentOfBps(trade.priceBps)}
          </span>
        </span>
      </Link>
    </li>
  );
}

/** The newest trades across the markets on this page. */
export function LiveStrip({
  events,
  snapshots,
}: {
  events: readonly Event[];
  snapshots: ReadonlyMap<string, MarketSnapshot>;
}) {
  const trades = useRecentTrades(events, snapshots);
  const bySlug = new Map(events.map(event => [event.slug, event]));
  const shown = trades.flatMap(trade => {
    const event = bySlug.get(trade.eventSlug);
    return event ? [{ trade, event }] : [];
  });
  return (
    <section aria-label="Recent trades" className="mb-6 min-h-[52px]">
      <ul className="scroll-strip -mx-4 flex gap-2 px-4 sm:mx-0 sm:pl-0">
        {shown.map(({ trade, event }) => (
          <StripItem key={trade.id} trade={trade} event={event} />
        ))}
      </ul>
    </section>
  );
}
