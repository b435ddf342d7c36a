import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestService, type TestPerson, type TestService } from '../../test/support/test-service.js';
import { budgets } from '../http/limits.js';
import { packageRoot } from '../package-root.js';

/** Behind a proxy, so that requests can come from any address. */
const options = { addressReadsPerMinute: 1200, trustProxy: 1 } as const;
let service: TestService;
beforeAll(async () => {
  service = await startTestService(options);
});
afterAll(() => service.stop());

const minute = 60_000;
const wrong = 'wrong horse battery';

type Node = Pick<TestService, 'call'>;

function signIn(node: Node, email: string, password: string, address: string) {
  return node.call('POST', '/api/people/sign-in', {
    headers: { 'x-forwarded-for': address },
    json: { email, password },
  });
}

function signUp(node: Node, email: string, address: string) {
  return node.call('POST', '/api/people/sign-up', {
    headers: { 'x-forwarded-for': address },
    json: { email, password: 'correct horse battery', displayName: 'Eve' },
  });
}

async function personAt(address: string): Promise<TestPerson> {
  const email = `${Math.random().toString(36).slice(2)}@example.org`;
  const reply = await signUp(service, email, address);
  expect(reply.status, reply.text).toBe(201);
  const { id: playerId, handle } = reply.body.person;
  return { playerId, handle, email, password: 'correct horse battery', headers: { cookie: '' } };
}

/** Counts attempts without the cost of hashing their passwords. */
async function countAttempts(budget: 'signIns' | 'signUps', holder: string, count: number): Promise<void> {
  for (let k = 0; k < count; k += 1) await service.services.people.attempts.take([{ budget, holder }]);
}

/** A node with an empty memory on the same database, as after a restart. */
async function afterRestart<T>(use: (node: TestService) => Promise<T>): Promise<T> {
  const node = await startTestService({ ...options, beside: service });
  try {
    return await use(node);
  } finally {
    await node.stop();
  }
}

describe('wrong passwords', () => {
  it('remain counted after a restart', async () => {
    const person = await personAt('10.0.0.1');
    for (let count = 0; count < 10; count += 1) {
      expect((await signIn(service, person.email, wrong, '10.0.0.1')).status).toBe(401);
    }
    await afterRestart(async node => {
      const refused = await signIn(node, person.email, person.password, '10.0.0.1');
      expect(refused.status).toBe(429);
      expect(refused.headers.get('retry-after')).toBe('900');
      expect(refused.headers.get('ratelimit-policy')).toBe('"wrongPasswords";q=10;w=900');
      service.clock.forward(15 * minute);
      expect((await signIn(node, person.email, person.password, '10.0.0.1')).status).toBe(200);
    });
  });

  it('from other addresses do not lock out the owner', async () => {
    const person = await personAt('10.0.1.1');
    const statuses: number[] = [];
    for (let index = 0; index < 7; index += 1) {
      const attempts = Array.from({ length: 10 }, () => signIn(service, person.email, wrong, `10.7.${index}.1`));
      statuses.push(...(await Promise.all(attempts)).map(({ status }) => status));
    }
    expect(statuses).toEqual([...Array(50).fill(401), ...Array(20).fill(429)]);
    const stranger = await signIn(service, person.email, person.password, '10.8.0.1');
    expect(stranger.status).toBe(429);
    expect(stranger.headers.get('ratelimit-policy')).toBe('"accountPasswords";q=50;w=3600');
    expect((await signIn(service, person.email, person.password, '10.0.1.1')).status).toBe(200);
    await afterRestart(async node => {
      expect((await signIn(node, person.email, person.password, '10.8.0.1')).status).toBe(429);
      expect((await signIn(node, person.email, person.password, '10.0.1.1')).status).toBe(200);
    });
    service.clock.forward(60 * minute);
  });

  it('are counted by address for emails without an account, too', async () => {
    const email = 'unknown@example.org';
    for (let count = 0; count < 10; count += 1) {
      expect((await signIn(service, email, wrong, '10.0.2.1')).status).toBe(401);
    }
    expect((await signIn(service, email, wrong, '10.0.2.1')).status).toBe(429);
    expect((await signIn(service, email, wrong, '10.0.2.2')).status).toBe(401);
  });

  it('do not count correct passwords', async () => {
    const person = await personAt('10.0.3.1');
    for (let count = 0; count < 12; count += 1) {
      expect((await signIn(service, person.email, person.password, '10.0.3.2')).status).toBe(200);
    }
  });
});

describe('attempts of one address', () => {
  it('to sign in remain counted after a restart', async () => {
    await countAttempts('signIns', '10.1.0.1', 59);
    expect((await signIn(service, 's@example.org', wrong, '10.1.0.1')).status).toBe(401);
    await afterRestart(async node => {
      const refused = await signIn(node, 'another@example.org', wrong, '10.1.0.1');
      expect(refused.status).toBe(429);
      expect(refused.headers.get('ratelimit-policy')).toBe('"signIns";q=60;w=900');
      expect((await signIn(node, 'another@example.org', wrong, '10.1.0.2')).status).toBe(401);
    });
  });

  it('to sign up remain counted after a restart', async () => {
    await countAttempts('signUps', '10.2.0.1', 29);
    expect((await signUp(service, 'u@example.org', '10.2.0.1')).status).toBe(201);
    await afterRestart(async node => {
      const refused = await signUp(node, 'u30@example.org', '10.2.0.1');
      expect(refused.status).toBe(429);
      expect(refused.headers.get('ratelimit-policy')).toBe('"signUps";q=30;w=3600');
    });
  });

  it('to probe by signing up whether an email has an account count as wrong passwords', async () => {
    const person = await personAt('10.3.0.1');
    for (let count = 0; count < 10; count += 1) {
      expect((await signUp(service, person.email, '10.3.0.2')).body.code).toBe('EMAIL_TAKEN');
    }
    const refused = await signUp(service, person.email, '10.3.0.2');
    expect(refused.status).toBe(429);
    expect(refused.headers.get('ratelimit-policy')).toBe('"wrongPasswords";q=10;w=900');
    expect((await signIn(service, person.email, person.password, '10.3.0.2')).status).toBe(429);
    expect((await signIn(service, person.email, person.password, '10.3.0.1')).status).toBe(200);
  });
});

it('deletes attempts after their window, and stores no address or email in plaintext', async () => {
  await signIn(service, 'trace@example.org', wrong, '10.4.4.4');
  const texts =
    await service.pool`select t::text as text from attempt_counts t union all select t::text from sign_in_addresses t`;
  expect(texts.length).toBeGreaterThan(0);
  for (const { text } of texts) expect(text).not.toMatch(/example|10\.\d/);
  service.clock.forward(60 * minute);
  await service.services.people.attempts.sweep();
  expect(await service.pool`select 1 from attempt_counts`).toHaveLength(0);
});

describe('SECURITY.md', () => {
  it('states what sign-up reveals without email, and the budgets that limit it', () => {
    const text = readFileSync(join(packageRoot, 'SECURITY.md'), 'utf8').replace(/\s+/g, ' ');
    const { wrongPasswords, signUps } = budgets;
    expect(text).toContain('Without it, sign-up reports that an email is taken.');
    expect([wrongPasswords.windowSeconds, signUps.windowSeconds]).toEqual([15 * 60, 3600]);
    expect(text).toContain(
      `A client address can make ${wrongPasswords.quota} attempts in 15 minutes for one email and ${signUps.quota} attempts an hour in total`,
    );
  });
});
