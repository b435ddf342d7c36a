import { hourMs, minuteMs } from '../../kernel/time.js';

// Matches the names that different sources use for one team.

/** Letters without a Unicode decomposition. */
const spelled: Record<string, string> = { æ: 'ae', œ: 'oe', ø: 'o', ł: 'l', đ: 'd', ð: 'd', þ: 'th', ß: 'ss', ı: 'i' };

/** Words that may be omitted from club names. */
const affixes: ReadonlySet<string> = new Set([
  ...['fc', 'afc', 'cf', 'sc', 'ac', 'as', 'ssc', 'ss', 'us', 'rc', 'rcd', 'cd', 'ud', 'sd', 'ca', 'vfb', 'vfl', 'tsg'],
  ...['sv', 'fsv', 'bsc', 'ogc', 'losc', 'club', 'de', 'the', 'and', 'calcio', 'team', '1'],
]);

/** Abbreviations and variants of words in team names. */
const synonyms: ReadonlyMap<string, string> = new Map([
  ['la', 'los angeles'],
  ['ny', 'new york'],
  ['man', 'manchester'],
  ['utd', 'united'],
  ['saint', 'st'],
  ['state', 'st'],
  ['munchen', 'munich'],
  ['koln', 'cologne'],
  ['internazionale', 'inter'],
  ['wolverhampton', 'wolves'],
  ['wanderers', ''],
  ['spurs', 'tottenham'],
  ['hotspur', ''],
]);

