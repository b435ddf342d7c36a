import { type HousePlayer, knows } from './house-players.js';
import type { PlannedEvent } from './plan-events.js';
import { type RandomSource, seededSource } from './random-source.js';

/** A house player's action on an event at one step. */
export interface PlannedForecast {
  readonly player: string;
  readonly kind: 'record' | 'withdraw';
}

/** Actions on an event by the index of the step. */
export type ForecastPlan = ReadonlyMap<number, readonly PlannedForecast[]>;

const minForecasters = 7;
const maxForecasters = 12;
const maxChanges = 4;
const withdrawalRate = 0.07;
/** Events with this many open steps use only every second one, which makes seeding cheaper. */
const minStepsToHalve = 8;

/** Most first forecasts come early, some in the middle, a few late. */
function firstForecast(chance: RandomSource): number {
  const draw = chance.next();
  if (draw < 0.65) return chance.between(0, 0.3);
  return draw < 0.88 ? chance.between(0.3, 0.7) : chance.between(0.75, 0.95);
}

function chooseForecasters(players: readonly HousePlayer[], event: PlannedEvent, chance: RandomSource): HousePlayer[] {
  const candidates = players
    .filter(player => knows(player, event.command.category))
    // Specialists rarely skip events of their categories.
    .map(player => ({ player, priority: chance.next() + (player.categories.length > 0 ? 0.6 : 0) }));
  const count = Math.floor(chance.between(minForecasters, maxForecasters));
  return candidates
    .sort((a, b) => b.priority - a.priority)
    .slice(0, count)
    .map(({ player }) => player);
}

/** The steps at which one player records a forecast, and possibly one at which it withdraws. */
function actionsOf(steps: readonly number[], chance: RandomSource): { step: number; kind: PlannedForecast['kind'] }[] {
  const at = (part: number) => steps[Math.min(steps.length - 1, Math.floor(part * steps.length))];
  const first = firstForecast(chance);
  const changes = chance.next() < 0.35 ? 0 : 1 + Math.floor(chance.next() * maxChanges);
  const later = Array.from({ length: changes }, () => chance.between(first, 0.99));
  const recorded = [...new Set([first, ...later].map(at))].sort((a, b) => a - b);
  const withdrawAt = at(chance.between(first, 1));
  const withdraws = chance.next() < withdrawalRate && withdrawAt > recorded[0] && !recorded.includes(withdrawAt);
  return [
    ...recorded.map(step => ({ step, kind: 'record' as const })),
    ...(withdraws ? [{ step: withdrawAt, kind: 'withdraw' as const }] : []),
  ];
}

/** Plans who forecasts an event and when, within its open steps. The same seed gives the same plan. */
export function planForecasts(
  seed: string,
  event: PlannedEvent,
  players: readonly HousePlayer[],
  openSteps: readonly number[],
): ForecastPlan {
  const plan = new Map<number, PlannedForecast[]>();
  if (openSteps.length === 0) return plan;
  const chance = seededSource(`${seed}/forecasters/${event.command.slug}`);
  const steps = openSteps.length < minStepsToHalve ? openSteps : openSteps.filter(step => step % 2 === 0);
  for (const { name } of chooseForecasters(players, event, chance)) {
    for (const { step, kind } of actionsOf(steps, chance)) {
      plan.set(step, [...(plan.get(step) ?? []), { player: name, kind }]);
    }
  }
  return plan;
}
