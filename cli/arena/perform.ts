import type { Advice } from '../output/refusal.js';
import type { Arena } from './arena.js';
import type { OperatorClient } from './operator-client.js';

/** A call to the operator API and the formatting of its response. */
interface Task {
  readonly call: (client: OperatorClient) => Promise<unknown>;
  readonly show: (reply: never, price: Arena['price']) => string;
  /** False sets exit code 1. */
  readonly succeeded?: (reply: never) => boolean;
  readonly advice?: Advice;
}

export type Perform = (task: Task) => Promise<void>;
