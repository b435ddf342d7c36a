import type { HousePlayer } from '../../domain/demo/house-players.js';
import { opinionOf } from '../../domain/demo/opinion.js';
import { type RandomSource, seededSource } from '../../domain/demo/random-source.js';
import type { ForecastItem, ForecastRequest } from '../forecasts/forecast-outcome.js';
import type { EnteredPlayer, TradedEvent } from './trade-step.js';

interface ForecastTurn {
  readonly seed: string;
  readonly index: number;
  readonly players: readonly EnteredPlayer[];
  readonly events: readonly TradedEvent[];
  /** SHA-256 in hexadecimal. */
  readonly digest: (text: string) => string;
}

interface StepForecasts {
  /** One for each player and event, for one transaction. */
  readonly requests: readonly ForecastRequest[];
  /** Whoever takes back what it has said about an event. */
  readonly withdrawals: readonly { readonly playerId: string; readonly eventId: string }[];
}

/** Those who look closely give a decimal, the others whole percents; nobody of them is ever quite sure. */
function percentOf({ noise }: HousePlayer, probability: number): number {
  const steps = noise <= 0.15 ? 1000 : 100;
  const least = noise <= 0.15 ? 0.005 : 0.01;
  const within = Math.min(1 - least, Math.max(least, probability));
  return Math.round(within * steps) / (steps / 100);
}

/** With more than two outcomes some leave out what they find unlikely; with two, one of them says it all. */
function outcomesOf(opinion: readonly number[], chance: RandomSource): number[] {
  if (opinion.length === 2) return [chance.next() < 0.85 ? 0 : 1];
  const likeliest = [...opinion.keys()].sort((a, b) => opinion[b] - opinion[a]);
  return chance.next() < 0.5 ? likeliest : likeliest.slice(0, 3);
}

function itemsOf({ seed, index, digest }: ForecastTurn, player: EnteredPlayer, traded: TradedEvent): ForecastItem[] {
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

/** Everything that house players say about events in one step. */
export function forecastStep(turn: ForecastTurn): StepForecasts {
  const byName = new Map(turn.players.map(player => [player.name, player]));
  const planned = turn.events.flatMap(traded =>
    (traded.forecasts.get(turn.index) ?? []).map(({ player, kind }) => ({
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
        items: itemsOf(turn, player, traded),
        listed: true,
      })),
    withdrawals: withdrawn.map(({ player, traded }) => ({ playerId: player.playerId, eventId: traded.eventId })),
  };
}
