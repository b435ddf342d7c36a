import { type MarketTimes, statusAt } from '../engine/lifecycle.js';

/** Open, upcoming and ended. */
function placeOf(market: MarketTimes, now: number): 0 | 1 | 2 {
  const status = statusAt(market, now);
  if (status === 'active') return 0;
  return status === 'scheduled' || status === 'paused' ? 1 : 2;
}

/**
 * The order of practice events: open ones first, soonest end first; then upcoming ones, soonest first; then ended ones,
 * latest first.
 */
export function byUse(now: number): (a: MarketTimes, b: MarketTimes) => number {
  return (a, b) => {
    const place = placeOf(a, now);
    const difference = place - placeOf(b, now);
    if (difference !== 0) return difference;
    return place === 2 ? b.endsAt - a.endsAt : a.endsAt - b.endsAt;
  };
}

// The published rule that resolves practice events: an urn and its draws, all derived from one seed.

/** SHA-256 of the text's UTF-8 bytes. */
export type Sha256 = (text: string) => Uint8Array;

const balls = 100;
const colours = ['Red', 'Blue', 'Green', 'Yellow'] as const;
const shownDraws = 12;

export interface Urn {
  /** The number of balls of each colour, 100 in total. */
  readonly counts: readonly number[];
  /** Published draws, as indexes of outcomes. */
  readonly shown: readonly number[];
  /** The deciding ball, from 1 to 100, and its outcome. */
  readonly ball: number;
  readonly winner: number;
}

/** Every third event has three or four outcomes. */
export function outcomesOf(number: number): readonly string[] {
  return colours.slice(0, number % 3 === 2 ? 3 + (number % 2) : 2);
}

/** A number from 0 to below `below`, from the first four bytes of SHA-256("seed:slug:name"). */
function pick(sha256: Sha256, source: string, name: string, below: number): number {
  const bytes = sha256(`${source}:${name}`);
  const part = ((bytes[0] << 24) | (bytes[1] << 16) | (bytes[2] << 8) | bytes[3]) >>> 0;
  return Math.floor((part * below) / 2 ** 32);
}

function hex(bytes: Uint8Array): string {
  return Array.from(bytes, byte => byte.toString(16).padStart(2, '0')).join('');
}

export function commitmentOf(sha256: Sha256, seed: string): string {
  return hex(sha256(seed));
}

/**
 * Fills the urn and draws. The cuts are uniform and independent, so that before any draw all mixtures are equally
 * likely, except those with equal cuts: a colour between equal cuts has no ball.
 */
export function openUrn(sha256: Sha256, seed: string, slug: string, outcomes: number): Urn {
  const source = `${seed}:${slug}`;
  const cuts = Array.from(
    { length: outcomes - 1 },
    (_, index) => 1 + pick(sha256, source, `cut ${index + 1}`, balls - 1),
  );
  const ends = [...cuts.sort((a, b) => a - b), balls];
  const colourOf = (ball: number) => ends.findIndex(end => ball <= end);
  const draw = (name: string) => 1 + pick(sha256, source, name, balls);
  const ball = draw('answer');
  return {
    counts: ends.map((end, index) => end - (ends[index - 1] ?? 0)),
    shown: Array.from({ length: shownDraws }, (_, index) => colourOf(draw(`draw ${index + 1}`))),
    ball,
    winner: colourOf(ball),
  };
}

// The texts of a practice event, and how to verify it afterwards.

interface PracticeTexts {
  readonly title: string;
  readonly description: string;
  readonly category: string;
  readonly tags: readonly string[];
  readonly outcomes: readonly string[];
  readonly resolutionSource: { readonly name: string; readonly url: string; readonly rule: string };
}

const drawsBefore = 'were drawn and put back: ';

function listed(labels: readonly string[]): string {
  return `${labels.slice(0, -1).join(', ')} and ${labels.at(-1)}`;
}

/**
 * The texts of an event of the series. They contain the seed's SHA-256, and the seed itself only once it is
 * resolved.
 */
