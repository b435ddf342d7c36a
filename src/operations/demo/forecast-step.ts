import type { HousePlayer } from '../../domain/demo/house-players.js';
import { opinionOf } from '../../domain/demo/opinion.js';
import { type RandomSource, seededSource } from '../../domain/demo/random-source.js';
import type { ForecastItem, ForecastRequest } from '../forecasts/forecast-outcome.js';
import type { EnteredPlayer, TradedEvent } from './trade-step.js';

interface ForecastStepInput {
  readonly seed: string;
  readonly index: number;
  readonly players: readonly EnteredPlayer[];
  readonly events: readonly TradedEvent[];
  /** SHA-256 in hexadecimal. */
  readonly digest: (text: string) => string;
}

interface StepForecasts {
  /** One per player and event, for one transaction. */
  readonly requests: readonly ForecastRequest[];
  /** Players that withdraw their forecasts on an event. */
  readonly withdrawals: readonly { readonly playerId: string; readonly eventId: string }[];
}

/** Precise players use a decimal, the others whole percents; none forecasts 0 or 100. */
function percentOf({ noise }: HousePlayer, probability: number): number {
  const steps = noise <= 0.15 ? 1000 : 100;
  const min = noise <= 0.15 ? 0.005 : 0.01;
  const within = Math.min(1 - min, Math.max(min, probability));
  return Math.round(within * steps) / (steps / 100);
}

/** With two outcomes one forecast is enough; with more, some players skip the unlikely ones. */
function outcomesOf(opinion: readonly number[], chance: RandomSource): number[] {
  if (opinion.length === 2) return [chance.next() < 0.85 ? 0 : 1];
  const likeliest = [...opinion.keys()].sort((a, b) => opinion[b] - opinion[a]);
  return chance.next() < 0.5 ? likeliest : likeliest.slice(0, 3);
}

function itemsOf(
  { seed, index, digest }: ForecastStepInput,
  player: EnteredPlayer,
  traded: TradedEvent,
): ForecastItem[] {
  const { eventId, event, evidence } = traded;
  const { slug } = event.command;
  const chance = seededSource(`${seed}/forecast/${index}/${player.name}/${slug}`);
  const opinion =
    player.style === 'dice'
      ? event.prior.map(() => chance.next())
      : opinionOf(seed, player, event, evidence, index, chance);
  return outcomesOf(opinion, chance).map(outcome => {
    const percent = percentOf(player, opinion[outcome]);
    const clientForecastId = `demo-${index}-${slug}-${outcome}`;
    const bodyDigest = digest(JSON.stringify({ eventId, outcome, percent }));
    return { eventId, outcome, percent, rationale: null, clientForecastId, bodyDigest };
  });
}

/** Returns all forecasts and withdrawals of house players in one step. */
export function forecastStep(input: ForecastStepInput): StepForecasts {
  const byName = new Map(input.players.map(player => [player.name, player]));
  const planned = input.events.flatMap(traded =>
    (traded.forecasts.get(input.index) ?? []).map(({ player, kind }) => ({
      player: byName.get(player) as EnteredPlayer,
      kind,
      traded,
    })),
  );
  const withdrawn = planned.filter(({ kind }) => kind === 'withdraw');
  return {
    requests: planned
      .filter(({ kind }) => kind === 'record')
      .map(({ player, traded }) => ({
        playerId: player.playerId,
        ownerId: player.playerId,
        items: itemsOf(input, player, traded),
        listed: true,
      })),
    withdrawals: withdrawn.map(({ player, traded }) => ({ playerId: player.playerId, eventId: traded.eventId })),
  };
}
