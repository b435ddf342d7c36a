import type { Store, Transaction } from '../database/store.js';
import * as eventStore from '../events/store/events.js';
import type { EventWithMarket } from '../events/store/rows.js';
import { openAccount } from '../exchange/accounts.js';
import type { DeskCommand, DeskOutcome } from '../exchange/desk/decide-command.js';
import { WriteDesk } from '../exchange/desk/write-desk.js';
import * as accountStore from '../exchange/store/accounts.js';
import * as orderStore from '../exchange/store/orders.js';
import * as positionStore from '../exchange/store/positions.js';
import type { AccountRow, OrderRow, PlacedResult, PositionRow } from '../exchange/store/rows.js';
import { recordForecasts, withdrawForecast } from '../forecasts/record-forecasts.js';
import * as forecastStore from '../forecasts/store.js';
import { type IdPrefix, makeId } from '../kernel/ids.js';
import { seededSource } from '../kernel/random-source.js';
import { isRefusal } from '../kernel/refusal.js';
import { dayMs } from '../kernel/time.js';
import { createEvent } from '../markets/create-event.js';
import { resolveEvent } from '../markets/resolve-event.js';
import { settleMarket } from '../markets/settle-market.js';
import { runDue, transitionEvent } from '../markets/transition-event.js';
import { takeHandle } from '../people/players.js';
import * as agentStore from '../people/store/agents.js';
import * as playerStore from '../people/store/players.js';
import { foldName } from '../players/rules/names.js';
import { houseNotice, housePlayers } from './rules/house.js';
import {
  type DemoAction,
  evidencePath,
  historyDays,
  type PlannedEvent,
  planEvents,
  planForecasts,
  type TimeStep,
  timeSteps,
} from './rules/plan.js';
import { seedRequests } from './seed-requests.js';
import { seedSports } from './seed-sports.js';
import { type EnteredPlayer, forecastStep, type TradedEvent, tradeStep } from './steps.js';

const pairKey = (playerId: string, eventId: string) => `${playerId} ${eventId}`;
const holdingKey = (playerId: string, eventId: string, outcome: number) => `${playerId} ${eventId} ${outcome}`;

/**
 * The arena's state as seen by house players between two steps. It is updated from the desk's outcomes, so a step needs
 * no reads. Fills by other players' orders appear only when the state is reloaded from the store.
 */
export class DemoWorld {
  private readonly prices = new Map<string, readonly number[]>();
  private readonly available = new Map<string, number>();
  private readonly shares = new Map<string, number>();
  private readonly resting = new Map<string, string[]>();
  private readonly visitedAt = new Map<string, number>();

  open(eventId: string, priceBps: readonly number[]): void {
    this.prices.set(eventId, priceBps);
  }

  /** Loads stored state, for resuming an interrupted seeding. */
  loadAccount(playerId: string, account: AccountRow, orders: readonly OrderRow[]): void {
    this.available.set(playerId, account.available);
    for (const { marketId, id } of orders) this.addResting(playerId, marketId, id);
  }

  loadShares(playerId: string, positions: readonly PositionRow[]): void {
    for (const { eventId, outcome, shares, reservedShares } of positions) {
      this.shares.set(holdingKey(playerId, eventId, outcome), shares - reservedShares);
    }
  }

  loadPrices(events: readonly EventWithMarket[]): void {
    for (const { event, market } of events) this.prices.set(event.id, market.priceBps);
  }

  priceBps(eventId: string): readonly number[] {
    return this.prices.get(eventId) ?? [];
  }

  availableTo(playerId: string): number {
    return this.available.get(playerId) ?? 0;
  }

  sharesOf(playerId: string, eventId: string, outcome: number): number {
    return this.shares.get(holdingKey(playerId, eventId, outcome)) ?? 0;
  }

  restingOf(playerId: string, eventId: string): readonly string[] {
    return this.resting.get(pairKey(playerId, eventId)) ?? [];
  }

  /** The step of a player's last visit to an event; -1 for never. */
  lastVisit(playerId: string, eventId: string): number {
    return this.visitedAt.get(pairKey(playerId, eventId)) ?? -1;
  }

  visit(playerId: string, eventId: string, step: number): void {
    this.visitedAt.set(pairKey(playerId, eventId), step);
  }

