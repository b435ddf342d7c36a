import type { StreamMessage } from '../http/streaming/packet.js';
import type { LogSource } from './log-topic.js';

interface Replayed {
  readonly messages: readonly StreamMessage[];
  /** The number of the newest message. */
  readonly lastSequence: number;
  /** Whether the newest message is among these. */
  readonly complete: boolean;
}

/** The messages can't be replayed; the client needs a snapshot. */
interface NotReplayed {
  readonly reason: 'gone' | 'ahead' | 'storage-off';
  readonly lastSequence: number;
}

export type Replay = Replayed | NotReplayed;

export async function replayFrom(source: LogSource, after: number, limit: number): Promise<Replay> {
  const { head: lastSequence, messages, gone } = await source.page(after, source.storing ? limit : 0);
  if (after > lastSequence) return { reason: 'ahead', lastSequence };
  if (!source.storing) return { reason: 'storage-off', lastSequence };
  if (gone) return { reason: 'gone', lastSequence };
  const reached = messages.at(-1)?.sequence ?? after;
  return { messages, lastSequence, complete: reached === lastSequence };
}
