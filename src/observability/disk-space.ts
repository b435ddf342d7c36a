import { statfs } from 'node:fs/promises';
import type { Logger } from './log.js';

const mebibyte = 1024 * 1024;
/** While transactions run. */
const checkMs = 1_000;
const idleCheckMs = 10_000;
/**
 * How long a report of a full disk from the database counts: it may be subject to a quota that this process can't see.
 */
const reportMs = 10_000;
/** PostgreSQL needs about two segments of WAL, 16 MB each, to checkpoint and recover. */
const lastBytes = 32 * mebibyte;
/** Leaving the reserve takes a quarter more than entering it, so that the service does not flap. */
const leaveFactor = 1.25;

interface Space {
  readonly freeBytes: number;
  readonly totalBytes: number;
}

type Level = 'ok' | 'low' | 'full';

interface DiskOptions {
  /** The folder of the database's files; null for a remote database, whose disk is known only through its errors. */
  readonly folder: string | null;
  /** Below this the log and /readyz warn. */
  readonly warnBytes: number;
  /** Below this writes are rejected, except those of operators, so that PostgreSQL has space to end transactions, checkpoint and recover. */
  readonly reserveBytes: number;
  readonly log: Logger;
}

const inMebibytes = (bytes: number) => `${Math.floor(bytes / mebibyte)} MB`;

/**
 * Watches the free space of the database's disk.
 *
 * Levels: ok → low (below the warning threshold) → full (below the reserve, or the database reports a full disk) and back.
 */
export class DiskMonitor {
  private space: Space | null = null;
  private level: Level = 'ok';
  private reportedUntil = 0;
  private checkedAt = 0;
  private timer: NodeJS.Timeout | null = null;

  constructor(private readonly options: DiskOptions) {}

  async start(): Promise<void> {
    await this.check();
    if (this.options.folder !== null) this.timer = setInterval(() => void this.check(), idleCheckMs).unref();
  }

  stop(): void {
    if (this.timer) clearInterval(this.timer);
  }

  /** The database could not write because its disk is full. */
  noteFull(): void {
    this.reportedUntil = performance.now() + reportMs;
    this.setLevel('full');
  }

  /** Read before every transaction, which also renews an old measurement for those that follow. */
  get isFull(): boolean {
    if (performance.now() - this.checkedAt > checkMs) void this.check();
    return this.level === 'full';
  }

  /**
   * Operators may use the reserve except for its last part. A report of the database does not count: a write that fails
   * is rejected, and the emergency stop is worth an attempt.
   */
  get isReserveUsed(): boolean {
    if (!this.isFull || !this.space) return false;
    return this.space.freeBytes < Math.min(this.options.reserveBytes / 2, lastBytes);
  }

  get isLow(): boolean {
    return this.level !== 'ok';
  }

  /** Null until it is known. */
  get freeBytes(): number | null {
    return this.space?.freeBytes ?? null;
  }

  /** For /readyz; without paths, because it is public. Null without a problem. */
  get detail(): string | null {
    if (this.level === 'ok') return null;
    const { warnBytes, reserveBytes } = this.options;
    const free = this.space
      ? `${inMebibytes(this.space.freeBytes)} of ${inMebibytes(this.space.totalBytes)} free`
      : 'the database reports no space left';
    if (this.level === 'low') return `${free}, less than the warning threshold of ${inMebibytes(warnBytes)}`;
    const isReserve = this.space !== null && this.space.freeBytes < reserveBytes * leaveFactor;
    const reason = isReserve ? `, the reserve is ${inMebibytes(reserveBytes)}` : '';
    return `the disk of the database is full: ${free}${reason}; writes are rejected`;
  }

  private async check(): Promise<void> {
    const { folder } = this.options;
    this.checkedAt = performance.now();
    if (folder !== null) {
      const stats = await statfs(folder).catch(() => null);
      if (stats) this.space = { freeBytes: stats.bavail * stats.bsize, totalBytes: stats.blocks * stats.bsize };
    }
    this.setLevel(this.levelNow());
  }

  private levelNow(): Level {
    if (performance.now() < this.reportedUntil) return 'full';
    if (!this.space) return 'ok';
    const { warnBytes, reserveBytes } = this.options;
    const { freeBytes } = this.space;
    if (freeBytes < reserveBytes * (this.level === 'full' ? leaveFactor : 1)) return 'full';
    return freeBytes < warnBytes ? 'low' : 'ok';
  }

  private setLevel(level: Level): void {
    if (level === this.level) return;
    const before = this.level;
    this.level = level;
    const { log, folder } = this.options;
    const where = { folder, freeBytes: this.freeBytes };
    if (level === 'full') log.error(where, this.detail ?? '');
    else if (level === 'low') log.warn(where, `the disk of the database: ${this.detail}`);
    else log.info(where, 'the disk of the database has enough space again');
    if (before === 'full') log.info(where, 'writes are accepted again');
  }
}
