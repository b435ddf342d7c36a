import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runPresage } from '../../cli/run-presage.js';
import { publishSignals } from '../../src/intelligence/publish-signals.js';
import { stopBalanced } from '../support/assert-books-balance.js';
import { type OperatorService, startOperatorService } from '../support/operator-service.js';
import type { TestAgent } from '../support/test-service.js';

let service: OperatorService;
let pro: TestAgent;
let free: TestAgent;
let slug: string;
beforeAll(async () => {
  service = await startOperatorService();
  [pro, free] = [await service.anAgent('pro'), await service.anAgent()];
  const endsAt = new Date(service.clock.now() + 6 * 3_600_000).toISOString();
  ({ slug } = await service.anEvent({ endsAt }));
  await service.order(free, { eventSlug: slug, amountCredits: 40 });
  expect(await publishSignals({ ...service.services, clock: service.clock.now }, () => true)).toBe(1);
});
afterAll(() => stopBalanced(service));

async function presage(args: string[], { key }: TestAgent) {
  let out = '';
  let err = '';
  const code = await runPresage(args, {
    environment: { PRESAGE_URL: service.url, PRESAGE_AGENT_KEY: key },
    write: text => {
      out += text;
    },
    complain: text => {
      err += text;
    },
  });
  return { code, out, err };
}

describe('presage signals and presage intelligence', () => {
  it('show the responses of the routes, as a table or as JSON', async () => {
    const signals = await presage(['signals', '--type', 'resolution-near'], pro);
    expect(signals, signals.err).toMatchObject({ code: 0, err: '' });
    expect(signals.out).toMatch(new RegExp(`resolution-near +${slug} +0 +none`));
    const json = await presage(['--json', 'signals', '--hours', '1'], pro);
    expect(JSON.parse(json.out)).toMatchObject({ total: 1, signals: [{ type: 'resolution-near', backtest: null }] });
    const markets = await presage(['intelligence', '--min-volume', '10'], pro);
    expect(markets.out).toMatch(new RegExp(`${slug} +0 Yes`));
    expect((await presage(['intelligence', '--min-volume', '1000'], pro)).out).toContain('--min-volume');
  });

  it('state which plan is needed', async () => {
    const refused = await presage(['signals'], free);
    expect(refused.code).toBe(3);
    expect(refused.err).toContain('data:signals');
    expect(refused.err).toContain('presage player plan');
  });
});

describe('the tool get_signals', () => {
  it('serves an agent whose plan includes it, and is listed for agents', async () => {
    const call = async (method: string, params: object, agent: TestAgent) => {
      const response = await fetch(`${service.url}/mcp`, {
        method: 'POST',
        headers: {
          ...agent.headers,
          'content-type': 'application/json',
          accept: 'application/json, text/event-stream',
        },
        body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
      });
      return response.text();
    };
    expect(await call('tools/list', {}, pro)).toContain('"get_signals"');
    const answer = await call('tools/call', { name: 'get_signals', arguments: { signalType: 'resolution-near' } }, pro);
    expect(answer).toContain(slug);
    const refused = await call('tools/call', { name: 'get_signals', arguments: {} }, free);
    expect(refused).toContain('data:signals');
  });
});
