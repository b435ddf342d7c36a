import { createHmac, hash } from 'node:crypto';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { enableDemoVenues } from '../aggregator/demo-venues.js';
import { suggestLinks } from '../aggregator/links.js';
import { syncOwnMarkets } from '../aggregator/save-venue-markets.js';
import * as venueStore from '../aggregator/store/aggregator-store.js';
import * as linkStore from '../aggregator/store/links.js';
import type { AggregatorServices } from '../aggregator/venue-feed.js';
import { deleteOldRuns, resumeMarkets, tendRuns } from '../certification/runs.js';
import * as certificationStore from '../certification/store.js';
import type { ConnectorServices } from '../connectors/runner.js';
import * as connectorStore from '../connectors/store.js';
import type { Lease } from '../database/store.js';
import type { OperationContext } from '../database/transactions.js';
import type { DueWork } from '../events/store/rows.js';
import { auditDueAt, runAudit } from '../exchange/audit-books.js';
import type { ExchangeServices } from '../exchange/desk/write-desk.js';
import { recordEquity, thinEquity } from '../exchange/equity.js';
import { notifyClosing } from '../follows/follow.js';
import type { HttpServices } from '../http/route.js';
import { judgeSignals, publishSignals } from '../intelligence/publish-signals.js';
import { deleteOldIntelligence, type IntelligenceTools, recordSamples } from '../intelligence/record-samples.js';
import { dayMs, hourMs, minuteMs } from '../kernel/time.js';
import { sessionIdleMs, sessionLifeMs } from '../kernel/token-syntax.js';
import type { MarketDataServices } from '../market-data/live-reply.js';
import * as historyStore from '../market-data/store/history.js';
import type { MarketTools } from '../markets/lock-market.js';
import { holdScoreProposal } from '../markets/proposals.js';
import { MarketDeadlines, runDue } from '../markets/transition-event.js';
import { deleteOldNotifications } from '../notifications/notify.js';
import type { StatusSampler } from '../observability/status-sampler.js';
import { deleteOldChallenges } from '../people/passkeys.js';
import type { PeopleServices } from '../people/persons.js';
import { cancelOrdersOfRetired } from '../people/players.js';
import * as confirmationStore from '../people/store/confirmations.js';
import * as sessionStore from '../people/store/sessions.js';
import { nextOpeningAt, seriesEveryMs } from '../practice/rules.js';
import { deleteOldPractice, openSeries, type PracticeTools, resolveSeries } from '../practice/run-series.js';
import {
  crowdsDueAt,
  LeaderboardRefresher,
  leaderboardsDueAt,
  publishCrowdBatches,
} from '../scoring/refresh-leaderboards.js';
import { type ScoreTools, scoreDue } from '../scoring/score-due.js';
import * as scoreStore from '../scoring/store/scores.js';
import { deleteOldSamples } from '../service/status-history.js';
import { createScoreProposer, holdDisagreeing, proposeFinals } from '../sports/fixture-markets.js';
import { deleteOldLines } from '../sports/save-lines.js';
import * as fixtureStore from '../sports/store/fixtures.js';
import type { Jobs } from './jobs.js';
import { dueNowIf, type Leased, type LeasedJobs } from './leased-jobs.js';

/** Deletes expired data: tokens, challenges, attempts, sessions and notifications. */
export function startSessionJob(
  jobs: Jobs,
  { store, clock, people }: Pick<OperationContext, 'store' | 'clock'> & PeopleServices,
): void {
  jobs.every(3_600_000, 'dropping one-time tokens that are over', () =>
    store.transact(tx => confirmationStore.deleteEnded(tx, clock())),
  );
  jobs.every(600_000, 'deleting challenges for passkeys that are over', () => deleteOldChallenges({ store, clock }));
  jobs.every(60_000, 'dropping attempts that are over', () => people.attempts.sweep());
  jobs.every(3_600_000, 'dropping sessions that are over', () => {
    const now = clock();
    return store.transact(tx => sessionStore.drop(tx, now - sessionIdleMs, now - sessionLifeMs));
  });
  jobs.every(3_600_000, 'deleting old notifications', () => deleteOldNotifications({ store, clock }));
}

/** Samples for the status page; each node stores its own. */
export function startStatusJobs(jobs: Jobs, services: HttpServices, sampler: StatusSampler): void {
  jobs.soon('sampling the status', () => sampler.sample());
  jobs.every(5_000, 'sampling the status', () => sampler.sample());
  jobs.every(3_600_000, 'deleting old samples of the status', () => deleteOldSamples(services));
}

