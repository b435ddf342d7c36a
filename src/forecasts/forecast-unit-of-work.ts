import type { ForecastState } from './rules.js';
import type { ForecastBatch, ForecastEnd, ForecastGrounds, ForecastRow, NewForecast, StoredForecast } from './store.js';

type Mutable<T> = { -readonly [K in keyof T]: T[K] };

const pairKey = (playerId: string, eventId: string) => `${playerId} ${eventId}`;
const idKey = (playerId: string, clientForecastId: string) => `${playerId} ${clientForecastId}`;

/**
 * The forecasts that one transaction has loaded, and the changes so far. Later decisions see the effects of earlier
 * ones; at the end it returns the changes to save.
 */
export class ForecastUnitOfWork {
  private readonly markets: ReadonlyMap<string, ForecastGrounds['markets'][number]>;
  private readonly standing = new Map<string, Map<number, string>>();
  private readonly lastMoments = new Map<string, number>();
  private readonly stored = new Map<string, StoredForecast>();
  private readonly added = new Map<string, Mutable<NewForecast>>();
  private readonly ended: (ForecastEnd & { id: string })[] = [];
  private readonly newForecasters = new Map<string, number>();

  constructor(grounds: ForecastGrounds) {
    this.markets = new Map(grounds.markets.map(market => [market.eventId, market]));
    for (const { playerId, eventId, at } of grounds.lastMoments) this.lastMoments.set(pairKey(playerId, eventId), at);
    for (const row of grounds.standing) this.stand(row);
    for (const storedForecast of grounds.stored) {
      const { playerId, clientForecastId } = storedForecast.forecast;
      this.stored.set(idKey(playerId, clientForecastId), storedForecast);
    }
  }

  /** The inputs of a player's next forecast on an event. */
  state(playerId: string, eventId: string | null): ForecastState {
    const key = pairKey(playerId, eventId ?? '');
    return {
      market: this.markets.get(eventId ?? '') ?? null,
      standing: this.standing.get(key) ?? new Map(),
      lastMoment: this.lastMoments.get(key) ?? null,
    };
  }

  /** The operators who created, edited or proposed the event. */
  operatorsOf(eventId: string | null): readonly string[] {
    return this.markets.get(eventId ?? '')?.operatorIds ?? [];
  }

  isPractice(eventId: string): boolean {
    return this.markets.get(eventId)?.practice ?? false;
  }

  /** The forecast with this client id of the player. */
  storedUnder(playerId: string, clientForecastId: string): StoredForecast | null {
    return this.stored.get(idKey(playerId, clientForecastId)) ?? null;
  }

  add(forecast: NewForecast): void {
    const { id, playerId, eventId, clientForecastId, supersedes, at, bodyDigest } = forecast;
    if (supersedes !== null) this.end(supersedes, { at, by: 'superseded' });
    // A player without an earlier forecast on this event is one more forecaster.
    if (!this.lastMoments.has(pairKey(playerId, eventId))) {
      this.newForecasters.set(eventId, (this.newForecasters.get(eventId) ?? 0) + 1);
    }
    this.added.set(id, { ...forecast });
    this.lastMoments.set(pairKey(playerId, eventId), at);
    this.stand(forecast);
    const { rationale: _rationale, bodyDigest: _digest, ...row } = forecast;
    this.stored.set(idKey(playerId, clientForecastId), { forecast: row, bodyDigest });
  }

  end(forecastId: string, end: ForecastEnd): void {
    const fresh = this.added.get(forecastId);
    if (fresh) fresh.ended = end;
    else this.ended.push({ id: forecastId, ...end });
  }

  private stand({ id, playerId, eventId, question }: ForecastRow): void {
    const key = pairKey(playerId, eventId);
    const questions = this.standing.get(key) ?? new Map<number, string>();
    questions.set(question, id);
    this.standing.set(key, questions);
  }

  toSave(): ForecastBatch {
    return {
      added: [...this.added.values()],
      ended: this.ended,
      newForecasters: [...this.newForecasters].map(([eventId, players]) => ({ eventId, players })),
    };
  }
}
