import { createReadStream, statSync } from 'node:fs';
import { CommandFailure } from '../output/command-failure.js';
import type { Progress } from '../output/progress.js';
import type { StandardStreams } from './standard-streams.js';

const reasons: Record<string, string> = {
  ENOENT: 'the file does not exist',
  EACCES: 'permission denied',
  EISDIR: 'it is a folder',
};

/** Decodes a file as UTF-8 chunk by chunk, without its byte order mark. */
export async function readText(
  path: string,
  { input }: StandardStreams,
  progress: Progress,
  onText: (text: string) => void,
): Promise<void> {
  const decoder = new TextDecoder();
  let read = 0;
  try {
    const size = path === '-' ? null : statSync(path).size || null;
    const chunks = path === '-' ? (input?.() ?? []) : createReadStream(path, { highWaterMark: 1 << 20 });
    for await (const chunk of chunks as AsyncIterable<Uint8Array>) {
      read += chunk.length;
      progress.show('reading', size && Math.min(1, read / size));
      onText(decoder.decode(chunk, { stream: true }));
    }
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === undefined) throw error;
    throw new CommandFailure(
      `${path} can't be read: ${reasons[code] ?? code}\nCheck the path, or use - to read standard input.`,
      2,
    );
  }
  onText(decoder.decode());
}

const maxLineLength = 64 * 1024 * 1024;

/** Splits chunks of text into lines. `end` emits the last line, which needs no line break. */
export function createLineSplitter(onLine: (line: string) => void): { push(text: string): void; end(): void } {
  let rest = '';
  return {
    push(text) {
      const whole = rest + text;
      let from = 0;
      for (let to = whole.indexOf('\n', from); to >= 0; to = whole.indexOf('\n', from)) {
        onLine(whole.slice(from, whole.charCodeAt(to - 1) === 13 && to > from ? to - 1 : to));
        from = to + 1;
      }
      rest = whole.slice(from);
      if (rest.length > maxLineLength) throw new CommandFailure('a line is longer than 64 MiB', 2);
    },
    end() {
      if (rest !== '') onLine(rest);
      rest = '';
    },
  };
}
