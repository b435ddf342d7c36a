// Games and prices of the demo arena: made-up teams in three leagues. Everything is derived from the seed, the time of
// the seeding and the current time, so the same time always gives the same games, scores and prices.

import { type RandomSource, seededSource } from '../../kernel/random-source.js';
import { hourMs, minuteMs } from '../../kernel/time.js';
import type { FixtureReport, FixtureStatus } from './fixture.js';
import type { Line } from './lines.js';

export interface DemoGame {
  readonly report: FixtureReport;
  readonly books: readonly { readonly book: string; readonly lines: readonly Line[] }[];
}

interface DemoLeague {
  readonly league: string;
  readonly teams: readonly string[];
  /** Mean points of one side. */
  readonly points: number;
  readonly periods: number;
  readonly periodMinutes: number;
  readonly draws: boolean;
}

const leagues: readonly DemoLeague[] = [
  {
    league: 'epl',
    teams: ['Ashcombe Rovers', 'Brackwell Athletic', 'Corley Albion', 'Dunmere City', 'Eastvale Town', 'Farrow United'],
    ...{ points: 1.4, periods: 2, periodMinutes: 45, draws: true },
  },
  {
    league: 'nba',
    teams: ['Granite Bay Kestrels', 'Harborview Comets', 'Ironwood Bison', 'Juniper Falls Hawks', 'Kingsport Tides'],
    ...{ points: 112, periods: 4, periodMinutes: 12, draws: false },
  },
  {
    league: 'nhl',
    teams: ['Lakehurst Otters', 'Midland Lanterns', 'Northport Harriers', 'Old Mill Foxes', 'Pine Ridge Wolves'],
    ...{ points: 3, periods: 3, periodMinutes: 20, draws: false },
  },
];

const books = ['demo-atlas', 'demo-birch', 'demo-cobalt', 'demo-delta', 'demo-ember', 'demo-frost'] as const;

/** The interval between the games of a league; leagues alternate, so that a game is nearly always live. */
const everyMs = 8 * hourMs;
const staggerMs = everyMs / leagues.length;
const lengthMs = 150 * minuteMs;
/** The elapsed time of the first game when the arena is seeded. */
const headStartMs = hourMs;
const backMs = 30 * hourMs;
const aheadMs = 4 * 24 * hourMs;
/** The interval at which bookmakers change their prices before the game starts. */
const repriceMs = 12 * hourMs;
/** One in this many games is postponed, and one in this many has an outlier bookmaker. */
const postponedEvery = 9;
const postponedNumber = 4;
const outlierEvery = 5;
const outlierNumber = 2;

const modulo = (value: number, by: number) => ((value % by) + by) % by;

interface Plan {
  readonly id: string;
  readonly number: number;
  readonly startsAt: number;
  readonly league: DemoLeague;
  readonly home: string;
  readonly away: string;
  /** Probability that the home side wins, if there is a winner. */
  readonly strength: number;
  readonly score: readonly [home: number, away: number];
}

/** Knuth's method; the means here are small or replaced by a normal draw. */
function pointsOf(random: RandomSource, mean: number): number {
  if (mean > 30) return Math.max(60, Math.round(mean + 11 * random.normal()));
  const floor = Math.exp(-mean);
  let count = 0;
  for (let product = random.next(); product > floor && count < 20; product *= random.next()) count += 1;
  return count;
}

function finalScore(random: RandomSource, { points, draws }: DemoLeague, strength: number): [number, number] {
  const tilt = points > 30 ? 1 + (strength - 0.5) / 8 : 0.5 + strength;
  const [home, away] = [pointsOf(random, points * tilt), pointsOf(random, points * (2 - tilt))];
  if (home !== away || draws) return [home, away];
  return random.next() < strength ? [home + 1, away] : [home, away + 1];
}

function planGame(seed: string, league: DemoLeague, number: number, startsAt: number): Plan {
  const random = seededSource(`${seed}/sports/${league.league}/${number}`);
  const home = Math.floor(random.next() * league.teams.length);
  const away = (home + 1 + Math.floor(random.next() * (league.teams.length - 1))) % league.teams.length;
  const strength = random.between(0.3, 0.72);
  const score = finalScore(random, league, strength);
  const id = `demo-${league.league}-${number < 0 ? `before-${-number}` : number}`;
  return { id, number, startsAt, league, home: league.teams[home], away: league.teams[away], strength, score };
}

