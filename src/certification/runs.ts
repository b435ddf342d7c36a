import * as operatorStore from '../database/arena/operators.js';
import type { Reader, Store, Transaction } from '../database/store.js';
import type { OperationContext } from '../database/transactions.js';
import { certificationSlugPrefix } from '../events/rules/event.js';
import * as eventStore from '../events/store/events.js';
import { dayMs } from '../kernel/time.js';
import { microsPerUnit } from '../kernel/units.js';
import { type CreateEventTools, createEvent } from '../markets/create-event.js';
import type { MarketTools } from '../markets/lock-market.js';
import { resolveEvent } from '../markets/resolve-event.js';
import { type TransitionVerb, transitionEvent } from '../markets/transition-event.js';
import * as agentStore from '../people/store/agents.js';
import {
  type Certification,
  type CertifiedClient,
  clientOf,
  replaces,
  runBounds,
  withClient,
} from '../players/rules/certification-mark.js';
import * as profileStore from '../players/store/profiles.js';
import { placedOrders, recordResumed } from './record-request.js';
import { isRevoked, pauseEndsAt } from './rules/decide-fault.js';
import { judgeRun } from './rules/judge.js';
import { planOf, type RunEvent, type Scenario, type ScenarioId, scenarios } from './rules/scenarios.js';
import type { Case, TraceEntry } from './rules/trace.js';
import type { PausedEvent, RunRow } from './store.js';
import * as certificationStore from './store.js';

/** A run with all inputs of its verdicts. */
export interface ObservedRun {
  readonly run: RunRow;
  readonly trace: readonly TraceEntry[];
  readonly placed: NonNullable<Case['placed']>;
}

async function observeRun(reader: Reader, run: RunRow): Promise<ObservedRun> {
  const placed = await placedOrders(reader, run);
  return { run, placed, trace: await certificationStore.trace(reader, run.runId) };
}

interface FoundRun {
  readonly observed: ObservedRun;
  /** The certification of the run's agent, expired or not. */
  readonly certification: Certification | null;
}

/** Returns the latest runs of an agent, newest first, and its certification. */
export function findRuns(
  { store }: Pick<OperationContext, 'store'>,
  playerId: string,
  limit: number,
): Promise<{ readonly runs: readonly RunRow[]; readonly certification: Certification | null }> {
  return store.read(async reader => ({
    runs: await certificationStore.listOf(reader, playerId, limit),
    certification: await profileStore.certificationOf(reader, playerId),
  }));
}

export function findRun({ store }: Pick<OperationContext, 'store'>, runId: string): Promise<FoundRun | null> {
  return store.read(async reader => {
    const run = await certificationStore.find(reader, runId);
    if (!run) return null;
    return {
      observed: await observeRun(reader, run),
      certification: await profileStore.certificationOf(reader, run.playerId),
    };
  });
}

const verbs: Readonly<Record<'market-moved' | 'market-paused' | 'market-resumed', readonly TransitionVerb[]>> = {
  'market-paused': ['pause'],
  'market-resumed': ['resume'],
  // Raises the sequence without any other change.
  'market-moved': ['pause', 'resume'],
};

/** Applies the change of a scenario to its practice market. A market that is already in that state is unchanged. */
export async function prepareMarket(tools: MarketTools, slug: string, change: keyof typeof verbs): Promise<void> {
  for (const verb of verbs[change]) {
    await transitionEvent(tools, slug, { verb, endsAt: null, note: 'a certification scenario', actor: null });
  }
}

export interface OpenTools extends CreateEventTools {
  /** Returns an unpredictable integer. */
  readonly seed: () => number;
  /** Returns unpredictable letters and digits. */
  readonly randomWord: () => string;
}

export interface OpenCommand {
  readonly playerId: string;
  readonly contractVersion: string;
  /** Results that the client declares in advance. */
  readonly declared: Readonly<Record<string, unknown>> | null;
  /** The client of the run; null if the request does not declare it. */
  readonly client: CertifiedClient | null;
}

type OpenOutcome =
  | { readonly kind: 'opened' | 'running'; readonly run: RunRow }
  | { readonly kind: 'limited'; readonly retryAfterSeconds: number };

const liquidityCredits = 500;

function eventTexts({ title, service }: Scenario) {
  return {
    title: `Certification practice: ${title}`,
    description: `Belongs to one certification run and has no meaning outside it. ${service} It becomes void when the run ends.`,
    category: 'practice',
    tags: ['certification'],
    outcomes: ['Yes', 'No'],
    resolutionSource: { name: 'Certification run', url: '', rule: 'Always void: every credit is refunded.' },
  };
}

/**
 * Creates the practice event of one scenario, so that its faults affect no other player. Its slug reveals nothing about
 * the run.
 */
