import type { LogSource } from './log-topic.js';
import type { StreamMessage } from './packet.js';

export interface Replay {
  readonly messages: readonly StreamMessage[];
  /** The number of the newest message that there is. */
  readonly lastSequence: number;
  /** Whether the newest message is among these. */
  readonly complete: boolean;
}

/** Null: what follows is not kept, and only a snapshot can help. */
export async function replayFrom(source: LogSource, after: number, limit: number): Promise<Replay | null> {
  if (!source.storing) return null;
  const { head, messages, gone } = await source.page(after, limit);
  if (gone || after > head) return null;
  const reached = messages.at(-1)?.sequence ?? after;
  return { messages, lastSequence: head, complete: reached === head };
}
