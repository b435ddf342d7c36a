import { decideWithdraw } from '../../domain/forecasts/decide-withdraw.js';
import { percentFromMicros } from '../../domain/forecasts/percent.js';
import type { IdPrefix } from '../../domain/ids.js';
import { refuse } from '../../domain/refusal.js';
import type { OwnForecast } from '../../store/forecasts/interface.js';
import type { Writes } from '../../store/store.js';
import { countWrite } from '../exchange/desk/count-write.js';
import { creditDueGrants } from '../exchange/desk/credit-grants.js';
import { PlayUnitOfWork } from '../exchange/desk/play-unit-of-work.js';
import type { WithdrawOutcome, WithdrawRequest } from './forecast-outcome.js';
import { ForecastUnitOfWork } from './forecast-unit-of-work.js';

function noteWithdrawal(work: PlayUnitOfWork, forecast: OwnForecast, practice: boolean): void {
  const { id, playerId, eventId, outcome, probabilityMicros } = forecast;
  const details = { forecastId: id, outcome, probability: percentFromMicros(probabilityMicros), withdrawn: true };
  work.addActivity(playerId, 0, { kind: 'forecast', eventId, orderId: null, details }, practice);
}

/**
 * Ends a forecast's interval in the transaction of `writes`. A forecast that has already ended or is scored is
 * returned unchanged and counts as no write.
 */
export async function withdrawForecast(
  writes: Writes,
  newId: (prefix: IdPrefix, now: number) => string,
  { playerId, forecastId, eventId }: WithdrawRequest,
): Promise<WithdrawOutcome> {
  const [, accounts, grounds, forecast] = await Promise.all([
    writes.forecasts.enter([eventId]),
    writes.desk.lockAccounts([playerId]),
    writes.forecasts.load([{ playerId, eventId }], []),
    writes.forecasts.find(forecastId, playerId),
  ]);
  if (!forecast) throw new Error(`forecast ${forecastId} of ${playerId} no longer exists`);
  const work = new PlayUnitOfWork(grounds.now, false, newId);
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
  await Promise.all([writes.desk.save(work.toSave()), writes.forecasts.save(forecasts.toSave())]);
  if (!budget.allowed) return { kind: 'limited', budget };
  return { kind: 'withdrawn', forecast: { ...forecast, ended: { at, by: 'withdrawn' } }, budget };
}
