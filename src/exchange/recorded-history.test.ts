import { readFileSync, writeFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { stopBalanced } from '../../test/support/assert-books-balance.js';
import { type OperatorService, startOperatorService } from '../../test/support/operator-service.js';
import { playHistory, readHistory } from '../../test/support/recorded-history/play-history.js';

let service: OperatorService;
beforeAll(async () => {
  service = await startOperatorService();
});
afterAll(() => stopBalanced(service));

const recorded = new URL('../../test/support/recorded-history/shown.txt', import.meta.url);

describe('a recorded history', () => {
  it('shows byte-identical activity, orders, private messages and replays', async () => {
    const shown = await readHistory(service, await playHistory(service));
    if (process.env.RECORD) writeFileSync(recorded, `${shown.join('\n')}\n`);
    expect(shown).toEqual(readFileSync(recorded, 'utf8').trimEnd().split('\n'));
  }, 60_000);
});
