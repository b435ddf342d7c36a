import { hourMs } from '../../domain/durations.js';
import { isoTime } from '../../domain/iso-time.js';
import { microsToWire } from '../../domain/units.js';
import type { RequestContext } from '../../http/request-context.js';
import type { RouteInput } from '../../http/route.js';
import { listActions, listPlayers, readInbox, readLimits } from '../../operations/console/queries.js';
import type { ListedPlayer } from '../../store/console/interface.js';
import type { ActionsQuery, LimitsQuery, PlayersQuery } from './schemas.js';

export async function getInbox(_input: unknown, { services }: RequestContext) {
  const { asOf, items, truncated } = await readInbox(services);
  return { asOf: isoTime(asOf), items: items.map(item => ({ ...item, since: isoTime(item.since) })), truncated };
}

function viewPlayer({ playerId: id, available, owed, createdAt, suspension, ...player }: ListedPlayer) {
  return {
    id,
    ...player,
    availableCredits: microsToWire(available),
    owedCredits: microsToWire(owed),
    createdAt: isoTime(createdAt),
    suspension: suspension && { ...suspension, at: isoTime(suspension.at) },
  };
}

export async function getPlayers({ query }: RouteInput<{ query: typeof PlayersQuery }>, { services }: RequestContext) {
  const { q = null, kind = null, role = null, suspended = null, cursor, limit = 50 } = query;
  const list = 'operator players';
  const filters = [q, kind, role, suspended];
  const before = cursor === undefined ? null : services.cursors.read<string>(list, filters, cursor);
  const filter = { search: q, kind, role, suspended, before, limit: limit + 1 };
  const found = await listPlayers(services, filter);
  const players = found.slice(0, limit);
  const last = players.at(-1);
  const nextCursor = found.length > limit && last ? services.cursors.write(list, filters, last.playerId) : null;
  return { players: players.map(viewPlayer), nextCursor };
}

export async function getActions({ query }: RouteInput<{ query: typeof ActionsQuery }>, { services }: RequestContext) {
  const { actor = null, action = null, subject = null, cursor, limit = 50 } = query;
  const list = 'operator actions';
  const filters = [actor, action, subject];
  const before = cursor === undefined ? null : services.cursors.read<number>(list, filters, cursor);
  const found = await listActions(services, { actor, action, subject, before, limit: limit + 1 });
  const actions = found.slice(0, limit);
  const last = actions.at(-1);
  const nextCursor = found.length > limit && last ? services.cursors.write(list, filters, last.id) : null;
  return { actions: actions.map(each => ({ ...each, at: isoTime(each.at) })), nextCursor };
}

export async function getLimits({ query }: RouteInput<{ query: typeof LimitsQuery }>, { services }: RequestContext) {
  const { hours = 24 } = query;
  const now = services.clock();
  const { players, ...overview } = await readLimits(services, now - hours * hourMs);
  const shown = players.map(player => ({ ...player, lastLimitedAt: isoTime(player.lastLimitedAt) }));
  return { asOf: isoTime(now), hours, ...overview, players: shown };
}