interface Due {
  readonly name: string;
  readonly everyMs: number;
}

const due: Readonly<Record<DueWork, Due>> = {
  open: { name: 'opening markets', everyMs: 1000 },
  close: { name: 'closing markets', everyMs: 1000 },
  // Only a node that crashed while closing a market leaves work, and finding it scans all closed markets.
  clear: { name: 'cancelling orders of closed markets', everyMs: 30_000 },
  expire: { name: 'deleting expired orders', everyMs: 1000 },
  finalize: { name: 'resolving undisputed proposals', everyMs: 1000 },
  settle: { name: 'settling markets', everyMs: 1000 },
};

type MarketJobTools = MarketTools & ExchangeServices & MarketDataServices;

/**
 * Work due by the clock and by resolutions. Runs on one node, whichever acquires the lease first; the others try again
 * later.
 */
export function startMarketJobs(jobs: LeasedJobs<MarketJobTools>): void {
  startHistoryJobs(jobs);
  const deadlines = new MarketDeadlines();
  for (const [kind, { name, everyMs }] of Object.entries(due) as [DueWork, Due][]) {
    jobs.onOneNode(
      everyMs,
      name,
      (tools, keepGoing) => runDue(tools, kind, keepGoing),
      ({ store }) => deadlines.of(store, kind),
    );
  }
  jobs.onOneNode(5_000, 'judging and clearing certification runs', tendRuns, ({ store }) =>
    store.read(reader => certificationStore.dueAt(reader)),
  );
  jobs.onOneNode(3_600_000, 'deleting old certification runs', deleteOldRuns);
  jobs.onOneNode(1000, 'ending pauses of certification runs', resumeMarkets, async ({ store }) => {
    const paused = await store.read(reader => certificationStore.paused(reader, 1));
    return dueNowIf(paused.length > 0);
  });
  jobs.onEveryNode(60_000, 'ending orders of players who left', cancelOrdersOfRetired);
}

/** Every node folds its own trades, and an occasional run finds missed ones. */
function startHistoryJobs(jobs: LeasedJobs<MarketJobTools>): void {
  const name = 'finding trades that are missing in candles';
  jobs.onEveryNode(2_000, 'aggregating trades into candles', ({ marketData }, keepGoing) =>
    marketData.history.flush(keepGoing),
  );
  const sweep = ({ store, marketData }: Pick<MarketJobTools, 'store' | 'marketData'>, keepGoing: () => boolean) =>
    marketData.history.sweep(store, keepGoing);
  jobs.onOneNode(60_000, name, sweep, async ({ store }) => {
    const behind = await store.read(reader => historyStore.behind(reader, 1));
    return dueNowIf(behind.length > 0);
  });
  jobs.onOneNodeSoon(name, sweep);
}

type PlayerJobTools = Pick<OperationContext, 'store' | 'clock' | 'newId'>;

/** Equity samples, audits of the books and notifications about followed events. */
export function startPlayerJobs(jobs: LeasedJobs<PlayerJobTools>): void {
  jobs.onOneNode(600_000, 'sampling the equity of players', recordEquity);
  jobs.onOneNode(86_400_000, 'thinning samples of equity', thinEquity);
  const stopwatch = () => performance.now();
  jobs.onOneNode(600_000, 'auditing the books', tools => runAudit({ ...tools, stopwatch }, 'schedule'), auditDueAt);
  jobs.onOneNode(300_000, 'notifying followers of events that end soon', notifyClosing);
}

type ScoreJobTools = Pick<ScoreTools, 'store' | 'clock'> & Pick<OperationContext, 'newId'>;

/** Scores and leaderboards. Run on one node, whichever acquires the lease first; the others try again later. */
export function startScoreJobs(
  jobs: LeasedJobs<ScoreJobTools>,
  rebuildInWorker: ((lease: Lease) => Promise<void>) | null,
): void {
  const timing = { stopwatch: () => performance.now(), yieldToEventLoop: () => nextTurn() };
  const refresher = new LeaderboardRefresher(rebuildInWorker);
  const score = (tools: ScoreJobTools, keepGoing: () => boolean) => scoreDue({ ...tools, ...timing }, keepGoing);
  jobs.onOneNode(1000, 'scoring events', score, async ({ store }) => {
    const events = await store.read(reader => scoreStore.due(reader, '', 1));
    return dueNowIf(events.length > 0);
  });
  jobs.onOneNode(5000, 'publishing crowd means', publishCrowdBatches, crowdsDueAt);
  jobs.onOneNode(1000, 'building leaderboards', tools => refresher.refresh({ ...tools, ...timing }), leaderboardsDueAt);
}

