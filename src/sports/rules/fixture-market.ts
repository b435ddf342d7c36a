// The event on the winner of a fixture, and the mapping from a final score to its resolution.

import type { CreateEventCommand } from '../../events/rules/event.js';
import { isoTime } from '../../kernel/time.js';
import type { ConsensusLine } from './consensus.js';
import type { FixtureStatus, Side } from './fixture.js';
import type { League } from './leagues.js';

export interface FixtureOfMarket {
  readonly id: string;
  readonly startsAt: number;
  readonly status: FixtureStatus;
  readonly home: Side;
  readonly away: Side;
  readonly lines: readonly ConsensusLine[];
  readonly scoresDisagree: boolean;
  readonly demo: boolean;
}

const bps = 10_000;
/** No outcome opens below this, which is the minimum of a prior. */
const minPriorBps = 50;

/** Home, away and, if a game may end in a draw, draw. */
const selections = ['home', 'away', 'draw'] as const;

const sumOf = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0);

/** Rounds shares to whole basis points that add up to 10,000; the largest remainders are rounded up. */
function wholeBps(shares: readonly number[]): number[] {
  const floors = shares.map(Math.floor);
  const byRemainder = [...shares.keys()].sort((a, b) => shares[b] - floors[b] - (shares[a] - floors[a]) || a - b);
  const missing = bps - sumOf(floors);
  for (const index of byRemainder.slice(0, missing)) floors[index] += 1;
  return floors;
}

/**
 * Opening prices from the moneyline consensus; null unless every outcome has one. Medians of several selections need
 * not sum to 10,000, so they are scaled, with the minimum of a prior.
 */
export function priorOf(lines: readonly ConsensusLine[], outcomes: number): number[] | null {
  const consensus = selections.slice(0, outcomes).map(selection => {
    return lines.find(line => line.market === 'moneyline' && line.selection === selection)?.consensusBps ?? null;
  });
  const availableLines = consensus.filter(value => value !== null);
  if (availableLines.length < outcomes) return null;
  const total = sumOf(availableLines);
  const isLow = (value: number) => (bps * value) / total < minPriorBps;
  const spare = bps - minPriorBps * availableLines.filter(isLow).length;
  const rest = sumOf(availableLines.filter(value => !isLow(value)));
  return wholeBps(availableLines.map(value => (isLow(value) ? minPriorBps : (spare * value) / rest)));
}

const maxSlugLength = 80;

/** Names the game in a URL. The end of the id distinguishes two games of the same teams on one day. */
function slugOf({ id, startsAt, home, away }: FixtureOfMarket, league: string): string {
  const plain = (text: string) =>
    text
      .normalize('NFKD')
      .replace(/\p{M}/gu, '')
      .toLowerCase()
      .replace(/[^a-z0-9]+/g, '-')
      .replace(/^-+|-+$/g, '');
  const end = `-${isoTime(startsAt).slice(0, 10)}-${id.slice(-6)}`;
  const names = `${league}-${plain(away.name)}-at-${plain(home.name)}`.slice(0, maxSlugLength - end.length);
  return names.replace(/-+$/, '') + end;
}

export interface MarketChoices {
  /** b, in micro-credits. */
  readonly liquidity: number;
  readonly actor: string;
}

/** The event on the winner, with the members that an operator would send. Trading ends when the game starts. */
export function eventOfFixture(fixture: FixtureOfMarket, league: League, choices: MarketChoices): CreateEventCommand {
  const { home, away, startsAt, lines, demo } = fixture;
  const outcomes = [home.name, away.name, ...(league.draws ? ['Draw'] : [])];
  const { source, url, finalWhen, postponement } = league.resolution;
  const level = league.draws ? ' A level score resolves to Draw.' : ' A tie pays both sides half.';
  return {
    title: `${away.name} at ${home.name}: who wins? (${league.name}, ${isoTime(startsAt).slice(0, 10)})`,
    slug: slugOf(fixture, league.key),
    description: `The winner of ${away.name} at ${home.name}, which starts at ${isoTime(startsAt)}.${level} ${postponement}`,
    category: 'sports',
    tags: ['sports', league.sport, league.key],
    outcomes,
    resolutionSource: { name: source, url, rule: `${finalWhen} ${postponement}` },
    prior: priorOf(lines, outcomes.length),
    opensAt: null,
    endsAt: startsAt,
    demo,
    practice: false,
    requestDigest: null,
    ...choices,
  };
}

type FinalOutcome = { readonly winningOutcomeIndex: number } | { readonly payoutBps: readonly number[] };

/**
 * The resolution of the event on the winner for a final score: the winning outcome, or half for each side of a draw
 * without an outcome for it. Null while the score is missing or disputed between sources.
 */
export function outcomeOfFinal(
  { status, home, away, scoresDisagree }: Pick<FixtureOfMarket, 'status' | 'home' | 'away' | 'scoresDisagree'>,
  { outcomes }: { readonly outcomes: readonly string[] },
): FinalOutcome | null {
  if (status !== 'final' || home.score === null || away.score === null || scoresDisagree) return null;
  if (home.score !== away.score) return { winningOutcomeIndex: home.score > away.score ? 0 : 1 };
  return outcomes.length > 2 ? { winningOutcomeIndex: 2 } : { payoutBps: [bps / 2, bps / 2] };
}
