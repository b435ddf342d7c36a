import type { PlayerComparison } from '../../../client/client';
import { Card } from '../../components/card';
import { IntervalBar } from '../../components/interval-bar';
import { count, score } from '../../format/numbers';

type Difference = NonNullable<PlayerComparison['pairs'][number]['difference']>;

function verdict(first: string, second: string, { mean, low, high, events }: Difference): string {
  if (events < 2) return 'One market says little about who is better.';
  if (low <= 0 && high >= 0) return 'The interval includes 0: the difference may be luck.';
  const [better, worse] = mean < 0 ? [first, second] : [second, first];
  return `${better} was closer to the outcomes than ${worse}.`;
}

/** The score difference of each pair on the markets that both forecast. */
export function PairDifferences({ comparison }: { comparison: PlayerComparison }) {
  const nameOf = (handle: string) =>
    comparison.players.find(({ player }) => player.handle === handle)?.player.name ?? handle;
  const reach = Math.max(
    0.02,
    ...comparison.pairs.flatMap(({ difference }) =>
      difference ? [Math.abs(difference.low), Math.abs(difference.high)] : [],
    ),
  );
  return (
    <Card title="Head to head">
      <ul className="-my-3 divide-y divide-line">
        {comparison.pairs.map(({ first, second, difference }) => (
          <li key={`${first} ${second}`} className="py-3">
            <p className="flex flex-wrap justify-between gap-x-3">
              <span className="font-medium">
                {nameOf(first)} − {nameOf(second)}
              </span>
              <span className="numeric font-semibold">{difference ? score(difference.mean) : '—'}</span>
            </p>
            {difference ? (
              <>
                <IntervalBar
                  markets={difference.events}
                  mean={difference.mean}
                  low={difference.low}
                  high={difference.high}
                  domain={[-reach, reach]}
                  hasZero
                />
                <p className="numeric text-12 text-quiet">
                  {count(difference.events, 'market')} in common: {nameOf(first)} better on {difference.firstBetter},{' '}
                  {nameOf(second)} on {difference.secondBetter}
                  {difference.equal > 0 && `, equal on ${difference.equal}`}.{' '}
                  {verdict(nameOf(first), nameOf(second), difference)}
                </p>
              </>
            ) : (
              <p className="text-12 text-quiet">No resolved market with forecasts of both.</p>
            )}
          </li>
        ))}
      </ul>
      <p className="mt-5 border-t border-line pt-3 text-12 text-quiet">
        Mean difference of the Brier scores with its 95% interval. Below 0 the first player is better.
      </p>
    </Card>
  );
}
