import { demoVenueList } from '../../domain/aggregator/demo-venue.js';
import { ownSource } from '../../domain/aggregator/venue-market.js';
import { invalidField, type Refusal, refuse } from '../../domain/refusal.js';
import type { ConnectorRow } from '../../store/connectors/interface.js';
import type { Writes } from '../../store/store.js';
import { demoSportsSource } from '../demo/seed-sports.js';
import type { OperationContext } from '../operation-context.js';
import type { Connectors, KnownFormat } from './connectors-service.js';

type Tools = Pick<OperationContext, 'store' | 'clock'> & { readonly connectors: Connectors };

export interface ConfigureConnector {
  readonly id: string;
  readonly enabled: boolean;
  /** Validated against the format's schema by the caller. */
  readonly settings: Readonly<Record<string, unknown>>;
  /** The format of an id that an operator chooses. */
  readonly format: string | null;
  readonly name: string | null;
  /** The operator; null for the arena itself, whose actions are not in the audit trail. */
  readonly actor: string | null;
}

/** Rows of the feed and of sports use these ids as their source, whether or not this service computes them. */
const builtInSources: ReadonlySet<string> = new Set([
  ownSource,
  demoSportsSource,
  ...demoVenueList.map(({ id }) => id),
]);

/** The format of a connector id: the one with that name, or the one that the operator specifies for a chosen id. */
export function formatFor(formats: readonly KnownFormat[], id: string, wanted: string | null): KnownFormat | Refusal {
  const own = formats.find(format => format.id === id && !format.manyIds);
  if (own) {
    if (wanted === null || wanted === own.id) return own;
    return invalidField('format', `must be ${own.id} for the connector ${own.id} (got ${wanted})`);
  }
  const isOtherFormat = wanted !== id && formats.some(format => format.id === id);
  if (builtInSources.has(id) || isOtherFormat)
    return invalidField('id', `must not be the id of a built-in source or of another format (got ${id})`);
  const choices = formats.filter(({ manyIds }) => manyIds);
  const chosen = choices.find(format => format.id === wanted);
  if (chosen) return chosen;
  const names = choices.map(format => format.id).join(', ');
  if (wanted !== null)
    return invalidField('format', `must be one of ${names} for an id that you choose (got ${wanted})`);
  return refuse('NOT_FOUND', `Connector ${id} not found. To create it, send format: ${names}.`, { field: 'id' });
}

const shown = ({ enabled, name, settings }: ConnectorRow) => ({ enabled, name, settings });

async function recordChange({ operators }: Writes, actor: string, former: ConnectorRow | null, stored: ConnectorRow) {
  const { id: subject, format } = stored;
  await operators.record({
    at: await operators.now(),
    actor,
    action: 'connector.configure',
    subject,
    details: { format },
    before: former && shown(former),
    after: shown(stored),
  });
}

/** Stores an operator's settings. The connector runs as soon as it is enabled. */
export async function configureConnector(tools: Tools, command: ConfigureConnector): Promise<ConnectorRow | Refusal> {
  const { store, clock, connectors } = tools;
  const { id, enabled, settings } = command;
  const saved = await store.transact(async writes => {
    const known = await writes.connectors.find(id);
    const format = formatFor(connectors.formats, id, command.format ?? known?.format ?? null);
    if ('refused' in format) return format;
    if (known && known.format !== format.id)
      return invalidField('format', `must stay ${known.format} (got ${format.id})`);
    const now = clock();
    const interval = settings.intervalSeconds;
    const isScheduled = enabled && format.origin !== 'push';
    await writes.connectors.put({
      id,
      format: format.id,
      kind: format.kind,
      name: command.name ?? known?.name ?? format.name,
      enabled,
      demo: format.demo,
      settings,
      intervalSeconds: typeof interval === 'number' ? interval : format.defaultIntervalSeconds,
      nextRunAt: isScheduled ? now : null,
      updatedAt: now,
    });
    const stored = (await writes.connectors.find(id)) as ConnectorRow;
    if (command.actor !== null) await recordChange(writes, command.actor, known, stored);
    return stored;
  });
  connectors.schedule.invalidate();
  return saved;
}
