import { operatorOnly } from '../../http/operator-only.js';
import { defineRoute } from '../../http/route.js';
import { getAggregatorMarkets, getAggregatorOdds } from './handlers.js';
import { deleteLink, getLink, listLinkPage, postLink, putLink } from './link-handlers.js';
import { CreateLinkRequest, LinkPath, LinkReply, LinksQuery, LinksReply, SetLinkRequest } from './link-schemas.js';
import { AggregatorMarkets, AggregatorOdds, AggregatorQuery, MarketPath } from './schemas.js';

const open = { area: 'aggregator', auth: 'none', bucket: 'address' } as const;

const linkRoutes = [
  defineRoute({
    ...operatorOnly,
    id: 'listVenueLinks',
    method: 'GET',
    path: '/api/operator/links',
    summary: 'Links between venues',
    description: 'Suggested links wait for a decision; the best score comes first.',
    request: { query: LinksQuery },
    responses: { 200: { description: 'The links with both markets.', schema: LinksReply } },
    errors: ['FORBIDDEN'],
    handler: listLinkPage,
  }),
  defineRoute({
    ...operatorOnly,
    id: 'createVenueLink',
    method: 'POST',
    path: '/api/operator/links',
    summary: 'Link two markets',
    description: 'Confirms that two markets of different sources ask the same question. Repeating it changes nothing.',
    request: { body: CreateLinkRequest },
    responses: { 200: { description: 'The confirmed link.', schema: LinkReply } },
    errors: ['FORBIDDEN', 'NOT_FOUND'],
    handler: postLink,
  }),
  defineRoute({
    ...operatorOnly,
    id: 'getVenueLink',
    method: 'GET',
    path: '/api/operator/links/{id}',
    summary: 'One link',
    description: 'With both markets, for a decision.',
    request: { params: LinkPath },
    responses: { 200: { description: 'The link.', schema: LinkReply } },
    errors: ['FORBIDDEN', 'NOT_FOUND'],
    handler: getLink,
  }),
  defineRoute({
    ...operatorOnly,
    id: 'setVenueLink',
    method: 'PUT',
    path: '/api/operator/links/{id}',
    summary: 'Confirm a link',
    description: 'confirmed: false makes it a suggestion again. Repeating it changes nothing.',
    request: { params: LinkPath, body: SetLinkRequest },
    responses: { 200: { description: 'The link.', schema: LinkReply } },
    errors: ['FORBIDDEN', 'NOT_FOUND'],
    handler: putLink,
  }),
  defineRoute({
    ...operatorOnly,
    id: 'deleteVenueLink',
    method: 'DELETE',
    path: '/api/operator/links/{id}',
    summary: 'Reject a link',
    description: 'The pair is not suggested again. Repeating it changes nothing.',
    request: { params: LinkPath },
    responses: { 200: { description: 'The rejected link.', schema: LinkReply } },
    errors: ['FORBIDDEN', 'NOT_FOUND'],
    handler: deleteLink,
  }),
];

export const aggregatorRoutes = [
  defineRoute({
    ...open,
    id: 'listAggregatorMarkets',
    method: 'GET',
    path: '/api/v1/aggregator/markets',
    summary: 'Markets of all venues',
    description:
      'One feed over our events and the connected venues, in one form. Prices that a source does not have are null; volumes stay in the unit of their venue. Pages follow the order at the time of each request: a market whose key moves between two pages may be missed or appear twice.',
    request: { query: AggregatorQuery },
    responses: { 200: { description: 'A page of the feed.', schema: AggregatorMarkets } },
    tool: {
      name: 'search_venues',
      compact: 'markets(source,title,status,outcomes(label,priceBps),closesAt,url,eventSlug,stale),nextCursor',
      title: 'Markets of other venues',
      description:
        'Searches markets of this arena and of connected venues (Manifold, Polymarket, Kalshi, Metaculus and others) by words, source, category and status. Each row has outcomes with prices in basis points (null where the venue has none), volume in the venue’s unit, close, url, staleness and links to the same question elsewhere. Useful as outside evidence before you forecast; check stale and confidence.',
    },
    handler: getAggregatorMarkets,
  }),
  defineRoute({
    ...open,
    id: 'getAggregatorOdds',
    method: 'GET',
    path: '/api/v1/aggregator/markets/{id}/odds',
    summary: 'One question on all venues',
    description:
      'Prices of each outcome on the venues that confirmed links connect with this market, directly or through another venue. A market without confirmed links has only its own quotes.',
    request: { params: MarketPath },
    responses: { 200: { description: 'Venues side by side.', schema: AggregatorOdds } },
    errors: ['NOT_FOUND'],
    handler: getAggregatorOdds,
  }),
  ...linkRoutes,
];
