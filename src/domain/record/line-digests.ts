/**
 * Each line of a record ends with a digest of itself, and the last line has one of the whole file. They show what an
 * accident has changed, down to the line; whoever changes a line on purpose can write a new digest, and is found, if at
 * all, by computing the numbers again.
 */
import type { EndLine, RecordLine } from './record-lines.js';

/** A SHA-256 that takes its text piece by piece. */
export interface TextHash {
  update(text: string): unknown;
  digest(form: 'hex'): string;
}

const shaDigits = 16;
const sealPattern = /,"sha":"([0-9a-f]+)"\}$/;

function shaOf(newHash: () => TextHash, content: string): string {
  const hash = newHash();
  hash.update(content);
  return hash.digest('hex').slice(0, shaDigits);
}

/** The text of a line with its digest, which is that of everything before `,"sha"`. */
function sealLine(newHash: () => TextHash, line: RecordLine): string {
  const content = JSON.stringify(line).slice(0, -1);
  return `${content},"sha":"${shaOf(newHash, content)}"}`;
}

/** Whether a line is as it was written. */
export function isSealed(newHash: () => TextHash, text: string): boolean {
  const found = sealPattern.exec(text);
  return found !== null && shaOf(newHash, text.slice(0, found.index)) === found[1];
}

/** Turns lines into text, one after the other, and knows the digest of all of them. */
export class LineSealer {
  lines = 0;
  readonly #newHash: () => TextHash;
  readonly #all: TextHash;

  constructor(newHash: () => TextHash) {
    this.#newHash = newHash;
    this.#all = newHash();
  }

  seal(line: RecordLine): string {
    this.lines += 1;
    const text = `${sealLine(this.#newHash, line)}\n`;
    this.#all.update(text);
    return text;
  }

  /** The last line; nothing can follow it. */
  end(): string {
    this.lines += 1;
    const line: EndLine = { type: 'end', lines: this.lines, digest: this.#all.digest('hex') };
    return `${sealLine(this.#newHash, line)}\n`;
  }
}
