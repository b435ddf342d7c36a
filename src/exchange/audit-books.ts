import type { Reader } from '../database/store.js';
import { type OperationContext, orIfDiskFull } from '../database/transactions.js';
import { assertSolvent } from '../engine/market-book.js';
import { BrokenInvariant } from '../kernel/invariant.js';
import { dayMs, hourMs } from '../kernel/time.js';
import * as auditStore from './store/audit.js';
import {
  type AuditFigures,
  type AuditRun,
  auditChecks,
  type Difference,
  type Differences,
  type PurseTotals,
} from './store/rows.js';

const maxListed = 50;
const marketsPerPage = 1_000;

interface Audit extends AuditFigures {
  readonly balanced: boolean;
  readonly differenceCount: number;
  /** The first of each kind. */
  readonly differences: readonly Difference[];
}

/** Every unresolved market can pay any winner. */
async function insolvent(reader: Reader): Promise<Differences> {
  const listed: Difference[] = [];
  let count = 0;
  for (let after = ''; ; ) {
    const markets = await auditStore.openMarkets(reader, after, marketsPerPage);
    for (const market of markets) {
      try {
        assertSolvent(market, market.shares, market.account);
      } catch (error) {
        if (!(error instanceof BrokenInvariant)) throw error;
        count += 1;
        if (listed.length < maxListed) {
          listed.push({
            check: 'solvency',
            subject: market.marketId,
            expected: error.rule,
            actual: String(market.account),
          });
        }
      }
    }
    if (markets.length < marketsPerPage) return { count, listed };
    after = markets[markets.length - 1].marketId;
  }
}

/** All credits of a ledger were issued once and are in some account. */
function ledgerTotal(subject: string, { issued, treasury, available, reserved, markets }: PurseTotals): Differences {
  const total = BigInt(treasury) + BigInt(available) + BigInt(reserved) + BigInt(markets);
  if (total === BigInt(issued)) return { count: 0, listed: [] };
  return { count: 1, listed: [{ check: 'ledger-total', subject, expected: issued, actual: String(total) }] };
}

/**
 * Recomputes all books from recorded transfers, trades and orders, as of one point in time, and lists the
 * differences and overdue settlements.
 */
export function auditBooks({ store }: Pick<OperationContext, 'store'>): Promise<Audit> {
  return store.snapshot(async reader => {
    const figures = await auditStore.figures(reader);
    const differences: Differences[] = [
      ledgerTotal('arena', figures.totals),
      ledgerTotal('practice', figures.practiceTotals),
      await insolvent(reader),
    ];
    for (const check of auditChecks) differences.push(await auditStore.differences(reader, check, maxListed));
    const differenceCount = differences.reduce((sum, { count }) => sum + count, 0);
    return {
      ...figures,
      balanced: differenceCount === 0,
      differenceCount,
      differences: differences.flatMap(({ listed }) => listed),
    };
  });
}

const auditEveryMs = 6 * hourMs;
/** How long results of audits are stored. */
const historyMs = 365 * dayMs;

interface AuditTools extends Pick<OperationContext, 'store' | 'clock'> {
  /** Monotonic milliseconds. */
  readonly stopwatch: () => number;
}

/** Audits the books and adds the result to the history, unless the disk is full. `startedBy` is an operator, or `schedule`. */
export async function runAudit(
  { store, clock, stopwatch }: AuditTools,
  startedBy: string,
): Promise<Audit & Pick<AuditRun, 'at' | 'startedBy' | 'milliseconds'>> {
  const began = stopwatch();
  const audit = await auditBooks({ store });
  const run = { ...audit, at: clock(), startedBy, milliseconds: Math.round(stopwatch() - began) };
  const { differences: _differences, ...summary } = run;
  const recorded = store.transact(async tx => {
    await auditStore.add(tx, summary);
    await auditStore.deleteBefore(tx, run.at - historyMs);
  });
  await orIfDiskFull(recorded, undefined);
  return run;
}

/** When the schedule runs the next audit. */
export async function auditDueAt({ store }: Pick<OperationContext, 'store'>): Promise<number> {
  const [last] = await listAudits({ store }, 1);
  return last === undefined ? Number.NEGATIVE_INFINITY : last.at + auditEveryMs;
}

/** Newest first. */
export function listAudits({ store }: Pick<OperationContext, 'store'>, limit: number): Promise<AuditRun[]> {
  return store.read(reader => auditStore.list(reader, limit));
}
