import { hash } from 'node:crypto';
import { isoTime } from '../../domain/iso-time.js';
import type { RequestContext } from '../../http/request-context.js';
import { listResolutionSources } from '../../operations/intelligence/queries.js';
import type { SourceUse } from '../../store/intelligence/interface.js';

const maxSources = 200;

/** Made from the name and the origin, so it stays the same while they do. */
function sourceId({ name, origin }: SourceUse): string {
  return `official-${hash('sha256', `${name}\n${origin}`, 'hex').slice(0, 12)}`;
}

function viewSource(source: SourceUse) {
  return {
    id: sourceId(source),
    name: source.name,
    kind: 'official' as const,
    url: source.origin === '' ? null : source.origin,
    licence: null,
    covers: source.categories,
    enabled: true,
    lastRunAt: null,
    eventsUsing: source.events,
    demo: source.demo,
  };
}

export async function listProviders(_input: unknown, { services }: RequestContext) {
  const { rows, total } = await listResolutionSources(services, maxSources);
  return {
    providers: rows.map(viewSource),
    asOf: isoTime(services.clock()),
    total,
    truncated: total > rows.length,
  };
}
