import { Link } from '@tanstack/react-router';
import type { PlayerComparison } from '../../../client/client';
import { Badge } from '../../components/badge';
import { Card } from '../../components/card';
import { score, unknown } from '../../format/numbers';
import { dayOf } from '../../format/time';

/** The newest markets that at least two of them forecast; the best score of each row is bold. */
export function HeadToHead({ comparison }: { comparison: PlayerComparison }) {
  const { players, headToHead } = comparison;
  if (headToHead.length === 0) return null;
  return (
    <Card title="Markets in common">
      <div className="overflow-x-auto">
        <table className="w-full text-14">
          <thead>
            <tr className="text-left text-12 text-quiet">
              <th scope="col" className="pb-2 font-medium">
                Market
              </th>
              {players.map(({ player }) => (
                <th
                  key={player.handle}
                  scope="col"
                  className="max-w-28 min-w-20 pb-2 pl-4 text-right align-bottom font-medium wrap-anywhere"
                >
                  {player.name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {headToHead.map(({ eventSlug, title, demo, resolvedAt, briers }) => {
              const best = Math.min(...briers.filter(each => each !== null));
              return (
                <tr key={eventSlug} className="border-t border-line">
                  <td className="min-w-52 py-2">
                    <Link to="/events/$slug" params={{ slug: eventSlug }} className="line-clamp-2 hover:underline">
                      {title}
                    </Link>
                    <span className="flex items-center gap-2 text-12 text-quiet">
                      {dayOf(resolvedAt)} {demo && <Badge>Demo</Badge>}
                    </span>
                  </td>
                  {briers.map((brier, index) => (
                    <td
                      key={players[index].player.handle}
                      className={`numeric pl-4 text-right ${brier === best ? 'font-semibold' : 'text-quiet'}`}
                    >
                      {brier === null ? unknown : score(brier)}
                    </td>
                  ))}
                </tr>
              );
            })}
          </tbody>
        </table>
      </div>
      <p className="mt-3 text-12 text-quiet">Brier scores on each market, the newest resolutions first.</p>
    </Card>
  );
}