const everyMs = 300_000;

/** Samples and signals of markets. Runs on one node, whichever acquires the lease first. */
export function startIntelligenceJobs(jobs: LeasedJobs<IntelligenceTools>): void {
  jobs.onOneNode(everyMs, 'sampling markets and publishing signals', async (tools, keepGoing) => {
    await recordSamples(tools, keepGoing);
    await publishSignals(tools, keepGoing);
    await judgeSignals(tools, keepGoing);
  });
  jobs.onEveryNode(3_600_000, 'deleting old samples and signals', deleteOldIntelligence);
}

/** The maximum number of connectors started per run of the scheduler. */
const maxStarts = 20;
const rejectedRowsLiveMs = 14 * dayMs;

type ConnectorJobTools = OperationContext & ConnectorServices & AggregatorServices;

/** Starts due runs concurrently; a connector runs on one node at a time. */
export function startConnectorJobs(jobs: Jobs, leased: LeasedJobs<ConnectorJobTools>): void {
  const running = new Set<string>();
  const start = (id: string, { connectors, aggregator }: ConnectorJobTools) => {
    running.add(id);
    jobs.soon(`connector ${id}`, async () => {
      try {
        await connectors.run(id, 'schedule');
        aggregator.feed.invalidate();
      } finally {
        running.delete(id);
        connectors.schedule.invalidate();
      }
    });
  };
  leased.onEveryNode(1000, 'scheduling connectors', async services => {
    const { store, clock, connectors } = services;
    const { schedule } = connectors;
    const now = clock();
    if (!schedule.isDue(now)) return;
    schedule.begin(now);
    const formats = connectors.formats.map(({ id }) => id);
    const [due, nextRunAt] = await store.read(reader =>
      Promise.all([
        connectorStore.due(reader, formats, now, maxStarts),
        connectorStore.nextRunAt(reader, formats, now),
      ]),
    );
    schedule.plan(due.length < maxStarts ? nextRunAt : now);
    for (const id of due.filter(each => !running.has(each))) start(id, services);
  });
  leased.onOneNode(hourMs, 'deleting old rejected rows of connectors', ({ store, clock }) =>
    store.transact(tx => connectorStore.prune(tx, clock() - rejectedRowsLiveMs)),
  );
}

/** One node deletes lines and fixtures past their retention and proposes resolutions from final scores. */
export function startSportsJobs(jobs: LeasedJobs<Pick<OperationContext, 'store' | 'clock' | 'newId'>>): void {
  jobs.onOneNode(hourMs, 'deleting old sports lines', deleteOldLines);
  jobs.onOneNode(
    minuteMs,
    'proposing resolutions from final scores',
    async (tools, keepGoing) => {
      await holdDisagreeing(tools, slug => holdScoreProposal(tools, slug), keepGoing);
      await proposeFinals(tools, createScoreProposer(tools), keepGoing);
    },
    async ({ store, clock }) => {
      const dueRows = await store.read(reader =>
        Promise.all([fixtureStore.proposalsInDoubt(reader, 1), fixtureStore.finalsToPropose(reader, clock(), 1)]),
      );
      return dueNowIf(dueRows.flat().length > 0);
    },
  );
}

/**
 * How often the rows of the arena's own events are updated after a change; prices and statuses are read from the live
 * market in between.
 */
const syncEveryMs = 15_000;
const suggestEveryMs = 20_000;
/** The maximum number of markets closed by the clock per transaction. */
const maxClosed = 1_000;
/** A market that its source has not listed for this long is deleted. */
const missingLivesMs = 30 * dayMs;

type AggregatorJobTools = HttpServices & AggregatorServices & ConnectorServices;