async function addEvent(tx: Transaction, tools: OpenTools, scenario: Scenario, endsAt: number) {
  const slug = runEventSlug(scenario.id, tools.randomWord());
  const outcome = await createEvent(tx, tools, {
    ...eventTexts(scenario),
    slug,
    liquidity: liquidityCredits * microsPerUnit,
    prior: null,
    opensAt: null,
    endsAt,
    demo: false,
    practice: true,
    requestDigest: null,
    actor: 'sandbox',
  });
  if (outcome.kind !== 'created') throw new Error(`event ${slug} was not created: ${JSON.stringify(outcome)}`);
  const eventAndMarket = await eventStore.findById(tx, outcome.eventId);
  if (!eventAndMarket) throw new Error(`event ${slug} was not stored`);
  return {
    scenario: scenario.id,
    eventId: outcome.eventId,
    slug,
    pubkey: eventAndMarket.event.pubkey,
  } satisfies RunEvent;
}

/** Opens a run, or returns the open one: an agent has one at a time. */
async function openRun(tx: Transaction, tools: OpenTools, command: OpenCommand): Promise<OpenOutcome> {
  const { playerId, contractVersion } = command;
  const declared = withClient(command.declared, command.client);
  await certificationStore.lockPlayer(tx, playerId);
  const now = await operatorStore.now(tx);
  const running = await certificationStore.openOf(tx, playerId);
  if (running && now < running.deadlineAt) return { kind: 'running', run: running };
  if (running) await finishRun(tx, running.runId, null, null);
  const recent = await certificationStore.openedSince(tx, playerId, now - dayMs);
  if (recent.length >= runBounds.perDay) {
    return { kind: 'limited', retryAfterSeconds: Math.max(1, Math.ceil((recent[0] + dayMs - now) / 1000)) };
  }
  const runId = tools.newId('run', now);
  const deadlineAt = now + runBounds.minutes * 60_000;
  const events: RunEvent[] = [];
  for (const scenario of scenarios) events.push(await addEvent(tx, tools, scenario, deadlineAt));
  const run = { runId, playerId, openedAt: now, deadlineAt, seed: tools.seed(), contractVersion, events, declared };
  await certificationStore.add(tx, run);
  return { kind: 'opened', run: { ...run, finished: null } };
}

/**
 * Closes and judges a run; a pass certifies the client of the run. Results declared now override those declared at the
 * opening, scenario by scenario. A finished run keeps its verdicts and accepts no more results: its `declared` shows
 * which ones it has.
 */
async function finishRun(
  tx: Transaction,
  runId: string,
  declared: Readonly<Record<string, unknown>> | null,
  client: CertifiedClient | null,
): Promise<RunRow> {
  const run = await certificationStore.lock(tx, runId);
  if (!run) throw new Error(`run ${runId} not found`);
  if (run.finished) return run;
  const at = await operatorStore.now(tx);
  const placed = await placedOrders(tx, run);
  const trace = await certificationStore.trace(tx, runId);
  const finished = { at, ...judgeRun({ plan: planOf(run.seed), trace, closed: true, placed }) };
  const results = withClient(declared === null ? run.declared : { ...run.declared, ...declared }, client);
  await certificationStore.finish(tx, runId, finished, results);
  const mark = { at, contractVersion: run.contractVersion, client: clientOf(results) };
  if (finished.passed && replaces(mark, await profileStore.certificationOf(tx, run.playerId)))
    await agentStore.certify(tx, run.playerId, mark);
  return { ...run, declared: results, finished };
}

interface CertifyCommand extends OpenCommand {
  /** The run to finish; null finishes the open run if results are declared, and opens one otherwise. */
  readonly runId: string | null;
  /** Finishes the only open run and never opens one. */
  readonly finishes: boolean;
}

type ChosenRun =
  | { readonly kind: 'opened' | 'running' | 'finished'; readonly run: RunRow }
  | { readonly kind: 'limited'; readonly retryAfterSeconds: number }
  | { readonly kind: 'missing' }
  /** There is not exactly one open run to finish. */
  | { readonly kind: 'ambiguous'; readonly openRuns: readonly RunRow[] };

type CertifyOutcome =
  | Exclude<ChosenRun, { run: RunRow }>
  | {
      readonly kind: 'opened' | 'running' | 'finished';
      readonly observed: ObservedRun;
      readonly certification: Certification | null;
      /**
       * Declared scenarios that the run does not have, because it was already finished, or opened by another request.
       */
      readonly late: readonly string[];
    };

async function chooseRun(tx: Transaction, tools: OpenTools, command: CertifyCommand): Promise<ChosenRun> {
  const { playerId, runId, declared, client, finishes } = command;
  const running = await certificationStore.openOf(tx, playerId);
  if (runId !== null) {
    const storedRun = await certificationStore.find(tx, runId);
    if (!storedRun || storedRun.playerId !== playerId) return { kind: 'missing' };
    return { kind: 'finished', run: await finishRun(tx, runId, declared, client) };
  }
  // A unique index allows a player one open run, so there is never a choice among several.
  if (finishes && !running) return { kind: 'ambiguous', openRuns: [] };
  if (running && (declared || finishes))
    return { kind: 'finished', run: await finishRun(tx, running.runId, declared, client) };
  return openRun(tx, tools, command);
}

