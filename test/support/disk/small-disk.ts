import { execFileSync } from 'node:child_process';
import { closeSync, mkdtempSync, openSync, rmSync, statfsSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const mebibyte = 1024 * 1024;

/** A file system of a few hundred megabytes in memory, which a test can fill. */
export class SmallDisk {
  private constructor(readonly folder: string) {}

  /** The reason why this user can't mount file systems; null if it can. */
  static obstacle(): string | null {
    try {
      SmallDisk.mount(1).unmount();
      return null;
    } catch (error) {
      return `mounting a small disk is not permitted here: ${(error as Error).message.trim()}`;
    }
  }

  static mount(megabytes: number): SmallDisk {
    const folder = mkdtempSync(join(tmpdir(), 'presage-small-disk-'));
    try {
      execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m,mode=0755`, 'tmpfs', folder], { stdio: 'pipe' });
    } catch (error) {
      rmSync(folder, { recursive: true });
      throw error;
    }
    return new SmallDisk(folder);
  }

  get freeMegabytes(): number {
    const { bavail, bsize } = statfsSync(this.folder);
    return (bavail * bsize) / mebibyte;
  }

  /** Fills the disk until the given space is left. */
  fill(leftMegabytes: number): void {
    const file = openSync(join(this.folder, 'filler'), 'a');
    const block = Buffer.alloc(64 * 1024);
    try {
      while (this.freeMegabytes > leftMegabytes) writeSync(file, block);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
    } finally {
      closeSync(file);
    }
  }

  empty(): void {
    rmSync(join(this.folder, 'filler'), { force: true });
  }

  unmount(): void {
    execFileSync('umount', ['--lazy', this.folder], { stdio: 'pipe' });
    rmSync(this.folder, { recursive: true });
  }
}
