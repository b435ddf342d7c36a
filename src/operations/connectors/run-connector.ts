import { type Refusal, refuse } from '../../domain/refusal.js';
import type { NewRun } from '../../store/connectors/interface.js';
import type { OperationContext } from '../operation-context.js';
import type { Connectors, PushedResult, PushedRow } from './connectors-service.js';

type Tools = Pick<OperationContext, 'store'> & { readonly connectors: Connectors };

const unknownConnector = (id: string) =>
  refuse('NOT_FOUND', `Connector ${id} not found, or not configured.`, { field: 'id' });

function record({ store }: Tools, action: string, subject: string, actor: string, details: Record<string, unknown>) {
  return store.transact(async ({ operators }) => {
    await operators.record({ at: await operators.now(), actor, action, subject, details });
  });
}

/** Runs a connector now, whether or not it is due. A disabled one runs too, so that settings can be tested. */
export async function runConnector(tools: Tools, id: string, actor: string): Promise<NewRun | Refusal> {
  const connector = await tools.store.read(reads => reads.connectors.find(id));
  if (!connector) return unknownConnector(id);
  const format = tools.connectors.formats.find(each => each.id === connector.format);
  if (format?.origin === 'push')
    return refuse('INVALID_TRANSITION', `Connector ${id} accepts pushed rows and does not fetch.`);
  const state = await tools.connectors.run(id, 'operator');
  if (state.kind === 'ended') {
    const { received, inserted, updated, rejected, error } = state.run;
    await record(tools, 'connector.run', id, actor, { received, inserted, updated, rejected, error });
    return state.run;
  }
  return refuse('INVALID_TRANSITION', `Connector ${id} is running already.`);
}

export async function pushRows(
  tools: Tools,
  id: string,
  rows: readonly PushedRow[],
  actor: string,
): Promise<readonly PushedResult[] | Refusal> {
  const connector = await tools.store.read(reads => reads.connectors.find(id));
  if (!connector) return unknownConnector(id);
  const format = tools.connectors.formats.find(each => each.id === connector.format);
  if (format?.origin !== 'push')
    return refuse('INVALID_TRANSITION', `Connector ${id} fetches its rows and does not accept pushed ones.`);
  if (!connector.enabled)
    return refuse('INVALID_TRANSITION', `Connector ${id} is disabled; enable it before pushing rows.`);
  const results = await tools.connectors.push(id, rows);
  const rejected = results.filter(({ result }) => result === 'rejected').length;
  await record(tools, 'connector.push', id, actor, { rows: rows.length, rejected });
  return results;
}
