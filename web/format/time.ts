const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

const dateTime = new Intl.DateTimeFormat('en-GB', {
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  timeZoneName: 'short',
});
const dayOnly = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium' });

/** Names the time zone of the browser, for fields and charts, whose times don't: Times in Europe/Zurich. */
export function zoneNote(): string {
  return `Times in ${dateTime.resolvedOptions().timeZone.replaceAll('_', ' ')}`;
}

/** A date and time with its zone: 16 Mar 2027, 13:00 CET. */
export function fullTime(iso: string): string {
  return dateTime.format(new Date(iso));
}

export function dayOf(iso: string): string {
  return dayOnly.format(new Date(iso));
}

/** A duration in its largest unit: 3 d, 5 h, 12 min. */
function lengthOfTime(milliseconds: number): string {
  const size = Math.abs(milliseconds);
  if (size < minute) return `${Math.max(1, Math.round(size / 1000))} s`;
  if (size < hour) return `${Math.round(size / minute)} min`;
  if (size < 2 * day) return `${Math.round(size / hour)} h`;
  if (size < 90 * day) return `${Math.round(size / day)} d`;
  return size < 730 * day ? `${Math.round(size / (30.44 * day))} mo` : `${Math.round(size / (365.25 * day))} y`;
}

export function ago(iso: string, now: number): string {
  const passed = now - Date.parse(iso);
  return passed < 5_000 ? 'now' : `${lengthOfTime(passed)} ago`;
}

export function until(iso: string, now: number): string {
  const left = Date.parse(iso) - now;
  return left <= 0 ? 'now' : `in ${lengthOfTime(left)}`;
}
