import { dayMs, hourMs } from '../durations.js';
import type { CreateEventCommand, ResolveVerb } from '../markets/event-commands.js';
import type { ResolveCommand } from '../markets/resolution.js';
import { microsPerUnit } from '../units.js';
import { allEvents } from './events/all.js';
import type { EventSeed } from './events/event-seed.js';
import { type RandomSource, seededSource } from './random-source.js';
import { historyDays } from './time-steps.js';

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
