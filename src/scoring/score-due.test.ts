import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { stopBalanced } from '../../test/support/assert-books-balance.js';
import { withJobHeld } from '../../test/support/hold-job.js';
import { type OperatorService, startOperatorService } from '../../test/support/operator-service.js';
import { withWatchedReads } from '../../test/support/queries/watch-statements.js';
import type { Store } from '../database/store.js';
import { newId } from '../http/request-id.js';
import { resolveEvent } from '../markets/resolve-event.js';
import { settleMarket } from '../markets/settle-market.js';
import { scoreDue } from './score-due.js';

let service: OperatorService;
beforeAll(async () => {
  service = await startOperatorService();
});
afterAll(() => stopBalanced(service));

/** Parts of the statements before which another write commits. */
const statements = {
  unscored: 'r.version > m.scored_version',
  profits: 'select a.player_id, sum(',
};

/** Runs another action just before the first execution of a statement. */
function before(store: Store, name: keyof typeof statements, happen: () => Promise<void>): Store {
  let happened: Promise<void> | null = null;
  return withWatchedReads(store, text => {
    if (!text.includes(statements[name])) return;
    happened ??= happen();
    return happened;
  });
}

async function profitsOf(eventId: string) {
  const rows = await service.pool<{ version: number; profit: number | null }[]>`
    select version, profit from event_scores where event_id = ${eventId} order by version, profit`;
  return rows.map(({ version, profit }) => ({ version, profit: profit === null ? null : profit / 1e6 }));
}

describe('an event that is corrected while it is scored', () => {
  it.each(['unscored', 'profits'] as const)(
    'has the profits of one version or none, and finally of the newest: %s',
    async name => {
      const { slug, id } = await service.anEvent();
      const [ann, bob] = [await service.anAgent(), await service.anAgent()];
      await service.order(ann, { eventSlug: slug, amountCredits: 100 });
      const { body } = await service.order(bob, { eventSlug: slug, amountCredits: 100, outcomeIndex: 1 });
      const { store, clock } = service;
      const tools = { store, newId };
      const decide = async (verb: 'resolve' | 'correct', winningOutcome: number) => {
        clock.forward(1000);
        const command = { answer: { winningOutcome }, source: 'x', note: '', effectiveCloseAt: null };
        await resolveEvent(tools, slug, verb, command, 'test');
        await settleMarket(tools, id);
      };
      const score = (over: Store) =>
        scoreDue(
          {
            store: over,
            clock: clock.now,
            newId,
            stopwatch: () => performance.now(),
            yieldToEventLoop: async () => {},
          },
          () => true,
        );
      await withJobHeld(store, 'scoring events', async () => {
        await decide('resolve', 0);
        await score(before(store, name, () => decide('correct', 1)));
        expect((await profitsOf(id)).filter(({ profit }) => profit !== null)).toEqual([]);
        await score(store);
      });
      expect((await profitsOf(id)).filter(({ version }) => version === 2)).toEqual([
        { version: 2, profit: -100 },
        { version: 2, profit: body.order.filledShares - 100 },
      ]);
    },
  );
});
