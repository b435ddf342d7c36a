/**
 * Each line of a record ends with its digest, and the last line has a digest of the whole file. They locate accidental
 * changes down to the line. A deliberate change can include a new digest; only recomputing the numbers finds it.
 */
import type { EndLine, RecordLine } from './record-lines.js';

/** An incremental SHA-256. */
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

/** Serializes a line with its digest, which covers everything before `,"sha"`. */
function sealLine(newHash: () => TextHash, line: RecordLine): string {
  const content = JSON.stringify(line).slice(0, -1);
  return `${content},"sha":"${shaOf(newHash, content)}"}`;
}

/** Whether a line matches its digest. */
export function isSealed(newHash: () => TextHash, text: string): boolean {
  const found = sealPattern.exec(text);
  return found !== null && shaOf(newHash, text.slice(0, found.index)) === found[1];
}

/** Serializes lines in order and computes the digest of the whole file. */
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

  /** Returns the last line of the file. */
  end(): string {
    this.lines += 1;
    const line: EndLine = { type: 'end', lines: this.lines, digest: this.#all.digest('hex') };
    return `${sealLine(this.#newHash, line)}\n`;
  }
}
