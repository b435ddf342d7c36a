import type { DeveloperUsage } from '../../../client/client';
import { Card, Figure } from '../../components/card';

const count = (value: number) => value.toLocaleString('en');
const milliseconds = (value: number | null) => (value === null ? '—' : `${Math.round(value)} ms`);
const weekday = new Intl.DateTimeFormat('en', { weekday: 'short', day: 'numeric', timeZone: 'UTC' });

const dayMs = 86_400_000;

/** The report omits days without requests; the chart shows them as empty. */
function lastDays({ to, days }: Pick<DeveloperUsage, 'to' | 'days'>): DeveloperUsage['days'] {
  const end = Date.parse(to);
  return [6, 5, 4, 3, 2, 1, 0].map(age => {
    const day = new Date(end - age * dayMs).toISOString().slice(0, 10);
    return days.find(each => each.day === day) ?? { day, requests: 0, failed: 0, rateLimited: 0 };
  });
}

/** Bars from the oldest to the newest day; the failed part of each is drawn on top. */
function DayBars({ days }: { days: DeveloperUsage['days'] }) {
  const most = Math.max(1, ...days.map(({ requests }) => requests));
  return (
    <ul aria-label="Requests by day" className="flex h-32 items-end gap-2">
      {days.map(({ day, requests, failed }) => (
        <li key={day} className="flex h-full min-w-0 flex-1 flex-col items-center justify-end gap-1">
          <span className="numeric text-12">{count(requests)}</span>
          <span
            aria-hidden="true"
            className="flex w-full max-w-16 flex-col overflow-hidden rounded-small bg-accent"
            style={{ height: `${Math.max(2, (requests / most) * 64)}%` }}
          >
            <span className="w-full bg-loss" style={{ height: `${(failed / Math.max(1, requests)) * 100}%` }} />
          </span>
          <span className="numeric truncate text-12 text-quiet">{weekday.format(new Date(day))}</span>
          <span className="sr-only">{count(failed)} failed</span>
        </li>
      ))}
    </ul>
  );
}

const cell = 'numeric px-2 py-1.5 text-right';
const maxOperations = 10;

function Operations({ operations }: { operations: DeveloperUsage['operations'] }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reachable by keyboard.
    <section className="overflow-x-auto" aria-label="Requests by operation" tabIndex={0}>
      <table className="w-full text-12">
        <thead>
          <tr className="text-quiet">
            <th className="py-1.5 pr-2 text-left font-medium">Operation</th>
            <th className={`${cell} font-medium`}>Requests</th>
            <th className={`${cell} font-medium`}>Failed</th>
            <th className={`${cell} font-medium`}>p50</th>
            <th className={`${cell} font-medium`}>p95</th>
          </tr>
        </thead>
        <tbody>
          {operations.slice(0, maxOperations).map(({ operationId, requests, failed, p50Ms, p95Ms }) => (
            <tr key={operationId} className="border-t border-line">
              <th className="py-1.5 pr-2 text-left font-normal">{operationId}</th>
              <td className={cell}>{count(requests)}</td>
              <td className={cell}>{count(failed)}</td>
              <td className={cell}>{milliseconds(p50Ms)}</td>
              <td className={cell}>{milliseconds(p95Ms)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

export function UsageView({ usage }: { usage: DeveloperUsage }) {
  const { total, days, operations, codes } = usage;
  return (
    <div className="grid grid-cols-1 items-start gap-4 lg:grid-cols-2">
      <Card title="Last seven days">
        <div className="mb-5 grid grid-cols-3 gap-4">
          <Figure label="Requests">{count(total.requests)}</Figure>
          <Figure label="Failed">{count(total.failed)}</Figure>
          <Figure label="Rate limited">{count(total.rateLimited)}</Figure>
        </div>
        {days.length > 0 && <DayBars days={lastDays(usage)} />}
        {codes.length > 0 && (
          <p className="mt-4 text-12 text-quiet">
            Errors:{' '}
            {codes.map(({ code, requests }, index) => (
              <span key={code}>
                {index > 0 && ', '}
                <a href={`/docs/errors#${code}`} className="text-accent-text underline">
                  {code}
                </a>{' '}
                {count(requests)}
              </span>
            ))}
          </p>
        )}
      </Card>
      <Card title="By operation">
        {operations.length > 0 ? (
          <Operations operations={operations} />
        ) : (
          <p className="text-quiet">No requests in this period.</p>
        )}
      </Card>
    </div>
  );
}
