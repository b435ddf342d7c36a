import { describe, expect, it } from 'vitest';
import { budgets } from '../../src/http/limits.js';
import { runBounds } from '../../src/players/rules/certification-mark.js';
import { helpOf } from '../../test/support/command-help.js';
import { runPresage } from '../run-presage.js';
import { pauseSeconds, watchPace } from './watch-pace.js';

describe('presage certify --watch', () => {
  it('leaves at least half of the hourly reads to the client that it watches', () => {
    const looks = (every: number) => (runBounds.minutes * 60) / every;
    expect(looks(watchPace.minSeconds)).toBeLessThanOrEqual(budgets.reads.quota / 2);
    expect(looks(watchPace.defaultSeconds)).toBeLessThanOrEqual(budgets.reads.quota / 5);
  });

  it.each(['0.1', '1', '1.9', '61'])('rejects an interval of %s seconds before any request is sent', async every => {
    let errorText = '';
    const complain = (text: string) => {
      errorText += text;
    };
    const environment = { PRESAGE_URL: 'http://127.0.0.1:9', PRESAGE_AGENT_KEY: 'presage_agent_nobody' };
    const args = ['certify', '--watch', '--every', every];
    expect(await runPresage(args, { environment, write: () => {}, complain })).toBe(2);
    expect(errorText).toContain("'--every <seconds>'");
    expect(errorText).toContain('It must be a number from 2 to 60.');
  });

  it.each([
    [5, '"reads";r=599;t=3600', 5],
    [5, '"reads";r=201;t=3600', 5],
    [5, '"reads";r=200;t=1800', 30],
    [5, '"reads";r=0;t=12', 30],
    [60, '"reads";r=3;t=12', 60],
    [5, '"address";r=3;t=60', 5],
    [5, null, 5],
  ])('polls every %d seconds, after %s in %d', (every, rateLimit, seconds) => {
    expect(pauseSeconds(every, rateLimit)).toBe(seconds);
  });

  it('states the cost of a poll in its help', async () => {
    expect((await helpOf(['certify'])).replace(/\s+/g, ' ')).toContain(
      'Each poll of --watch counts as one read of the agent',
    );
  });
});
