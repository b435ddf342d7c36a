import { hourMs } from '../../../src/kernel/time.js';
import type { FixtureReport } from '../../../src/sports/rules/fixture.js';
import type { Line } from '../../../src/sports/rules/lines.js';
import { importGames } from '../../../src/sports/save-fixtures.js';
import type { TestService } from '../test-service.js';

/** Games and lines as a connector would import them. */

type SideFields = Partial<FixtureReport['home']>;

type GameFields = Partial<Omit<FixtureReport, 'home' | 'away'>> & {
  readonly sourceEventId: string;
  readonly home?: SideFields;
  readonly away?: SideFields;
};

/** A game of the Premier League that starts in a day and is reported now, by default. */
export function gameReport(now: number, { home, away, ...fields }: GameFields): FixtureReport {
  return {
    source: 'scores',
    part: 'score',
    league: 'epl',
    startsAt: now + 24 * hourMs,
    status: 'scheduled',
    period: null,
    clock: null,
    asOf: now,
    demo: false,
    ...fields,
    home: { name: `Home of ${fields.sourceEventId}`, abbreviation: null, score: null, ...home },
    away: { name: `Away of ${fields.sourceEventId}`, abbreviation: null, score: null, ...away },
  };
}

export async function reportGames({ services, clock }: TestService, ...games: readonly GameFields[]) {
  const source = games[0]?.source ?? 'scores';
  const at = clock.now();
  const rows = games.map(game => ({ kind: 'game', report: gameReport(at, { ...game, source }) }) as const);
  return importGames(services, { source, at, rows });
}

/** The prices of one bookmaker on the winner. */
export function moneyline(book: string, at: number, home: number, away: number, draw?: number): Line[] {
  const prices = { home, away, ...(draw === undefined ? {} : { draw }) };
  return Object.entries(prices).map(([selection, decimalPrice]) => {
    return { book, market: 'moneyline', selection: selection as Line['selection'], point: null, decimalPrice, at };
  });
}

interface OfferFields {
  readonly sourceEventId: string;
  readonly source?: string;
  readonly at?: number;
  /** Prices on home, away and, if given, draw, by bookmaker. */
  readonly prices: Readonly<Record<string, readonly [number, number, number?]>>;
  /** Further lines of these bookmakers. */
  readonly lines?: readonly Line[];
}

export async function offerLines({ services, clock }: TestService, offer: OfferFields) {
  const { sourceEventId, source = 'scores', at = clock.now(), prices, lines = [] } = offer;
  const rows = Object.entries(prices).map(([book, [home, away, draw]]) => {
    const all = [...moneyline(book, at, home, away, draw), ...lines.filter(line => line.book === book)];
    return { kind: 'book', book: { sourceEventId, book, lines: all, asOf: at } } as const;
  });
  return importGames(services, { source, at: clock.now(), rows });
}
