import { actorOf } from '../../http/caller.js';
import { ApiError } from '../../http/errors.js';
import { throwIfRefused } from '../../http/refusal-error.js';
import type { RequestContext } from '../../http/request-context.js';
import type { RouteInput } from '../../http/route.js';
import type { Services } from '../../http/services.js';
import { decideLink, linkMarkets } from '../../operations/aggregator/decide-link.js';
import { findLink, listLinks } from '../../operations/aggregator/queries.js';
import type { LinkFilter, LinkRow, LinkStatus } from '../../store/aggregator/interface.js';
import type { CreateLinkRequest, LinkPath, LinksQuery, SetLinkRequest } from './link-schemas.js';
import { viewMarket } from './market-view.js';

async function viewLinks({ aggregator: { feed } }: Services, links: readonly LinkRow[]) {
  const ids = [...new Set(links.flatMap(({ leftId, rightId }) => [leftId, rightId]))];
  const markets = new Map((await feed.findMarkets(ids)).map(market => [market.id, viewMarket(market)]));
  return links.map(({ id, leftId, rightId, score, status, suggestedAt, decidedAt, decidedBy }) => ({
    id,
    score,
    status,
    suggestedAt: new Date(suggestedAt).toISOString(),
    decidedAt: decidedAt === null ? null : new Date(decidedAt).toISOString(),
    decidedBy,
    markets: [leftId, rightId].flatMap(marketId => markets.get(marketId) ?? []),
  }));
}

async function linkReply(services: Services, link: LinkRow) {
  const [view] = await viewLinks(services, [link]);
  return { link: view };
}

export async function listLinkPage({ query }: RouteInput<{ query: typeof LinksQuery }>, { services }: RequestContext) {
  const { status = 'suggested', limit = 50, cursor } = query;
  const { cursors } = services;
  const after = cursor === undefined ? null : cursors.read<LinkFilter['after']>('links', [status], cursor);
  const links = await listLinks(services, { status, after, limit: limit + 1 });
  const shown = links.slice(0, limit);
  const last = shown.at(-1);
  const more = links.length > limit && last;
  return {
    links: await viewLinks(services, shown),
    nextCursor: more ? cursors.write('links', [status], { score: last.score, id: last.id }) : null,
  };
}

export async function getLink({ params }: RouteInput<{ params: typeof LinkPath }>, { services }: RequestContext) {
  const link = await findLink(services, params.id);
  if (!link) throw new ApiError('NOT_FOUND', `Link ${params.id} not found.`, { field: 'id' });
  return linkReply(services, link);
}

async function decide({ services, caller }: RequestContext, id: string, status: LinkStatus) {
  const link = throwIfRefused(await decideLink(services, id, status, actorOf(caller)));
  services.aggregator.feed.invalidate();
  return linkReply(services, link);
}

export function putLink(
  { params, body }: RouteInput<{ params: typeof LinkPath; body: typeof SetLinkRequest }>,
  context: RequestContext,
) {
  return decide(context, params.id, body.confirmed ? 'confirmed' : 'suggested');
}

export function deleteLink({ params }: RouteInput<{ params: typeof LinkPath }>, context: RequestContext) {
  return decide(context, params.id, 'rejected');
}

export async function postLink(
  { body: { marketIds } }: RouteInput<{ body: typeof CreateLinkRequest }>,
  { services, caller }: RequestContext,
) {
  const [left, right] = marketIds;
  const link = throwIfRefused(await linkMarkets(services, [left, right], actorOf(caller)));
  services.aggregator.feed.invalidate();
  return linkReply(services, link);
}
