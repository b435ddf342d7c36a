/** Recording a forecast: what could refuse it, what it replaces, and the moment from which on it counts. */
import { closedBecause, type MarketTimes, statusAt } from '../market-status.js';
import { invalidField, type Refusal, refuse } from '../refusal.js';
import { microsFromPercent } from './percent.js';

const maxRationaleLength = 4_000;

/** What a forecast needs to know of a market. */
export interface ForecastMarket extends MarketTimes {
  readonly sequence: number;
  /** By outcome. */
  readonly priceBps: readonly number[];
}

export interface ForecastState {
  /** Null: there is no such event. */
  readonly market: ForecastMarket | null;
  /** The player's forecasts in force on this event: their ids by question. */
  readonly standing: ReadonlyMap<number, string>;
  /** When the player last recorded or withdrew a forecast on this event. */
  readonly lastMoment: number | null;
}

export interface ForecastCommand {
  readonly outcome: number;
  readonly percent: number;
  readonly rationale: string | null;
}

/** A forecast that was taken. */
export interface Forecast {
  readonly outcome: number;
  readonly question: number;
  readonly probabilityMicros: number;
  readonly marketPriceBps: number;
  readonly marketSequence: number;
  readonly at: number;
  /** The id of the forecast that ends where this one begins. */
  readonly supersedes: string | null;
}

/**
 * What a forecast answers. With two outcomes a probability of one is its complement for the other, so both are the same
 * question; with more, every outcome is a question of its own.
 */
function questionOf(outcomes: number, outcome: number): number {
  return outcomes === 2 ? 0 : outcome;
}

/** Intervals of one player on one event never meet in a point, however often the clock gives the same moment. */
export function nextMoment(lastMoment: number | null, now: number): number {
  return lastMoment === null ? now : Math.max(now, lastMoment + 1);
}

function refuseMarket(market: ForecastMarket, now: number): Refusal | null {
  const status = statusAt(market, now);
  if (status === 'active' || status === 'paused') return null;
  const { message, extra } = closedBecause('The event', market, status);
  return refuse('MARKET_CLOSED', message, { field: 'eventSlug', extra });
}

export function decideForecast(state: ForecastState, command: ForecastCommand, now: number): Forecast | Refusal {
  const { market, standing, lastMoment } = state;
  const { outcome, percent, rationale } = command;
  if (!market) return refuse('NOT_FOUND', 'There is no such event.', { field: 'eventSlug' });
  const outcomes = market.priceBps.length;
  if (!Number.isInteger(outcome) || outcome < 0 || outcome >= outcomes) {
    return invalidField('outcomeIndex', `must be a whole number from 0 to ${outcomes - 1}`);
  }
  const probabilityMicros = microsFromPercent(percent);
  if (probabilityMicros === null) return invalidField('probability', 'must be from 0 to 100');
  if (rationale !== null && [...rationale].length > maxRationaleLength) {
    return invalidField('rationale', `must have at most ${maxRationaleLength} characters`);
  }
  const closed = refuseMarket(market, now);
  if (closed) return closed;
  const question = questionOf(outcomes, outcome);
  return {
    outcome,
    question,
    probabilityMicros,
    marketPriceBps: market.priceBps[outcome],
    marketSequence: market.sequence,
    at: nextMoment(lastMoment, now),
    supersedes: standing.get(question) ?? null,
  };
}
