import { Writable } from 'node:stream';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { cloneDatabase, type TestDatabase } from '../../../test/support/test-database.js';
import { createPostgresStore } from '../features.js';
import { createLog } from '../observability/log.js';
import { createJobs } from './jobs.js';

const lines: string[] = [];
const log = createLog(
  'warn',
  new Writable({
    write(chunk, _encoding, done) {
      lines.push(String(chunk));
      done();
    },
  }),
);

describe('jobs', () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  it('never run beside themselves', async () => {
    const jobs = createJobs(log);
    const ends: (() => void)[] = [];
    jobs.every(1000, 'long work', () => new Promise<void>(end => ends.push(end)));
    await vi.advanceTimersByTimeAsync(5000);
    expect(ends).toHaveLength(1);
    ends[0]();
    await vi.advanceTimersByTimeAsync(1000);
    expect(ends).toHaveLength(2);
    ends[1]();
    await jobs.stop();
  });

  it('go on after a failure, which is in the log', async () => {
    const jobs = createJobs(log);
    let runs = 0;
    jobs.every(1000, 'failing work', () => {
      runs += 1;
      throw new Error('no luck');
    });
    await vi.advanceTimersByTimeAsync(3000);
    expect(runs).toBe(3);
    expect(lines.filter(line => line.includes('failing work failed and will be tried again'))).toHaveLength(3);
    await jobs.stop();
  });

  it('end between their steps when the service stops, and are waited for', async () => {
    const jobs = createJobs(log);
    let steps = 0;
    jobs.every(1000, 'steps', async keepGoing => {
      for (; keepGoing(); steps += 1) await new Promise(step => setTimeout(step, 10));
    });
    await vi.advanceTimersByTimeAsync(1035);
    const stopped = jobs.stop();
    await vi.advanceTimersByTimeAsync(10);
    await stopped;
    const before = steps;
    await vi.advanceTimersByTimeAsync(5000);
    expect(steps).toBe(before);
  });
});

describe('work of which there is one in all nodes', () => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await cloneDatabase();
  });
  afterAll(() => database.drop());

  it('is left alone while another node does it, whatever comes of that', async () => {
    const [one, other] = [createPostgresStore(database.pool), createPostgresStore(database.pool)];
    const tried: boolean[] = [];
    const attempt = one.exclusively('work', async () => {
      tried.push(await other.exclusively('work', async () => {}));
      tried.push(await other.exclusively('other work', async () => {}));
      throw new Error('no luck');
    });
    await expect(attempt).rejects.toThrow('no luck');
    tried.push(await other.exclusively('work', async () => {}));
    expect(tried).toEqual([false, true, true]);
  });
});
