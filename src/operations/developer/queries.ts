import type { Reads } from '../../store/store.js';
import { remainingWrites } from '../exchange/remaining-writes.js';
import type { OperationContext } from '../operation-context.js';

interface DiagnosedPlayer {
  readonly playerId: string;
  readonly kind: 'agent' | 'person';
}

/** The facts that a developer's diagnostics report. */
export interface PlayerDiagnostics {
  readonly tradingPaused: boolean;
  /** An agent's active keys, or a person's agents. */
  readonly credentials:
    | { readonly kind: 'agent'; readonly activeKeys: number }
    | { readonly kind: 'person'; readonly agents: number };
  /** Available credits in micro-credits. */
  readonly available: number;
  readonly writes: ReturnType<typeof remainingWrites>;
  readonly hasOpenForecast: boolean;
}

/** Leaves room for all active keys, which come first. */
const maxKeysRead = 100;

async function readCredentials(
  reads: Reads,
  { playerId, kind }: DiagnosedPlayer,
): Promise<PlayerDiagnostics['credentials']> {
  if (kind === 'person') return { kind, agents: (await reads.agents.ofOwner(playerId)).length };
  const keys = await reads.agents.keysOf(playerId, maxKeysRead);
  return { kind, activeKeys: keys.filter(key => key.revokedAt === null).length };
}

export function readDiagnostics(
  { store, clock }: Pick<OperationContext, 'store' | 'clock'>,
  player: DiagnosedPlayer,
): Promise<PlayerDiagnostics> {
  const { playerId } = player;
  const forecasts = {
    playerId,
    status: 'open',
    eventId: null,
    clientForecastId: null,
    before: null,
    limit: 1,
  } as const;
  return store.read(async reads => {
    const tradingPaused = await reads.arena.tradingPaused();
    const credentials = await readCredentials(reads, player);
    const account = await reads.accounts.find(playerId);
    const cancels = await reads.accounts.cancelMoments(playerId);
    const open = await reads.forecasts.list(forecasts);
    return {
      tradingPaused,
      credentials,
      available: account?.available ?? 0,
      writes: remainingWrites(account, cancels, clock()),
      hasOpenForecast: open.length > 0,
    };
  });
}
