import type { RequestContext } from '../../http/request-context.js';
import type { RouteInput } from '../../http/route.js';
import { listEvents } from '../market-data/events/list-events.js';
import type { DiscoveryQuery } from './parameters.js';

/** The list of playable events, including those without a recent trade. */
export function discover({ query }: RouteInput<{ query: typeof DiscoveryQuery }>, { services }: RequestContext) {
  const { limit = 20, ...filters } = query;
  return listEvents(services, { ...filters, list: 'discovery', limit, tradedOnly: false, staleDays: null });
}
