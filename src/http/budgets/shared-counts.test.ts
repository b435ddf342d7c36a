import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestService, type TestService } from '../../../test/support/test-service.js';
import { waitUntil } from '../../../test/support/wait-until.js';

let one: TestService;
let other: TestService;

beforeAll(async () => {
  one = await startTestService({ sharesDatabase: true });
  other = await startTestService({ beside: one, sharesDatabase: true });
});
afterAll(async () => {
  await other.stop();
  await one.stop();
});

const read = (node: TestService, headers: Record<string, string>) =>
  node.call('GET', '/api/play/v1/account', { headers });
const left = async (node: TestService, headers: Record<string, string>) =>
  Number(/;r=(\d+)/.exec((await read(node, headers)).headers.get('ratelimit') ?? '')?.[1]);

describe('reads on several nodes', () => {
  it('are counted together within a second', async () => {
    const { headers } = await one.anAgent();
    for (let count = 0; count < 40; count += 1) await read(one, headers);
    // Each check is also a read, so both nodes reach the same number.
    let looks = 0;
    await waitUntil('the other node knows', async () => {
      looks += 1;
      return (await left(other, headers)) === 600 - 40 - looks;
    });
    expect(await left(other, headers)).toBe(600 - 41 - looks);
  });

  it('are rejected if both together have exhausted the limit', async () => {
    const { headers } = await one.anAgent();
    for (let count = 0; count < 300; count += 1) {
      await Promise.all([read(one, headers), read(other, headers)]);
    }
    await waitUntil('both refuse', async () => {
      const replies = await Promise.all([read(one, headers), read(other, headers)]);
      return replies.every(reply => reply.status === 429 && Number(reply.headers.get('retry-after')) > 0);
    });
  });
});