  apply(command: DeskCommand, outcome: DeskOutcome): void {
    if (outcome.kind === 'placed' || outcome.kind === 'replayed') this.applyPlaced(outcome.result);
    else if (outcome.kind === 'cancelled') {
      this.available.set(command.playerId, outcome.available);
      for (const order of outcome.orders) this.applyCancelled(order);
    }
  }

  private applyPlaced({ order, available, priceBps }: PlacedResult): void {
    const { playerId, marketId, side } = order;
    this.available.set(playerId, available);
    this.prices.set(marketId, priceBps);
    const isOpen = order.status === 'open';
    if (isOpen) this.addResting(playerId, marketId, order.id);
    if (side === 'buy') this.addShares(order, order.filledShares);
    else this.addShares(order, -(isOpen ? order.amount : order.filledShares));
  }

  private applyCancelled(order: OrderRow): void {
    const key = pairKey(order.playerId, order.marketId);
    const left = (this.resting.get(key) ?? []).filter(id => id !== order.id);
    this.resting.set(key, left);
    if (order.side === 'sell' && order.status === 'cancelled') this.addShares(order, order.remaining);
  }

  private addShares({ playerId, marketId, outcome }: OrderRow, shares: number): void {
    const key = holdingKey(playerId, marketId, outcome);
    this.shares.set(key, Math.max(0, (this.shares.get(key) ?? 0) + shares));
  }

  private addResting(playerId: string, eventId: string, orderId: string): void {
    const key = pairKey(playerId, eventId);
    this.resting.set(key, [...(this.resting.get(key) ?? []), orderId]);
  }
}

/** Derives ids from the seed, so that a resumed seeding finds its players. */
function idOf(seed: string, prefix: IdPrefix, name: string, at: number): string {
  const chance = seededSource(`${seed}/id/${name}`);
  const random = Uint8Array.from({ length: 10 }, () => Math.floor(chance.next() * 256));
  return makeId(prefix, at, random);
}

/** Candidates for a handle: the name, then numbered ones, because the handle may be taken. */
function handlesOf(name: string): string[] {
  const base = name.toLowerCase().replaceAll(' ', '-');
  return [base, ...Array.from({ length: 20 }, (_, k) => `${base}-${k + 2}`)];
}

async function freeName(tx: Transaction, name: string, playerId: string): Promise<string> {
  for (const candidate of [name, ...Array.from({ length: 20 }, (_, k) => `${name} ${k + 2}`)]) {
    if (!(await agentStore.isNameTaken(tx, foldName(candidate), playerId))) return candidate;
  }
  throw new Error(`all names like ${name} are taken`);
}

interface HouseTools {
  readonly store: Store;
  readonly newId: (prefix: IdPrefix, now: number) => string;
}

/** Creates the house players in one transaction. They belong to the arena: they have no owner and no keys. */
export async function enterHouse({ store, newId }: HouseTools, seed: string, at: number): Promise<EnteredPlayer[]> {
  const entered = housePlayers.map(player => ({ ...player, playerId: idOf(seed, 'agt', player.name, at) }));
  await store.transact(async tx => {
    if (await accountStore.find(tx, entered[0].playerId)) return;
    for (const { playerId, name, about, model } of entered) {
      const free = await freeName(tx, name, playerId);
      const agent = { playerId, ownerId: null, name: free, foldedName: foldName(free), model, homepage: null, at };
      const description = `${houseNotice} ${about}`;
      const added = { ...agent, description, plan: 'free' } as const;
      await takeHandle(handlesOf(name), handle => playerStore.addAgent(tx, { ...added, handle }));
      await openAccount(tx, playerId, at, newId);
    }
  });
  return entered;
}

export interface SeedTools {
  /** Its clock is set by `setClock`. */
  readonly store: Store;
  readonly setClock: (at: number) => void;
  readonly newId: (prefix: IdPrefix, now: number) => string;
  readonly sha256: (text: string) => Uint8Array;
  readonly pause: (milliseconds: number) => Promise<void>;
  /** Called before each step; throws to stop there. */
  readonly onStep: (done: number, total: number) => Promise<void>;
}

export interface SeedCommand {
  /** The same seed and time give the same arena. */
  readonly seed: string;
  /** The end of the history. */
  readonly now: number;
  /** The time of the last house orders of an interrupted seeding; null for a new one. */
  readonly tradedUntil: number | null;
}

