import type { Transaction } from '../database/store.js';
import { refuseInvolved } from '../events/rules/proposal.js';
import { countWrite, creditDueGrants } from '../exchange/desk/credit-grants.js';
import { DeskBatch } from '../exchange/desk/desk-batch.js';
import * as accountStore from '../exchange/store/accounts.js';
import * as deskStore from '../exchange/store/desk.js';
import { type RemainingBudget, repeatKind, type UnfinishedWrite } from '../http/write-outcome.js';
import type { IdPrefix } from '../kernel/ids.js';
import { invalidField, isRefusal, type Refusal, refuse } from '../kernel/refusal.js';
import { ForecastUnitOfWork } from './forecast-unit-of-work.js';
import { decideForecast, decideWithdraw, type Forecast, percentFromMicros } from './rules.js';
import type { ForecastRow, OwnForecast, StoredForecast } from './store.js';
import * as forecastStore from './store.js';

/** A forecast to record. Players are resolved earlier. */
export interface ForecastItem {
  /** Null if the event does not exist. */
  readonly eventId: string | null;
  readonly outcome: number;
  readonly percent: number;
  readonly rationale: string | null;
  readonly clientForecastId: string;
  /** Hash of the canonical body, in hexadecimal: the same id with a different body is a conflict. */
  readonly bodyDigest: string;
}

/** The forecasts of one player in one request: all or none. */
export interface ForecastRequest {
  readonly playerId: string;
  /** The person behind the player: the player itself, or the owner of the agent. */
  readonly ownerId: string;
  readonly items: readonly ForecastItem[];
  /** The items are a list, so an error contains the index. */
  readonly listed: boolean;
}

export interface WithdrawRequest {
  readonly playerId: string;
  readonly forecastId: string;
  readonly eventId: string;
}

/** Forecasts are in the order of the request. */
export type RecordOutcome =
  | {
      readonly kind: 'recorded';
      readonly forecasts: readonly ForecastRow[];
      /** The ids of those that were already recorded and are returned unchanged. */
      readonly earlierIds: readonly string[];
      readonly budget: RemainingBudget;
    }
  /** All of them were already recorded. */
  | { readonly kind: 'replayed'; readonly forecasts: readonly ForecastRow[] }
  /** The id of this item was used with a different body. */
  | { readonly kind: 'differs'; readonly index: number }
  | UnfinishedWrite;

export type WithdrawOutcome =
  | { readonly kind: 'withdrawn'; readonly forecast: OwnForecast; readonly budget: RemainingBudget }
  /** There was nothing left to withdraw. */
  | { readonly kind: 'unchanged'; readonly forecast: OwnForecast }
  | UnfinishedWrite;

type NewId = (prefix: IdPrefix, now: number) => string;

/** The inputs of one transaction. */
interface Desk {
  readonly work: DeskBatch;
  readonly forecasts: ForecastUnitOfWork;
}

/** The rejection with the index in the list of the request. */
function located(refusal: Refusal, request: ForecastRequest, index: number): Refusal {
  if (!request.listed) return refusal;
  const place = `forecasts[${index}]`;
  const { field, message } = refusal;
  if (field === undefined) return { ...refusal, field: place, message: `${place}: ${message}` };
  const problem = message.startsWith(field) ? `${place}.${message}` : `${place}: ${message}`;
  return { ...refusal, field: `${place}.${field}`, message: problem };
}

function decideItem({ work, forecasts }: Desk, request: ForecastRequest, item: ForecastItem): Forecast | Refusal {
  const { playerId, ownerId } = request;
  const involved = refuseInvolved(forecasts.operatorsOf(item.eventId), ownerId);
  return involved ?? decideForecast(forecasts.state(playerId, item.eventId), item, work.now);
}

/** A list with a duplicate id was never recorded, so it is not a replay. */
function repeatedId(request: ForecastRequest): Refusal | null {
  const ids = request.items.map(item => item.clientForecastId);
  const index = ids.findIndex((id, k) => ids.indexOf(id) < k);
  return index < 0 ? null : located(invalidField('clientForecastId', 'is in this list before'), request, index);
}

/** The items do not depend on each other, so all are checked before any is recorded. */
function firstRefusal(desk: Desk, request: ForecastRequest, fresh: readonly number[]): Refusal | null {
  for (const index of fresh) {
    const decision = decideItem(desk, request, request.items[index]);
    if (isRefusal(decision)) return located(decision, request, index);
  }
  return null;
}

function takeItem(desk: Desk, request: ForecastRequest, item: ForecastItem): ForecastRow {
  const { work, forecasts } = desk;
  const { playerId } = request;
  const decision = decideItem(desk, request, item);
  if (isRefusal(decision)) throw new Error(`an accepted forecast was rejected: ${decision.message}`);
  const { clientForecastId, bodyDigest, rationale } = item;
  const eventId = item.eventId as string;
  const row: ForecastRow = {
    ...decision,
    id: work.newId('fct', work.now),
    playerId,
    eventId,
    clientForecastId,
    ended: null,
  };
  forecasts.add({ ...row, bodyDigest, rationale });
  const { id: forecastId, outcome, probabilityMicros } = row;
  const details = { forecastId, outcome, probability: percentFromMicros(probabilityMicros) };
  work.addActivity(playerId, 0, { kind: 'forecast', eventId, orderId: null, details }, forecasts.isPractice(eventId));
  return row;
}

