import { closedBecause, type MarketStatus, type MarketTimes, statusAt } from '../engine/lifecycle.js';
import { invalidField, type Refusal, refuse } from '../kernel/refusal.js';

/**
 * Probabilities are percentages outside and integer millionths inside, which is exactly the four decimals that they may
 * have.
 */
const microsPerPercent = 10_000;
const highestPercent = 100;

/**
 * Converts a percentage to millionths, rounded to four decimals; null if it is invalid. A double carries fifteen
 * significant digits for certain: rounding to those first makes the rounding decimal, so that 33.33335 rounds up.
 */
export function microsFromPercent(percent: number): number | null {
  if (!(percent >= 0 && percent <= highestPercent)) return null;
  const text = percent.toPrecision(15);
  // Only numbers far below the last decimal are formatted with an exponent.
  if (text.includes('e')) return 0;
  const [whole, fraction = ''] = text.split('.');
  const digits = fraction.padEnd(5, '0');
  const up = digits[4] >= '5' ? 1 : 0;
  return Number(whole) * microsPerPercent + Number(digits.slice(0, 4)) + up;
}

/** The quotient of two integers is the double nearest to the decimal, so it prints at most four decimals. */
export function percentFromMicros(micros: number): number {
  return micros / microsPerPercent;
}

// Recording a forecast: the reasons to reject it, the forecast that it replaces, and the time from which it counts.

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
function nextMoment(lastMoment: number | null, now: number): number {
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

/** The score of a player's forecasts on one event. */
export interface ForecastScore {
  readonly brier: number;
  readonly marketBrier: number;
  /** Null if the event does not count for the player's edge. */
  readonly benchmarkBrier: number | null;
  readonly last: number;
  readonly coverage: number;
  /** Percent for each outcome at the last instant; null if the market's price was used. */
  readonly finalPercents: readonly (number | null)[];
}

export function viewScore(score: ForecastScore | null) {
  if (score === null) return null;
  const { brier, marketBrier, benchmarkBrier, last, coverage } = score;
  const edge = benchmarkBrier === null ? null : benchmarkBrier - brier;
  return { brier, marketBrier, benchmarkBrier, edge, last, coverage };
}
