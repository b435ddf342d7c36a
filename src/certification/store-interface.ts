import type { Certification } from '../players/rules/certification-mark.js';
import type { ScenarioVerdict } from './rules/judge.js';
import type { RunEvent } from './rules/scenarios.js';
import type { TraceEntry } from './rules/trace.js';

/** Certification runs and their traces. Times are epoch milliseconds. */

export interface RunRow {
  readonly runId: string;
  readonly playerId: string;
  readonly openedAt: number;
  readonly deadlineAt: number;
  readonly seed: number;
  readonly contractVersion: string;
  readonly events: readonly RunEvent[];
  readonly declared: Readonly<Record<string, unknown>> | null;
  readonly finished: {
    readonly at: number;
    readonly passed: boolean;
    readonly verdicts: readonly ScenarioVerdict[];
  } | null;
}

/** An event of an open run whose market is paused. */
export interface PausedEvent {
  readonly run: RunRow;
  readonly event: RunEvent;
}

export interface CertificationReads {
  find(runId: string): Promise<RunRow | null>;
  /** The run that is not finished. */
  openOf(playerId: string): Promise<RunRow | null>;
  /** Runs of a player, newest first. */
  listOf(playerId: string, limit: number): Promise<RunRow[]>;
  trace(runId: string): Promise<TraceEntry[]>;
  paused(limit: number): Promise<PausedEvent[]>;
  /** When a run must be judged or cleared: a past time for now, infinity if there is none. */
  dueAt(): Promise<number>;
  /** Every order of a player on these events. */
  placed(
    playerId: string,
    eventIds: readonly string[],
  ): Promise<{ readonly eventId: string; readonly clientId: string }[]>;
  /** The mark of an agent, expired or not. */
  certificationOf(playerId: string): Promise<Certification | null>;
}

export interface CertificationWrites extends CertificationReads {
  /** Prevents other transactions from opening a run for this player until this one ends. */
  lockPlayer(playerId: string): Promise<void>;
  /** Runs of a player opened after a time, oldest first. */
  openedSince(playerId: string, moment: number): Promise<number[]>;
  add(run: Omit<RunRow, 'finished'>): Promise<void>;
  /**
   * Locks the run until the transaction ends, so that its trace has a total order. With `ownerId`, only that owner's
   * run.
   */
  lock(runId: string, ownerId?: string): Promise<RunRow | null>;
  append(runId: string, entry: TraceEntry): Promise<void>;
  amend(runId: string, number: number, change: Partial<TraceEntry>): Promise<void>;
  finish(
    runId: string,
    finished: NonNullable<RunRow['finished']>,
    declared: Readonly<Record<string, unknown>> | null,
  ): Promise<void>;
  certify(playerId: string, mark: Certification): Promise<void>;
  /** Open runs that have expired. */
  overdue(moment: number, limit: number): Promise<string[]>;
  /** Finished runs whose events still exist. */
  uncleared(limit: number): Promise<RunRow[]>;
  markCleared(runId: string, at: number): Promise<void>;
  /** Deletes cleared runs opened before a time. */
  deleteRuns(before: number): Promise<void>;
}

declare module '../database/store.js' {
  interface Reads {
    readonly certification: CertificationReads;
  }

  interface Writes {
    readonly certification: CertificationWrites;
  }
}
