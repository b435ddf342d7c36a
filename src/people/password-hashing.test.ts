import { describe, expect, it } from 'vitest';
import { createPasswords } from './password-hashing.js';

async function millisecondsOf(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}

describe('passwords', () => {
  it('are stored as argon2id with a unique salt and verified', async () => {
    const passwords = createPasswords();
    const [one, two] = await Promise.all([passwords.hash('correct horse'), passwords.hash('correct horse')]);
    expect(one).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    expect(one).not.toBe(two);
    expect(await passwords.matches('correct horse', one)).toBe(true);
    expect(await passwords.matches('wrong horse', one)).toBe(false);
  });

  it('take as long without an account, and never match', async () => {
    const passwords = createPasswords();
    const known = await passwords.hash('correct horse');
    await passwords.matches('warm up', null);
    let forKnown = Number.POSITIVE_INFINITY;
    let forUnknown = Number.POSITIVE_INFINITY;
    for (let round = 0; round < 5; round += 1) {
      forKnown = Math.min(forKnown, await millisecondsOf(() => passwords.matches('wrong horse', known)));
      forUnknown = Math.min(forUnknown, await millisecondsOf(() => passwords.matches('wrong horse', null)));
    }
    expect(await passwords.matches('', null)).toBe(false);
    expect(forUnknown / forKnown).toBeGreaterThan(0.4);
    expect(forUnknown / forKnown).toBeLessThan(2.5);
  });

  it('are hashed off the event loop, two at a time; callers that would wait too long are rejected immediately', async () => {
    const passwords = createPasswords();
    const before = performance.eventLoopUtilization();
    const outcomes = await Promise.allSettled(Array.from({ length: 70 }, () => passwords.hash('correct horse')));
    const { utilization } = performance.eventLoopUtilization(before);
    expect(outcomes.filter(outcome => outcome.status === 'fulfilled')).toHaveLength(66);
    for (const outcome of outcomes) {
      if (outcome.status === 'rejected') expect(outcome.reason).toMatchObject({ code: 'SERVICE_UNAVAILABLE' });
    }
    expect(utilization).toBeLessThan(0.9);
    expect(await passwords.hash('later')).toContain('$argon2id$');
  });
});
