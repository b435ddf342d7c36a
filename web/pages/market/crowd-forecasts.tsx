import { useQuery } from '@tanstack/react-query';
import { crowdQuery } from '../../api/market-queries';
import { OutcomeDot } from '../../components/outcome-bar';
import { TimeAgo } from '../../components/time';
import { percent, percentOfBps } from '../../format/numbers';
import { outcomeColour } from '../../format/outcome-colour';
import { useMarket } from './market-context';

/** The published crowd mean and the market's price. Individual forecasts stay sealed until the resolution. */
export function CrowdForecasts() {
  const { event } = useMarket();
  const { data } = useQuery(crowdQuery(event.slug));
  if (!data?.crowd) return null;
  const { percents, asOf } = data.crowd;
  return (
    <div className="flex flex-col gap-3">
      <p className="prose-line text-quiet">
        Mean of {data.forecasters} forecasters, rounded to 5 points and published in batches. Each forecast stays sealed
        until the market is resolved. Updated <TimeAgo at={asOf} />.
      </p>
      <table className="w-full text-14">
        <thead>
          <tr className="text-left text-12 text-quiet">
            <th scope="col" className="pb-2 font-medium">
              Outcome
            </th>
            <th scope="col" className="w-2/5 pb-2 font-medium">
              <span className="sr-only">Position on the scale</span>
            </th>
            <th scope="col" className="pb-2 text-right font-medium">
              Crowd
            </th>
            <th scope="col" className="pb-2 text-right font-medium">
              Market
            </th>
          </tr>
        </thead>
        <tbody>
          {event.outcomes.map(({ index, label, priceBps }) => (
            <tr key={index} className="border-t border-line">
              <td className="py-2 pr-3">
                <span className="flex items-center gap-2">
                  <OutcomeDot index={index} />
                  {label}
                </span>
              </td>
              <td aria-hidden="true">
                <span className="relative block h-2 rounded-full bg-sunken">
                  {percents[index] !== null && (
                    <span
                      className="absolute inset-y-0 left-0 rounded-full opacity-40"
                      style={{ width: `${percents[index]}%`, background: outcomeColour(index) }}
                    />
                  )}
                  <span className="absolute -top-1 h-4 w-0.5 bg-ink" style={{ left: `${priceBps / 100}%` }} />
                </span>
              </td>
              <td className="numeric text-right font-semibold">{percent(percents[index])}</td>
              <td className="numeric text-right">{percentOfBps(priceBps)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
