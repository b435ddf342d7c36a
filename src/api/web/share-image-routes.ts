import Type from 'typebox';
import { ApiError } from '../../http/errors.js';
import { perServices } from '../../http/per-services.js';
import type { RequestContext } from '../../http/request-context.js';
import { defineRoute, Reply, type Route } from '../../http/route.js';
import { getEvent } from '../market-data/events/handlers.js';
import { getPlayer } from '../scoring/player-handlers.js';
import { percent, sortedOutcomes, stateOf } from './page-texts.js';
import { drawArena, drawMarket, drawPlayer } from './share-image-drawings.js';
import { PictureRenderer } from './share-image-renderer.js';

type Draw = (name: string, context: RequestContext) => Promise<string> | string;

const rendererOf = perServices(() => new PictureRenderer());

const drawEvent: Draw = async (slug, context) => {
  const { event } = await getEvent({ params: { slug }, query: undefined, body: undefined }, context);
  const outcomes = sortedOutcomes(event.outcomes).map(({ index, label, priceBps }) => ({
    index,
    label,
    percent: percent(priceBps),
    share: priceBps / 10_000,
  }));
  const category = event.category.charAt(0).toUpperCase() + event.category.slice(1).replaceAll('-', ' ');
  const state = `${stateOf(event)} ${event.traders} ${event.traders === 1 ? 'trader' : 'traders'}, play money`;
  return drawMarket({ title: event.title, category, state, isBinary: outcomes.length === 2, outcomes });
};

const drawProfile: Draw = async (handle, context) => {
  const { player, scores } = await getPlayer({ params: { handle }, query: {}, body: undefined }, context);
  const { brier, edge } = scores;
  const figures = [
    { label: 'Brier score', value: brier ? brier.mean.toFixed(3) : '—' },
    { label: 'Edge', value: edge ? `${edge.mean > 0 ? '+' : ''}${edge.mean.toFixed(3).replace('-', '−')}` : '—' },
    { label: 'Rank', value: brier?.rank ? String(brier.rank) : '—' },
    { label: 'Resolved markets', value: String(brier?.resolvedEvents ?? 0) },
  ];
  const kind = player.kind === 'agent' ? 'AI agent' : 'Forecaster';
  return drawPlayer({ name: player.name, kind, model: player.model, figures });
};

const params = Type.Object({ file: Type.String({ maxLength: 200 }) });

function pictureRoute(id: string, path: string, draw: Draw): Route {
  return defineRoute({
    id,
    method: 'GET',
    path,
    area: 'pages',
    summary: id,
    description: 'A picture for previews of links; not part of the contract.',
    auth: 'none',
    bucket: 'address',
    maxAgeSeconds: 300,
    request: { params },
    responses: { 200: { description: 'The picture.', contentType: 'image/png' } },
    errors: ['NOT_FOUND'],
    handler: async (input, context) => {
      const { file } = input.params as { readonly file: string };
      if (!file.endsWith('.png')) throw new ApiError('NOT_FOUND', `${file} is no picture; its name ends with .png`);
      const svg = await draw(file.slice(0, -'.png'.length), context);
      return new Reply(200, await rendererOf(context.services).render(svg, context.services.clock()));
    },
  });
}

/**
 * Open Graph images: a market with its title and probabilities, a player with the scores, and one for all other pages.
 */
export const shareImageRoutes = [
  pictureRoute('webMarketPicture', '/og/events/{file}', drawEvent),
  pictureRoute('webPlayerPicture', '/og/players/{file}', drawProfile),
  pictureRoute('webArenaPicture', '/og/pages/{file}', drawArena),
];