interface Arena extends SeedTools, SeedCommand {
  readonly steps: readonly TimeStep[];
  readonly planned: readonly PlannedEvent[];
  readonly players: readonly EnteredPlayer[];
  readonly world: DemoWorld;
  readonly desk: WriteDesk;
  /** Events created so far, by slug. */
  readonly created: Map<string, TradedEvent>;
}

function hex(bytes: Uint8Array): string {
  return Array.from(bytes, byte => byte.toString(16).padStart(2, '0')).join('');
}

function canTrade({ command, createAt, actions }: PlannedEvent, at: number): boolean {
  const decided = actions.some(action => action.at <= at);
  return !decided && (command.opensAt ?? createAt) <= at && at < command.endsAt;
}

/** Creates an event at its time, or finds it if it exists. */
async function ensureEvent(arena: Arena, event: PlannedEvent): Promise<void> {
  const { store, newId, sha256, created, seed, steps, players, world } = arena;
  const { command, createAt, prior } = event;
  const tools = { newId, sha256, routeWords: new Set<string>() };
  const requestDigest = hex(sha256(`${seed}/${command.slug}`));
  arena.setClock(Math.floor(createAt));
  const outcome = await store.transact(tx => createEvent(tx, tools, { ...command, requestDigest }));
  if (outcome.kind === 'refused') throw new Error(`the demo event ${command.slug}: ${outcome.refusal.message}`);
  // Another event took the slug while the seeding was interrupted; the demo skips its own.
  if (outcome.kind === 'slugTaken') return;
  const openSteps = [...steps.keys()].filter(index => canTrade(event, steps[index].at));
  const forecasts = planForecasts(seed, event, players, openSteps);
  created.set(command.slug, { eventId: outcome.eventId, event, evidence: evidencePath(seed, event, steps), forecasts });
  world.open(outcome.eventId, prior);
}

/** Whether an earlier, interrupted seeding has already performed the action. */
function isDone({ market }: EventWithMarket, { verb }: DemoAction): boolean {
  if (verb === 'pause') return market.status !== 'active';
  return market.resolutionVersion >= (verb === 'correct' ? 2 : 1);
}

async function act(arena: Arena, eventId: string, slug: string, action: DemoAction): Promise<void> {
  const { store } = arena;
  const eventAndMarket = await store.read(reader => eventStore.findById(reader, eventId));
  if (eventAndMarket && !isDone(eventAndMarket, action)) {
    const result =
      action.verb === 'pause'
        ? await transitionEvent(arena, slug, {
            verb: 'pause',
            endsAt: null,
            note: 'Shows a paused market.',
            actor: 'demo',
          })
        : await resolveEvent(arena, slug, action.verb, action.command, 'demo');
    // An operator may have changed the event while the seeding was interrupted; other rejections are bugs in the plan.
    if (isRefusal(result) && result.code !== 'INVALID_TRANSITION') throw new Error(`${slug}: ${result.message}`);
  }
  if (action.verb !== 'pause') await settleMarket(arena, eventId);
}

/** Performs all actions on events that are due after one time and up to another. */
async function runActions(arena: Arena, after: number, upTo: number): Promise<void> {
  const isDue = (at: number) => at > after && at <= upTo;
  for (const event of arena.planned) if (isDue(event.createAt)) await ensureEvent(arena, event);
  for (const [slug, { eventId, event }] of arena.created) {
    for (const action of event.actions) {
      if (!isDue(action.at)) continue;
      arena.setClock(Math.floor(action.at));
      await act(arena, eventId, slug, action);
    }
  }
}

/** Loads the players' stored state before the first step that trades. */
async function loadWorld({ store, players, created, world }: Arena): Promise<void> {
  const eventIds = [...created.values()].map(({ eventId }) => eventId);
  await store.read(async reader => {
    for (const { playerId } of players) {
      const account = await accountStore.find(reader, playerId);
      if (!account) throw new Error(`the house player ${playerId} has no account`);
      const filter = { playerId, status: 'open', eventId: null, clientOrderId: null, before: null } as const;
      const orders = await orderStore.list(reader, { ...filter, limit: 1_000 });
      world.loadAccount(playerId, account, orders);
      world.loadShares(playerId, await positionStore.inEvents(reader, playerId, eventIds));
    }
    world.loadPrices(await eventStore.findMany(reader, eventIds));
  });
}

