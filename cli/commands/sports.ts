import { type Command, Option } from 'commander';
import type { Fixture, SportsCatalog, SportsLine, SportsMetrics } from '../../client/client.js';
import { leagueKeys, sportKeys } from '../../src/sports/rules/leagues.js';
import { lineMarkets } from '../../src/sports/rules/lines.js';
import type { Arena, InArena } from '../arena/arena.js';
import type { Perform } from '../arena/perform.js';
import { decimal, wholeNumber } from '../input/read-values.js';
import { showEvent } from '../output/show.js';
import { table } from '../output/tables.js';

type Price = Arena['price'];

const maxDays = 60;
const maxRows = 200;

const formatScore = ({ home, away }: Fixture) => (home.score === null ? null : `${away.score}–${home.score}`);

/** The consensus on the winner, home side first. */
function formatWinner({ lines }: Fixture, price: Price): string | null {
  const shares = lines.filter(({ market }) => market === 'moneyline').map(line => price(line.consensusBps));
  return shares.length === 0 ? null : shares.join(' / ');
}

function formatMarks({ stale, reviewRequired, demo }: Fixture): string {
  const marks = { stale, review: reviewRequired, demo };
  return Object.entries(marks)
    .filter(([, yes]) => yes)
    .map(([name]) => name)
    .join(', ');
}

function showFixtures(fixtures: readonly Fixture[], price: Price): string {
  return table(
    ['fixture', 'league', 'starts', 'game', 'status', 'score', 'home / away / draw', 'confidence', 'marks'],
    fixtures.map(fixture => [
      fixture.id,
      fixture.league,
      fixture.startsAt.slice(0, 16),
      `${fixture.away.name} at ${fixture.home.name}`,
      fixture.status,
      formatScore(fixture),
      formatWinner(fixture, price),
      fixture.confidence.toFixed(2),
      formatMarks(fixture),
    ]),
    'No upcoming games match. --include-stale also lists games without recent updates.',
  );
}

function showLines(lines: readonly SportsLine[], price: Price): string {
  return table(
    ['at', 'game', 'book', 'market', 'selection', 'point', 'price', 'fair', 'outlier'],
    lines.map(({ at, sourceEventId, book, market, selection, point, decimalPrice, fairBps, outlier }) => {
      const fair = price(fairBps);
      return [
        at.slice(0, 19),
        sourceEventId,
        book,
        market,
        selection,
        point,
        decimalPrice,
        fair,
        outlier ? 'yes' : null,
      ];
    }),
    'No lines within 90 days match.',
  );
}

function showCatalog({ sports }: SportsCatalog): string {
  return table(
    ['league', 'name', 'sport', 'decided by', 'address'],
    sports.flatMap(({ key: sport, leagues }) =>
      leagues.map(({ key, name, resolution }) => [key, name, sport, resolution.source, resolution.url]),
    ),
    'The catalogue is empty.',
  );
}

function showMetrics({ total, leagues }: SportsMetrics): string {
  const rows = [...leagues, { league: 'all', ...total }];
  return table(
    ['league', 'fixtures', 'stale', 'confidence', 'to review', 'outliers'],
    rows.map(({ league, fixtures, stale, confidence, reviewRequired, outliers }) => {
      return [league, fixtures, stale, confidence?.toFixed(2) ?? null, reviewRequired, outliers];
    }),
    'No fixtures.',
  );
}

const leagueOption = () => new Option('--league <key>', 'only games of this league').choices([...leagueKeys]);
const sportOption = () => new Option('--sport <key>', 'only games of this sport').choices([...sportKeys]);
const days = wholeNumber(1, maxDays);

function addReads(sports: Command, inArena: InArena): void {
  sports
    .command('feed')
    .description('list upcoming games with the bookmakers’ consensus')
    .addOption(leagueOption())
    .addOption(sportOption())
    .option('--days <count>', `number of days ahead, at most ${maxDays}`, days, 7)
    .option('--include-stale', 'include games without an update for six hours')
    .option('--limit <count>', `maximum number, up to ${maxRows}`, wholeNumber(1, maxRows), 50)
    .action((query: { days: number; includeStale?: true; limit: number }) =>
      inArena({
        call: ({ client }) => client.call('getSportsFeed', { query }),
        show: ({ fixtures }, { price }) => showFixtures(fixtures, price),
      }),
    );
  sports
    .command('lines')
    .argument('[id]', 'only lines of one game, by its sourceEventId from the feed')
    .description('list bookmakers’ lines, newest first')
    .addOption(new Option('--market <name>', 'only lines of this market').choices([...lineMarkets]))
    .option('--limit <count>', `maximum number, up to ${maxRows}`, wholeNumber(1, maxRows), 50)
    .action((sourceEventId: string | undefined, query: { limit: number }) =>
      inArena({
        call: ({ client }) => client.call('listSportsLines', { query: { ...query, sourceEventId } }),
        show: ({ lines }, { price }) => showLines(lines, price),
        advice: { 404: 'presage sports feed --json shows the sourceEventId of each game.' },
      }),
    );
  sports
    .command('catalog')
    .description('list sports and leagues with their official sources')
    .action(() => inArena({ call: ({ client }) => client.call('getSportsCatalog', {}), show: showCatalog }));
  sports
    .command('metrics')
    .description('show the data quality of games and lines')
    .addOption(leagueOption())
    .addOption(sportOption())
    .option('--days <count>', `number of days ahead, at most ${maxDays}`, days, 7)
    .action((query: { days: number }) =>
      inArena({
        call: ({ client }) => client.call('getSportsMetrics', { query }),
        show: showMetrics,
      }),
    );
}

export function addSportsCommands(program: Command, inArena: InArena, perform: Perform): void {
  const sports = program.command('sports').description('games of sports leagues and bookmakers’ lines');
  addReads(sports, inArena);
  sports
    .command('open-market')
    .argument('<id>', 'id of the game, the first column of presage sports feed')
    .description('for operators: create the event on the winner of a game')
    .option(
      '--liquidity <credits>',
      'liquidity of the market maker, 100 to 1000000 (default: 1000)',
      decimal(100, 1_000_000),
    )
    .action((fixture: string, { liquidity: liquidityCredits }: { liquidity?: number }) =>
      perform({
        call: client => {
          const body = liquidityCredits === undefined ? {} : { liquidityCredits };
          return client.call('POST', `/sports/fixtures/${encodeURIComponent(fixture)}/market`, body);
        },
        show: showEvent,
        advice: { 404: 'presage sports feed lists the games with their ids.' },
      }),
    );
}
