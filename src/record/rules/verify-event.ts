import { isId, timeOfId } from '../../kernel/ids.js';
import { BrokenInvariant } from '../../kernel/invariant.js';
import { isoTime, momentFromExactIso } from '../../kernel/time.js';
import { bpsPerUnit } from '../../kernel/units.js';
import { OwnerBenchmarks } from '../../scoring/rules/benchmarks.js';
import { changesOf, type RecordedForecast } from '../../scoring/rules/forecast-history.js';
import { type EventBaselines, type ScoredEvent, scoreEvent } from '../../scoring/rules/score-event.js';
import type { EventScore, PreparedEvent } from '../../scoring/rules/score-forecasts.js';
import {
  type EventLine,
  EventTrades,
  type ForecastLine,
  type PriceEntry,
  type PricesLine,
  type ResolutionVersion,
  type ScoreLine,
  type TradesLine,
} from './record-lines.js';

/** A difference that the check of a record found. */
export interface RecordDifference {
  readonly kind:
    | 'truncated'
    | 'bad-line'
    | 'digest'
    | 'parameters'
    | 'count'
    | 'stamp'
    | 'id'
    | 'prices'
    | 'score'
    | 'board'
    | 'missing'
    | 'superfluous';
  /** Counted from 1; null if the difference is about something missing from the file. */
  readonly line: number | null;
  /** The player's handle, or the id of a player without a line in the file. */
  readonly player: string | null;
  /** The slug of the event. */
  readonly event: string | null;
  /** The name of the leaderboard and its scope. */
  readonly board: string | null;
  readonly field: string | null;
  readonly expected: number | string | null;
  readonly found: number | string | null;
  /** A readable message. */
  readonly message: string;
}

type DifferenceDetails = Partial<Omit<RecordDifference, 'kind' | 'message'>>;

/** Whether two numbers agree to nine decimals, or to the precision of a double. */
export function agree(a: number | null, b: number | null): boolean {
  if (a === null || b === null) return a === b;
  return Math.abs(a - b) <= 1e-9 + 1e-13 * Math.abs(a);
}

/** Counts all differences and stores the first ones, so that memory is bounded. */
export class Differences {
  readonly first: RecordDifference[] = [];
  count = 0;
  readonly #max: number;

  constructor(max: number) {
    this.#max = max;
  }

  /** Whether further differences are only counted. */
  get isFull(): boolean {
    return this.first.length >= this.#max;
  }

  add(kind: RecordDifference['kind'], message: string, details: DifferenceDetails = {}): void {
    this.count += 1;
    if (this.isFull) return;
    const empty = { line: null, player: null, event: null, board: null, field: null, expected: null, found: null };
    this.first.push({ kind, ...empty, ...details, message });
  }
}

/** The context in which an event is checked. */
export interface EventContext {
  readonly differences: Differences;
  /** Returns a player's handle for messages. */
  readonly shownPlayer: (id: string) => string;
  /** Returns the number of the player's owner, null for an unknown player. */
  readonly groupOf: (id: string) => number | null;
}

/** The data of an event that leaderboards need. */
export interface CheckedEvent {
  /** Of the current version; null for void. */
  readonly baselines: EventBaselines | null;
  readonly scores: Iterable<ScoreLine>;
}

interface NumberedForecast {
  readonly line: number;
  readonly forecast: ForecastLine;
}

interface NumberedScore {
  readonly line: number;
  readonly score: ScoreLine;
}

const scoreFields = ['brier', 'marketBrier', 'benchmarkBrier', 'edge', 'last', 'coverage'] as const;

/** Returns what is wrong with an event beyond its schema, or null. */
export function problemOfEvent(event: EventLine): string | null {
  const { outcomes, opensAt, resolvedAt, resolutions } = event;
  const moments = resolutions.flatMap(({ effectiveCloseAt, decidedAt }) => [effectiveCloseAt, decidedAt]);
  const impossible = [opensAt, resolvedAt, ...moments].find(moment => momentFromExactIso(moment) === null);
  if (impossible !== undefined) return `${impossible} is not a valid time`;
  if (resolutions.some(({ version }, index) => version !== index + 1)) return 'the versions must be 1, 2, 3 …';
  if (resolvedAt !== resolutions[0].decidedAt) return 'resolvedAt must be the time of the first version';
  if (event.openingShares.length !== outcomes.length) return 'openingShares must have one entry per outcome';
  for (const { version, payoutBps } of resolutions) {
    if (payoutBps === null) continue;
    const sum = payoutBps.reduce((total, bps) => total + bps, 0);
    if (payoutBps.length === outcomes.length && sum === bpsPerUnit) continue;
    return `the payouts of version ${version} must have one entry per outcome, ${bpsPerUnit} in total`;
  }
  return null;
}

