import type { DeskCommand } from '../exchange/desk/decide-command.js';
import type { ForecastItem, ForecastRequest } from '../forecasts/record-forecasts.js';
import { type RandomSource, seededSource } from '../kernel/random-source.js';
import { type HousePlayer, houseOrders, knows } from './rules/house.js';
import { type ForecastPlan, opinionOf, type PlannedEvent, type TimeStep } from './rules/plan.js';
import type { DemoWorld } from './seed-arena.js';

interface ForecastStepInput {
  readonly seed: string;
  readonly index: number;
  readonly players: readonly EnteredPlayer[];
  readonly events: readonly TradedEvent[];
  /** SHA-256 in hexadecimal. */
  readonly digest: (text: string) => string;
}

interface StepForecasts {
  /** One per player and event, for one transaction. */
  readonly requests: readonly ForecastRequest[];
  /** Players that withdraw their forecasts on an event. */
  readonly withdrawals: readonly { readonly playerId: string; readonly eventId: string }[];
}

/** Precise players use a decimal, the others whole percents; none forecasts 0 or 100. */
function percentOf({ noise }: HousePlayer, probability: number): number {
  const steps = noise <= 0.15 ? 1000 : 100;
  const min = noise <= 0.15 ? 0.005 : 0.01;
  const within = Math.min(1 - min, Math.max(min, probability));
  return Math.round(within * steps) / (steps / 100);
}

/** With two outcomes one forecast is enough; with more, some players skip the unlikely ones. */
function outcomesOf(opinion: readonly number[], chance: RandomSource): number[] {
  if (opinion.length === 2) return [chance.next() < 0.85 ? 0 : 1];
  const likeliest = [...opinion.keys()].sort((a, b) => opinion[b] - opinion[a]);
  return chance.next() < 0.5 ? likeliest : likeliest.slice(0, 3);
}

function itemsOf(
  { seed, index, digest }: ForecastStepInput,
  player: EnteredPlayer,
  traded: TradedEvent,
): ForecastItem[] {
  const { eventId, event, evidence } = traded;
  const { slug } = event.command;
  const chance = seededSource(`${seed}/forecast/${index}/${player.name}/${slug}`);
  const opinion =
    player.style === 'dice'
      ? event.prior.map(() => chance.next())
      : opinionOf(seed, player, event, evidence, index, chance);
  return outcomesOf(opinion, chance).map(outcome => {
    const percent = percentOf(player, opinion[outcome]);
    const clientForecastId = `demo-${index}-${slug}-${outcome}`;
    const bodyDigest = digest(JSON.stringify({ eventId, outcome, percent }));
    return { eventId, outcome, percent, rationale: null, clientForecastId, bodyDigest };
  });
}

/** Returns all forecasts and withdrawals of house players in one step. */
export function forecastStep(input: ForecastStepInput): StepForecasts {
  const byName = new Map(input.players.map(player => [player.name, player]));
  const planned = input.events.flatMap(traded =>
    (traded.forecasts.get(input.index) ?? []).map(({ player, kind }) => ({
      player: byName.get(player) as EnteredPlayer,
      kind,
      traded,
    })),
  );
  const withdrawn = planned.filter(({ kind }) => kind === 'withdraw');
  return {
    requests: planned
      .filter(({ kind }) => kind === 'record')
      .map(({ player, traded }) => ({
        playerId: player.playerId,
        ownerId: player.playerId,
        items: itemsOf(input, player, traded),
        listed: true,
      })),
    withdrawals: withdrawn.map(({ player, traded }) => ({ playerId: player.playerId, eventId: traded.eventId })),
  };
}

export interface EnteredPlayer extends HousePlayer {
  readonly playerId: string;
}

export interface TradedEvent {
  readonly eventId: string;
  readonly event: PlannedEvent;
  readonly evidence: readonly (readonly number[])[];
  readonly forecasts: ForecastPlan;
}

