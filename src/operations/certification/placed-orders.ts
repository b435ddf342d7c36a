import type { ScenarioId } from '../../domain/certification/scenarios.js';
import type { CertificationReads, RunRow } from '../../store/certification/interface.js';

/**
 * The client ids of all orders that the agent of a run has on its events, whichever way they came. Read before the trace,
 * which then has every request that placed one of them.
 */
export async function placedOrders(
  sandbox: Pick<CertificationReads, 'placed'>,
  { playerId, events }: RunRow,
): Promise<ReadonlyMap<ScenarioId, readonly string[]>> {
  const orders = await sandbox.placed(
    playerId,
    events.map(({ eventId }) => eventId),
  );
  return new Map(
    events.map(({ scenario, eventId }) => [
      scenario,
      orders.filter(order => order.eventId === eventId).map(({ clientId }) => clientId),
    ]),
  );
}
