import type { ForecastRow, OwnForecast } from '../../store/forecasts/interface.js';
import type { RemainingBudget, UnfinishedWrite } from '../write-outcome.js';

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
