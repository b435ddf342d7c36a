import * as connectorStore from '../connectors/store.js';
import type { OperationContext } from '../database/transactions.js';
import { hourMs } from '../kernel/time.js';
import { demoGameRows, demoSportsSource } from '../sports/demo-sports.js';
import { importGames } from '../sports/save-fixtures.js';

type Context = Pick<OperationContext, 'store' | 'newId'>;

/** Hours before the seeding at which the demo source is read, so that lines have a history. */
const pastHours = [24, 12, 6, 3, 1, 0] as const;
const refreshSeconds = 300;

/** Fills sports with made-up games and enables the connector that updates them. Idempotent. */
export async function seedSports(context: Context, seed: string, now: number): Promise<void> {
  for (const hours of pastHours) {
    const at = now - hours * hourMs;
    const rows = demoGameRows(seed, now, at).map(({ row }) => row);
    await importGames(context, { source: demoSportsSource, at, rows });
  }
  await context.store.transact(async tx => {
    if (await connectorStore.find(tx, demoSportsSource)) return;
    await connectorStore.put(tx, {
      id: demoSportsSource,
      format: demoSportsSource,
      kind: 'odds',
      name: 'Demo sports',
      enabled: true,
      demo: true,
      settings: { seed, seededAt: now },
      intervalSeconds: refreshSeconds,
      nextRunAt: now + refreshSeconds * 1000,
      updatedAt: now,
    });
  });
}
