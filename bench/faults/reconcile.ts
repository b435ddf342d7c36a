import { type FaultNode, operator } from './fault-node.js';
import type { SentOrder, TradingAgent } from './order-load.js';
import { sendTo } from './send.js';

const patienceMs = 30_000;
const agentsAtOnce = 8;

export interface Reconciled {
  readonly acknowledged: number;
  /** Orders whose outcome was unknown when the load stopped, by their actual outcome. */
  readonly unknownDone: number;
  readonly unknownNotDone: number;
  readonly problems: readonly string[];
}

async function storedOrders(node: FaultNode, { key }: TradingAgent): Promise<Map<string, string[]>> {
  const found = new Map<string, string[]>();
  for (let cursor: string | null = ''; cursor !== null; ) {
    const path: string = `/api/play/v1/orders?status=all&limit=200${cursor === '' ? '' : `&cursor=${cursor}`}`;
    const { status, body } = await sendTo(node, { path, headers: { authorization: `Bearer ${key}` } }, patienceMs);
    if (status !== 200) throw new Error(`orders can't be listed: ${status} ${JSON.stringify(body)}`);
    for (const { id, clientOrderId } of body.orders)
      found.set(clientOrderId, [...(found.get(clientOrderId) ?? []), id]);
    cursor = body.nextCursor;
  }
  return found;
}

/**
 * Resends an order whose outcome is unknown: the response must be a replay if the order is stored, and new otherwise.
 */
async function settle(node: FaultNode, order: SentOrder, stored: string | undefined): Promise<string | null> {
  const headers = { authorization: `Bearer ${order.agent.key}` };
  const sent = await sendTo(node, { path: '/api/play/v1/orders', body: order.body, headers }, patienceMs);
  const { clientOrderId } = order.body;
  if (sent.status !== 200 && sent.status !== 201) return `order ${clientOrderId} can't be settled: ${sent.status}`;
  const { replayed, order: placed } = sent.body;
  if (stored === undefined)
    return replayed ? `order ${clientOrderId} is a replay of an order that is not stored` : null;
  return replayed && placed.id === stored ? null : `order ${clientOrderId} was done again: ${stored} and ${placed.id}`;
}

async function reconcileAgent(node: FaultNode, agent: TradingAgent, orders: readonly SentOrder[]): Promise<Reconciled> {
  const stored = await storedOrders(node, agent);
  const problems: string[] = [];
  let [acknowledged, unknownDone, unknownNotDone] = [0, 0, 0];
  for (const order of orders) {
    const { clientOrderId } = order.body;
    const ids = stored.get(clientOrderId) ?? [];
    if (ids.length > 1) problems.push(`order ${clientOrderId} is stored ${ids.length} times`);
    if (order.orderId !== null) {
      acknowledged += 1;
      if (!ids.includes(order.orderId))
        problems.push(`order ${clientOrderId} (${order.orderId}) was acknowledged and is lost`);
      continue;
    }
    if (ids.length > 0) unknownDone += 1;
    else unknownNotDone += 1;
    const problem = await settle(node, order, ids[0]);
    if (problem !== null) problems.push(problem);
  }
  const known = new Set(orders.map(order => order.body.clientOrderId));
  for (const id of stored.keys()) if (!known.has(id)) problems.push(`order ${id} is stored and was never sent`);
  return { acknowledged, unknownDone, unknownNotDone, problems };
}

/** Compares the responses that clients received with the stored rows, order by order. */
export async function reconcile(node: FaultNode, orders: readonly SentOrder[]): Promise<Reconciled> {
  const queue = [...groupByAgent(orders)];
  const parts: Reconciled[] = [];
  const work = async () => {
    for (let next = queue.pop(); next; next = queue.pop()) parts.push(await reconcileAgent(node, ...next));
  };
  await Promise.all(Array.from({ length: agentsAtOnce }, work));
  const sum = (of: (part: Reconciled) => number) => parts.reduce((total, part) => total + of(part), 0);
  return {
    acknowledged: sum(part => part.acknowledged),
    unknownDone: sum(part => part.unknownDone),
    unknownNotDone: sum(part => part.unknownNotDone),
    problems: parts.flatMap(part => part.problems),
  };
}

function groupByAgent(orders: readonly SentOrder[]): Map<TradingAgent, SentOrder[]> {
  const groups = new Map<TradingAgent, SentOrder[]>();
  for (const order of orders) {
    const group = groups.get(order.agent);
    if (group) group.push(order);
    else groups.set(order.agent, [order]);
  }
  return groups;
}

/** The findings of the arena's audit. */
export async function audit(node: FaultNode): Promise<string[]> {
  const { status, body } = await sendTo(node, { path: '/api/operator/audit', headers: operator }, patienceMs);
  if (status !== 200) return [`the audit can't run: ${status}`];
  if (body.balanced && body.differences.length === 0) return [];
  return [`the audit finds ${body.differences.length} differences: ${JSON.stringify(body.differences.slice(0, 3))}`];
}
