import { Counter, Gauge, type Registry } from 'prom-client';
import * as settingStore from '../database/arena/settings.js';
import type { Store } from '../database/store.js';
import * as marketStore from '../events/store/markets.js';
import * as statusStore from '../service/store.js';

/** A scrape waits this long for figures of the database; without them their metrics are left out. */
const patienceMs = 1_000;

export interface JobState {
  /** Failed runs since the start, by the name of the job. */
  failures(): ReadonlyMap<string, number>;
  lagMs(): number;
}

interface ArenaFigures {
  readonly tradingPaused: boolean;
  readonly lastBackupAt: number | null;
  readonly incompleteSince: number | null;
}

async function readFigures(store: Store): Promise<ArenaFigures | null> {
  if (!store.pool().isReachable) return null;
  const reading = store.read(async reader => ({
    tradingPaused: await settingStore.tradingPaused(reader),
    lastBackupAt: (await statusStore.lastBackup(reader))?.finishedAt ?? null,
    incompleteSince: await marketStore.incompleteSince(reader),
  }));
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<null>(done => {
    timer = setTimeout(() => done(null), patienceMs);
  });
  return Promise.race([reading.catch(() => null), timeout]).finally(() => clearTimeout(timer));
}

/** Connectors share one label, so that their number does not grow the number of series. */
const labelOf = (name: string) => (name.startsWith('connector ') ? 'running a connector' : name);

/** The jobs of this node, and the state of the arena that an operator acts on. */
export function observeArena(registers: Registry[], store: Store, jobs: JobState): void {
  new Counter({
    name: 'presage_job_failures_total',
    help: 'Failed runs of background jobs on this node, by job.',
    labelNames: ['job'],
    registers,
    collect() {
      this.reset();
      for (const [name, count] of jobs.failures()) this.inc({ job: labelOf(name) }, count);
    },
  });
  new Gauge({
    name: 'presage_job_lag_seconds',
    help: 'How long the most delayed background job has been without a finished run, beyond its interval.',
    registers,
    collect() {
      this.set(jobs.lagMs() / 1000);
    },
  });
  let reading: Promise<ArenaFigures | null> | null = null;
  /** The metrics of a scrape share one read. */
  const figures = () => {
    reading ??= readFigures(store).finally(() => {
      reading = null;
    });
    return reading;
  };
  new Gauge({
    name: 'presage_last_backup_timestamp_seconds',
    help: 'When the last reported backup ended, in seconds since 1970; 0 if none was reported.',
    registers,
    async collect() {
      const record = await figures();
      if (record) this.set((record.lastBackupAt ?? 0) / 1000);
      else this.remove();
    },
  });
  new Gauge({
    name: 'presage_settlement_lag_seconds',
    help: 'Age of the oldest resolution whose payouts or scores are incomplete; 0 if there is none.',
    registers,
    async collect() {
      const record = await figures();
      if (record)
        this.set(record.incompleteSince === null ? 0 : Math.max(0, Date.now() - record.incompleteSince) / 1000);
      else this.remove();
    },
  });
  new Gauge({
    name: 'presage_trading_paused',
    help: '1 while trading is paused in the whole arena.',
    registers,
    async collect() {
      const record = await figures();
      if (record) this.set(record.tradingPaused ? 1 : 0);
      else this.remove();
    },
  });
}
