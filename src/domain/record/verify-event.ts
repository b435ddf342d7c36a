import { BrokenInvariant } from '../ledger/invariant.js';
import { changesOf, type RecordedForecast } from '../scoring/forecast-history.js';
import type { PriceStep } from '../scoring/price-path.js';
import { type EventScore, type PreparedEvent, prepareEvent, scoreForecasts } from '../scoring/score-forecasts.js';
import { bpsPerUnit } from '../units.js';
import { agree, type Differences } from './differences.js';
import type { EventLine, ForecastLine, PriceEntry, PricesLine, ResolutionVersion, ScoreLine } from './record-lines.js';

/** What the check of one event tells and asks. */
export interface EventSurroundings {
  readonly differences: Differences;
  /** A player as people know them. */
  readonly shownPlayer: (id: string) => string;
}

interface NumberedScore {
  readonly line: number;
  readonly score: ScoreLine;
}

const scoreFields = ['brier', 'marketBrier', 'edge', 'last', 'coverage'] as const;
const playersBetweenPauses = 500;

/** What is wrong with an event that the form of its line can't tell. */
export function problemOfEvent({ outcomes, opensAt, resolvedAt, resolutions }: EventLine): string | null {
  const moments = resolutions.flatMap(({ effectiveCloseAt, decidedAt }) => [effectiveCloseAt, decidedAt]);
  const impossible = [opensAt, resolvedAt, ...moments].find(moment => Number.isNaN(Date.parse(moment)));
  if (impossible !== undefined) return `${impossible} is not a moment`;
  if (resolutions.some(({ version }, index) => version !== index + 1)) return 'the versions must be 1, 2, 3 …';
  for (const { version, payoutBps } of resolutions) {
    if (payoutBps === null) continue;
    const sum = payoutBps.reduce((total, bps) => total + bps, 0);
    if (payoutBps.length === outcomes.length && sum === bpsPerUnit) continue;
    return `the payouts of version ${version} must be one for each outcome, ${bpsPerUnit} together`;
  }
  return null;
}

/** Takes the lines that belong to one event and compares its scores with those that follow from the rest. */
export class EventCheck {
  readonly event: EventLine;
  readonly #line: number;
  readonly #around: EventSurroundings;
  readonly #prices: PriceStep[] = [];
  readonly #forecasts = new Map<string, RecordedForecast[]>();
  readonly #forecastIds = new Set<string>();
  /** By version, then by player. */
  readonly #scores = new Map<number, Map<string, NumberedScore>>();

  constructor(event: EventLine, line: number, around: EventSurroundings) {
    this.event = event;
    this.#line = line;
    this.#around = around;
    this.#addSteps(event.prices);
  }

  addPrices({ prices }: PricesLine): void {
    this.#addSteps(prices);
  }

  /** What is wrong with the line, or null. */
  addForecast(forecast: ForecastLine): string | null {
    const { id, player, outcome, probability } = forecast;
    if (outcome >= this.event.outcomes.length) return `the event has no outcome ${outcome}`;
    if (this.#forecastIds.has(id)) return `${id} comes twice`;
    const atMs = Date.parse(forecast.at);
    const withdrawnAtMs = forecast.withdrawnAt === null ? null : Date.parse(forecast.withdrawnAt);
    if (Number.isNaN(atMs) || Number.isNaN(withdrawnAtMs)) return 'it names a moment that does not exist';
    this.#forecastIds.add(id);
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
    if (ofVersion.has(player)) return `the score of ${player} comes twice`;
    ofVersion.set(player, { line, score });
    return null;
  }

  *finish(): Generator<void, void> {
    for (const resolution of this.event.resolutions) {
      const found = this.#scores.get(resolution.version) ?? new Map<string, NumberedScore>();
      const prepared = this.#prepare(resolution);
      if (prepared === 'bad') continue;
      let done = 0;
      for (const player of new Set([...this.#forecasts.keys(), ...found.keys()])) {
        const forecasts = this.#forecasts.get(player) ?? [];
        const expected =
          prepared === 'void' ? null : scoreForecasts(prepared, changesOf(forecasts, this.event.outcomes.length));
        this.#compare({ player, version: resolution.version, expected, found: found.get(player) });
        done += 1;
        if (done % playersBetweenPauses === 0) yield;
      }
    }
  }

  #addSteps(entries: readonly PriceEntry[]): void {
    for (const [atMs, pricesBps] of entries) this.#prices.push({ atMs, pricesBps });
  }

  #prepare({ payoutBps, effectiveCloseAt }: ResolutionVersion): PreparedEvent | 'void' | 'bad' {
    if (payoutBps === null) return 'void';
    const { slug, opensAt } = this.event;
    try {
      return prepareEvent({
        opensAtMs: Date.parse(opensAt),
        effectiveCloseAtMs: Date.parse(effectiveCloseAt),
        payoutBps,
        prices: this.#prices,
      });
    } catch (error) {
      if (!(error instanceof BrokenInvariant)) throw error;
      const message = `the event ${slug} can't be scored: ${error.message}`;
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
      differences.add('superfluous', `the score of ${where} should not be there`, { line, player, event });
      return;
    }
    for (const field of scoreFields) {
      const [right, said] = [expected === null ? null : expected[field], score[field]];
      if (agree(right, said)) continue;
      const message = `${field} of ${where} is ${said}, computed ${right}`;
      differences.add('score', message, { line, player, event, field, expected: right, found: said });
    }
  }
}
