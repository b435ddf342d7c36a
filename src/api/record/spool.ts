import { type FileHandle, mkdtemp, open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

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
