import type { ScenarioId } from '../../domain/certification/scenarios.js';
import type { CertificationReads, RunRow } from '../../store/certification/interface.js';

/**
 * Returns the client ids of all orders of the agent on the events of its run, regardless of their path. Must be read
 * before the trace, which then has every request that placed one of them.
 */
export async function placedOrders(
  certification: Pick<CertificationReads, 'placed'>,
  { playerId, events }: RunRow,
): Promise<ReadonlyMap<ScenarioId, readonly string[]>> {
  const orders = await certification.placed(
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
