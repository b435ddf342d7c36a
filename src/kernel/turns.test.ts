import { setImmediate as nextTurn } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { Turns } from './semaphore.js';

describe('turns', () => {
  it('run one step of all callers per iteration of the event loop, in order of arrival', async () => {
    let iteration = 0;
    const turns = new Turns(async () => {
      await nextTurn();
      iteration += 1;
    });
    const steps: string[] = [];
    const compute = async (name: string) => {
      for (let step = 1; step <= 3; step += 1) {
        await turns.next();
        steps.push(`${name}${step} in ${iteration}`);
      }
    };
    await Promise.all([compute('a'), compute('b')]);
    expect(steps).toEqual(['a1 in 1', 'b1 in 2', 'a2 in 3', 'b2 in 4', 'a3 in 5', 'b3 in 6']);
  });
});
