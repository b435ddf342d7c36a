import type { MarketStatus } from '../engine/lifecycle.js';
import type { OwnedPair } from '../exchange/store-interface.js';
import type { Forecast, ForecastMarket } from './rules.js';

/** Forecasts. Times are epoch milliseconds, probabilities millionths. */

/** Why and when a forecast ended. */
export interface ForecastEnd {
  readonly at: number;
  readonly by: 'superseded' | 'withdrawn';
}

/** A forecast without its rationale, which only its player may see. */
export interface ForecastRow extends Forecast {
  readonly id: string;
  readonly playerId: string;
  readonly eventId: string;
  readonly clientForecastId: string;
  /** Null while it is in force. */
  readonly ended: ForecastEnd | null;
}

/** A forecast as visible to its player. */
export interface OwnForecast extends ForecastRow {
  readonly rationale: string | null;
  readonly eventSlug: string;
  /** The stored status: transitions by the clock do not affect recorded forecasts. */
  readonly marketStatus: MarketStatus;
}

export interface NewForecast extends ForecastRow {
  /** Hash of the canonical body, in hexadecimal. */
  readonly bodyDigest: string;
  readonly rationale: string | null;
}

export interface StoredForecast {
  readonly forecast: ForecastRow;
  readonly bodyDigest: string;
}

export interface ClientForecastId {
  readonly playerId: string;
  readonly clientForecastId: string;
}

export interface ForecastFilter {
  readonly playerId: string;
  /** open: in force on an unresolved event. scored: on a resolved event. */
  readonly status: 'open' | 'scored' | 'all';
  readonly eventId: string | null;
  readonly clientForecastId: string | null;
  readonly before: { readonly at: number; readonly id: string } | null;
  readonly limit: number;
}

/** A position in the forecasts of an event. */
export type ForecastCursor = Pick<ForecastRow, 'playerId' | 'at'>;

export interface ForecastReads {
  /** Null if this player has no such forecast. */
  find(forecastId: string, playerId: string): Promise<OwnForecast | null>;
  /** Newest first. */
  list(filter: ForecastFilter): Promise<OwnForecast[]>;
  /** All forecasts on an event, for scores: by player, then by time. */
  ofEvent(eventId: string, after: ForecastCursor | null, limit: number): Promise<ForecastRow[]>;
}

export interface ForecastBatch {
  readonly added: readonly NewForecast[];
  /** Ends of forecasts that were in the table before. */
  readonly ended: readonly (ForecastEnd & { readonly id: string })[];
  /** Players who forecast an event for the first time. */
  readonly newForecasters: readonly { readonly eventId: string; readonly players: number }[];
}

/** The input of decisions about forecasts. */
export interface ForecastGrounds {
  /** By the database's clock, taken while the accounts were locked. */
  readonly now: number;
  readonly markets: readonly (ForecastMarket & {
    readonly eventId: string;
    readonly practice: boolean;
    readonly operatorIds: readonly string[];
  })[];
  readonly standing: readonly ForecastRow[];
  readonly lastMoments: readonly (OwnedPair & { readonly at: number })[];
  readonly stored: readonly StoredForecast[];
}

/**
 * Forecasts lock the accounts of their players and no market, so trading continues. Scoring an event waits for the writers
 * that entered it before it was resolved.
 */
export interface ForecastWrites extends ForecastReads {
  /**
   * Makes `awaitWriters` of these events wait for the end of this transaction. Must be called before any other lock.
   */
  enter(eventIds: readonly string[]): Promise<void>;
  /**
   * Waits for writers that have entered an event, and blocks later ones until the end of this transaction. A call after
   * the resolution has committed sees every forecast that was accepted before it.
   */
  awaitWriters(eventId: string): Promise<void>;
  /** Loads everything in one round trip; requires that the accounts are locked. */
  load(pairs: readonly OwnedPair[], ids: readonly ClientForecastId[]): Promise<ForecastGrounds>;
  /** Deletes the rationales of a player; the forecasts stay. */
  eraseRationales(playerId: string): Promise<void>;
  /** Must be the last statement of a transaction, because others may wait for the counters that it locks. */
  save(batch: ForecastBatch): Promise<void>;
}

declare module '../database/store.js' {
  interface Reads {
    readonly forecasts: ForecastReads;
  }

  interface Writes {
    readonly forecasts: ForecastWrites;
  }
}
