import type { EventRow } from '../events/store-interface.js';
import type { PlayerProfile } from '../players/rules/players.js';
import type { EventSet } from '../scoring/rules/boards.js';
import type { ScoreRow } from '../scoring/store-interface.js';
import type { ResolutionVersion } from './rules/record-lines.js';

/** The events of a record, each with the newest version of its resolution. */
export type RecordEvents = Readonly<Record<string, number>>;

export interface RecordEvent {
  readonly event: EventRow;
  readonly opensAt: number;
  readonly resolvedAt: number;
  /** From the first to the current one. */
  readonly resolutions: readonly ResolutionVersion[];
}

/** The source of the public record; read within one snapshot. */
export interface RecordReads {
  /** The given events that are in the set. */
  ofSet(events: RecordEvents, set: EventSet): Promise<RecordEvents>;
  counts(events: RecordEvents): Promise<{ readonly forecasts: number; readonly scores: number }>;
  /** Players who forecast or traded in these events, by id. */
  players(events: RecordEvents): Promise<PlayerProfile[]>;
  event(eventId: string, version: number): Promise<RecordEvent>;
  /** In the order of versions and players. */
  scores(eventId: string, version: number): Promise<(ScoreRow & { readonly version: number })[]>;
}

declare module '../database/store.js' {
  interface Reads {
    readonly record: RecordReads;
  }
}