/** Splits a name into comparable words. */
export function teamWords(name: string): readonly string[] {
  const plain = name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[æœøłđðþßı]/g, letter => spelled[letter])
    .replace(/['’.]/g, '')
    .replace(/[^a-z0-9]+/g, ' ')
    .trim();
  const words = plain.split(' ');
  const kept = words.filter(word => !affixes.has(word));
  // A club's name may consist only of affixes, such as "Club de Foot".
  const used = kept.length > 0 ? kept : words;
  const whole = used.flatMap(word => (synonyms.get(word) ?? word).split(' ')).filter(word => word !== '');
  return [...new Set(whole.length > 0 ? whole : used)].sort();
}

function isSubset(part: readonly string[], whole: readonly string[]): boolean {
  return part.every(word => whole.includes(word));
}

/** 2: the same words. 1: one name has all words of the other ("Tottenham", "Tottenham Hotspur"). 0: different teams. */
export function nameLikeness(a: readonly string[], b: readonly string[]): 0 | 1 | 2 {
  if (a.length === 0 || b.length === 0) return 0;
  if (a.length === b.length) return isSubset(a, b) ? 2 : 0;
  return isSubset(a, b) || isSubset(b, a) ? 1 : 0;
}

// Games and bookmakers' prices on them. Times are epoch milliseconds.

export const fixtureStatuses = ['scheduled', 'live', 'final', 'postponed', 'cancelled'] as const;
export type FixtureStatus = (typeof fixtureStatuses)[number];

export const lineMarkets = ['moneyline', 'spread', 'total'] as const;
export type LineMarket = (typeof lineMarkets)[number];

export const lineSelections = ['home', 'away', 'draw', 'over', 'under'] as const;
export type LineSelection = (typeof lineSelections)[number];

export interface Side {
  readonly name: string;
  readonly abbreviation: string | null;
  readonly score: number | null;
}

/** One source's report on one game. */
export interface FixtureReport {
  readonly source: string;
  readonly sourceEventId: string;
  /** A source may report a game in two parts: its listing, and its score. */
  readonly part: 'listing' | 'score';
  readonly league: string;
  readonly startsAt: number;
  /** Null: the source lists the game without a status. */
  readonly status: FixtureStatus | null;
  readonly period: number | null;
  readonly clock: string | null;
  readonly home: Side;
  readonly away: Side;
  /** The time of the report: the source's own time, or the time of the fetch if it sends none. */
  readonly asOf: number;
  readonly demo: boolean;
}

/** One price of one bookmaker. */
export interface Line {
  readonly book: string;
  readonly market: LineMarket;
  readonly selection: LineSelection;
  /** The handicap of the selection, or the total; null for a moneyline. */
  readonly point: number | null;
  readonly decimalPrice: number;
  /** When the bookmaker set it, according to its source. */
  readonly at: number;
}

/** A line with the figures derived from its bookmaker's quote. */
export interface PricedLine extends Line {
  /** 10,000 divided by the price: the probability including the bookmaker's margin. */
  readonly impliedBps: number;
  /** The same without the margin. */
  readonly fairBps: number;
}

/** A stored line. */
export interface StoredLine extends PricedLine {
  readonly id: string;
  readonly source: string;
  readonly outlier: boolean;
}

/** The consensus of all bookmakers on one selection. */
export interface ConsensusLine {
  readonly market: LineMarket;
  readonly selection: LineSelection;
  readonly point: number | null;
  readonly consensusBps: number;
  readonly books: number;
  readonly outliers: number;
  readonly updatedAt: number;
}

/** Statistics of the current lines of a fixture. */
export interface LineSummary {
  readonly lines: readonly ConsensusLine[];
  /** Distinct bookmakers with a current line. */
  readonly books: number;
  /** Current lines, each bookmaker counted once per selection. */
  readonly lineCount: number;
  readonly outlierCount: number;
}

// Finds the fixture that a report of another source refers to.

/** Sources round starting times differently; two games of the same teams on one day are further apart. */
export const maxStartDifferenceMs = 2 * hourMs;

export interface FixtureCandidate {
  readonly id: string;
  readonly league: string;
  readonly startsAt: number;
  readonly homeName: string;
  readonly awayName: string;
  readonly demo: boolean;
  /** Sources that already report it. A source lists a game once, so its second report is of another game. */
  readonly sources: readonly string[];
}

type Sought = Pick<FixtureReport, 'source' | 'league' | 'startsAt' | 'home' | 'away' | 'demo'>;

interface Known extends FixtureCandidate {
  readonly homeWords: readonly string[];
  readonly awayWords: readonly string[];
}

interface Match {
  readonly id: string;
  readonly likeness: number;
  readonly difference: number;
}

function matchOne(report: Sought, home: readonly string[], away: readonly string[], one: Known): Match | null {
  const difference = Math.abs(one.startsAt - report.startsAt);
  if (one.demo !== report.demo || difference > maxStartDifferenceMs) return null;
  if (one.sources.includes(report.source)) return null;
  const homeLikeness = nameLikeness(home, one.homeWords);
  if (homeLikeness === 0) return null;
  const awayLikeness = nameLikeness(away, one.awayWords);
  return awayLikeness === 0 ? null : { id: one.id, likeness: homeLikeness + awayLikeness, difference };
}

/** Indexes fixtures by league and start, so that a large import compares each report with a few fixtures only. */
export class FixtureMatcher {
  private readonly slots = new Map<string, Known[]>();
  private readonly places = new Map<string, readonly [slot: string, index: number]>();

  constructor(candidates: readonly FixtureCandidate[]) {
    for (const candidate of candidates) this.add(candidate);
  }

  add(candidate: FixtureCandidate): void {
    const { id, league, startsAt, homeName, awayName } = candidate;
    const slot = `${league} ${Math.floor(startsAt / maxStartDifferenceMs)}`;
    const known = { ...candidate, homeWords: teamWords(homeName), awayWords: teamWords(awayName) };
    const others = this.slots.get(slot);
    this.places.set(id, [slot, others?.length ?? 0]);
    if (others) others.push(known);
    else this.slots.set(slot, [known]);
  }

  /** Records that a source reports the fixture. */
  addSource(id: string, source: string): void {
    const [slot, index] = this.places.get(id) ?? ['', 0];
    const known = this.slots.get(slot);
    if (known) known[index] = { ...known[index], sources: [...known[index].sources, source] };
  }

  /**
   * Returns the id of the fixture with the most similar names, then the closest start. Null for a new game, and if two
   * fixtures match equally well: a wrong link would mix two games, a missing one only keeps them separate.
   */
  match(report: Sought): string | null {
    const home = teamWords(report.home.name);
    const away = teamWords(report.away.name);
    const slot = Math.floor(report.startsAt / maxStartDifferenceMs);
    const [best, second] = [slot - 1, slot, slot + 1]
      .flatMap(near => this.slots.get(`${report.league} ${near}`) ?? [])
      .map(known => matchOne(report, home, away, known))
      .filter(match => match !== null)
      .sort((a, b) => b.likeness - a.likeness || a.difference - b.difference);
    if (!best) return null;
    const isTie = second && second.likeness === best.likeness && second.difference === best.difference;
    return isTie ? null : best.id;
  }
}

// Merges the reports of several sources into one fixture.

export interface MergedFixture {
  readonly startsAt: number;
  readonly status: FixtureStatus;
  readonly period: number | null;
  readonly clock: string | null;
  readonly home: Side;
  readonly away: Side;
  readonly asOf: number;
  readonly scoresDisagree: boolean;
}

function hasScore({ home, away }: FixtureReport): boolean {
  return home.score !== null && away.score !== null;
}

/** The newest report wins; of two with the same time, the source that comes first in the alphabet. */
function newestOf(reports: readonly FixtureReport[]): FixtureReport | null {
  return reports.reduce<FixtureReport | null>((best, report) => {
    const isNewer = !best || report.asOf > best.asOf || (report.asOf === best.asOf && report.source < best.source);
    return isNewer ? report : best;
  }, null);
}

/** A source with a status outranks one that only lists the game, and "final" outranks a late "live". */
function leadingOf(reports: readonly FixtureReport[]): FixtureReport | null {
  const over = reports.filter(({ status }) => status === 'final');
  return newestOf(over.length > 0 ? over : reports.filter(({ status }) => status !== null));
}

/** Scores of live games routinely differ for seconds, so only final ones are compared. */
function finalScoresDisagree(reports: readonly FixtureReport[]): boolean {
  const finals = reports.filter(report => report.status === 'final' && hasScore(report));
  return finals.some(({ home, away }) => home.score !== finals[0].home.score || away.score !== finals[0].away.score);
}

/**
 * The start by the first source, unless the newest report has moved it: smaller differences come from rounding, and
 * following them would move the game back and forth.
 */
function startOf(first: FixtureReport, reports: readonly FixtureReport[]): number {
  const newest = newestOf(reports)?.startsAt ?? first.startsAt;
  return Math.abs(newest - first.startsAt) > maxStartDifferenceMs ? newest : first.startsAt;
}

/** `reports` begins with the source that reported the fixture first, whose names are used. */
export function mergeReports(reports: readonly [FixtureReport, ...FixtureReport[]]): MergedFixture {
  const [first] = reports;
  const leading = leadingOf(reports);
  const abbreviationOf = (side: 'home' | 'away') =>
    reports.map(report => report[side].abbreviation).find(text => text !== null) ?? null;
  const sideOf = (side: 'home' | 'away'): Side => ({
    name: first[side].name,
    abbreviation: abbreviationOf(side),
    score: leading?.[side].score ?? null,
  });
  return {
    startsAt: startOf(first, reports),
    status: leading?.status ?? 'scheduled',
    period: leading?.period ?? null,
    clock: leading?.clock ?? null,
    home: sideOf('home'),
    away: sideOf('away'),
    asOf: Math.max(...reports.map(({ asOf }) => asOf)),
    scoresDisagree: finalScoresDisagree(reports),
  };
}

/** An unchanged report is stored only if it is this much newer, so that repeated imports write nothing. */
const confirmEveryMs = 10 * minuteMs;
const confirmLiveEveryMs = minuteMs;

export type ReportChange = 'changed' | 'confirmed' | 'unchanged';

function contentOf({ league, startsAt, status, period, clock, home, away }: FixtureReport): string {
  return JSON.stringify([
    ...[league, startsAt, status, period, clock],
    ...[home, away].flatMap(({ name, abbreviation, score }) => [name, abbreviation, score]),
  ]);
}

/** Reports confirmed no later than these times need a confirmation at `at`. */
export function confirmBounds(at: number): { readonly live: number; readonly other: number } {
  return { live: at - confirmLiveEveryMs, other: at - confirmEveryMs };
}

export function isWorthConfirming(status: FixtureStatus | null, before: number, asOf: number): boolean {
  return asOf - before >= (status === 'live' ? confirmLiveEveryMs : confirmEveryMs);
}

/** Compares a report with the stored one of the same source and game. An older one changes nothing. */
export function compareReports(before: FixtureReport, report: FixtureReport): ReportChange {
  if (report.asOf < before.asOf) return 'unchanged';
  if (contentOf(before) !== contentOf(report)) return 'changed';
  return isWorthConfirming(report.status, before.asOf, report.asOf) ? 'confirmed' : 'unchanged';
}
