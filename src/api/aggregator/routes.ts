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
    summary: 'List links between venues',
    description:
      'Links between markets that ask the same question on different venues, highest score first. Suggested links wait for an operator’s decision.',
    request: { query: LinksQuery },
    responses: { 200: { description: 'Links with both markets.', schema: LinksReply } },
    errors: ['FORBIDDEN'],
    handler: listLinkPage,
  }),
  defineRoute({
    ...operatorOnly,
    id: 'createVenueLink',
    method: 'POST',
    path: '/api/operator/links',
    summary: 'Link two markets',
    description:
      'Confirms that two markets from different sources ask the same question. Repeating the request changes nothing.',
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
    description: 'Returns one link with both markets.',
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
    description:
      'Confirms a suggested link. With confirmed: false it becomes a suggestion again. Repeating the request changes nothing.',
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
    description: 'Rejects a suggested link; the pair is not suggested again. Repeating the request changes nothing.',
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
      'One feed of this arena’s events and the markets of connected venues, in a common format. Prices that a source does not provide are null; volumes stay in the venue’s own unit. Pages follow the order at the time of each request: a market whose sort key changes between two pages may be missed or appear twice.',
    request: { query: AggregatorQuery },
    responses: { 200: { description: 'A page of the feed.', schema: AggregatorMarkets } },
    tool: {
      name: 'search_venues',
      defaults: { limit: 12 },
      compact: 'markets(source,title,status,outcomes[3](label,priceBps),closesAt,url,eventSlug,stale),nextCursor',
      next: [{ tool: 'get_market', arguments: { eventSlug: 'markets.*.eventSlug' } }],
      title: 'Markets of other venues',
      description:
        'Searches markets on this arena and on connected venues (Manifold, Polymarket, Kalshi, Metaculus and others) by words, source, category and status. Each row has outcomes with prices in basis points (null where the venue has none), volume in the venue’s unit, closing time, url, staleness and links to the same question elsewhere. Use it as outside evidence before you forecast, and check stale and confidence.',
    },
    handler: getAggregatorMarkets,
  }),
  defineRoute({
    ...open,
    id: 'getAggregatorOdds',
    method: 'GET',
    path: '/api/v1/aggregator/markets/{id}/odds',
    summary: 'Compare one question across venues',
    description:
      'Prices of each outcome on every venue that confirmed links connect to this market, directly or through another venue. A market without confirmed links returns only its own quotes.',
    request: { params: MarketPath },
    responses: { 200: { description: 'Prices by venue.', schema: AggregatorOdds } },
    errors: ['NOT_FOUND'],
    handler: getAggregatorOdds,
  }),
  ...linkRoutes,
];
