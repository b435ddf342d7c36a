import type { MarketStatus } from '../market-status.js';
import { nextMoment } from './decide-forecast.js';

interface WithdrawState {
  /** The forecast was already superseded or withdrawn. */
  readonly ended: boolean;
  readonly marketStatus: MarketStatus;
  /** When the player last recorded or withdrew a forecast on this event. */
  readonly lastMoment: number | null;
}

/** The end of the forecast's interval; null if there is nothing to withdraw. */
export function decideWithdraw({ ended, marketStatus, lastMoment }: WithdrawState, now: number): number | null {
  const decided = marketStatus === 'resolved' || marketStatus === 'void';
  return ended || decided ? null : nextMoment(lastMoment, now);
}
