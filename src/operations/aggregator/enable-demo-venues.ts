import { demoVenueList } from '../../domain/aggregator/demo-venue.js';
import { isRefusal } from '../../domain/refusal.js';
import { configureConnector } from '../connectors/configure-connector.js';
import type { Connectors } from '../connectors/connectors-service.js';
import type { OperationContext } from '../operation-context.js';
import { demoVenueRows } from './demo-venue-rows.js';

/** Enables the simulated venues of a demo arena, unless an operator has configured them. */
export async function enableDemoVenues(
  tools: Pick<OperationContext, 'store' | 'clock'> & { readonly connectors: Connectors },
): Promise<void> {
  for (const venue of demoVenueList) {
    const { id, name } = venue;
    if (await tools.store.read(reads => reads.connectors.find(id))) continue;
    // An arena without demo events has no simulated venues.
    if ((await demoVenueRows(tools, venue)).length === 0) continue;
    const result = await configureConnector(tools, {
      id,
      enabled: true,
      settings: {},
      format: null,
      name,
      actor: null,
    });
    if (isRefusal(result)) throw new Error(result.message);
  }
}
