import type { StatusHistory } from '../../../client/client';
import { dayOf } from '../../format/time';
import { uptimeText } from './status-text';

type Day = StatusHistory['days'][number];

function colourOf(uptime: number | null): string {
  if (uptime === null) return 'var(--sunken)';
  if (uptime >= 0.999) return 'var(--gain)';
  return uptime >= 0.98 ? 'var(--warn)' : 'var(--loss)';
}

/** One bar for each of ninety days. Days without measurements are pale; the title has the number. */
export function UptimeDays({ days }: { days: readonly Day[] }) {
  const measured = days.filter(({ uptime }) => uptime !== null);
  const worst = measured.reduce<Day | null>(
    (low, day) => (low && (low.uptime ?? 1) <= (day.uptime ?? 1) ? low : day),
    null,
  );
  const summary = worst
    ? `Uptime of ${measured.length} measured days; the lowest was ${uptimeText(worst.uptime)} on ${dayOf(worst.day)}.`
    : 'No day was measured yet.';
  return (
    <figure>
      <div role="img" aria-label={summary} className="flex h-8 items-stretch gap-[2px]">
        {days.map(({ day, uptime }) => (
          <span
            key={day}
            title={`${dayOf(day)}: ${uptime === null ? 'not measured' : uptimeText(uptime)}`}
            className="min-w-0 flex-1 rounded-[2px]"
            style={{ background: colourOf(uptime) }}
          />
        ))}
      </div>
      <figcaption className="mt-1 flex justify-between text-12 text-quiet">
        <span>90 days ago</span>
        <span>Today</span>
      </figcaption>
    </figure>
  );
}
