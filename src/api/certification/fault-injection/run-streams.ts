import type { OpenStream } from '../../../http/streaming/stream-interfaces.js';
import { closedRuns } from '../../../operations/certification/closed-runs.js';
import type { OperationContext } from '../../../operations/operation-context.js';
import { findLiveKeys } from '../../../operations/streams/queries.js';

interface Opened {
  readonly runId: string;
  readonly keyId: string;
}

/**
 * The streams of this node under base paths. All of them, including public channels, need the key and the run, so each
 * stream ends with either.
 */
export class RunStreams {
  private readonly open = new Map<OpenStream, Opened>();

  constructor(private readonly context: Pick<OperationContext, 'store'>) {}

  add(stream: OpenStream, opened: Opened): void {
    this.open.set(stream, opened);
    stream.onLeave(() => this.open.delete(stream));
  }

  /** Ends streams whose run has ended or whose key is revoked, in the scenario or in fact. */
  async check(): Promise<void> {
    if (this.open.size === 0) return;
    const streams = [...this.open];
    const idsOf = (name: keyof Opened) => [...new Set(streams.map(([, opened]) => opened[name]))];
    const closed = await closedRuns(this.context, idsOf('runId'));
    const live = await findLiveKeys(this.context, idsOf('keyId'));
    for (const [stream, { runId, keyId }] of streams) {
      if (closed.has(runId) || !live.has(keyId)) stream.end('credential');
    }
  }
}
