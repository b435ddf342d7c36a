import { hash } from 'node:crypto';
import { isoTime } from '../../domain/iso-time.js';
import type { RequestContext } from '../../http/request-context.js';
import { type DataProvider, listProviders } from '../../operations/connectors/queries.js';
import { listResolutionSources } from '../../operations/intelligence/queries.js';
import type { SourceUse } from '../../store/intelligence/interface.js';

const maxSources = 200;

/** Derived from the name and the origin, so it is stable. */
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

function viewConnector({ covers, lastRunAt, ...provider }: DataProvider) {
  return {
    ...provider,
    covers: [covers],
    lastRunAt: lastRunAt === null ? null : isoTime(lastRunAt),
    eventsUsing: 0,
  };
}

export async function listOfficialSources(_input: unknown, { services }: RequestContext) {
  const [official, connectors] = await Promise.all([
    listResolutionSources(services, maxSources),
    listProviders(services),
  ]);
  const { rows, total } = official;
  return {
    providers: [...rows.map(viewSource), ...connectors.map(viewConnector)],
    asOf: isoTime(services.clock()),
    total: total + connectors.length,
    truncated: total > rows.length,
  };
}
