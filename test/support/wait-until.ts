import { setTimeout as sleep } from 'node:timers/promises';
import type { TestService } from './test-service.js';

/** Waits until a condition holds, at most twenty seconds. */
export async function waitUntil(what: string, holds: () => boolean | Promise<boolean>): Promise<void> {
  for (let waited = 0; waited < 20_000; waited += 10) {
    if (await holds()) return;
    await sleep(10);
  }
  throw new Error(`waited twenty seconds for this in vain: ${what}`);
}

/** Waits until a node receives notifications of other nodes. */
export function waitForListening({ services }: TestService, yes = true): Promise<void> {
  return waitUntil(
    yes ? 'hearing other nodes' : 'no longer hearing them',
    () => services.marketData.live.markets.isListening === yes,
  );
}
