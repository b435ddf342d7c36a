import type { Lease, LeasedStore, Reader } from '../database/store.js';
import { hourMs } from '../kernel/time.js';
import * as suspensionStore from '../players/suspensions.js';
import {
  boardsToBytes,
  buildBoards,
  isInScope,
  isInSet,
  type StoredScope,
  scopeKey,
  scopesOf,
  setsToBuild,
} from './rules/boards.js';
import { minBatchOwners, nextBatch } from './rules/crowd-batches.js';
import { ResultCollector } from './rules/result-table.js';
import { runYielding, type ScoreTools } from './score-due.js';
import * as crowdStore from './store/crowd-batches.js';
import * as boardStore from './store/leaderboards.js';
import type { CountedEvent, CrowdQuestion, NewBoards } from './store/rows.js';
import * as scoreStore from './store/scores.js';

/** How long a client may page through a version after a newer one has replaced it. */
const retentionMs = hourMs;
/** Building takes at most one part in this many of the time: large leaderboards are built less often. */
const restPerWork = 5;
/** While more events are waiting to be scored the leaderboards wait too, but no longer than this. */
const maxWaitMs = 600_000;
/** The number of scores that are ranked in a second or two; more are ranked in a worker. */
const maxScoresInProcess = 20_000;

interface Loaded {
  readonly scorings: number;
  readonly events: readonly CountedEvent[];
  readonly recorded: NewBoards['events'];
  readonly results: readonly Parameters<ResultCollector['add']>[0][];
}

function scoped({ resolvedAt, category }: CountedEvent) {
  return { resolvedAtMs: resolvedAt, category };
}

async function load(reader: Reader): Promise<Loaded> {
  const [scorings, events] = [await boardStore.newestScoring(reader), await boardStore.countedEvents(reader)];
  const recorded = await boardStore.eventsOnRecord(reader);
  const results: Loaded['results'][number][] = [];
  await boardStore.results(reader, async batch => {
    for (const result of batch) results.push(result);
  });
  return { scorings, events, recorded, results };
}

async function buildScope(
  { yieldToEventLoop }: ScoreTools,
  { events, results }: Loaded,
  scope: StoredScope,
  asOf: number,
) {
  const chosen = events.filter(event => isInSet(event.demo, scope.events) && isInScope(scoped(event), scope, asOf));
  const inside = new Map(chosen.map(event => [event.eventId, event.baselines]));
  const collector = new ResultCollector();
  for (const result of results) if (inside.has(result.event)) collector.add(result);
  await yieldToEventLoop();
  const table = await runYielding(collector.finish(), yieldToEventLoop);
  let offsets: ReadonlyMap<string, number> = new Map();
  const onOffsets = (byEvent: ReadonlyMap<string, number>) => {
    offsets = byEvent;
  };
  const boards = await runYielding(
    buildBoards({ scope: scopeKey(scope), results: table, events: inside, onOffsets }),
    yieldToEventLoop,
  );
  return { built: { scope, body: boardsToBytes(boards) }, offsets };
}

/** Builds all leaderboards from the current scores. */
async function buildAllBoards(tools: ScoreTools): Promise<NewBoards> {
  const began = tools.stopwatch();
  const now = tools.clock();
  const loaded = await tools.store.snapshot(load);
  // The database's clock may be ahead of this one.
  const asOf = loaded.events.reduce((latest, event) => Math.max(latest, event.resolvedAt), now);
  const scopes: NewBoards['scopes'][number][] = [];
  const offsets: NewBoards['offsets'][number][] = [];
  for (const scope of scopesOf(loaded.events.map(scoped), asOf)) {
    const inside = loaded.events.filter(event => isInScope(scoped(event), scope, asOf));
    for (const events of setsToBuild(inside)) {
      const { built, offsets: found } = await buildScope(tools, loaded, { ...scope, events }, asOf);
      scopes.push(built);
      // Event pages show scores over all time; narrower leaderboards only need their rows.
      if (scope.window === 'all' && scope.category === null)
        offsets.push({ events, byEvent: Object.fromEntries(found) });
    }
  }
  return {
    asOf,
    tookMs: tools.stopwatch() - began,
    scorings: loaded.scorings,
    events: loaded.recorded,
    scopes,
    offsets,
  };
}

