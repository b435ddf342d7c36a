import type { MarketStatus } from '../market-status.js';
import { nextMoment } from './decide-forecast.js';

interface WithdrawState {
  /** The forecast was superseded or withdrawn before. */
  readonly ended: boolean;
  readonly marketStatus: MarketStatus;
  /** When the player last recorded or withdrew a forecast on this event. */
  readonly lastMoment: number | null;
}

/** The moment at which the forecast's interval ends; null where there is nothing left to withdraw. */
export function decideWithdraw({ ended, marketStatus, lastMoment }: WithdrawState, now: number): number | null {
  const decided = marketStatus === 'resolved' || marketStatus === 'void';
  return ended || decided ? null : nextMoment(lastMoment, now);
}
