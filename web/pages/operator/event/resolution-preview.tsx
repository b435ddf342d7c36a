import type { Event, PayoutPreview } from '../../../../client/client';
import { CreditsChange } from '../../../components/change';
import { count, credits, score, shares } from '../../../format/numbers';
import { DataTable } from '../data-table';

const maxShown = 8;

type Payout = PayoutPreview['payouts'][number];
type Scores = NonNullable<PayoutPreview['scores']>;

function Payouts({ event, preview }: { event: Event; preview: PayoutPreview }) {
  const columns = [
    { title: 'Player', cell: (row: Payout) => row.handle, className: 'max-w-40 truncate' },
    {
      title: 'Holds',
      cell: (row: Payout) => `${shares(row.shares)} ${event.outcomes[row.outcomeIndex]?.label}`,
      className: 'numeric max-w-32 truncate',
    },
    {
      title: 'Change',
      cell: (row: Payout) => <CreditsChange value={row.changeCredits} />,
      align: 'right' as const,
    },
  ];
  const rest = preview.payouts.length - maxShown;
  return (
    <section>
      <h3 className="mb-2 font-semibold">Payouts</h3>
      <DataTable
        label="Payouts"
        columns={columns}
        rows={preview.payouts.slice(0, maxShown)}
        rowKey={row => `${row.handle} ${row.outcomeIndex}`}
        empty={<p className="text-quiet">No player holds shares, so there are no payouts.</p>}
      />
      {rest > 0 && (
        <p className="mt-1 text-12 text-quiet">
          and {rest} more{preview.complete ? '' : ' or further ones'}
        </p>
      )}
    </section>
  );
}

function Debts({ preview }: { preview: PayoutPreview }) {
  if (preview.debts.length === 0) return null;
  return (
    <section>
      <h3 className="mb-2 font-semibold">Compensations that can’t be collected at once</h3>
      <ul className="flex flex-col gap-1">
        {preview.debts.slice(0, maxShown).map(debt => (
          <li key={debt.handle} className="numeric flex justify-between gap-4">
            <span className="truncate">{debt.handle}</span>
            <span className="text-quiet">
              {credits(debt.collectedCredits)} collected,{' '}
              <span className="text-loss">{credits(debt.owedCredits)} owed</span>
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}

function ScoreColumn({ title, rows }: { title: string; rows: Scores['best'] }) {
  return (
    <div>
      <h4 className="mb-1 text-12 text-quiet">{title}</h4>
      <ul className="flex flex-col gap-1">
        {rows.slice(0, 3).map(row => (
          <li key={row.handle} className="numeric flex justify-between gap-3">
            <span className="truncate">{row.handle}</span>
            <span>{score(row.brier)}</span>
          </li>
        ))}
      </ul>
    </div>
  );
}

function ScoreSummary({ scores }: { scores: Scores }) {
  if (scores.forecasters === 0) return <p className="text-quiet">No forecasts on this event.</p>;
  return (
    <section>
      <h3 className="mb-2 font-semibold">Scores</h3>
      <p className="numeric mb-2 text-quiet">
        {count(scores.forecasters, 'forecaster')}, mean Brier {score(scores.meanBrier)}; the market{' '}
        {score(scores.meanMarketBrier)}.
      </p>
      <div className="grid grid-cols-2 gap-6">
        <ScoreColumn title="Best" rows={scores.best} />
        {scores.worst.length > 0 && <ScoreColumn title="Worst" rows={scores.worst} />}
      </div>
    </section>
  );
}

/** A preview of payouts and scores. */
export function ResolutionPreview({ event, preview }: { event: Event; preview: PayoutPreview }) {
  return (
    <div aria-live="polite" className="flex flex-col gap-4 border-t border-line pt-4">
      <Payouts event={event} preview={preview} />
      <Debts preview={preview} />
      {preview.scores && <ScoreSummary scores={preview.scores} />}
      <p className="numeric text-12 text-quiet">
        The treasury {preview.treasuryCredits < 0 ? 'adds' : 'gets back'} {credits(Math.abs(preview.treasuryCredits))}{' '}
        credits.
      </p>
    </div>
  );
}
