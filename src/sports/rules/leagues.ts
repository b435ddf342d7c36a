// The leagues with fixtures in the arena, and the resolution rules of events on their games.

interface LeagueResolution {
  /** The publisher of the official result. */
  readonly source: string;
  readonly url: string;
  readonly finalWhen: string;
  readonly postponement: string;
}

interface LeagueEntry {
  readonly key: string;
  readonly name: string;
  /**
   * Whether an event on a game has the outcome Draw, like the moneylines of its bookmakers. If bookmakers quote two
   * ways although a game may end in a draw, a draw pays both sides half.
   */
  readonly draws: boolean;
  readonly resolution: LeagueResolution;
  /** The sport key of The Odds API v4. */
  readonly oddsApiKey: string;
  /** Sport and league in the path of ESPN's scoreboard. */
  readonly espnPath: string;
}

interface SportEntry {
  readonly key: string;
  readonly name: string;
  readonly leagues: readonly LeagueEntry[];
}

/** When the facts below were last checked against their sources. */
export const catalogCheckedAt = '2026-03-17T00:00:00.000Z';

const overtimeCounts = 'Overtime counts.';
const regulationOnly =
  'The score at the end of 90 minutes plus stoppage time. Extra time and penalty shoot-outs do not count.';
const withinDays = (days: number) =>
  `A postponed or suspended game that is completed within ${days} days of its first date counts. If it is completed later or cancelled, the event is void.`;

const soccer = (
  key: string,
  name: string,
  source: string,
  url: string,
  feeds: Pick<LeagueEntry, 'oddsApiKey' | 'espnPath'>,
): LeagueEntry => ({
  key,
  name,
  draws: true,
  resolution: { source, url, finalWhen: regulationOnly, postponement: withinDays(3) },
  ...feeds,
});

const americanFootball: SportEntry = {
  key: 'american-football',
  name: 'American football',
  leagues: [
    {
      key: 'nfl',
      name: 'National Football League',
      draws: false,
      resolution: {
        source: 'National Football League',
        url: 'https://www.nfl.com/scores/',
        finalWhen: `The game is marked final. ${overtimeCounts} A regular-season game that is level after overtime is a tie and pays both sides half.`,
        postponement: withinDays(7),
      },
      oddsApiKey: 'americanfootball_nfl',
      espnPath: 'football/nfl',
    },
    {
      key: 'ncaaf',
      name: 'NCAA football (FBS)',
      draws: false,
      resolution: {
        source: 'NCAA',
        url: 'https://www.ncaa.com/scoreboard/football/fbs',
        finalWhen: `The game is marked final. ${overtimeCounts} It continues until there is a winner.`,
        postponement: withinDays(7),
      },
      oddsApiKey: 'americanfootball_ncaaf',
      espnPath: 'football/college-football',
    },
  ],
};

const basketball: SportEntry = {
  key: 'basketball',
  name: 'Basketball',
  leagues: [
    {
      key: 'nba',
      name: 'National Basketball Association',
      draws: false,
      resolution: {
        source: 'National Basketball Association',
        url: 'https://www.nba.com/games',
        finalWhen: `The game is marked final. ${overtimeCounts} Periods are added until there is a winner.`,
        postponement: withinDays(2),
      },
      oddsApiKey: 'basketball_nba',
      espnPath: 'basketball/nba',
    },
    {
      key: 'wnba',
      name: 'Women’s National Basketball Association',
      draws: false,
      resolution: {
        source: 'Women’s National Basketball Association',
        url: 'https://www.wnba.com/games',
        finalWhen: `The game is marked final. ${overtimeCounts} Periods are added until there is a winner.`,
        postponement: withinDays(2),
      },
      oddsApiKey: 'basketball_wnba',
      espnPath: 'basketball/wnba',
    },
    {
      key: 'ncaab',
      name: 'NCAA men’s basketball (Division I)',
      draws: false,
      resolution: {
        source: 'NCAA',
        url: 'https://www.ncaa.com/scoreboard/basketball-men/d1',
        finalWhen: `The game is marked final. ${overtimeCounts} Periods are added until there is a winner.`,
        postponement: withinDays(2),
      },
      oddsApiKey: 'basketball_ncaab',
      espnPath: 'basketball/mens-college-basketball',
    },
  ],
};

