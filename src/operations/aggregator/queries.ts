import type { LinkFilter, LinkRow } from '../../store/aggregator/interface.js';
import type { OperationContext } from '../operation-context.js';

type Context = Pick<OperationContext, 'store'>;

export function findLink({ store }: Context, id: string): Promise<LinkRow | null> {
  return store.read(reads => reads.aggregator.link(id));
}

export function listLinks({ store }: Context, filter: LinkFilter): Promise<LinkRow[]> {
  return store.read(reads => reads.aggregator.links(filter));
}
