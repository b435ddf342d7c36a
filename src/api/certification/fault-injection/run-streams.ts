import type { OpenStream } from '../../../http/streaming/stream-hub.js';
import { closedRuns } from '../../../operations/certification/closed-runs.js';
import type { OperationContext } from '../../../operations/operation-context.js';
import { findLiveKeys } from '../../../operations/streams/queries.js';

interface Opened {
  readonly runId: string;
  readonly keyId: string;
}

/**
 * The streams of this node below base paths. Whatever is read there needs the key and the run, public channels too, so each
 * stream ends when one of them does.
 */
export class RunStreams {
  private readonly open = new Map<OpenStream, Opened>();

  constructor(private readonly context: Pick<OperationContext, 'store'>) {}

  add(stream: OpenStream, opened: Opened): void {
    this.open.set(stream, opened);
    stream.onLeave(() => this.open.delete(stream));
  }

  /** Ends those whose run is over or whose key is no longer good, in the scenario or for real. */
  async check(): Promise<void> {
    if (this.open.size === 0) return;
    const held = [...this.open];
    const idsOf = (name: keyof Opened) => [...new Set(held.map(([, opened]) => opened[name]))];
    const closed = await closedRuns(this.context, idsOf('runId'));
    const live = await findLiveKeys(this.context, idsOf('keyId'));
    for (const [stream, { runId, keyId }] of held) {
      if (closed.has(runId) || !live.has(keyId)) stream.end('credential');
    }
  }
}
