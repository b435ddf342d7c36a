import type { HousePlayer } from './house-players.js';
import type { PlannedEvent } from './plan-events.js';
import { type RandomSource, seededSource } from './random-source.js';

/** How long ago a player who believes in momentum looks back, in steps. */
const lookBack = 5;

function shares(logits: readonly number[]): number[] {
  const top = Math.max(...logits);
  const weights = logits.map(value => Math.exp(value - top));
  const sum = weights.reduce((total, weight) => total + weight, 0);
  return weights.map(weight => weight / sum);
}

/**
 * The probabilities that a player gives the outcomes at a step: the prior and the evidence as this player reads it, with an
 * error of its own, half of which it has about this event all the time.
 */
export function opinionOf(
  seed: string,
  player: HousePlayer,
  event: PlannedEvent,
  evidence: readonly (readonly number[])[],
  step: number,
  chance: RandomSource,
): number[] {
  const seen = evidence[Math.max(0, step - player.lag)];
  const earlier = evidence[Math.max(0, step - player.lag - lookBack)];
  const lasting = seededSource(`${seed}/error/${player.name}/${event.command.slug}`);
  const logits = event.prior.map((bps, index) => {
    const error = player.noise * 0.7 * (lasting.normal() + chance.normal());
    const news = seen[index] + player.momentum * (seen[index] - earlier[index]);
    return player.contrast * (Math.log(bps / 10_000) + player.weight * news + error);
  });
  return shares(logits);
}
