import type { Advice } from '../output/refusal.js';
import type { OperatorClient } from './operator-client.js';

/** What a command does: a call, and how its reply is shown to people. */
interface Task {
  readonly call: (client: OperatorClient) => Promise<unknown>;
  readonly show: (reply: never) => string;
  /** Whether the reply is good news; a script wants to know by the exit code. */
  readonly succeeded?: (reply: never) => boolean;
  readonly advice?: Advice;
}

export type Perform = (task: Task) => Promise<void>;
