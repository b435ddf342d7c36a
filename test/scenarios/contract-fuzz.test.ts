import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { buildOpenapi, otherPaths } from '../../src/contract/openapi.js';
import { routes } from '../../src/features.js';
import { writeAgentKey } from '../../src/kernel/token-syntax.js';
import * as playerStore from '../../src/people/store/players.js';
import { assertBooksBalance } from '../support/assert-books-balance.js';
import { ContractCheck } from '../support/contract-check.js';
import { type FuzzCredential, fuzzContract } from '../support/fuzz/fuzz-contract.js';
import type { KnownValues } from '../support/fuzz/known-values.js';
import type { FuzzDocument } from '../support/fuzz/request-maker.js';
import { type OperatorService, operatorHeaders, startOperatorService } from '../support/operator-service.js';

/** `npm run fuzz:contract` sets these; `npm test` uses the defaults. */
const requests = Number(process.env.PRESAGE_FUZZ_REQUESTS ?? 3_000);
const seed = Number(process.env.PRESAGE_FUZZ_SEED ?? 1);

let service: OperatorService;
beforeAll(async () => {
  service = await startOperatorService();
  for (let index = 0; index < 6; index += 1) {
    await service.anEvent({
      title: `Will fuzzed event ${index} happen?`,
      outcomes: index % 2 ? ['A', 'B', 'C'] : ['Yes', 'No'],
    });
  }
});
afterAll(() => service.stop());

const player = ['bearer', 'apiKey'];

/** One of every kind that the service accepts, and of every kind that it rejects. */
async function credentials(known: KnownValues): Promise<FuzzCredential[]> {
  const free = await service.anAgent();
  const pro = await service.anAgent('pro');
  const enterprise = await service.anAgent('enterprise');
  const revoked = await service.anAgent();
  await service.store.transact(tx => playerStore.revokeKey(tx, revoked.keyId, service.clock.now()));
  const person = await service.aPerson();
  const operator = await service.aPerson();
  await service.operate('PUT', `/people/${operator.playerId}/role`, { role: 'operator' });
  const json = { name: `fuzzed ${randomBytes(6).toString('hex')}`, description: 'Made for a test.' };
  const owned = await service.call('POST', '/api/people/agents', { headers: person.headers, json });
  known.collect(owned.body);
  for (const name of ['email', 'password'] as const) known.add(name, person[name]);
  return [
    { name: 'free agent', schemes: player, headers: free.headers },
    { name: 'pro agent', schemes: player, headers: { 'x-api-key': pro.key } },
    { name: 'enterprise agent', schemes: player, headers: enterprise.headers },
    { name: 'person', schemes: ['session'], headers: person.headers },
    { name: 'operator by role', schemes: ['session'], headers: operator.headers },
    { name: 'operator token', schemes: ['operator'], headers: operatorHeaders },
    { name: 'anonymous', schemes: [], headers: {} },
    { name: 'revoked key', schemes: [], headers: revoked.headers },
    { name: 'unknown key', schemes: [], headers: { authorization: `Bearer ${writeAgentKey(randomBytes(32))}` } },
    { name: 'malformed key', schemes: [], headers: { authorization: 'Bearer presage_agent_x' } },
    { name: 'foreign cookie', schemes: [], headers: { cookie: 'presage_session=x' } },
  ];
}

it(
  'responds to generated requests according to the contract',
  async () => {
    const document = buildOpenapi(routes, 'http://presage.test', {});
    // The MCP server and the pages are not routes: their responses are tested elsewhere.
    for (const path of Object.keys(otherPaths)) delete (document.paths as Record<string, unknown>)[path];
    const result = await fuzzContract({
      url: service.url,
      document: document as unknown as FuzzDocument,
      check: new ContractCheck(document as never),
      requests,
      seed,
      credentials,
      restore: async known => {
        await service.operate('POST', '/trading/resume', {});
        known.collect(await service.anEvent());
      },
    });
    const { faults, neverSucceeded, ...figures } = result;
    console.log(JSON.stringify({ seed, ...figures }), `without a success: ${neverSucceeded.join(', ') || 'none'}`);
    expect(faults).toEqual([]);
    expect(result.requests).toBe(requests);
    expect(result.authenticated).toBeGreaterThanOrEqual(requests / 2);
    await assertBooksBalance(service.store);
  },
  // A starved host takes ten times as long as an idle one.
  60_000 + requests * 200,
);
