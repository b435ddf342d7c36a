import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useEffect, useState } from 'react';
import { client, failureText } from '../../../api/client';
import { crowdQuery } from '../../../api/market-queries';
import { forecastsQuery } from '../../../api/own-queries';
import { useMutation } from '../../../api/use-mutation';
import { Button } from '../../../components/button';
import { ErrorText } from '../../../components/error-text';
import { TextArea } from '../../../components/field';
import { Icon } from '../../../components/icon';
import { percent } from '../../../format/numbers';
import { showToast } from '../../../shell/toasts';
import { useMarket } from '../market-context';
import { ForecastHistory } from './forecast-history';
import { forecastOutcomes, lastPercent, normalise, openForecasts, readPercent } from './forecast-values';
import { PercentInput, tickClass, tickKinds } from './percent-input';

const maxRationale = 4000;

/** Values as typed, per outcome. They start at the person's last forecast, otherwise at the market's price. */
function useValues() {
  const { event } = useMarket();
  const { data } = useQuery(forecastsQuery(event.slug));
  const outcomes = forecastOutcomes(event);
  const open = openForecasts(data);
  const [values, setValues] = useState<readonly string[]>(() =>
    outcomes.map(({ priceBps }) => String(Math.round(priceBps / 100))),
  );
  const isLoaded = data !== undefined;
  // biome-ignore lint/correctness/useExhaustiveDependencies: later price changes must not overwrite the input.
  useEffect(() => {
    if (isLoaded) setValues(old => outcomes.map(({ index }, at) => String(lastPercent(open, event, index) ?? old[at])));
  }, [isLoaded]);
  const set = (at: number, value: string) => setValues(old => old.map((each, index) => (index === at ? value : each)));
  return { outcomes, open, values, set, setAll: setValues };
}

function useRecord(onDone: () => void) {
  const { event } = useMarket();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: async ({ percents, rationale }: { percents: readonly number[]; rationale: string }, intentId) => {
      const forecasts = forecastOutcomes(event).map(({ index }, at) => ({
        eventSlug: event.slug,
        outcomeIndex: index,
        probability: percents[at],
        clientForecastId: `${intentId}-${index}`,
        ...(rationale.trim() === '' ? {} : { rationale: rationale.trim() }),
      }));
      if (forecasts.length === 1) await client.recordForecast(forecasts[0]);
      else await client.call('recordForecasts', { body: { forecasts } });
    },
    async onSuccess() {
      for (const name of ['all-forecasts', 'activity']) void queries.invalidateQueries({ queryKey: ['own', name] });
      // The button stays busy until the form can tell that nothing differs from the recorded values.
      await queries.invalidateQueries({ queryKey: ['own', 'forecasts'] });
      showToast('Forecast recorded', 'It counts from now on and stays sealed until the market is resolved.');
      onDone();
    },
  });
}

function SumNote({ sum, onNormalise }: { sum: number | null; onNormalise: () => void }) {
  if (sum !== null && Math.abs(sum - 100) < 0.05) return <p className="text-12 text-quiet">The sum is 100%.</p>;
  return (
    <div className="flex items-center justify-between gap-2">
      <p className="text-12 text-warn">
        {sum === null ? 'Enter numbers from 0 to 100.' : `The sum is ${percent(sum, 1)}.`}
      </p>
      <Button size="small" disabled={sum === null} onClick={onNormalise}>
        Normalise to 100%
      </Button>
    </div>
  );
}

/** Names the ticks where no numbers are beside them. */
function TickLegend() {
  return (
    <ul className="flex flex-wrap gap-x-4 text-12 text-quiet" aria-label="Marks on the sliders">
      {tickKinds.map(kind => (
        <li key={kind} className="flex items-center gap-1.5">
          <span aria-hidden="true" className={`inline-block rounded-full ${tickClass(kind)}`} />
          {kind}
        </li>
      ))}
    </ul>
  );
}

function Scale({ crowd, last }: { crowd: number | null; last: number | null }) {
  const { event } = useMarket();
  if (event.outcomes.length !== 2) return <TickLegend />;
  return (
    <p className="numeric flex flex-wrap gap-x-4 text-12 text-quiet">
      <span>Market {percent(event.outcomes[0].priceBps / 100, 1)}</span>
      <span>Crowd {percent(crowd)}</span>
      <span>You {percent(last, last !== null && last % 1 !== 0 ? 1 : 0)}</span>
    </p>
  );
}

export function ForecastPanel() {
  const { event } = useMarket();
  const { outcomes, open, values, set, setAll } = useValues();
  const { data: crowd } = useQuery(crowdQuery(event.slug));
  const [rationale, setRationale] = useState('');
  const record = useRecord(() => setRationale(''));
  const numbers = values.map(readPercent);
  const isComplete = numbers.every(value => value !== null);
  const sum = isComplete ? numbers.reduce<number>((total, value) => total + (value as number), 0) : null;
  const crowdOf = (index: number) => crowd?.crowd?.percents[index] ?? null;
  const submit = (form: FormEvent) => {
    form.preventDefault();
    if (isComplete) record.mutate({ percents: numbers as number[], rationale });
  };
  // A replacement with the same values would only end the recorded forecast. A new reason is a change.
  const isUnchanged =
    outcomes.every(({ index }, at) => lastPercent(open, event, index) === numbers[at]) && rationale.trim() === '';
  const failure = record.error ? failureText(record.error) : null;
  return (
    <form onSubmit={submit} className="flex flex-col gap-4" aria-label="Forecast">
      {outcomes.map(({ index, label, priceBps }, at) => (
        <PercentInput
          key={index}
          index={index}
          label={outcomes.length === 1 ? `Chance of ${label}` : label}
          isLarge={outcomes.length === 1}
          value={values[at]}
          onChange={value => set(at, value)}
          ticks={[
            { label: 'Market', value: priceBps / 100 },
            { label: 'Crowd', value: crowdOf(index) },
            { label: 'You', value: lastPercent(open, event, index) },
          ]}
        />
      ))}
      <Scale crowd={crowdOf(0)} last={lastPercent(open, event, 0)} />
      {outcomes.length > 1 && (
        <SumNote sum={sum} onNormalise={() => setAll(normalise(numbers as number[]).map(String))} />
      )}
      <TextArea
        label="Why (private)"
        rows={2}
        maxLength={maxRationale}
        value={rationale}
        hint={`Only you can read it. ${rationale.length.toLocaleString('en-GB')} of ${maxRationale.toLocaleString('en-GB')} characters.`}
        onChange={change => setRationale(change.target.value)}
      />
      {failure && <ErrorText text={failure} />}
      <Button
        type="submit"
        kind="primary"
        size="large"
        busy={record.isPending}
        disabled={!isComplete || isUnchanged}
        className="w-full"
      >
        {open.size > 0 ? 'Update the forecast' : 'Record the forecast'}
      </Button>
      <p className="flex items-center gap-1.5 text-12 text-quiet">
        <Icon name="lock" size={14} />
        Sealed until the market is resolved. Then it is scored.
      </p>
      <ForecastHistory />
    </form>
  );
}
