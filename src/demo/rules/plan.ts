import type { ResolveCommand } from '../../engine/resolution.js';
import type { CreateEventCommand, ResolveVerb } from '../../events/rules/event.js';
import { type RandomSource, seededSource } from '../../kernel/random-source.js';
import { dayMs, hourMs } from '../../kernel/time.js';
import { microsPerUnit } from '../../kernel/units.js';
import { allEvents } from './events/all.js';
import type { EventSeed } from './events/event-seed.js';
import { type HousePlayer, knows } from './house.js';

/** Length of the seeded history. */
export const historyDays = 90;

/** Sparse in the past and dense towards the end: long charts need few points per day, short ones many. */
const spans: readonly { readonly fromDay: number; readonly hours: number }[] = [
  { fromDay: -historyDays, hours: 8 },
  { fromDay: -14, hours: 4 },
  { fromDay: -1, hours: 0.5 },
];

export interface TimeStep {
  readonly at: number;
  /** The time since the previous step. */
  readonly hours: number;
}

/** Returns the times at which house players trade, oldest first and none later than `now`. */
export function timeSteps(now: number, chance: RandomSource): TimeStep[] {
  const steps: TimeStep[] = [];
  for (const [index, { fromDay, hours }] of spans.entries()) {
    const end = (spans[index + 1]?.fromDay ?? 0) * dayMs;
    for (let at = fromDay * dayMs; at < end; at += hours * hourMs) {
      // A random offset within the span avoids trades on the full hour.
      const late = chance.between(0.05, 0.9) * hours * hourMs;
      steps.push({ at: Math.floor(now + at + late), hours });
    }
  }
  return steps;
}

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
  const knowledgeAt = (at: number) => Math.min(1, Math.max(0, (at - createAt) / (knownAt - createAt))) ** 1.3;
  let evidence = prior.map(() => 0);
  let before = createAt;
  return steps.map(({ at }) => {
    const learned = Math.max(0, knowledgeAt(at) - knowledgeAt(before)) * information * burst(chance.next());
    before = Math.max(before, at);
    evidence = evidence.map(
      (value, index) => value + Math.sqrt(learned) * chance.normal() + (index === winner ? learned : 0),
    );
    return evidence;
  });
}

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

/** An action on an event after its creation. */
export type DemoAction =
  | { readonly at: number; readonly verb: ResolveVerb; readonly command: ResolveCommand }
  | { readonly at: number; readonly verb: 'pause' };

export interface PlannedEvent {
  readonly command: Omit<CreateEventCommand, 'slug' | 'requestDigest'> & { readonly slug: string };
  readonly createAt: number;
  readonly prior: readonly number[];
  /** The outcome that evidence reveals gradually until `knownAt`. */
  readonly winner: number;
  readonly knownAt: number;
  /** Total evidence, as log odds of the winner against any other outcome. */
  readonly information: number;
  /** Relative trading frequency. */
  readonly popularity: number;
  readonly actions: readonly DemoAction[];
}

const months = 'January February March April May June July August September October November December'.split(' ');

const notice =
  'Demonstration event with an invented outcome: it shows how this arena works and says nothing about what really happened or will happen.';
const decidedBy = 'Presage demonstration';
const decidedNote = 'Invented outcome of a demonstration event; it was drawn by chance and no source was consulted.';

/** A day in the format of demo texts, such as 1 May 2026. */
export function dateText(at: number): string {
  const date = new Date(at);
  return `${date.getUTCDate()} ${months[date.getUTCMonth()]} ${date.getUTCFullYear()}`;
}

function withDates(text: string, start: number, end: number): string {
  return text
    .replaceAll('{start}', dateText(start))
    .replaceAll('{end}', dateText(end))
    .replaceAll('{month}', dateText(end).replace(/^\d+ /, ''));
}

function drawOutcome(prior: readonly number[], chance: RandomSource): number {
  let left = chance.next() * prior.reduce((sum, bps) => sum + bps, 0);
  for (const [index, bps] of prior.entries()) {
    left -= bps;
    if (left < 0) return index;
  }
  return prior.length - 1;
}

function likeliestOther(prior: readonly number[], winner: number): number {
  const others = prior.map((bps, index) => (index === winner ? -1 : bps));
  return others.indexOf(Math.max(...others));
}

