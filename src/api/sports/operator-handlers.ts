import { hash } from 'node:crypto';
import { defaultLiquidity } from '../../domain/markets/create-market.js';
import { microsFromWire } from '../../domain/units.js';
import { actorOf } from '../../http/caller.js';
import { throwIfRefused } from '../../http/refusal-error.js';
import type { RequestContext } from '../../http/request-context.js';
import { replyOrReplay } from '../../http/response/replay.js';
import type { RouteInput } from '../../http/route.js';
import { openMarket } from '../../operations/sports/open-market.js';
import { showEvent } from '../markets/event-reply.js';
import type { FixtureParams, OpenMarketRequest } from './operator-schemas.js';

const sha256 = (text: string) => hash('sha256', text, 'buffer');

export async function openFixtureMarket(
  { params, body }: RouteInput<{ params: typeof FixtureParams; body: typeof OpenMarketRequest; bodyOptional: true }>,
  { services, caller }: RequestContext,
) {
  const credits = body?.liquidityCredits;
  const liquidity = credits === undefined ? defaultLiquidity : (microsFromWire(credits) ?? 0);
  const command = { fixtureId: params.id, liquidity, actor: actorOf(caller), sha256 };
  const { eventId, replayed } = throwIfRefused(await openMarket(services, command));
  const event = await showEvent(services, eventId);
  return replyOrReplay({ event }, replayed);
}