export function practiceTexts(sha256: Sha256, seed: string, slug: string, number: number): PracticeTexts {
  const outcomes = outcomesOf(number);
  const { shown } = openUrn(sha256, seed, slug, outcomes.length);
  const cuts = outcomes.slice(1).map((_, index) => `1 + floor(99 u("cut ${index + 1}"))`);
  const description = [
    'A practice event: it moves practice credits only and counts only on the practice leaderboard.',
    `An urn holds 100 balls, ${listed(outcomes)}; the number of each is secret. ${shown.length} balls ${drawsBefore}${shown
      .map(outcome => outcomes[outcome])
      .join(' ')}. One more is drawn when trading ends, and its colour wins.`,
    `A seed with the SHA-256 ${commitmentOf(sha256, seed)} determines all of it; the resolution reveals the seed. With u(x) = the first 4 bytes of SHA-256("<seed>:${slug}:x") as a number, divided by 2^32: balls 1 to 100 are coloured in the order of the outcomes, with ends at the sorted ${cuts.join(', ')} and at 100; draw n is ball 1 + floor(100 u("draw n")); the last is ball 1 + floor(100 u("answer")). "presage practice verify ${slug}" checks every step.`,
  ].join('\n\n');
  return {
    title: `Practice ${number}: which colour is drawn next?`,
    description,
    category: 'practice',
    tags: ['practice'],
    outcomes,
    resolutionSource: {
      name: 'The seeded rule in the description',
      url: '',
      rule: 'The colour of the ball that the seed draws as "answer". The resolution reveals the seed; the description contains its SHA-256 from the start.',
    },
  };
}

export function resolutionNote(seed: string, urn: Urn, outcomes: readonly string[]): string {
  const contents = outcomes.map((label, index) => `${urn.counts[index]} ${label}`).join(', ');
  return `Seed ${seed}. The urn held ${contents}; the answer is ball ${urn.ball}, ${outcomes[urn.winner]}.`;
}

interface DecidedPractice {
  readonly slug: string;
  readonly description: string;
  readonly outcomes: readonly string[];
  readonly winner: number | null;
  readonly note: string;
}

interface PracticeStep {
  readonly step: string;
  readonly expected: string;
  readonly found: string;
  readonly right: boolean;
}

function step(name: string, expected: string, found: string): PracticeStep {
  return { step: name, expected, found, right: expected === found };
}

/**
 * Recomputes everything from the seed in the resolution. Null if it contains none, or if the event is not of the
 * series.
 */
export function verifyPractice(sha256: Sha256, event: DecidedPractice): { steps: PracticeStep[]; urn: Urn } | null {
  const seed = /\bSeed ([0-9a-f]{64})\b/.exec(event.note)?.[1];
  if (seed === undefined || seriesNumber(event.slug) === null) return null;
  const { slug, description, outcomes } = event;
  const urn = openUrn(sha256, seed, slug, outcomes.length);
  const committed = /SHA-256 ([0-9a-f]{64})\b/.exec(description)?.[1] ?? 'none';
  const statedOutcome = new RegExp(`${drawsBefore}([A-Za-z ]+)`).exec(description)?.[1] ?? 'none';
  return {
    steps: [
      step('SHA-256 of the seed', commitmentOf(sha256, seed), committed),
      step('published draws', urn.shown.map(outcome => outcomes[outcome]).join(' '), statedOutcome),
      step('winner', outcomes[urn.winner], outcomes[event.winner ?? -1] ?? 'none'),
    ],
    urn,
  };
}

/** A new practice event opens every two minutes and trades for four, so that two are open at any time. */
export const seriesEveryMs = 120_000;
const seriesTradingMs = 240_000;

/** With less time left than this, an event is too short to practise on. */
const shortestMs = 60_000;

const slugShape = /^practice-(0|[1-9]\d{0,11})$/;

/** Numbers are derived from the clock alone, so every node opens the same event, once. */
export function seriesSlug(number: number): string {
  return `practice-${number}`;
}

/** Null for events that are not of the series. */
export function seriesNumber(slug: string): number | null {
  const match = slugShape.exec(slug);
  return match ? Number(match[1]) : null;
}

interface SeriesTimes {
  readonly number: number;
  readonly opensAt: number;
  readonly endsAt: number;
}

function timesOf(number: number): SeriesTimes {
  const opensAt = number * seriesEveryMs;
  return { number, opensAt, endsAt: opensAt + seriesTradingMs };
}

/**
 * The events that should exist now: the open ones, and the next one in advance. Events missed during an outage are
 * skipped, so that its end causes no burst.
 */
export function seriesDue(now: number): SeriesTimes[] {
  const current = Math.floor(now / seriesEveryMs);
  const earliest = current + 1 - Math.ceil(seriesTradingMs / seriesEveryMs);
  return Array.from({ length: current + 2 - earliest }, (_, index) => timesOf(earliest + index)).filter(
    ({ number, endsAt }) => number >= 0 && endsAt - now >= shortestMs,
  );
}

export function nextOpeningAt(now: number): number {
  return (Math.floor(now / seriesEveryMs) + 1) * seriesEveryMs;
}
