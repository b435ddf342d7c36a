import { createHash } from 'node:crypto';
import { type FileHandle, mkdtemp, open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { OperationContext } from '../database/transactions.js';
import { ApiError } from '../http/errors.js';
import type { WriteBody } from '../http/route.js';
import type { EventSet } from '../scoring/rules/boards.js';
import { writeRecord } from './write-record.js';

const chunkBytes = 64 * 1024;

/**
 * A long text on disk that any number of readers can read while it is being written, each at its own speed; the writer
 * waits for none of them. The file is unlinked at once and freed when the last holder closes it.
 */
export class Spool {
  private length = 0;
  private ended = false;
  private failure: Error | null = null;
  private holders = 1;
  private waiting: (() => void)[] = [];

  private constructor(private readonly file: FileHandle) {}

  static async open(): Promise<Spool> {
    const folder = await mkdtemp(join(tmpdir(), 'presage-spool-'));
    try {
      return new Spool(await open(join(folder, 'text'), 'w+', 0o600));
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  }

  /** Writes the whole text and releases the writer's reference; readers may continue. */
  async fill(produce: (write: (text: string) => Promise<void>) => Promise<void>): Promise<void> {
    try {
      await produce(async text => {
        const bytes = Buffer.from(text, 'utf8');
        await this.file.write(bytes, 0, bytes.length, this.length);
        this.length += bytes.length;
        this.wake();
      });
    } catch (error) {
      this.failure = error as Error;
      throw error;
    } finally {
      this.ended = true;
      this.wake();
      await this.release();
    }
  }

  get complete(): boolean {
    return this.ended;
  }

  /** The last reference to the file is released. */
  get closed(): boolean {
    return this.holders === 0;
  }

  async read(take: (bytes: Buffer) => Promise<void>): Promise<void> {
    this.holders += 1;
    try {
      for (let at = 0; ; ) {
        if (at < this.length) {
          const { bytesRead, buffer } = await this.file.read(Buffer.allocUnsafe(chunkBytes), 0, chunkBytes, at);
          at += bytesRead;
          await take(buffer.subarray(0, bytesRead));
        } else if (this.failure) throw this.failure;
        else if (this.ended) return;
        else await new Promise<void>(done => this.waiting.push(done));
      }
    } finally {
      await this.release();
    }
  }

  private wake(): void {
    const woken = this.waiting;
    this.waiting = [];
    for (const done of woken) done();
  }

  private async release(): Promise<void> {
    this.holders -= 1;
    if (this.holders === 0) await this.file.close();
  }
}

/** The maximum number of exports on disk, where those of slow readers remain. */
const maxExports = 4;

/**
 * Opens exports of the record. An export is spooled to disk at the speed of the database, so no reader holds a
 * connection; requests that arrive while it is being written share it.
 */
export function createRecordExports(context: Pick<OperationContext, 'store' | 'clock'>) {
  let exports: { readonly events: EventSet; readonly spool: Spool }[] = [];
  const opening = new Map<EventSet, Promise<Spool>>();

  async function begin(events: EventSet): Promise<Spool> {
    const spool = await Spool.open();
    exports.push({ events, spool });
    // Readers receive the failure.
    spool.fill(write => writeRecord(context, events, () => createHash('sha256'), write)).catch(() => {});
    return spool;
  }

  return async (events: EventSet): Promise<(write: WriteBody) => Promise<void>> => {
    exports = exports.filter(({ spool }) => !spool.closed);
    const shared = exports.find(each => each.events === events && !each.spool.complete)?.spool;
    if (shared) return write => shared.read(write);
    let opened = opening.get(events);
    if (!opened) {
      if (exports.length + opening.size >= maxExports) {
        throw new ApiError('SERVICE_UNAVAILABLE', `${maxExports} exports are already running`, {
          headers: { 'retry-after': '30' },
        });
      }
      opened = begin(events).finally(() => opening.delete(events));
      opening.set(events, opened);
    }
    const spool = await opened;
    return write => spool.read(write);
  };
}

export interface RecordServices {
  /** Opens an export of the public record of a set of events, to be read at any speed. */
  readonly record: { readonly open: (events: EventSet) => Promise<(write: WriteBody) => Promise<void>> };
}
