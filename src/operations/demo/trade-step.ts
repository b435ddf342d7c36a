import { houseOrders } from '../../domain/demo/house-orders.js';
import { type HousePlayer, knows } from '../../domain/demo/house-players.js';
import { opinionOf } from '../../domain/demo/opinion.js';
import type { PlannedEvent } from '../../domain/demo/plan-events.js';
import type { ForecastPlan } from '../../domain/demo/plan-forecasts.js';
import { type RandomSource, seededSource } from '../../domain/demo/random-source.js';
import type { TimeStep } from '../../domain/demo/time-steps.js';
import type { DeskCommand } from '../exchange/desk/desk-command.js';
import type { DemoWorld } from './demo-world.js';

export interface EnteredPlayer extends HousePlayer {
  readonly playerId: string;
}

export interface TradedEvent {
  readonly eventId: string;
  readonly event: PlannedEvent;
  readonly evidence: readonly (readonly number[])[];
  readonly forecasts: ForecastPlan;
}

export interface TradingTurn {
  readonly seed: string;
  readonly index: number;
  readonly step: TimeStep;
  readonly players: readonly EnteredPlayer[];
  /** Those that can be traded at this step. */
  readonly events: readonly TradedEvent[];
  readonly world: DemoWorld;
  /** SHA-256 in hexadecimal. */
  readonly digest: (text: string) => string;
}

/** A step of this many hours holds what a player usually does; in a shorter one there is less, but not as much less. */
const usualHours = 8;
/** Nobody can look into a book of long ago, so quoters keep it only as full as trading needs. */
const quotingLongAgo = 0.3;

function visitsIn({ visits, style }: HousePlayer, { hours }: TimeStep, chance: RandomSource): number {
  const expected = visits * Math.min(1, Math.sqrt(hours / usualHours));
  const longAgo = style === 'quoter' && hours >= usualHours;
  return Math.floor(expected * (longAgo ? quotingLongAgo : 1) + chance.next());
}

function pickPopular(events: readonly TradedEvent[], chance: RandomSource): TradedEvent {
  let left = chance.next() * events.reduce((sum, { event }) => sum + event.popularity, 0);
  for (const traded of events) {
    left -= traded.event.popularity;
    if (left < 0) return traded;
  }
  return events[events.length - 1];
}

/** The events that a player looks at. Quoters go through all of them in turn, so that no book stays empty for long. */
function visited(
  { events, step, index, world }: TradingTurn,
  player: EnteredPlayer,
  chance: RandomSource,
): TradedEvent[] {
  const { playerId, style } = player;
  const known = events.filter(({ event }) => knows(player, event.command.category));
  if (known.length === 0) return [];
  const count = Math.min(known.length, visitsIn(player, step, chance));
  const last = ({ eventId }: TradedEvent) => world.lastLook(playerId, eventId);
  const picked =
    style === 'quoter'
      ? known.toSorted((a, b) => last(a) - last(b)).slice(0, count)
      : Array.from({ length: count }, () => pickPopular(known, chance));
  for (const { eventId } of picked) world.look(playerId, eventId, index);
  return [...new Set(picked)];
}

/** Quoters replace what they have; others take back what they left behind now and then, all of it or the last one. */
function cancels(turn: TradingTurn, player: EnteredPlayer, eventId: string, chance: RandomSource): DeskCommand[] {
  const { playerId } = player;
  const resting = turn.world.restingOf(playerId, eventId);
  const last = resting.at(-1);
  if (last === undefined) return [];
  if (player.style === 'quoter' || chance.next() < 0.35) return [{ kind: 'cancelAll', playerId, eventIds: [eventId] }];
  return chance.next() < 0.25 ? [{ kind: 'cancel', playerId, eventId, orderId: last }] : [];
}

function visitCommands(
  turn: TradingTurn,
  player: EnteredPlayer,
  traded: TradedEvent,
  chance: RandomSource,
): DeskCommand[] {
  const { seed, index, step, world, digest } = turn;
  const { eventId, event, evidence } = traded;
  const { playerId } = player;
  const drafts = houseOrders({
    player,
    chance,
    now: step.at,
    opinion: opinionOf(seed, player, event, evidence, index, chance),
    prices: world.priceBps(eventId).map(bps => bps / 10_000),
    shares: event.prior.map((_, outcome) => world.sharesOf(playerId, eventId, outcome)),
    available: world.availableTo(playerId),
  });
  const places = drafts.map((order, number): DeskCommand => {
    const clientOrderId = `demo-${index}-${event.command.slug}-${number}`;
    const bodyDigest = digest(JSON.stringify({ eventId, ...order }));
    return { kind: 'place', playerId, eventId, clientOrderId, bodyDigest, order };
  });
  return [...cancels(turn, player, eventId, chance), ...places];
}

/** Everything that house players ask of the write desk in one step, for one transaction. */
export function tradeStep(turn: TradingTurn): DeskCommand[] {
  const { players, index } = turn;
  // Everybody is first now and then.
  const first = index % players.length;
  return [...players.slice(first), ...players.slice(0, first)].flatMap(player => {
    // A seed of its own for each player and step: a seeding that goes on later draws what it would have drawn.
    const chance = seededSource(`${turn.seed}/step/${index}/${player.name}`);
    return visited(turn, player, chance).flatMap(traded => visitCommands(turn, player, traded, chance));
  });
}
