import type { HousePlayer } from './house-players.js';
import type { PlannedEvent } from './plan-events.js';
import { type RandomSource, seededSource } from './random-source.js';

/** Look-back of momentum players, in steps. */
const momentumSteps = 5;

function shares(logits: readonly number[]): number[] {
  const top = Math.max(...logits);
  const weights = logits.map(value => Math.exp(value - top));
  const sum = weights.reduce((total, weight) => total + weight, 0);
  return weights.map(weight => weight / sum);
}

/**
 * The probabilities that a player assigns to the outcomes at a step: the prior, the evidence as the player interprets
 * it, and an error, half of which is constant for the player and event.
 */
export function opinionOf(
  seed: string,
  player: HousePlayer,
  event: PlannedEvent,
  evidence: readonly (readonly number[])[],
  step: number,
  chance: RandomSource,
): number[] {
  const current = evidence[Math.max(0, step - player.lag)];
  const earlier = evidence[Math.max(0, step - player.lag - momentumSteps)];
  const constantError = seededSource(`${seed}/error/${player.name}/${event.command.slug}`);
  const logits = event.prior.map((bps, index) => {
    const error = player.noise * 0.7 * (constantError.normal() + chance.normal());
    const news = current[index] + player.momentum * (current[index] - earlier[index]);
    return player.contrast * (Math.log(bps / 10_000) + player.weight * news + error);
  });
  return shares(logits);
}