function splitPayout(prior: readonly number[], winner: number): number[] {
  const other = likeliestOther(prior, winner);
  return prior.map((_, index) => (index === winner || index === other ? 5_000 : 0));
}

interface Ending {
  readonly ending: EventSeed['ending'];
  readonly prior: readonly number[];
  readonly winner: number;
  readonly decideAt: number;
  readonly now: number;
}

function answered(answer: ResolveCommand['answer'], note = decidedNote): ResolveCommand {
  return { answer, source: decidedBy, note, effectiveCloseAt: null };
}

function actionsOf({ ending, prior, winner, decideAt, now }: Ending): DemoAction[] {
  if (ending === 'paused') return [{ at: now - 3 * hourMs, verb: 'pause' }];
  if (ending === 'unresolved' || decideAt > now) return [];
  if (ending === 'void') {
    const note = 'Void in the demonstration: its source is taken to have published nothing. All cost is given back.';
    return [{ at: decideAt, verb: 'void', command: answered({ void: true }, note) }];
  }
  if (ending === 'split') {
    const command = answered({ payoutBps: splitPayout(prior, winner) }, `${decidedNote} Two outcomes share.`);
    return [{ at: decideAt, verb: 'resolve', command }];
  }
  const final = answered({ winningOutcome: winner });
  if (ending !== 'corrected') return [{ at: decideAt, verb: 'resolve', command: final }];
  const first = answered({ winningOutcome: likeliestOther(prior, winner) });
  const note = 'A correction, to show one: the first answer of this demonstration is replaced by another.';
  return [
    { at: decideAt, verb: 'resolve', command: first },
    { at: decideAt + 2 * dayMs, verb: 'correct', command: { ...final, note } },
  ];
}

/** Events end on a full hour of their last day. */
function endOf(now: number, days: number, chance: RandomSource): number {
  return Math.floor((now + days * dayMs) / dayMs) * dayMs + chance.pick([12, 15, 18, 21]) * hourMs;
}

function planEvent(seed: string, now: number, category: string, event: EventSeed): PlannedEvent {
  const chance = seededSource(`${seed}/event/${event.slug}`);
  const { ending, days } = event;
  const opensAt = now + days[0] * dayMs + chance.between(0, 0.7) * dayMs;
  const ahead = days[0] > 0;
  const createAt = ahead ? now - chance.between(1, 4) * dayMs : Math.max(opensAt, now - (historyDays - 0.5) * dayMs);
  const endsAt = endOf(now, days[1], chance);
  const prior = event.prior ?? event.outcomes.map(() => Math.floor(10_000 / event.outcomes.length));
  const winner = drawOutcome(prior, chance);
  const knownAt = ending === 'early' ? createAt + (endsAt - createAt) * chance.between(0.75, 0.9) : endsAt;
  const decideAt = knownAt + chance.between(1, 20) * hourMs;
  const dated = (text: string) => withDates(text, opensAt, endsAt);
  return {
    command: {
      slug: event.slug,
      title: dated(event.title),
      description: `${notice}\n\n${dated(event.about)}`,
      category,
      tags: event.tags,
      outcomes: event.outcomes.map(dated),
      resolutionSource: event.source,
      liquidity: chance.pick([600, 800, 1_000, 1_500, 2_000]) * microsPerUnit,
      prior: event.prior ?? null,
      opensAt: ahead ? Math.ceil(opensAt / hourMs) * hourMs : null,
      endsAt,
      demo: true,
      practice: false,
      actor: 'demo',
    },
    createAt,
    prior,
    winner,
    knownAt,
    information: chance.between(6, 14),
    popularity: Math.exp(0.6 * chance.normal()),
    actions: actionsOf({ ending, prior, winner, decideAt, now }),
  };
}

/** Plans the events of the demo arena around `now`. The same seed and time give the same plan. */
export function planEvents(seed: string, now: number): PlannedEvent[] {
  return allEvents.flatMap(({ category, events }) => events.map(event => planEvent(seed, now, category, event)));
}

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
function stepsOf(steps: readonly number[], chance: RandomSource): { step: number; kind: PlannedForecast['kind'] }[] {
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
    for (const { step, kind } of stepsOf(steps, chance)) {
      plan.set(step, [...(plan.get(step) ?? []), { player: name, kind }]);
    }
  }
  return plan;
}
