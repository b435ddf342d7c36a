/** The stages of a request that are measured, in the order in which it passes them. */
export const stageNames = ['auth', 'queue', 'decide', 'commit', 'send'] as const;
export type StageName = (typeof stageNames)[number];

export const stageDescriptions: Readonly<Record<StageName, string>> = {
  auth: 'Authenticating the request, if it has a credential.',
  queue: 'An order or cancel waits for the previous transaction to end.',
  decide: 'Its transaction locks, loads, decides all its writes, and saves.',
  commit: 'The database makes the transaction durable.',
  send: 'The response is serialized, compressed if requested, and handed to the connection.',
};

/** Null without measurements. */
export interface StageFigures {
  readonly stage: StageName;
  readonly count: number;
  readonly meanMs: number | null;
  readonly p50Ms: number | null;
  readonly p95Ms: number | null;
  readonly p99Ms: number | null;
  readonly maxMs: number | null;
}

/** Receives the measured duration of one stage. */
export interface StageObserver {
  observe(stage: StageName, milliseconds: number, times?: number): void;
}