/** Builds and saves a new version of the leaderboards, and deletes old ones. */
export async function rebuildLeaderboards(tools: ScoreTools): Promise<void> {
  const now = tools.clock();
  const boards = await buildAllBoards(tools);
  await tools.store.transact(async tx => {
    await boardStore.save(tx, boards);
    await boardStore.deleteVersions(tx, now - retentionMs);
  });
}

/** When the leaderboards may be due; the refresher decides. */
export async function leaderboardsDueAt({ store }: Pick<ScoreTools, 'store'>): Promise<number> {
  return store.read(async reader => {
    const newest = await boardStore.newest(reader);
    const scorings = await boardStore.newestScoring(reader);
    if (scorings === 0) return Number.POSITIVE_INFINITY;
    const isCurrent = newest?.scorings === scorings && !(await suspensionStore.changedSince(reader, newest.asOf));
    return isCurrent ? newest.asOf + hourMs : Number.NEGATIVE_INFINITY;
  });
}

type LeasedScoreTools = Omit<ScoreTools, 'store'> & { readonly store: LeasedStore };

/** Keeps the leaderboards up to date. `rebuildInWorker` rebuilds them in another thread if there are many scores. */
export class LeaderboardRefresher {
  private restUntil = 0;
  private lastScorings = 0;
  private waitingSince: number | null = null;

  constructor(private readonly rebuildInWorker: ((lease: Lease) => Promise<void>) | null) {}

  /**
   * Leaderboards are rebuilt when an event has been scored or a player suspended, and every hour because the windows
   * move.
   */
  private async isDue(tools: ScoreTools): Promise<boolean> {
    const { newest, scorings, more } = await tools.store.read(async reader => ({
      newest: await boardStore.newest(reader),
      scorings: await boardStore.newestScoring(reader),
      more: (await scoreStore.due(reader, '', 1)).length > 0,
    }));
    if (scorings === 0 || (more && this.shouldWait(tools, scorings))) return false;
    this.waitingSince = null;
    if (newest === null || newest.scorings !== scorings || tools.clock() - newest.asOf >= hourMs) return true;
    return tools.store.read(reader => suspensionStore.changedSince(reader, newest.asOf));
  }

  /** Waits only while scoring makes progress, so an event that can't be scored does not block the leaderboards. */
  private shouldWait({ stopwatch }: ScoreTools, scorings: number): boolean {
    const hasProgressed = scorings !== this.lastScorings;
    this.lastScorings = scorings;
    this.waitingSince ??= stopwatch();
    return hasProgressed && stopwatch() - this.waitingSince < maxWaitMs;
  }

  async refresh(tools: LeasedScoreTools): Promise<void> {
    const { store, stopwatch } = tools;
    const began = stopwatch();
    if (began < this.restUntil || !(await this.isDue(tools))) return;
    const many = await store.read(reader => boardStore.hasMoreScoresThan(reader, maxScoresInProcess));
    if (this.rebuildInWorker && many) await this.rebuildInWorker(store.lease);
    else await rebuildLeaderboards(tools);
    this.restUntil = stopwatch() + (stopwatch() - began) * restPerWork;
  }
}

const pageSize = 200;

/** Means are published once in each hour. */
export async function crowdsDueAt({ store }: Pick<ScoreTools, 'store'>): Promise<number> {
  const last = await store.read(reader => crowdStore.lastPublished(reader));
  return last === null ? Number.NEGATIVE_INFINITY : (Math.floor(last / hourMs) + 1) * hourMs;
}

/** Publishes the batches that are due, once per clock hour. One question is in memory at a time. */
export async function publishCrowdBatches({ store, clock }: Pick<ScoreTools, 'store' | 'clock'>): Promise<void> {
  const now = clock();
  if (now < (await crowdsDueAt({ store }))) return;
  await store.transact(tx => crowdStore.begin(tx, now));
  let after: CrowdQuestion | null = null;
  do {
    const page: CrowdQuestion[] = await store.read(reader =>
      crowdStore.questions(reader, minBatchOwners, after, pageSize),
    );
    for (const question of page) {
      await store.transact(async tx => {
        const batch = nextBatch(await crowdStore.candidates(tx, question), now);
        if (batch !== null) await crowdStore.publish(tx, question, batch, now);
      });
    }
    after = page.length === pageSize ? page[page.length - 1] : null;
  } while (after !== null);
}
