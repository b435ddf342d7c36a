import { useQuery } from '@tanstack/react-query';
import { type EquityRange, equityQuery } from '../../api/own-queries';
import { Card } from '../../components/card';
import { Segmented } from '../../components/segmented';
import { ErrorNotice } from '../../components/states';
import { TimeChart } from '../../components/time-chart';
import { credits, short, wholeCredits } from '../../format/numbers';
import { zoneNote } from '../../format/time';
import { usePortfolioSearch } from './portfolio-search';

const ranges = [
  { value: '24h', label: '1D' },
  { value: '7d', label: '1W' },
  { value: '30d', label: '1M' },
  { value: 'all', label: 'All' },
] as const;
const height = 220;

/** The sum of available credits, reserved credits and positions, at the hours in which it changed. */
export function EquityChart() {
  const { search, set } = usePortfolioSearch();
  const range: EquityRange = search.range ?? 'all';
  const { data, error, refetch } = useQuery(equityQuery(range));
  const points = (data ?? []).map(({ at, equity }) => ({ at: Date.parse(at), value: equity }));
  return (
    <Card
      title="Equity"
      className="mb-4"
      action={
        <Segmented
          label="Range"
          value={range}
          options={ranges}
          onChange={value => set({ range: value === 'all' ? undefined : value })}
        />
      }
    >
      {error && <ErrorNotice error={error} onRetry={() => void refetch()} />}
      {!data && !error && <div className="skeleton" style={{ height }} />}
      {data && points.length < 2 && (
        <p className="flex items-center justify-center text-quiet" style={{ height }}>
          The line begins with your first hour of play.
        </p>
      )}
      {points.length > 1 && (
        <TimeChart
          points={points}
          height={height}
          label={`Equity over time, now ${credits(points[points.length - 1].value)} credits`}
          format={value => `${credits(value)} credits`}
          formatTick={(value, step) => (step < 100 ? wholeCredits(value) : short(value))}
        />
      )}
      <p className="mt-1 text-12 text-quiet">{zoneNote()}</p>
    </Card>
  );
}