interface TradeStepInput {
  readonly seed: string;
  readonly index: number;
  readonly step: TimeStep;
  readonly players: readonly EnteredPlayer[];
  /** The events that can be traded at this step. */
  readonly events: readonly TradedEvent[];
  readonly world: DemoWorld;
  /** SHA-256 in hexadecimal. */
  readonly digest: (text: string) => string;
}

/** The step length that `visits` refers to; shorter steps have fewer visits, scaled by the square root. */
const defaultStepHours = 8;
/** Share of quoters' visits in long steps: past books can't be viewed, so they need only enough orders to trade. */
const pastQuotingShare = 0.3;

function visitsIn({ visits, style }: HousePlayer, { hours }: TimeStep, chance: RandomSource): number {
  const expected = visits * Math.min(1, Math.sqrt(hours / defaultStepHours));
  const isPastQuoting = style === 'quoter' && hours >= defaultStepHours;
  return Math.floor(expected * (isPastQuoting ? pastQuotingShare : 1) + chance.next());
}

function pickPopular(events: readonly TradedEvent[], chance: RandomSource): TradedEvent {
  let left = chance.next() * events.reduce((sum, { event }) => sum + event.popularity, 0);
  for (const traded of events) {
    left -= traded.event.popularity;
    if (left < 0) return traded;
  }
  return events[events.length - 1];
}

/**
 * Picks the events that a player visits. Quoters visit all of them in rotation, so that no book stays empty for long.
 */
function pickEvents(
  { events, step, index, world }: TradeStepInput,
  player: EnteredPlayer,
  chance: RandomSource,
): TradedEvent[] {
  const { playerId, style } = player;
  const familiarEvents = events.filter(({ event }) => knows(player, event.command.category));
  if (familiarEvents.length === 0) return [];
  const count = Math.min(familiarEvents.length, visitsIn(player, step, chance));
  const last = ({ eventId }: TradedEvent) => world.lastVisit(playerId, eventId);
  const picked =
    style === 'quoter'
      ? familiarEvents.toSorted((a, b) => last(a) - last(b)).slice(0, count)
      : Array.from({ length: count }, () => pickPopular(familiarEvents, chance));
  for (const { eventId } of picked) world.visit(playerId, eventId, index);
  return [...new Set(picked)];
}

/** Quoters replace their orders; others sometimes cancel all or the last of their resting orders. */
function cancels(input: TradeStepInput, player: EnteredPlayer, eventId: string, chance: RandomSource): DeskCommand[] {
  const { playerId } = player;
  const resting = input.world.restingOf(playerId, eventId);
  const last = resting.at(-1);
  if (last === undefined) return [];
  if (player.style === 'quoter' || chance.next() < 0.35) return [{ kind: 'cancelAll', playerId, eventIds: [eventId] }];
  return chance.next() < 0.25 ? [{ kind: 'cancel', playerId, eventId, orderId: last }] : [];
}

function visitCommands(
  input: TradeStepInput,
  player: EnteredPlayer,
  traded: TradedEvent,
  chance: RandomSource,
): DeskCommand[] {
  const { seed, index, step, world, digest } = input;
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
    return { kind: 'place', playerId, ownerId: playerId, eventId, clientOrderId, bodyDigest, order };
  });
  return [...cancels(input, player, eventId, chance), ...places];
}

/** Returns all commands of house players to the write desk in one step, for one transaction. */
export function tradeStep(input: TradeStepInput): DeskCommand[] {
  const { players, index } = input;
  // Rotates the order of players.
  const first = index % players.length;
  return [...players.slice(first), ...players.slice(0, first)].flatMap(player => {
    // A separate seed per player and step lets a resumed seeding draw the same numbers.
    const chance = seededSource(`${input.seed}/step/${index}/${player.name}`);
    return pickEvents(input, player, chance).flatMap(traded => visitCommands(input, player, traded, chance));
  });
}
