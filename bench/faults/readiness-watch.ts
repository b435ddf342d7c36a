import { setTimeout as sleep } from 'node:timers/promises';
import type { FaultNode } from './fault-node.js';
import { sendTo } from './send.js';

interface Sample {
  readonly node: FaultNode;
  readonly at: number;
  readonly status: number;
}

const everyMs = 200;
const patienceMs = 5_000;

/** Polls /readyz of each node. */
export class ReadinessWatch {
  private readonly samples: Sample[] = [];
  private running = true;
  private readonly workers: Promise<void>[];

  constructor(nodes: readonly FaultNode[]) {
    this.workers = nodes.map(node => this.ask(node));
  }

  private async ask(node: FaultNode): Promise<void> {
    while (this.running) {
      const at = performance.now();
      const { status } = await sendTo(node, { path: '/readyz' }, patienceMs);
      if (!node.isFaulted) this.samples.push({ node, at, status });
      await sleep(everyMs);
    }
  }

  /** The number of probes in the interval with another status, and the total. */
  others(node: FaultNode, status: number, from: number, to: number): { readonly wrong: number; readonly all: number } {
    const inside = this.samples.filter(sample => sample.node === node && sample.at >= from && sample.at < to);
    return { wrong: inside.filter(sample => sample.status !== status).length, all: inside.length };
  }

  /** Milliseconds from `from` until the node stays ready; null if it doesn't. */
  readyAfter(node: FaultNode, from: number): number | null {
    const later = this.samples.filter(sample => sample.node === node && sample.at >= from);
    const lastWrong = later.findLastIndex(sample => sample.status !== 200);
    const first = later[lastWrong + 1];
    return first ? first.at - from : null;
  }

  async stop(): Promise<void> {
    this.running = false;
    await Promise.all(this.workers);
  }
}
