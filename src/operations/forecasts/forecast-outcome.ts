import type { ForecastRow, OwnForecast } from '../../store/forecasts/interface.js';
import type { RemainingBudget, UnfinishedWrite } from '../write-outcome.js';

/** One forecast that somebody wants to record. Players are known by the time it gets here. */
export interface ForecastItem {
  /** Null: there is no event of the name that was sent. */
  readonly eventId: string | null;
  readonly outcome: number;
  readonly percent: number;
  readonly rationale: string | null;
  readonly clientForecastId: string;
  /** Hash of the canonical body, in hexadecimal: the same id with another body is a conflict. */
  readonly bodyDigest: string;
}

/** What one player wants to record at once: all of it or none. */
export interface ForecastRequest {
  readonly playerId: string;
  /** The person behind the player: the player itself, or the owner of the agent. */
  readonly ownerId: string;
  readonly items: readonly ForecastItem[];
  /** The items came as a list, and a refusal says which of them it is about. */
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
      /** The ids of those that were recorded before, and are returned as they were. */
      readonly earlierIds: readonly string[];
      readonly budget: RemainingBudget;
    }
  /** All of them were recorded before. */
  | { readonly kind: 'replayed'; readonly forecasts: readonly ForecastRow[] }
  /** The id of this item was used with another body. */
  | { readonly kind: 'differs'; readonly index: number }
  | UnfinishedWrite;

export type WithdrawOutcome =
  | { readonly kind: 'withdrawn'; readonly forecast: OwnForecast; readonly budget: RemainingBudget }
  /** There was nothing left to withdraw. */
  | { readonly kind: 'unchanged'; readonly forecast: OwnForecast }
  | UnfinishedWrite;
