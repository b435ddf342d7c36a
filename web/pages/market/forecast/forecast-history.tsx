import { useQuery, useQueryClient } from '@tanstack/react-query';
import { client } from '../../../api/client';
import { forecastsQuery } from '../../../api/own-queries';
import { useMutation } from '../../../api/use-mutation';
import { Button } from '../../../components/button';
import { OutcomeDot } from '../../../components/outcome-bar';
import { TimeAgo } from '../../../components/time';
import { percent } from '../../../format/numbers';
import { showFailure } from '../../../shell/toasts';
import { useMarket } from '../market-context';

const maxShown = 12;

const endings = { open: '', superseded: 'replaced', withdrawn: 'withdrawn', scored: 'scored', void: 'void' } as const;

/** The person's own forecasts here, newest first; an open one can be withdrawn. */
export function ForecastHistory() {
  const { event } = useMarket();
  const queries = useQueryClient();
  const { data = [] } = useQuery(forecastsQuery(event.slug));
  const withdraw = useMutation({
    mutationFn: (forecastId: string) => client.call('withdrawForecast', { params: { forecastId } }),
    onSuccess: () => queries.invalidateQueries({ queryKey: ['own', 'forecasts', event.slug] }),
    onError: showFailure,
  });
  if (data.length === 0) return null;
  const shown = [...data].sort((a, b) => b.recordedAt.localeCompare(a.recordedAt)).slice(0, maxShown);
  return (
    <section aria-label="Your forecasts" className="border-t border-line pt-3">
      <h3 className="mb-1 text-12 font-medium text-quiet">Your forecasts</h3>
      <ul>
        {shown.map(forecast => (
          <li key={forecast.id} className="py-1.5">
            <div className="flex items-center gap-2">
              <OutcomeDot index={forecast.outcomeIndex} />
              <span className="min-w-0 flex-1 wrap-anywhere">{event.outcomes[forecast.outcomeIndex]?.label}</span>
              <span className="numeric font-semibold">
                {percent(forecast.probability, forecast.probability % 1 === 0 ? 0 : 1)}
              </span>
              <span className="w-16 text-right text-12 text-quiet">
                {endings[forecast.status] || <TimeAgo at={forecast.recordedAt} />}
              </span>
              {forecast.status === 'open' && (
                <Button
                  kind="quiet"
                  size="small"
                  busy={withdraw.isPending && withdraw.variables === forecast.id}
                  onClick={() => withdraw.mutate(forecast.id)}
                  aria-label={`Withdraw the forecast on ${event.outcomes[forecast.outcomeIndex]?.label}`}
                >
                  Withdraw
                </Button>
              )}
            </div>
            {forecast.rationale && (
              <details className="text-12">
                <summary className="cursor-pointer text-quiet">Why</summary>
                <p className="mt-1 whitespace-pre-line wrap-anywhere">{forecast.rationale}</p>
              </details>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}