function statusAt({ number, startsAt }: Plan, now: number): FixtureStatus {
  if (modulo(number, postponedEvery) === postponedNumber) return 'postponed';
  if (now < startsAt) return 'scheduled';
  return now < startsAt + lengthMs ? 'live' : 'final';
}

function reportOf(plan: Plan, source: string, now: number): FixtureReport {
  const { id, startsAt, league, home, away, score } = plan;
  const status = statusAt(plan, now);
  const played = Math.min(1, Math.max(0, (now - startsAt) / lengthMs));
  const isPlayed = status === 'live' || status === 'final';
  const side = (name: string, points: number) => ({
    name,
    abbreviation: name.slice(0, 3).toUpperCase(),
    score: isPlayed ? Math.floor(points * played) : null,
  });
  const period = Math.min(league.periods, 1 + Math.floor(played * league.periods));
  const leftMinutes = Math.ceil(league.periodMinutes * (period - played * league.periods));
  return {
    source,
    sourceEventId: id,
    part: 'score',
    league: league.league,
    startsAt,
    status,
    period: isPlayed ? period : null,
    clock: status === 'live' ? `${leftMinutes}:00` : null,
    home: side(home, score[0]),
    away: side(away, score[1]),
    asOf: now,
    demo: true,
  };
}

const margin = 1.05;
const cents = (price: number) => Math.max(1.01, Math.round(price * 100) / 100);

/** Prices of mutually exclusive selections, from their probabilities and a bookmaker's margin. */
function quote(
  parts: Readonly<Partial<Record<Line['selection'], number>>>,
  line: Pick<Line, 'book' | 'market' | 'at'>,
  pointOf: (selection: Line['selection']) => number | null,
): Line[] {
  const sum = Object.values(parts).reduce((total, part) => total + part, 0);
  return (Object.keys(parts) as Line['selection'][]).map(selection => {
    const decimalPrice = cents(sum / ((parts[selection] ?? 1) * margin));
    return { ...line, selection, point: pointOf(selection), decimalPrice };
  });
}

function linesOf(seed: string, plan: Plan, book: string, at: number): Line[] {
  const { id, league, strength, number } = plan;
  const random = seededSource(`${seed}/sports/${id}/${book}/${at}`);
  const isOff = book === books[books.length - 1] && modulo(number, outlierEvery) === outlierNumber;
  const believed = Math.min(0.9, Math.max(0.1, strength + 0.008 * random.normal() + (isOff ? 0.16 : 0)));
  const drawn = league.draws ? 0.26 : 0;
  const winner = {
    home: believed * (1 - drawn),
    away: (1 - believed) * (1 - drawn),
    ...(drawn > 0 ? { draw: drawn } : {}),
  };
  const lines = quote(winner, { book, market: 'moneyline', at }, () => null);
  const total = Math.floor(league.points * 2) + 0.5;
  lines.push(...quote({ over: 0.5 + 0.01 * random.normal(), under: 0.5 }, { book, market: 'total', at }, () => total));
  if (league.points < 30) return lines;
  // About one point of handicap per three points of probability.
  const point = Math.round((0.5 - strength) * 30) + 0.5;
  const sides = { home: 0.5 + 0.01 * random.normal(), away: 0.5 };
  lines.push(...quote(sides, { book, market: 'spread', at }, side => (side === 'home' ? point : -point)));
  return lines;
}

/**
 * The last time at which a bookmaker set its prices: on an hourly grid with an offset per bookmaker, and not after the
 * start.
 */
function pricedAt({ startsAt }: Plan, book: number, now: number): number {
  const phase = (book * repriceMs) / books.length;
  return Math.floor((Math.min(now, startsAt) - phase) / repriceMs) * repriceMs + phase;
}

/** The games from 30 hours before `now` to four days after it, as the demo source reports them at that time. */
export function demoGames(seed: string, seededAt: number, now: number, source: string): DemoGame[] {
  const origin = Math.floor(seededAt / minuteMs) * minuteMs - headStartMs;
  return leagues.flatMap((league, turn) => {
    const first = origin + turn * staggerMs;
    const from = Math.ceil((now - backMs - first) / everyMs);
    const to = Math.floor((now + aheadMs - first) / everyMs);
    return Array.from({ length: to - from + 1 }, (_value, index) => {
      const plan = planGame(seed, league, from + index, first + (from + index) * everyMs);
      return {
        report: reportOf(plan, source, now),
        books: books.map((book, order) => ({ book, lines: linesOf(seed, plan, book, pricedAt(plan, order, now)) })),
      };
    });
  });
}