/** Returns the last prices at or before a market sequence; null before the first. */
function pricesAt(bySequence: readonly PriceEntry[], sequence: number): readonly number[] | null {
  let low = -1;
  let high = bySequence.length;
  while (high - low > 1) {
    const middle = (low + high) >>> 1;
    if (bySequence[middle][1] <= sequence) low = middle;
    else high = middle;
  }
  return low < 0 ? null : bySequence[low][2];
}

/** Collects the lines of one event and compares its scores with those computed from its prices and forecasts. */
export class EventCheck {
  readonly event: EventLine;
  readonly #line: number;
  readonly #around: EventContext;
  readonly #prices: PriceEntry[];
  readonly #trades: EventTrades;
  #bySequence: readonly PriceEntry[] | null = null;
  readonly #forecasts = new Map<string, RecordedForecast[]>();
  readonly #forecastIds = new Set<string>();
  /** Forecasts whose id has another time, to be checked once all times are known. */
  readonly #otherTimes: NumberedForecast[] = [];
  /** By version, then by player. */
  readonly #scores = new Map<number, Map<string, NumberedScore>>();

  constructor(event: EventLine, line: number, around: EventContext) {
    this.event = event;
    this.#line = line;
    this.#around = around;
    this.#prices = [...event.prices];
    this.#trades = new EventTrades(event);
  }

