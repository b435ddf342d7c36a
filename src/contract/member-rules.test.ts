import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { assertBooksBalance } from '../../test/support/assert-books-balance.js';
import { type OperatorService, startOperatorService } from '../../test/support/operator-service.js';
import { routes } from '../features.js';
import { buildOpenapi } from './openapi.js';

let service: OperatorService;
let slug: string;
beforeAll(async () => {
  service = await startOperatorService();
  ({ slug } = await service.anEvent());
});
afterAll(async () => {
  await assertBooksBalance(service.store);
  await service.stop();
});

const ajv = new Ajv2020({ strict: false });
addFormats.default(ajv);
ajv.addSchema({ ...buildOpenapi(routes, 'http://presage.test', {}), $id: 'contract' });

function allows(name: string, body: object): boolean {
  return ajv.validate({ $ref: `contract#/components/schemas/${name}` }, body) as boolean;
}

const amounts = [{}, { amountCredits: 5 }, { amountShares: 5 }, { amountCredits: 5, amountShares: 5 }];
const orders = ['buy', 'sell'].flatMap(side => amounts.map(amount => ({ side, ...amount })));

describe('rules between members in the contract', () => {
  it.each(orders)('allow the orders that the service accepts: %j', async members => {
    const agent = await service.anAgent();
    const json = { eventSlug: slug, outcomeIndex: 0, limitPriceBps: 5000, ...members };
    const { body } = await service.call('POST', '/api/play/v1/orders/preview', { headers: agent.headers, json });
    expect(allows('PreviewOrderRequest', json)).toBe(body.code !== 'INVALID_PAYLOAD');
  });

  it.each([
    {},
    { winningOutcomeIndex: 0 },
    { payoutBps: [5000, 5000] },
    { winningOutcomeIndex: 0, payoutBps: [5000, 5000] },
  ])('allow the resolutions that the service accepts: %j', async members => {
    const json = { ...members, source: 'The test', dryRun: true };
    const { status } = await service.operate('POST', `/events/${slug}/resolve`, json);
    expect(allows('ResolveRequest', json)).toBe(status === 200);
  });
});
