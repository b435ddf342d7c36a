import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runPresage } from '../../cli/run-presage.js';
import { assertBooksBalance } from '../support/assert-books-balance.js';
import { offerLines, reportGames } from '../support/builders/sports-builders.js';
import { type OperatorService, operatorHeaders, startOperatorService } from '../support/operator-service.js';

let service: OperatorService;
beforeAll(async () => {
  service = await startOperatorService();
  await reportGames(service, { sourceEventId: 'g1', home: { name: 'Arsenal' }, away: { name: 'Chelsea' } });
  await offerLines(service, { sourceEventId: 'g1', prices: { acme: [2, 4, 4], best: [2, 4, 4] } });
});
afterAll(async () => {
  await assertBooksBalance(service.store);
  await service.stop();
});

async function presage(...args: string[]) {
  let [out, err] = ['', ''];
  const token = operatorHeaders.authorization.slice('Bearer '.length);
  const code = await runPresage(args, {
    environment: { PRESAGE_URL: service.url, PRESAGE_OPERATOR_TOKEN: token },
    write: text => {
      out += text;
    },
    complain: text => {
      err += text;
    },
  });
  return { code, out, err };
}

describe('presage sports', () => {
  it('lists games, lines, leagues and metrics', async () => {
    const feed = await presage('sports', 'feed', '--league', 'epl', '--days', '2');
    expect(feed.err).toBe('');
    expect(feed.out).toMatch(
      /epl .*Chelsea at Arsenal .*scheduled .*50\.00 % \/ 25\.00 % \/ 25\.00 % .*0\.40 .*review/,
    );
    expect((await presage('sports', 'lines', 'g1', '--market', 'moneyline')).out).toMatch(
      /acme .*moneyline .*home .*2 .*50\.00 %/,
    );
    expect((await presage('sports', 'catalog')).out).toContain('https://www.nhl.com/scores');
    expect((await presage('sports', 'metrics')).out).toMatch(/epl +1 +0 +0\.40 +1 +0/);
  });

  it('explains an unknown game', async () => {
    const { code, err } = await presage('sports', 'lines', 'nothing');
    expect(code).toBe(3);
    expect(err).toContain('presage sports feed --json shows the sourceEventId');
  });

  it('opens a market on a game for an operator, once', async () => {
    const { out } = await presage('sports', 'feed', '--json');
    const { id } = JSON.parse(out).fixtures[0];
    const opened = await presage('sports', 'open-market', id, '--liquidity', '500', '--json');
    expect([opened.code, opened.err]).toEqual([0, '']);
    const { event, replayed } = JSON.parse(opened.out);
    expect([event.status, replayed]).toEqual(['active', false]);
    const again = await presage('sports', 'open-market', id);
    expect(again.out).toContain(event.slug);
  });
});