/** The feed's own jobs; each runs on one node at a time. */
export function startAggregatorJobs(jobs: LeasedJobs<AggregatorJobTools>, hasDemoVenues: boolean): void {
  type Work = (services: Leased<AggregatorJobTools>, keepGoing: () => boolean) => Promise<unknown>;
  const invalidating =
    (work: Work): Work =>
    async (services, keepGoing) => {
      await work(services, keepGoing);
      services.aggregator.feed.invalidate();
    };
  const syncing = 'updating our events in the venue feed';
  const sync = invalidating((services, keepGoing) => syncOwnMarkets(services, services.settings.publicUrl, keepGoing));
  let synced: string | null = null;
  // 24-hour price changes are sampled hourly, so they also change every hour.
  const stateOf = ({ aggregator, clock }: Pick<AggregatorJobTools, 'aggregator' | 'clock'>) => {
    const version = aggregator.feed.eventVersion;
    return version === null ? null : `${version} ${Math.floor(clock() / hourMs)}`;
  };
  const syncChanged: Work = async (services, keepGoing) => {
    const state = stateOf(services);
    await sync(services, keepGoing);
    synced = state;
  };
  const isChanged = (services: AggregatorJobTools) => synced === null || stateOf(services) !== synced;
  jobs.onOneNode(syncEveryMs, syncing, syncChanged, async services =>
    isChanged(services) ? Number.NEGATIVE_INFINITY : (Math.floor(services.clock() / hourMs) + 1) * hourMs,
  );
  jobs.onOneNodeSoon(syncing, async (services, keepGoing) => {
    await sync(services, keepGoing);
    if (hasDemoVenues) await enableDemoVenues(services);
  });
  jobs.onOneNode(suggestEveryMs, 'suggesting links between venues', invalidating(suggestLinks), async ({ store }) => {
    const unchecked = await store.read(reader => linkStore.unchecked(reader, 1));
    return dueNowIf(unchecked.length > 0);
  });
  const close: Work = ({ store, clock }) => store.transact(tx => venueStore.closeDue(tx, clock(), maxClosed));
  jobs.onOneNode(minuteMs, 'closing markets of venues', invalidating(close), ({ store }) =>
    store.read(reader => venueStore.nextCloseAt(reader)),
  );
  const prune: Work = ({ store, clock }) =>
    store.transact(tx => venueStore.prune(tx, clock(), clock() - missingLivesMs));
  jobs.onOneNode(hourMs, 'deleting old prices and markets of venues', invalidating(prune));
}

/** The clocks of the node and the database may differ: an event that should have ended is checked at this interval. */
const lookAgainMs = 5_000;
/** The maximum difference of the clocks that does not delay a resolution. */
const maxClockGapMs = 30_000;
/** Events outside the series end at any time. */
const lookAnywayMs = 60_000;

type PracticeJobTools = PracticeTools & Pick<OperationContext, 'clock'>;

/** Seeds are derived from the secret that all nodes share, so none of them is stored. */
export function createPracticeTools(
  { store, newId, settings: { routeWords } }: Pick<HttpServices, 'store' | 'newId' | 'settings'>,
  secret: string,
): PracticeTools {
  // A derived key, so that no other use of the secret can produce a seed.
  const key = createHmac('sha256', secret).update('seeds of practice events').digest();
  return {
    store,
    newId,
    routeWords,
    sha256: text => hash('sha256', text, 'buffer'),
    seedOf: slug => createHmac('sha256', key).update(slug).digest('hex'),
  };
}

/**
 * The rolling series of practice events. Runs on one node, whichever acquires the lease first. If no new events are
 * opened, existing ones are still resolved and deleted.
 */
export function startPracticeJobs(jobs: LeasedJobs<PracticeJobTools>, opens: boolean): void {
  let nextAt = Number.NEGATIVE_INFINITY;
  let resolvedAt = Number.NEGATIVE_INFINITY;
  const run = async (tools: PracticeJobTools, keepGoing: () => boolean) => {
    const now = tools.clock();
    const resolved = await resolveSeries(tools, keepGoing);
    if (opens && keepGoing()) await openSeries(tools);
    if (resolved > 0) {
      resolvedAt = now;
      return;
    }
    // Events of the series end when another one opens.
    const openingAt = nextOpeningAt(now);
    const endedAt = openingAt - seriesEveryMs;
    const isAwaited = resolvedAt < endedAt && now - endedAt < maxClockGapMs;
    nextAt = Math.min(openingAt, now + (isAwaited ? lookAgainMs : lookAnywayMs));
  };
  jobs.onOneNode(1000, 'running practice events', run, async () => nextAt);
  jobs.onOneNode(600_000, 'forgetting old practice events', deleteOldPractice);
}
