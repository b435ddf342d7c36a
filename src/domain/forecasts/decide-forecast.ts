/**
 * Recording a forecast: the reasons to reject it, the forecast that it replaces, and the time from which it counts.
 */
import { closedBecause, type MarketTimes, statusAt } from '../market-status.js';
import { invalidField, type Refusal, refuse } from '../refusal.js';
import { microsFromPercent } from './percent.js';

const maxRationaleLength = 4_000;

/** The facts about a market that a forecast depends on. */
export interface ForecastMarket extends MarketTimes {
  readonly sequence: number;
  /** By outcome. */
  readonly priceBps: readonly number[];
}

export interface ForecastState {
  /** Null: the event does not exist. */
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

/** An accepted forecast. */
export interface Forecast {
  readonly outcome: number;
  readonly question: number;
  readonly probabilityMicros: number;
  readonly marketPriceBps: number;
  readonly marketSequence: number;
  readonly at: number;
  /** The id of the forecast that ends when this one starts. */
  readonly supersedes: string | null;
}

/**
 * The question that a forecast is about. With two outcomes, the probability of one is the complement of the other,
 * so both are the same question; with more, every outcome is a separate question.
 */
function questionOf(outcomes: number, outcome: number): number {
  return outcomes === 2 ? 0 : outcome;
}

/** Intervals of one player on one event never share a point, even if the clock returns the same time repeatedly. */
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
  if (!market) return refuse('NOT_FOUND', 'Event not found.', { field: 'eventSlug' });
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