/** Runs once a day: expires orders, and reloads quoters' shares to include fills of their resting orders. */
async function endDay({ store, players, created, world, ...arena }: Arena): Promise<void> {
  await runDue({ ...arena, store }, 'expire', () => true);
  const eventIds = [...created.values()].map(({ eventId }) => eventId);
  await store.read(async reader => {
    for (const { playerId, style } of players) {
      if (style === 'quoter') world.loadShares(playerId, await positionStore.inEvents(reader, playerId, eventIds));
    }
  });
}

/** The house forecasts this long before it trades, so a forecast is stamped with the price before the step's trades. */
const forecastLeadMs = 1_000;

/**
 * Runs before the trades of the step, so it is complete if those exist. Ids used by an interrupted seeding are
 * replayed.
 */
async function forecast(arena: Arena, index: number): Promise<void> {
  const { store, newId, seed, steps, players, created, sha256 } = arena;
  const at = steps[index].at - forecastLeadMs;
  arena.setClock(at);
  const events = [...created.values()].filter(({ event }) => canTrade(event, at) && canTrade(event, steps[index].at));
  const digest = (text: string) => hex(sha256(text));
  const { requests, withdrawals } = forecastStep({ seed, index, players, events, digest });
  if (requests.length === 0 && withdrawals.length === 0) return;
  await store.transact(async tx => {
    await recordForecasts(tx, newId, requests);
    for (const { playerId, eventId } of withdrawals) {
      const filter = { playerId, status: 'open', eventId, clientForecastId: null, before: null } as const;
      for (const { id: forecastId } of await forecastStore.list(tx, { ...filter, limit: 100 })) {
        await withdrawForecast(tx, newId, { playerId, forecastId, eventId });
      }
    }
  });
}

async function trade(arena: Arena, index: number): Promise<void> {
  const { seed, steps, players, world, desk, created, sha256 } = arena;
  const step = steps[index];
  const events = [...created.values()].filter(({ event }) => canTrade(event, step.at));
  const digest = (text: string) => hex(sha256(text));
  const commands = tradeStep({ seed, index, step, players, events, world, digest });
  const outcomes = await Promise.all(commands.map(command => desk.submit(command)));
  for (const [number, outcome] of outcomes.entries()) world.apply(commands[number], outcome);
}

async function runStep(arena: Arena, index: number): Promise<void> {
  const { steps, tradedUntil } = arena;
  const { at } = steps[index];
  const before = index === 0 ? Number.NEGATIVE_INFINITY : steps[index - 1].at;
  await runActions(arena, before, at);
  arena.setClock(at);
  if (tradedUntil !== null && at <= tradedUntil) return;
  if (index === 0 || (tradedUntil !== null && before <= tradedUntil)) await loadWorld(arena);
  if (Math.floor(at / dayMs) > Math.floor(before / dayMs)) await endDay(arena);
  await forecast(arena, index);
  arena.setClock(at);
  await trade(arena, index);
}

/** The time at which house players enter, before all steps. */
const houseEntryAt = (now: number) => Math.floor(now - (historyDays + 1) * dayMs);

/**
 * Fills an empty arena with events, house players and a quarter's forecasts and trades, through the regular operations
 * and write desk with a clock that runs through the past. Each step is one transaction of forecasts and one of orders
 * with a distinct time, and everything else is idempotent, so an interrupted seeding can be resumed.
 */
export async function seedArena(tools: SeedTools, command: SeedCommand): Promise<void> {
  const { seed, now } = command;
  const { store, newId, pause } = tools;
  const began = houseEntryAt(now);
  tools.setClock(began);
  const arena: Arena = {
    ...tools,
    ...command,
    steps: timeSteps(now, seededSource(`${seed}/steps`)),
    planned: planEvents(seed, now),
    players: await enterHouse(tools, seed, began),
    world: new DemoWorld(),
    desk: new WriteDesk({ store, newId, pause, yieldToEventLoop: () => pause(0) }),
    created: new Map(),
  };
  for (let index = 0; index < arena.steps.length; index += 1) {
    await tools.onStep(index, arena.steps.length);
    await runStep(arena, index);
  }
  await runActions(arena, arena.steps[arena.steps.length - 1].at, now);
  tools.setClock(now);
  await runDue(arena, 'close', () => true);
  await seedSports(tools, seed, now);
  await seedRequests(arena);
}
