import type { DayMinutes, IncidentImpact, IncidentStatus } from './status-history.js';

/** Status history: samples of nodes, incidents and reported backups. Times are epoch milliseconds. */

export interface StageSample {
  readonly stage: string;
  readonly count: number;
  readonly p50Ms: number | null;
  readonly p95Ms: number | null;
  readonly p99Ms: number | null;
}

/** One node's measurements of one minute. */
export interface SampleFigures {
  readonly requests: number;
  /** Responses with a status of 500 or above. */
  readonly failures: number;
  readonly orders: number;
  readonly streamMessages: number;
  readonly streamReaders: number;
  /** The time of a ping; null if the database did not respond. */
  readonly databaseMs: number | null;
  readonly poolBusy: number;
  readonly poolWaiting: number;
  /** The delay of the most delayed job beyond its interval. */
  readonly jobLagMs: number;
  readonly stages: readonly StageSample[];
}

export interface StatusSample {
  readonly minute: number;
  readonly node: string;
  readonly ready: boolean;
  readonly figures: SampleFigures;
}

/** Sums and means over all nodes in an interval. Rates are per minute. */
export interface StatusPoint {
  readonly at: number;
  readonly requests: number;
  readonly failures: number;
  readonly orders: number;
  readonly streamMessages: number;
  readonly databaseMs: number | null;
  readonly commitP50Ms: number | null;
  readonly commitP99Ms: number | null;
  readonly jobLagMs: number;
}

export interface IncidentUpdate {
  readonly at: number;
  readonly status: IncidentStatus;
  readonly text: string;
}

export interface Incident {
  readonly id: string;
  readonly title: string;
  readonly impact: IncidentImpact;
  readonly status: IncidentStatus;
  readonly startedAt: number;
  readonly resolvedAt: number | null;
  /** Oldest first. */
  readonly updates: readonly IncidentUpdate[];
}

export interface Backup {
  readonly finishedAt: number;
  readonly bytes: number | null;
  readonly note: string;
}

export interface StatusReads {
  /** The newest sample of each node after a time. */
  current(since: number): Promise<StatusSample[]>;
  firstMinute(): Promise<number | null>;
  /** By UTC day, for days from `since` on. */
  readyMinutes(since: number): Promise<DayMinutes[]>;
  /** Oldest first. */
  series(since: number, bucketMs: number): Promise<StatusPoint[]>;
  /** Unresolved ones, and those that started after a time; newest first. */
  incidents(since: number, limit: number): Promise<Incident[]>;
  incident(id: string): Promise<Incident | null>;
  lastBackup(): Promise<Backup | null>;
  /** When PostgreSQL archived its last WAL segment; null without archiving. */
  walArchivedAt(): Promise<number | null>;
  databaseBytes(): Promise<number>;
}

export interface StatusWrites extends StatusReads {
  addSample(sample: StatusSample): Promise<void>;
  deleteSamples(before: number): Promise<void>;
  /** Serializes changes of incidents until the transaction ends. */
  lockIncidents(): Promise<void>;
  addIncident(incident: Omit<Incident, 'updates' | 'resolvedAt'>): Promise<void>;
  addUpdate(incidentId: string, update: IncidentUpdate, actor: string): Promise<void>;
  /** False if a backup with this end time was already reported. */
  addBackup(backup: Backup, actor: string): Promise<boolean>;
}

declare module '../database/store.js' {
  interface Reads {
    readonly status: StatusReads;
  }
  interface Writes {
    readonly status: StatusWrites;
  }
}
