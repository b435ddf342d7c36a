import { spawnSync } from 'node:child_process';
import type { BenchDatabase } from './arena.js';

/** PostgreSQL's own benchmark (TPC-B) on the same server, in a separate database. */
export class Pgbench {
  private constructor(private readonly database: BenchDatabase) {}

  /** Null if pgbench is not installed. The database `yardstick` must exist. */
  static prepare(database: BenchDatabase): Pgbench | null {
    const pgbench = new Pgbench(database);
    return pgbench.call(['-i', '-q', '-s', '50']) === null ? null : pgbench;
  }

  /** Transactions per second. */
  rate(clients: number, seconds: number): number {
    const text = this.call(['-n', '-c', String(clients), '-j', '1', '-T', String(seconds)]) ?? '';
    const rate = /tps = ([\d.]+)/.exec(text)?.[1];
    if (rate === undefined) throw new Error(`pgbench printed no rate: ${text}`);
    return Number(rate);
  }

  private call(args: readonly string[]): string | null {
    const { port, password } = this.database;
    const address = ['-h', '127.0.0.1', '-p', String(port), '-U', 'presage'];
    const env = { ...process.env, PGPASSWORD: password };
    const result = spawnSync('pgbench', [...address, ...args, 'yardstick'], { encoding: 'utf8', env });
    return result.error ? null : result.stdout + result.stderr;
  }
}
