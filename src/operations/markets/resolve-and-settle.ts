import type { ResolveVerb } from '../../domain/markets/event-commands.js';
import type { ResolveCommand } from '../../domain/markets/resolution.js';
import { isRefusal, type Refusal } from '../../domain/refusal.js';
import type { MarketTools } from './lock-market.js';
import { resolveEvent } from './resolve-event.js';
import { settleMarket } from './settle-market.js';

/** Enough to settle a small market before the response; the settlement job pays the rest of a larger one. */
const maxStepsBeforeResponse = 3;

/** Resolves, voids or corrects an event and starts to pay its holders. */
export async function resolveAndSettle(
  tools: MarketTools,
  reference: string,
  verb: ResolveVerb,
  command: ResolveCommand,
  actor: string,
): Promise<{ eventId: string } | Refusal> {
  const resolved = await resolveEvent(tools, reference, verb, command, actor);
  if (isRefusal(resolved)) return resolved;
  // The resolution is committed. If settling fails here, the settlement job continues it and reports the failure.
  await settleMarket(tools, resolved.eventId, { maxSteps: maxStepsBeforeResponse }).catch(() => false);
  return resolved;
}