/** Counts the items to record, and records them unless the budget is exhausted or one of them is rejected. */
function decideFresh(
  desk: Desk,
  request: ForecastRequest,
  earlier: readonly (StoredForecast | null)[],
  fresh: readonly number[],
): RecordOutcome {
  const { work } = desk;
  const { playerId, items } = request;
  const repeated = repeatedId(request);
  const budget = countWrite(work, playerId, 'forecasts', repeated ? items.length : fresh.length);
  if (!budget.allowed) return { kind: 'limited', budget };
  creditDueGrants(work, playerId);
  const refusal = repeated ?? firstRefusal(desk, request, fresh);
  if (refusal) return { kind: 'refused', refusal, budget };
  const forecasts = items.map((item, index) => earlier[index]?.forecast ?? takeItem(desk, request, item));
  const earlierIds = earlier.flatMap(previous => previous?.forecast.clientForecastId ?? []);
  return { kind: 'recorded', forecasts, earlierIds, budget };
}

function decideRequest(desk: Desk, request: ForecastRequest): RecordOutcome {
  const { work, forecasts } = desk;
  const { playerId, items } = request;
  if (work.account(playerId).retired) {
    const refusal = refuse('FORBIDDEN', 'This player has left the arena.');
    return { kind: 'refused', refusal, budget: { remaining: 0, resetSeconds: 0 } };
  }
  const earlier = items.map(item => forecasts.storedUnder(playerId, item.clientForecastId));
  const fresh = [...items.keys()].filter(index => earlier[index] === null);
  if (repeatedId(request)) return decideFresh(desk, request, earlier, fresh);
  const differs = earlier.findIndex(
    (previous, index) => previous && repeatKind(previous.bodyDigest, items[index].bodyDigest) === 'differs',
  );
  if (differs >= 0) return { kind: 'differs', index: differs };
  if (fresh.length > 0) return decideFresh(desk, request, earlier, fresh);
  return { kind: 'replayed', forecasts: earlier.flatMap(previous => previous?.forecast ?? []) };
}

/**
 * Records forecasts, each request all or none, in one transaction. Only the players' accounts are
 * locked: markets are read without a lock and trading continues, and scoring an event waits for forecasts in flight
 * on it.
 */
export async function recordForecasts(
  tx: Transaction,
  newId: NewId,
  requests: readonly ForecastRequest[],
): Promise<RecordOutcome[]> {
  const items = requests.flatMap(({ playerId, items: playerItems }) =>
    playerItems.map(item => ({ ...item, playerId })),
  );
  const pairs = new Map(
    items.flatMap(({ eventId, playerId }) =>
      eventId === null ? [] : [[`${playerId} ${eventId}`, { eventId, playerId }] as const],
    ),
  );
  const playerIds = [...new Set(requests.map(request => request.playerId))].sort();
  // Sent together and executed in this order by one connection: each read follows the locks before it.
  const [, accounts, grounds] = await Promise.all([
    forecastStore.enter(
      tx,
      [...pairs.values()].map(({ eventId }) => eventId),
    ),
    accountStore.lock(tx, playerIds),
    forecastStore.load(tx, [...pairs.values()], items),
  ]);
  const work = new DeskBatch(grounds.now, false, newId);
  for (const account of accounts) work.addAccount(account);
  const desk = { work, forecasts: new ForecastUnitOfWork(grounds) };
  const outcomes = requests.map(request => decideRequest(desk, request));
  if (outcomes.some(({ kind }) => kind !== 'replayed' && kind !== 'differs')) {
    await deskStore.save(tx, work.toSave());
    await forecastStore.save(tx, desk.forecasts.toSave());
  }
  return outcomes;
}

function noteWithdrawal(work: DeskBatch, forecast: OwnForecast, practice: boolean): void {
  const { id, playerId, eventId, outcome, probabilityMicros } = forecast;
  const details = { forecastId: id, outcome, probability: percentFromMicros(probabilityMicros), withdrawn: true };
  work.addActivity(playerId, 0, { kind: 'forecast', eventId, orderId: null, details }, practice);
}

/**
 * Ends a forecast's interval. A forecast that has already ended or is scored is
 * returned unchanged and counts as no write.
 */
export async function withdrawForecast(
  tx: Transaction,
  newId: (prefix: IdPrefix, now: number) => string,
  { playerId, forecastId, eventId }: WithdrawRequest,
): Promise<WithdrawOutcome> {
  const [, accounts, grounds, forecast] = await Promise.all([
    forecastStore.enter(tx, [eventId]),
    accountStore.lock(tx, [playerId]),
    forecastStore.load(tx, [{ playerId, eventId }], []),
    forecastStore.find(tx, forecastId, playerId),
  ]);
  if (!forecast) throw new Error(`forecast ${forecastId} of ${playerId} no longer exists`);
  const work = new DeskBatch(grounds.now, false, newId);
  for (const account of accounts) work.addAccount(account);
  if (work.account(playerId).retired) {
    const refusal = refuse('FORBIDDEN', 'This player has left the arena.');
    return { kind: 'refused', refusal, budget: { remaining: 0, resetSeconds: 0 } };
  }
  const forecasts = new ForecastUnitOfWork(grounds);
  const { lastMoment } = forecasts.state(playerId, eventId);
  const { marketStatus } = forecast;
  const at = decideWithdraw({ ended: forecast.ended !== null, marketStatus, lastMoment }, work.now);
  if (at === null) return { kind: 'unchanged', forecast };
  const budget = countWrite(work, playerId, 'forecasts');
  if (budget.allowed) {
    creditDueGrants(work, playerId);
    forecasts.end(forecastId, { at, by: 'withdrawn' });
    noteWithdrawal(work, forecast, forecasts.isPractice(eventId));
  }
  await deskStore.save(tx, work.toSave());
  await forecastStore.save(tx, forecasts.toSave());
  if (!budget.allowed) return { kind: 'limited', budget };
  return { kind: 'withdrawn', forecast: { ...forecast, ended: { at, by: 'withdrawn' } }, budget };
}
