import type { PlannedEvent } from './plan-events.js';
import { seededSource } from './random-source.js';
import type { TimeStep } from './time-steps.js';

/** News comes in bursts: most steps bring little, a few bring a lot. */
function burst(draw: number): number {
  if (draw < 0.8) return 0.55;
  return draw < 0.97 ? 1.5 : 8;
}

/**
 * Simulates the public evidence about an event at each step, as log odds to add to the prior. Each outcome follows a
 * random walk, and the winner's also drifts upward by half the variance of the difference. With exactly this drift the
 * resulting probabilities are calibrated: outcomes at 70 % come true seven times in ten.
 */
export function evidencePath(seed: string, event: PlannedEvent, steps: readonly TimeStep[]): readonly number[][] {
  const chance = seededSource(`${seed}/path/${event.command.slug}`);
  const { createAt, knownAt, information, winner, prior } = event;
  const known = (at: number) => Math.min(1, Math.max(0, (at - createAt) / (knownAt - createAt))) ** 1.3;
  let evidence = prior.map(() => 0);
  let before = createAt;
  return steps.map(({ at }) => {
    const learned = Math.max(0, known(at) - known(before)) * information * burst(chance.next());
    before = Math.max(before, at);
    evidence = evidence.map(
      (value, index) => value + Math.sqrt(learned) * chance.normal() + (index === winner ? learned : 0),
    );
    return evidence;
  });
}
