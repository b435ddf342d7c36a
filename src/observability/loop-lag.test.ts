import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';

/** Counts measurements in a separate process, because the event loop of a test is rarely idle. */
async function countWhile(work: string): Promise<number> {
  const program = `
    const { LoopLag } = await import('${new URL('../../dist/src/observability/loop-lag.js', import.meta.url)}');
    const lag = new LoopLag();
    lag.start();
    const sleep = ms => new Promise(done => setTimeout(done, ms));
    for (let seen = -1; seen !== lag.count; await sleep(1_000)) seen = lag.count;
    const before = lag.count;
    ${work}
    console.log(lag.count - before);`;
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', program]);
  return Number(stdout);
}

it('measures rarely while the event loop is idle', async () => {
  expect(await countWhile('await sleep(2_500);')).toBeLessThanOrEqual(1);
});

it('measures often again while it is busy', { timeout: 60_000 }, async () => {
  const busy = `const until = performance.now() + 20_000;
    for (; performance.now() < until && lag.count - before <= 10; await sleep(5)) {
      for (const end = performance.now() + 5; performance.now() < end; );
    }`;
  expect(await countWhile(busy)).toBeGreaterThan(10);
});
