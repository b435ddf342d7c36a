import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { Event } from '../../../client/client';
import { relatedQuery } from '../../api/market-queries';
import { Card } from '../../components/card';
import { OutcomeDot } from '../../components/outcome-bar';
import { TimeUntil } from '../../components/time';
import { percentOfBps } from '../../format/numbers';
import { useMarket } from './market-context';

function leading({ outcomes }: Event) {
  return outcomes.length === 2
    ? outcomes[0]
    : outcomes.reduce((best, next) => (next.priceBps > best.priceBps ? next : best));
}

/** Open markets on similar topics. */
export function RelatedMarkets() {
  const { event } = useMarket();
  const { data = [] } = useQuery(relatedQuery(event.slug));
  if (data.length === 0) return null;
  return (
    <Card title="Related markets">
      <ul className="-my-2 divide-y divide-line">
        {data.map(each => {
          const outcome = leading(each);
          return (
            <li key={each.slug}>
              <Link
                to="/events/$slug"
                params={{ slug: each.slug }}
                className="-mx-2 flex items-center gap-3 rounded-small px-2 py-2.5 hover:bg-sunken"
              >
                <span className="min-w-0 flex-1">
                  <span className="line-clamp-2">{each.title}</span>
                  <span className="mt-0.5 flex items-center gap-2 text-12 text-quiet">
                    <OutcomeDot index={outcome.index} />
                    <span className="min-w-0 truncate">{outcome.label}</span>
                    <span className="ml-1 shrink-0">
                      closes <TimeUntil at={each.endsAt} />
                    </span>
                  </span>
                </span>
                <span className="numeric w-12 text-right text-16 font-semibold">{percentOfBps(outcome.priceBps)}</span>
              </Link>
            </li>
          );
        })}
      </ul>
    </Card>
  );
}