const baseball: SportEntry = {
  key: 'baseball',
  name: 'Baseball',
  leagues: [
    {
      key: 'mlb',
      name: 'Major League Baseball',
      draws: false,
      resolution: {
        source: 'Major League Baseball',
        url: 'https://www.mlb.com/scores',
        finalWhen:
          'The game is marked final. Extra innings count. A game that is called early counts if the league rates it a regulation game: five innings, or four and a half with the home team ahead.',
        postponement: withinDays(2),
      },
      oddsApiKey: 'baseball_mlb',
      espnPath: 'baseball/mlb',
    },
  ],
};

const iceHockey: SportEntry = {
  key: 'ice-hockey',
  name: 'Ice hockey',
  leagues: [
    {
      key: 'nhl',
      name: 'National Hockey League',
      draws: false,
      resolution: {
        source: 'National Hockey League',
        url: 'https://www.nhl.com/scores',
        finalWhen: 'The game is marked final. Overtime and the shoot-out count; the shoot-out adds one goal.',
        postponement: withinDays(2),
      },
      oddsApiKey: 'icehockey_nhl',
      espnPath: 'hockey/nhl',
    },
  ],
};

const associationFootball: SportEntry = {
  key: 'soccer',
  name: 'Association football',
  leagues: [
    soccer('epl', 'Premier League', 'Premier League', 'https://www.premierleague.com/matches', {
      oddsApiKey: 'soccer_epl',
      espnPath: 'soccer/eng.1',
    }),
    soccer('la-liga', 'La Liga', 'LALIGA', 'https://www.laliga.com/en-GB/laliga-easports/results', {
      oddsApiKey: 'soccer_spain_la_liga',
      espnPath: 'soccer/esp.1',
    }),
    soccer('bundesliga', 'Bundesliga', 'Bundesliga', 'https://www.bundesliga.com/en/bundesliga/matchday', {
      oddsApiKey: 'soccer_germany_bundesliga',
      espnPath: 'soccer/ger.1',
    }),
    soccer('serie-a', 'Serie A', 'Lega Serie A', 'https://www.legaseriea.it/en/serie-a/calendario-risultati', {
      oddsApiKey: 'soccer_italy_serie_a',
      espnPath: 'soccer/ita.1',
    }),
    soccer('ligue-1', 'Ligue 1', 'Ligue de Football Professionnel', 'https://ligue1.com/en/competitions/ligue1', {
      oddsApiKey: 'soccer_france_ligue_one',
      espnPath: 'soccer/fra.1',
    }),
    soccer(
      'champions-league',
      'UEFA Champions League',
      'UEFA',
      'https://www.uefa.com/uefachampionsleague/fixtures-results/',
      {
        oddsApiKey: 'soccer_uefa_champs_league',
        espnPath: 'soccer/uefa.champions',
      },
    ),
    soccer('mls', 'Major League Soccer', 'Major League Soccer', 'https://www.mlssoccer.com/schedule/scores', {
      oddsApiKey: 'soccer_usa_mls',
      espnPath: 'soccer/usa.1',
    }),
  ],
};

const australianRules: SportEntry = {
  key: 'australian-rules',
  name: 'Australian rules football',
  leagues: [
    {
      key: 'afl',
      name: 'Australian Football League',
      draws: false,
      resolution: {
        source: 'Australian Football League',
        url: 'https://www.afl.com.au/fixture',
        finalWhen:
          'The match is marked complete. A home-and-away match that ends level is a tie and pays both sides half; finals go to extra time, which counts.',
        postponement: withinDays(3),
      },
      oddsApiKey: 'aussierules_afl',
      espnPath: 'australian-football/afl',
    },
  ],
};

export const sportsCatalog: readonly SportEntry[] = [
  americanFootball,
  basketball,
  baseball,
  iceHockey,
  associationFootball,
  australianRules,
];

export interface League extends LeagueEntry {
  readonly sport: string;
}

const leagues: readonly League[] = sportsCatalog.flatMap(({ key, leagues: entries }) =>
  entries.map(entry => ({ ...entry, sport: key })),
);

export const sportKeys: readonly string[] = sportsCatalog.map(({ key }) => key);
export const leagueKeys: readonly string[] = leagues.map(({ key }) => key);

const byKey = new Map(leagues.map(league => [league.key, league]));
const byOddsApiKey = new Map(leagues.map(league => [league.oddsApiKey, league]));

export function findLeague(key: string): League | null {
  return byKey.get(key) ?? null;
}

export function findLeagueOfOddsApi(key: string): League | null {
  return byOddsApiKey.get(key) ?? null;
}
