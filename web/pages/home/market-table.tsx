import { Link } from '@tanstack/react-router';
import type { Event, MarketSnapshot } from '../../../client/client';
import { PointsChange } from '../../components/change';
import { OutcomeDot } from '../../components/outcome-bar';
import { Probability } from '../../components/probability';
import { short } from '../../format/numbers';
import { CloseTime, LazySparkline, leadingOutcome } from './market-card';

function Row({ event, snapshot }: { event: Event; snapshot: MarketSnapshot | undefined }) {
  const leading = leadingOutcome(event);
  const change = snapshot?.outcomes.find(({ index }) => index === leading.index)?.changeBps ?? null;
  return (
    <tr className="relative border-t border-line first:border-t-0 hover:bg-ground">
      <td className="max-w-0 py-2 pr-3 pl-4">
        <Link
          to="/events/$slug"
          params={{ slug: event.slug }}
          title={event.title}
          className="block truncate font-medium after:absolute after:inset-0"
        >
          {event.title}
        </Link>
      </td>
      <td className="hidden px-3 text-quiet lg:table-cell">
        <span className="flex max-w-40 items-center gap-2 truncate">
          <OutcomeDot index={leading.index} />
          <span className="truncate">{leading.label}</span>
        </span>
      </td>
      <td className="px-3 text-right">
        <Probability bps={leading.priceBps} className="font-semibold" />
      </td>
      <td className="px-3 text-right">
        <PointsChange bps={change} />
      </td>
      <td className="hidden px-3 lg:table-cell">
        <LazySparkline slug={event.slug} outcomeIndex={leading.index} />
      </td>
      <td className="numeric hidden px-3 text-right sm:table-cell">{short(event.volumeCredits)}</td>
      <td className="numeric hidden px-3 text-right md:table-cell">{short(event.traders)}</td>
      <td className="hidden py-2 pr-4 pl-3 text-right whitespace-nowrap text-quiet sm:table-cell">
        <CloseTime event={event} />
      </td>
    </tr>
  );
}

const head = 'px-3 py-2 text-12 font-medium text-quiet';

export function MarketTable({
  events,
  snapshots,
}: {
  events: readonly Event[];
  snapshots: ReadonlyMap<string, MarketSnapshot>;
}) {
  return (
    <div className="card overflow-hidden">
      <table className="w-full table-auto border-collapse text-14">
        <thead>
          <tr className="border-b border-line text-left">
            <th scope="col" className={`${head} w-full pl-4`}>
              Market
            </th>
            <th scope="col" className={`${head} hidden lg:table-cell`}>
              Outcome
            </th>
            <th scope="col" className={`${head} text-right`}>
              Chance
            </th>
            <th scope="col" className={`${head} text-right`}>
              24 h
            </th>
            <th scope="col" className={`${head} hidden lg:table-cell`}>
              7 days
            </th>
            <th scope="col" className={`${head} hidden text-right sm:table-cell`}>
              Volume
            </th>
            <th scope="col" className={`${head} hidden text-right md:table-cell`}>
              Traders
            </th>
            <th scope="col" className={`${head} hidden pr-4 text-right sm:table-cell`}>
              Time
            </th>
          </tr>
        </thead>
        <tbody>
          {events.map(event => (
            <Row key={event.slug} event={event} snapshot={snapshots.get(event.slug)} />
          ))}
        </tbody>
      </table>
    </div>
  );
}
