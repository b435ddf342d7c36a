import { Batch } from '../http/streaming/packet.js';
import { type LogSource, LogTopic } from './log-topic.js';

/** The private messages of one player, with the number of unread notifications whenever it changes. */
export class UserTopic extends LogTopic {
  constructor(
    handle: string,
    clock: () => number,
    source: LogSource,
    private readonly countUnread: () => Promise<number>,
  ) {
    super('user', handle, clock, source);
  }

  /** A count that can't be read is not sent: clients can also read the list over HTTP. */
  override announce(): void {
    if (this.readers.size === 0) return;
    this.countUnread().then(
      unread => this.broadcast(Batch.of(this.message('notifications', this.last, { unread }))),
      () => {},
    );
  }
}
