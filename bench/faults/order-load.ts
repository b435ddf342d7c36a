import { setTimeout as sleep } from 'node:timers/promises';
import type { RandomSource } from '../../src/kernel/random-source.js';
import type { FaultNode } from './fault-node.js';
import { type Sent, sendTo } from './send.js';

export interface TradingAgent {
  readonly playerId: string;
  readonly key: string;
}

/** An order from its client's point of view. */
export interface SentOrder {
  readonly agent: TradingAgent;
  readonly body: Readonly<Record<string, unknown>> & { readonly clientOrderId: string };
  /** Set once the service has acknowledged it. */
  orderId: string | null;
}

interface Misbehaviour {
  readonly what: string;
  count: number;
}

/** Longer than any request may take, to distinguish a late response from a missing one. */
const patienceMs = 11_000;
const maxSettleMs = 10_000;
/** An agent may place 120 orders an hour. */
const ordersPerAgent = 100;
const [minPauseMs, maxPauseMs] = [40, 80];
const retryPauseMs = 150;

export interface LoadOptions {
  readonly nodes: readonly FaultNode[];
  readonly agents: TradingAgent[];
  readonly slugs: readonly string[];
  readonly random: RandomSource;
  readonly writersPerNode: number;
  readonly readersPerNode: number;
  readonly run: string;
}

/** The clients' observations: requests, maximum latency, and violations that a client should never see. */
export class OrderLoad {
  /** Timestamps of acknowledgements, by node. */
  readonly acknowledged = new Map<FaultNode, number[]>();
  readonly orders: SentOrder[] = [];
  readonly misbehaviour = new Map<string, Misbehaviour>();
  requests = 0;
  refused = 0;
  unknown = 0;
  slowestMs = 0;
  private running = true;
  private readonly workers: Promise<void>[] = [];
  private readonly faultEnds = new Map<FaultNode, number>();

  constructor(private readonly options: LoadOptions) {
    for (const node of options.nodes) {
      this.acknowledged.set(node, []);
      for (let number = 0; number < options.writersPerNode; number += 1) this.workers.push(this.write(node));
      for (let number = 0; number < options.readersPerNode; number += 1) this.workers.push(this.read(node));
    }
  }

  get writers(): number {
    return this.options.nodes.length * this.options.writersPerNode;
  }

  async stop(): Promise<void> {
    this.running = false;
    await Promise.all(this.workers);
  }

  /** Sorted timestamps of all acknowledgements of these nodes. */
  moments(nodes: readonly FaultNode[] = this.options.nodes): number[] {
    return nodes.flatMap(node => this.acknowledged.get(node) ?? []).sort((a, b) => a - b);
  }

  /** Requests that were in flight during the fault need not settle. */
  excuse(node: FaultNode): void {
    this.faultEnds.set(node, performance.now());
  }

  private note(what: string): void {
    const known = this.misbehaviour.get(what) ?? { what, count: 0 };
    known.count += 1;
    this.misbehaviour.set(what, known);
  }

  /** Checks a response; its sender decides what to do next. */
  private judge(node: FaultNode, began: number, kind: string, { status, retryAfter, body, ms }: Sent): void {
    this.requests += 1;
    if (node.isFaulted || (this.faultEnds.get(node) ?? 0) > began) return;
    this.slowestMs = Math.max(this.slowestMs, ms);
    if (status === -1 || ms > maxSettleMs) this.note(`${kind} not settled within ${maxSettleMs / 1000} s`);
    else if (status === 0) this.note(`${kind} whose connection broke`);
    else if (status === 503 && retryAfter === null) this.note(`${kind} 503 without Retry-After`);
    else if (status === 504 && body?.code === 'ACCEPTED_UNKNOWN_CONFIRMATION') return;
    else if (status !== 503 && status >= 400) this.note(`${kind} ${status} ${body?.code ?? ''}`.trim());
  }

  private nextOrder(agent: TradingAgent): SentOrder {
    const { random, slugs, run } = this.options;
    const rests = random.next() < 0.1;
    const body = {
      clientOrderId: `${run}-${this.orders.length}`,
      eventSlug: random.pick(slugs),
      outcomeIndex: random.next() < 0.5 ? 0 : 1,
      side: 'buy',
      amountCredits: 1 + Math.floor(random.between(0, 400)) / 100,
      limitPriceBps: rests ? Math.floor(random.between(1000, 3000)) : 9000,
    };
    const order: SentOrder = { agent, body, orderId: null };
    this.orders.push(order);
    return order;
  }

  /** Retries an order until its outcome is known or the load stops. */
  private async place(node: FaultNode, order: SentOrder): Promise<void> {
    const headers = { authorization: `Bearer ${order.agent.key}` };
    while (this.running) {
      const began = performance.now();
      const message = { path: '/api/play/v1/orders', body: order.body, headers };
      const sent = await sendTo(node, message, patienceMs);
      this.judge(node, began, 'order', sent);
      if (sent.status === 200 || sent.status === 201) {
        order.orderId = sent.body.order.id;
        this.acknowledged.get(node)?.push(performance.now());
        return;
      }
      if (sent.status === 503) this.refused += 1;
      else this.unknown += 1;
      await sleep(retryPauseMs);
    }
  }

  private async write(node: FaultNode): Promise<void> {
    const { agents, random } = this.options;
    while (this.running) {
      const agent = agents.pop();
      if (!agent) return this.note('load that ended early: the agents have used up their orders');
      for (let number = 0; number < ordersPerAgent && this.running; number += 1) {
        await sleep(random.between(minPauseMs, maxPauseMs));
        await this.place(node, this.nextOrder(agent));
      }
    }
  }

  /** Reads that need the database, and reads served from memory. */
  private async read(node: FaultNode): Promise<void> {
    const { random, slugs } = this.options;
    for (let number = 0; this.running; number += 1) {
      await sleep(random.between(2 * minPauseMs, 2 * maxPauseMs));
      const order = this.orders[Math.floor(random.next() * this.orders.length)];
      const fromMemory = number % 2 === 0 || !order;
      const path = fromMemory ? `/api/events/${random.pick(slugs)}/orderbook/summary` : '/api/play/v1/orders?limit=5';
      const headers: Record<string, string> = fromMemory ? {} : { authorization: `Bearer ${order.agent.key}` };
      const began = performance.now();
      this.judge(node, began, 'read', await sendTo(node, { path, headers }, patienceMs));
    }
  }
}
