import * as operatorStore from '../database/arena/operators.js';
import type { Transaction } from '../database/store.js';
import type { OperationContext } from '../database/transactions.js';
import { invalidField, type Refusal, refuse } from '../kernel/refusal.js';
import { dayMs, hourMs, minuteMs } from '../kernel/time.js';
import type { Backup, Incident, StatusPoint, StatusSample } from './store.js';
import * as statusStore from './store.js';

export const incidentImpacts = ['maintenance', 'minor', 'major', 'critical'] as const;
export type IncidentImpact = (typeof incidentImpacts)[number];

export const incidentStatuses = ['investigating', 'identified', 'monitoring', 'resolved'] as const;
export type IncidentStatus = (typeof incidentStatuses)[number];

export const maxIncidentTitleLength = 120;
export const maxIncidentTextLength = 2_000;

/** Minutes of one UTC day in which at least one node was ready. */
export interface DayMinutes {
  /** The start of the day. */
  readonly day: number;
  readonly readyMinutes: number;
}

export interface DayUptime {
  readonly day: number;
  /** Null without measurements. */
  readonly uptime: number | null;
}

/**
 * Returns the share of minutes with a ready node for each of the last `days` UTC days, oldest first. Minutes before the
 * first sample were not measured; the current minute is incomplete and does not count.
 */
export function uptimeByDay(
  days: number,
  firstMinute: number | null,
  measured: readonly DayMinutes[],
  now: number,
): DayUptime[] {
  const ready = new Map(measured.map(({ day, readyMinutes }) => [day, readyMinutes]));
  const today = Math.floor(now / dayMs) * dayMs;
  const end = Math.floor(now / minuteMs) * minuteMs;
  return Array.from({ length: days }, (_, index) => {
    const day = today - (days - 1 - index) * dayMs;
    const from = Math.max(day, firstMinute ?? Number.POSITIVE_INFINITY);
    const minutes = (Math.min(day + dayMs, end) - from) / minuteMs;
    return { day, uptime: minutes >= 1 ? Math.min(1, (ready.get(day) ?? 0) / minutes) : null };
  });
}

/** Returns the uptime of several days together; null without measurements. */
export function meanUptime(days: readonly DayUptime[]): number | null {
  const measured = days.flatMap(({ uptime }) => (uptime === null ? [] : [uptime]));
  return measured.length === 0 ? null : measured.reduce((sum, share) => sum + share, 0) / measured.length;
}

interface OpenIncidentCommand {
  readonly title: string;
  readonly impact: IncidentImpact;
  readonly status: IncidentStatus;
  readonly text: string;
  /** Null for now. */
  readonly startedAt: number | null;
  readonly actor: string;
}

interface UpdateIncidentCommand {
  readonly id: string;
  readonly status: IncidentStatus;
  readonly text: string;
  readonly actor: string;
}

const maxOpen = 200;

async function mustFind(tx: Transaction, id: string): Promise<Incident> {
  const incident = await statusStore.incident(tx, id);
  if (!incident) throw new Error(`the incident ${id} was not stored`);
  return incident;
}

/** Opens an incident for the status page. Returns an unresolved one with the same title instead. */
export function openIncident(
  { store, newId }: Pick<OperationContext, 'store' | 'newId'>,
  { title, impact, status, text, startedAt, actor }: OpenIncidentCommand,
): Promise<{ incident: Incident; replayed: boolean } | Refusal> {
  return store.transact(async tx => {
    await statusStore.lockIncidents(tx);
    const at = await operatorStore.now(tx);
    const openIncident = (await statusStore.incidents(tx, at, maxOpen)).find(each => each.title === title);
    if (openIncident && openIncident.status !== 'resolved') return { incident: openIncident, replayed: true };
    if (startedAt !== null && startedAt > at) return invalidField('startedAt', 'must not be in the future');
    const id = newId('inc', at);
    await statusStore.addIncident(tx, { id, title, impact, status, startedAt: startedAt ?? at });
    await statusStore.addUpdate(tx, id, { at, status, text }, actor);
    const after = { title, impact, status };
    await operatorStore.record(tx, {
      at,
      actor,
      action: 'incident.open',
      subject: id,
      details: {},
      reason: text,
      after,
    });
    return { incident: await mustFind(tx, id), replayed: false };
  });
}

/** Adds an update to an incident and sets its status. Idempotent. */
export function updateIncident(
  { store }: Pick<OperationContext, 'store'>,
  { id, status, text, actor }: UpdateIncidentCommand,
): Promise<{ incident: Incident; replayed: boolean } | Refusal> {
  return store.transact(async tx => {
    await statusStore.lockIncidents(tx);
    const incident = await statusStore.incident(tx, id);
    if (!incident) return refuse('NOT_FOUND', `Incident ${id} not found.`, { field: 'id' });
    const last = incident.updates.at(-1);
    if (last?.status === status && last.text === text) return { incident, replayed: true };
    const at = await operatorStore.now(tx);
    await statusStore.addUpdate(tx, id, { at, status, text }, actor);
    const change = { reason: text, before: { status: incident.status }, after: { status } };
    await operatorStore.record(tx, { at, actor, action: 'incident.update', subject: id, details: {}, ...change });
    return { incident: await mustFind(tx, id), replayed: false };
  });
}

/** Records a finished backup. Idempotent for the same time. */
export function reportBackup(
  { store }: Pick<OperationContext, 'store'>,
  backup: Omit<Backup, 'finishedAt'> & { readonly finishedAt: number | null },
  actor: string,
): Promise<{ backup: Backup; replayed: boolean } | Refusal> {
  return store.transact(async tx => {
    const at = await operatorStore.now(tx);
    const finishedAt = backup.finishedAt ?? at;
    if (finishedAt > at) return invalidField('finishedAt', 'must not be in the future');
    const stored = { ...backup, finishedAt };
    const isNew = await statusStore.addBackup(tx, stored, actor);
    if (isNew) {
      const { bytes, note } = backup;
      const entry = {
        action: 'backup.report',
        subject: 'database',
        details: {},
        reason: note,
        after: { finishedAt, bytes },
      };
      await operatorStore.record(tx, { at, actor, ...entry });
    }
    return { backup: stored, replayed: !isNew };
  });
}

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
  const read = await store.read(async reader => ({
    nodes: await statusStore.current(reader, now - currentMs),
    first: await statusStore.firstMinute(reader),
    ready: await statusStore.readyMinutes(reader, from),
    series: await statusStore.series(reader, now - hours * hourMs, bucketMs),
    incidents: await statusStore.incidents(reader, from, maxIncidents),
    lastBackup: await statusStore.lastBackup(reader),
    walArchivedAt: await statusStore.walArchivedAt(reader),
    databaseBytes: await statusStore.databaseBytes(reader),
  }));
  const { first, ready, ...rest } = read;
  const days = uptimeByDay(statusDays, first, ready, now);
  const uptime = { day: meanUptime(days.slice(-1)), week: meanUptime(days.slice(-7)), quarter: meanUptime(days) };
  return { asOf: now, uptime, days, bucketSeconds: bucketMs / 1000, ...rest };
}

/** Stores a node's measurements once per minute; the first call in a minute counts. */
export function saveSample({ store }: Pick<OperationContext, 'store'>, sample: StatusSample): Promise<void> {
  return store.transact(tx => statusStore.addSample(tx, sample));
}

export function deleteOldSamples({ store, clock }: Pick<OperationContext, 'store' | 'clock'>): Promise<void> {
  return store.transact(tx => statusStore.deleteSamples(tx, clock() - statusDays * dayMs));
}
