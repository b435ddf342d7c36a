import { suggestLinks } from '../../../src/aggregator/links.js';
import { newId } from '../../../src/http/request-id.js';
import { createScoreProposer, proposeFinals } from '../../../src/sports/fixture-markets.js';
import { sendBody, startSourceServer } from '../builders/source-server.js';
import { offerLines, reportGames } from '../builders/sports-builders.js';
import { normalizedRow } from '../builders/venue-rows.js';
import type { Story } from './story.js';

const hour = 3_600_000;
const closesAt = '2026-05-01T00:00:00.000Z';

const quote = (rowId: string, title: string, yesBps: number) => ({
  rowId,
  title,
  category: 'weather',
  tradable: true,
  outcomes: [
    { label: 'Yes', priceBps: yesBps, bidBps: yesBps - 100, askBps: yesBps + 100 },
    { label: 'No', priceBps: 10_000 - yesBps },
  ],
  volume: 1250,
  volumeUnit: 'votes',
  closesAt,
  url: `https://polls.example.org/${rowId}`,
});

/** A file on this machine, whose address is in no recorded reply. */
async function runFile(story: Story): Promise<void> {
  const rows = [1, 2, 3].map(row => JSON.stringify(normalizedRow(row))).join('\n');
  const source = await startSourceServer((_url, request, response) => sendBody(request, response, rows));
  try {
    const settings = { baseUrl: source.url, allowPrivateAddress: true };
    const body = { enabled: false, format: 'file', settings };
    await story.service.operate('PUT', '/connectors/weekly-file', body);
    await story.operate('runConnector', { params: { id: 'weekly-file' } });
  } finally {
    await source.close();
  }
}

/** An operator connects two venues and links their markets with an event. */
export async function connectVenues(story: Story, rain: string): Promise<void> {
  const params = { id: 'house-polls' };
  const settings = { intervalSeconds: 600 };
  await story.operate('putConnector', {
    params,
    json: { enabled: true, format: 'push', name: 'House polls', settings },
  });
  const title = 'Will it rain in London on 1 May?';
  const rows = [
    quote('london-rain', title, 6100),
    { ...quote('oslo-snow', 'Will it snow in Oslo?', 400), outcomes: [] },
  ];
  await story.operate('pushConnectorRows', { params, json: { rows } });
  await story.operate('listRejectedRows', { params });
  await story.operate('listConnectors');
  const second = { params: { id: 'city-polls' } };
  await story.operate('putConnector', { ...second, json: { enabled: true, format: 'push', settings } });
  await story.operate('pushConnectorRows', { ...second, json: { rows: [quote('rain-1-may', 'Rain on 1 May', 5800)] } });
  await runFile(story);
  const { clock, services } = story.service;
  clock.forward(5_000);
  await story.service.call('GET', '/api/v1/aggregator/markets?source=presage&limit=1');
  await suggestLinks(services, () => true);
  const { links } = await story.operate('listVenueLinks');
  const id = links[0].id;
  await story.operate('setVenueLink', { params: { id }, json: { confirmed: true } });
  await story.operate('getVenueLink', { params: { id } });
  const { markets } = await story.record('listAggregatorMarkets', { query: { limit: 20 } });
  const idOf = (source: string) => markets.find((market: { source: string }) => market.source === source).id;
  const own = markets.find((market: { eventSlug: string }) => market.eventSlug === rain);
  await story.record('getAggregatorOdds', { params: { id: own.id } });
  const marketIds = [idOf('house-polls'), idOf('city-polls')];
  const { link } = await story.operate('createVenueLink', { json: { marketIds } });
  await story.operate('deleteVenueLink', { params: { id: link.id } });
}

/** A market on a fixture, whose final score becomes a proposal. */
export async function playFixture(story: Story): Promise<void> {
  const { service } = story;
  const game = {
    sourceEventId: 'epl-arsenal-chelsea',
    startsAt: service.clock.now() + 24 * hour,
    home: { name: 'Arsenal', abbreviation: 'ARS' },
    away: { name: 'Chelsea', abbreviation: 'CHE' },
  };
  await reportGames(service, game);
  const { sourceEventId } = game;
  await offerLines(service, {
    sourceEventId,
    prices: { northbook: [1.9, 4.2, 3.7], 'harbour-odds': [1.87, 4.3, 3.8] },
  });
  await story.record('getSportsCatalog');
  const { fixtures } = await story.record('getSportsFeed', { query: { league: 'epl' } });
  await story.record('listSportsLines', { query: { sourceEventId } });
  await story.record('getSportsMetrics');
  const { event } = await story.operateReplay('openFixtureMarket', {
    params: { id: fixtures[0].id },
    json: { liquidityCredits: 500 },
  });
  service.clock.forward(27 * hour);
  const final = { home: { ...game.home, score: 2 }, away: { ...game.away, score: 1 } };
  await reportGames(service, { ...game, ...final, status: 'final' });
  const tools = { ...service.services, newId };
  await proposeFinals(tools, createScoreProposer(tools));
  await story.operate('confirmProposal', { params: { slug: event.slug } });
}