/** Finishes the run that the command refers to, or opens one. */
export async function openOrFinishRun(
  tx: Transaction,
  tools: OpenTools,
  command: CertifyCommand,
): Promise<CertifyOutcome> {
  const chosen = await chooseRun(tx, tools, command);
  if (!('run' in chosen)) return chosen;
  const { kind, run } = chosen;
  const { playerId, declared } = command;
  return {
    kind,
    observed: await observeRun(tx, run),
    certification: await profileStore.certificationOf(tx, playerId),
    late: Object.keys(declared ?? {}).filter(scenario => run.declared?.[scenario] !== declared?.[scenario]),
  };
}

async function isClosed(tx: Transaction, runId: string, now: number): Promise<boolean> {
  const run = await certificationStore.find(tx, runId);
  if (!run || run.finished || now >= run.deadlineAt) return true;
  return isRevoked(await certificationStore.trace(tx, runId));
}

/** Returns the runs whose base path serves nothing: finished ones, and those whose key counts as revoked. */
export function closedRuns(
  { store }: Pick<OperationContext, 'store'>,
  runIds: readonly string[],
): Promise<ReadonlySet<string>> {
  return store.transact(async tx => {
    const now = await operatorStore.now(tx);
    const closed = new Set<string>();
    for (const runId of runIds) if (await isClosed(tx, runId, now)) closed.add(runId);
    return closed;
  });
}

const batchSize = 20;

/** Voids the events of a run, which refunds every credit. */
async function clearRun(tools: MarketTools, runId: string, slugs: readonly string[], now: number): Promise<void> {
  const command = {
    answer: { void: true },
    source: '',
    note: 'The certification run has ended.',
    effectiveCloseAt: null,
  } as const;
  // An event that is already void or deleted is rejected, which is expected.
  for (const slug of slugs) await resolveEvent(tools, slug, 'void', command, null);
  await tools.store.transact(tx => certificationStore.markCleared(tx, runId, now));
}

/** Judges overdue runs, refunds finished ones and deletes old ones. */
export async function tendRuns(tools: MarketTools, keepGoing: () => boolean): Promise<void> {
  const { store } = tools;
  const now = await store.transact(tx => operatorStore.now(tx));
  const overdue = await store.transact(tx => certificationStore.overdue(tx, now, batchSize));
  for (const runId of overdue) {
    if (!keepGoing()) return;
    await store.transact(tx => finishRun(tx, runId, null, null));
  }
  const finished = await store.transact(tx => certificationStore.uncleared(tx, batchSize));
  for (const { runId, events } of finished) {
    if (!keepGoing()) return;
    const slugs = events.map(({ slug }) => slug);
    await clearRun(tools, runId, slugs, now);
  }
}

export async function deleteOldRuns({ store }: Pick<MarketTools, 'store'>): Promise<void> {
  await store.transact(async tx => {
    const now = await operatorStore.now(tx);
    await certificationStore.deleteRuns(tx, now - runBounds.retentionDays * dayMs);
  });
}

const maxResumed = 50;

/** Only the pause of its scenario is intended; a node that stopped halfway left any other. */
async function isOver(store: Store, { run, event }: PausedEvent): Promise<boolean> {
  if (event.scenario !== 'market-paused') return true;
  return store.transact(async tx => {
    const trace = await certificationStore.trace(tx, run.runId);
    const endsAt = pauseEndsAt({ trace, plan: planOf(run.seed) });
    return endsAt === null || (await operatorStore.now(tx)) >= endsAt;
  });
}

/**
 * Resumes the markets of runs whose pause has ended, so that clients that only read streams are notified. The market is
 * resumed first: if this fails in between, the next order that finds it open records the end of the pause.
 */
export async function resumeMarkets(tools: MarketTools, keepGoing: () => boolean): Promise<void> {
  const { store } = tools;
  const paused = await store.read(reader => certificationStore.paused(reader, maxResumed));
  for (const pausedRun of paused) {
    if (!keepGoing()) return;
    if (!(await isOver(store, pausedRun))) continue;
    await prepareMarket(tools, pausedRun.event.slug, 'market-resumed');
    if (pausedRun.event.scenario === 'market-paused')
      await recordResumed(tools, pausedRun.run.runId, pausedRun.event.slug);
  }
}

/** `word` is random, so that a slug reveals neither the run nor its other events. */
function runEventSlug(scenario: ScenarioId, word: string): string {
  return `${certificationSlugPrefix}${scenario}-${word}`;
}