  /** Returns what is wrong with the line, or null, as do the other add methods. */
  addPrices({ prices }: PricesLine): string | null {
    if (this.#bySequence !== null || this.#trades.length > 0) return 'prices must come before trades and forecasts';
    for (const entry of prices) this.#prices.push(entry);
    return null;
  }

  addTrades(line: TradesLine): string | null {
    if (this.#bySequence !== null) return 'trades must come before the forecasts';
    return this.#trades.add(line);
  }

  addForecast(forecast: ForecastLine, line: number): string | null {
    const { id, player, outcome, probability } = forecast;
    if (outcome >= this.event.outcomes.length) return `the event has no outcome ${outcome}`;
    if (this.#forecastIds.has(id)) return `duplicate ${id}`;
    const atMs = momentFromExactIso(forecast.at);
    const withdrawnAtMs = forecast.withdrawnAt === null ? null : momentFromExactIso(forecast.withdrawnAt);
    if (atMs === null || (withdrawnAtMs === null && forecast.withdrawnAt !== null)) {
      return 'it contains a time that does not exist';
    }
    this.#forecastIds.add(id);
    if (!isId(id, 'fct') || timeOfId(id) !== atMs) this.#otherTimes.push({ forecast, line });
    this.#checkStamp(forecast, line);
    const earlier = this.#forecasts.get(player) ?? [];
    earlier.push({ id, atMs, outcome, probability, withdrawnAtMs });
    this.#forecasts.set(player, earlier);
    return null;
  }

  addScore(score: ScoreLine, line: number): string | null {
    const { version, player } = score;
    if (version > this.event.resolutions.length) return `the event has no version ${version}`;
    const ofVersion = this.#scores.get(version) ?? new Map<string, NumberedScore>();
    this.#scores.set(version, ofVersion);
    if (ofVersion.has(player)) return `duplicate score of ${player}`;
    ofVersion.set(player, { line, score });
    return null;
  }

  /** Returns null if the event can't be scored, after recording the difference. */
  *finish(): Generator<void, CheckedEvent | null> {
    this.#checkOtherTimes();
    this.#checkPrices();
    let baselines: EventBaselines | null = null;
    for (const resolution of this.event.resolutions) {
      const computed = yield* this.#score(resolution);
      if (computed === 'bad') return null;
      baselines = computed?.baselines ?? null;
      const expected = new Map((computed?.scores ?? []).map(({ player, score }) => [player, score]));
      const scores = this.#scores.get(resolution.version) ?? new Map<string, NumberedScore>();
      for (const player of new Set([...expected.keys(), ...scores.keys()])) {
        const computed = expected.get(player) ?? null;
        this.#compare({ player, version: resolution.version, expected: computed, found: scores.get(player) });
      }
    }
    const inForce = this.#scores.get(this.event.resolutions.length) ?? new Map<string, NumberedScore>();
    return { baselines, scores: [...inForce.values()].map(({ score }) => score) };
  }

  /**
   * An id contains the time at which the service recorded the forecast, so a changed time is detected. A player's times
   * on one event are distinct: a forecast within the millisecond of another one, or of a withdrawal, counts one later.
   */
  #checkOtherTimes(): void {
    const moments = new Map<string, Set<number | null>>();
    for (const player of new Set(this.#otherTimes.map(({ forecast }) => forecast.player))) {
      const playerForecasts = this.#forecasts.get(player) ?? [];
      moments.set(player, new Set(playerForecasts.flatMap(({ atMs, withdrawnAtMs }) => [atMs, withdrawnAtMs])));
    }
    for (const each of this.#otherTimes) this.#checkId(each, moments.get(each.forecast.player) as Set<number | null>);
  }

  #checkId({ forecast, line }: NumberedForecast, moments: ReadonlySet<number | null>): void {
    const { id, player, at } = forecast;
    const [madeAtMs, atMs] = [isId(id, 'fct') ? timeOfId(id) : null, Date.parse(at)];
    if (madeAtMs !== null && madeAtMs < atMs && moments.has(atMs - 1)) return;
    const details = { line, player: this.#around.shownPlayer(player), event: this.event.slug };
    const where = `of ${details.player} on ${details.event}`;
    const { differences } = this.#around;
    if (madeAtMs === null) {
      differences.add('id', `${id} is not the id of a forecast (${where})`, { ...details, field: 'id', found: id });
      return;
    }
    const expected = isoTime(madeAtMs);
    const message = `${id} was created at ${expected}, but the forecast ${where} has ${at}`;
    differences.add('id', message, { ...details, field: 'at', expected, found: at });
  }

  /** Trades within a millisecond are ordered by sequence, not by time, so the price is looked up by sequence. */
  #checkStamp({ id, player, outcome, marketPriceBps, marketSequence }: ForecastLine, line: number): void {
    this.#bySequence ??= this.#prices.toSorted(([, a], [, b]) => a - b);
    const expected = pricesAt(this.#bySequence, marketSequence)?.[outcome] ?? null;
    if (expected === marketPriceBps) return;
    const details = { line, player: this.#around.shownPlayer(player), event: this.event.slug, field: 'marketPriceBps' };
    const where = `${id} of ${details.player} on ${details.event}`;
    const message = `marketPriceBps of ${where} is ${marketPriceBps}; at sequence ${marketSequence} the price was ${expected}`;
    this.#around.differences.add('stamp', message, { ...details, expected, found: marketPriceBps });
  }

  /** Prices are derived from trades, so a record can't contain other prices than its market had. */
  #checkPrices(): void {
    const wrong = this.#trades.wrongPrice(this.#prices);
    if (wrong === null) return;
    const { sequence, expected, found } = wrong;
    const { slug } = this.event;
    const message = `the prices of ${slug} at sequence ${sequence} are ${found}; computed from trades: ${expected}`;
    this.#around.differences.add('prices', message, { line: this.#line, event: slug, field: 'prices' });
  }

  /** Null for void. */
  *#score({ payoutBps, effectiveCloseAt }: ResolutionVersion): Generator<void, ScoredEvent | null | 'bad'> {
    if (payoutBps === null) return null;
    const { slug, opensAt, outcomes } = this.event;
    const prices = this.#prices.map(([atMs, , pricesBps]) => ({ atMs, pricesBps }));
    const times = { opensAtMs: Date.parse(opensAt), effectiveCloseAtMs: Date.parse(effectiveCloseAt) };
    const forecasters = [...this.#forecasts].map(([player, forecasts]) => {
      const owner = String(this.#around.groupOf(player) ?? player);
      return { player, owner, changes: changesOf(forecasts, outcomes.length) };
    });
    const benchmarksOf = (prepared: PreparedEvent) => new OwnerBenchmarks(prepared, this.#trades.history);
    try {
      return yield* scoreEvent({ ...times, payoutBps, prices }, forecasters, benchmarksOf);
    } catch (error) {
      if (!(error instanceof BrokenInvariant)) throw error;
      const message = `the event ${slug} can’t be scored: ${error.message}`;
      this.#around.differences.add('bad-line', message, { line: this.#line, event: slug });
      return 'bad';
    }
  }

  #compare(pair: {
    readonly player: string;
    readonly version: number;
    readonly expected: EventScore | null;
    readonly found: NumberedScore | undefined;
  }): void {
    const { expected, found, version } = pair;
    const { differences, shownPlayer } = this.#around;
    const player = shownPlayer(pair.player);
    const event = this.event.slug;
    const where = `${player} on ${event} (version ${version})`;
    if (found === undefined) {
      if (expected !== null) differences.add('missing', `the score of ${where} is missing`, { player, event });
      return;
    }
    const { line, score } = found;
    const claimsNothing = score.profit === null && scoreFields.every(field => score[field] === null);
    const claimsForecast = score.brier !== null;
    if (expected === null && (claimsForecast || claimsNothing)) {
      differences.add('superfluous', `unexpected score of ${where}`, { line, player, event });
      return;
    }
    for (const field of scoreFields) {
      const [computed, recorded] = [expected === null ? null : expected[field], score[field]];
      if (agree(computed, recorded)) continue;
      const message = `${field} of ${where} is ${recorded}, computed ${computed}`;
      differences.add('score', message, { line, player, event, field, expected: computed, found: recorded });
    }
  }
}
