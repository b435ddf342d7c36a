import { Batch } from '../http/streaming/packet.js';
import { type LogSource, LogTopic } from './log-topic.js';
import type { Reader } from './reader.js';

/** The private messages of one player, with the number of unread notifications whenever it changes. */
export class UserTopic extends LogTopic {
  private isAnnounced = false;

  constructor(
    handle: string,
    clock: () => number,
    source: LogSource,
    private readonly countUnread: () => Promise<number>,
  ) {
    super('user', handle, clock, source);
  }

  override announce(): void {
    if (this.joining > 0) this.isAnnounced = true;
    this.sendUnread();
  }

  /** A subscriber that was being caught up gets what was announced meanwhile. */
  protected override attach(reader: Reader): void {
    super.attach(reader);
    if (!this.isAnnounced) return;
    this.isAnnounced = false;
    this.sendUnread();
  }

  /** A count that can't be read is not sent: clients can also read the list over HTTP. */
  private sendUnread(): void {
    if (this.readers.size === 0) return;
    this.countUnread().then(
      unread => this.broadcast(Batch.of(this.message('notifications', this.last, { unread }))),
      () => {},
    );
  }
}
