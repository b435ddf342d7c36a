import { decideForecast, type Forecast } from '../../domain/forecasts/decide-forecast.js';
import { percentFromMicros } from '../../domain/forecasts/percent.js';
import type { IdPrefix } from '../../domain/ids.js';
import { refuseInvolved } from '../../domain/markets/operator-conflict.js';
import { invalidField, isRefusal, type Refusal, refuse } from '../../domain/refusal.js';
import type { ForecastRow, StoredForecast } from '../../store/forecasts/interface.js';
import type { Writes } from '../../store/store.js';
import { countWrite } from '../exchange/desk/count-write.js';
import { creditDueGrants } from '../exchange/desk/credit-grants.js';
import { PlayUnitOfWork } from '../exchange/desk/play-unit-of-work.js';
import { repeatKind } from '../write-outcome.js';
import type { ForecastItem, ForecastRequest, RecordOutcome } from './forecast-outcome.js';
import { ForecastUnitOfWork } from './forecast-unit-of-work.js';

type NewId = (prefix: IdPrefix, now: number) => string;

/** The inputs of one transaction. */
interface Desk {
  readonly work: PlayUnitOfWork;
  readonly forecasts: ForecastUnitOfWork;
}

/** The rejection with the index in the list of the request. */
function located(refusal: Refusal, request: ForecastRequest, index: number): Refusal {
  if (!request.listed) return refusal;
  const place = `forecasts[${index}]`;
  const { field, message } = refusal;
  if (field === undefined) return { ...refusal, field: place, message: `${place}: ${message}` };
  const told = message.startsWith(field) ? `${place}.${message}` : `${place}: ${message}`;
  return { ...refusal, field: `${place}.${field}`, message: told };
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
  const earlierIds = earlier.flatMap(known => known?.forecast.clientForecastId ?? []);
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
    (known, index) => known && repeatKind(known.bodyDigest, items[index].bodyDigest) === 'differs',
  );
  if (differs >= 0) return { kind: 'differs', index: differs };
  if (fresh.length > 0) return decideFresh(desk, request, earlier, fresh);
  return { kind: 'replayed', forecasts: earlier.flatMap(known => known?.forecast ?? []) };
}

/**
 * Records forecasts, each request all or none, in the transaction of `writes`. Only the players' accounts are
 * locked: markets are read without a lock and trading continues, and scoring an event waits for forecasts in flight
 * on it.
 */
export async function recordForecasts(
  writes: Writes,
  newId: NewId,
  requests: readonly ForecastRequest[],
): Promise<RecordOutcome[]> {
  const items = requests.flatMap(({ playerId, items: own }) => own.map(item => ({ ...item, playerId })));
  const pairs = new Map(
    items.flatMap(({ eventId, playerId }) =>
      eventId === null ? [] : [[`${playerId} ${eventId}`, { eventId, playerId }] as const],
    ),
  );
  const playerIds = [...new Set(requests.map(request => request.playerId))].sort();
  // Sent together and executed in this order by one connection: each read follows the locks before it.
  const [, accounts, grounds] = await Promise.all([
    writes.forecasts.enter([...pairs.values()].map(({ eventId }) => eventId)),
    writes.desk.lockAccounts(playerIds),
    writes.forecasts.load([...pairs.values()], items),
  ]);
  const work = new PlayUnitOfWork(grounds.now, false, newId);
  for (const account of accounts) work.addAccount(account);
  const desk = { work, forecasts: new ForecastUnitOfWork(grounds) };
  const outcomes = requests.map(request => decideRequest(desk, request));
  if (outcomes.some(({ kind }) => kind !== 'replayed' && kind !== 'differs')) {
    await Promise.all([writes.desk.save(work.toSave()), writes.forecasts.save(desk.forecasts.toSave())]);
  }
  return outcomes;
}
