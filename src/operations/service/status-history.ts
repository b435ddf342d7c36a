import { dayMs, hourMs, minuteMs } from '../../domain/durations.js';
import { type DayUptime, meanUptime, uptimeByDay } from '../../domain/service/uptime.js';
import type { Backup, Incident, StatusPoint, StatusSample } from '../../store/service/interface.js';
import type { OperationContext } from '../operation-context.js';

/** How long samples and resolved incidents are stored. */
const statusDays = 90;
const maxIncidents = 50;
/** A node without a sample for this long is gone. */
const currentMs = 3 * minuteMs;
const maxBuckets = 96;

export interface StatusHistory {
  readonly asOf: number;
  /** The newest sample of each node. */
  readonly nodes: readonly StatusSample[];
  readonly uptime: { readonly day: number | null; readonly week: number | null; readonly quarter: number | null };
  readonly days: readonly DayUptime[];
  readonly series: readonly StatusPoint[];
  readonly bucketSeconds: number;
  readonly incidents: readonly Incident[];
  readonly lastBackup: Backup | null;
  readonly walArchivedAt: number | null;
  readonly databaseBytes: number;
}

export async function readStatusHistory(
  { store, clock }: Pick<OperationContext, 'store' | 'clock'>,
  hours: number,
): Promise<StatusHistory> {
  const now = clock();
  const from = Math.floor(now / dayMs) * dayMs - (statusDays - 1) * dayMs;
  // Whole minutes, because samples are taken once a minute.
  const bucketMs = Math.ceil((hours * hourMs) / maxBuckets / minuteMs) * minuteMs;
  const read = await store.read(async reads => ({
    nodes: await reads.status.current(now - currentMs),
    first: await reads.status.firstMinute(),
    ready: await reads.status.readyMinutes(from),
    series: await reads.status.series(now - hours * hourMs, bucketMs),
    incidents: await reads.status.incidents(from, maxIncidents),
    lastBackup: await reads.status.lastBackup(),
    walArchivedAt: await reads.status.walArchivedAt(),
    databaseBytes: await reads.status.databaseBytes(),
  }));
  const { first, ready, ...rest } = read;
  const days = uptimeByDay(statusDays, first, ready, now);
  const uptime = { day: meanUptime(days.slice(-1)), week: meanUptime(days.slice(-7)), quarter: meanUptime(days) };
  return { asOf: now, uptime, days, bucketSeconds: bucketMs / 1000, ...rest };
}

/** Stores a node's measurements once per minute; the first call in a minute counts. */
export function saveSample({ store }: Pick<OperationContext, 'store'>, sample: StatusSample): Promise<void> {
  return store.transact(writes => writes.status.addSample(sample));
}

export function deleteOldSamples({ store, clock }: Pick<OperationContext, 'store' | 'clock'>): Promise<void> {
  return store.transact(writes => writes.status.deleteSamples(clock() - statusDays * dayMs));
}
