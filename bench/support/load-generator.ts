// A separate process that sends orders, so that measuring and sending do not share a thread.
import { load, percentile } from './http-load.js';
import { type OpenLoopResult, runOpenLoop } from './open-loop.js';
import { orderMaker } from './order-maker.js';

export interface GeneratorSetup {
  readonly url: string;
  readonly agents: readonly { readonly key: string }[];
  readonly markets: readonly { readonly slug: string }[];
}

export type GeneratorTask =
  | { readonly kind: 'setup'; readonly setup: GeneratorSetup }
  | { readonly kind: 'closed'; readonly connections: number; readonly seconds: number }
  | {
      readonly kind: 'open';
      readonly perSecond: number;
      readonly seconds: number;
      readonly openAtStart: number;
      readonly maxConnections: number;
    };

export interface ClosedResult {
  readonly perSecond: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
}

let setup: GeneratorSetup | null = null;
let next: () => string = () => '';

async function runTask(task: GeneratorTask): Promise<ClosedResult | OpenLoopResult | null> {
  if (task.kind === 'setup') {
    setup = task.setup;
    next = orderMaker({ host: new URL(setup.url).host, ...setup, overloading: true });
    return null;
  }
  if (!setup) throw new Error('the generator has no setup yet');
  const { url } = setup;
  if (task.kind === 'open')
    return runOpenLoop({ url, next, ...task, onConnected: () => process.send?.({ connected: true }) });
  const { latenciesMs, statuses, seconds } = await load({ url, next, ...task });
  const at = (share: number) => percentile(latenciesMs, share);
  return { perSecond: (statuses.get(201) ?? 0) / seconds, p50Ms: at(0.5), p99Ms: at(0.99) };
}

process.on('message', (task: GeneratorTask) => {
  runTask(task).then(
    result => process.send?.({ result }),
    error => process.send?.({ error: String(error) }),
  );
});
