import { CommandFailure } from '../output/command-failure.js';

interface Listener {
  /** `line` is where the record begins, counted from 1. */
  readonly onRecord: (fields: string[], line: number) => void;
  readonly onBad: (line: number, problem: string) => void;
}

type Found =
  | { readonly kind: 'record'; readonly fields: string[]; readonly next: number }
  | { readonly kind: 'bad'; readonly problem: string }
  | { readonly kind: 'open' };

const longestRecord = 1 << 20;

function skipLineBreak(text: string, at: number): number | null {
  if (text[at] === '\n') return at + 1;
  return text[at] === '\r' && text[at + 1] === '\n' ? at + 2 : null;
}

/** A field in quotes: where it ends and what it says, or null where its closing quote is not there yet. */
function quotedField(text: string, from: number): { field: string; next: number } | null {
  let field = '';
  let start = from + 1;
  for (;;) {
    const quote = text.indexOf('"', start);
    if (quote < 0) return null;
    field += text.slice(start, quote);
    if (text[quote + 1] !== '"') return { field, next: quote + 1 };
    field += '"';
    start = quote + 2;
  }
}

/** One record from a position on. Without more text to come, the end of the text ends it too. */
function findRecord(text: string, from: number, isLast: boolean): Found {
  const fields: string[] = [];
  let at = from;
  for (;;) {
    if (text[at] === '"') {
      const quoted = quotedField(text, at);
      if (quoted === null) return isLast ? { kind: 'bad', problem: 'a quote is left open' } : { kind: 'open' };
      fields.push(quoted.field);
      at = quoted.next;
    } else {
      const end = /[,\r\n]/g;
      end.lastIndex = at;
      const stop = end.exec(text)?.index ?? text.length;
      const field = text.slice(at, stop);
      if (field.includes('"')) return { kind: 'bad', problem: 'a quote stands in the middle of a field' };
      fields.push(field);
      at = stop;
    }
    // A closing quote or a carriage return at the end of a piece may be half of something.
    if (!isLast && at + 1 >= text.length) return { kind: 'open' };
    if (at >= text.length) return { kind: 'record', fields, next: at };
    const next = skipLineBreak(text, at);
    if (next !== null) return { kind: 'record', fields, next };
    if (text[at] !== ',') return { kind: 'bad', problem: 'a field does not end where it should' };
    at += 1;
  }
}

function countBreaks(text: string, from: number, to: number): number {
  let count = 0;
  for (let at = text.indexOf('\n', from); at >= 0 && at < to; at = text.indexOf('\n', at + 1)) count += 1;
  return count;
}

/** Reads CSV as RFC 4180 has it, piece by piece. Empty lines are passed over; a bad record ends with its line. */
export class CsvParser {
  readonly #listener: Listener;
  #rest = '';
  #line = 1;

  constructor(listener: Listener) {
    this.#listener = listener;
  }

  push(text: string): void {
    this.#parse(this.#rest + text, false);
    if (this.#rest.length <= longestRecord) return;
    throw new CommandFailure(`line ${this.#line}: the record is longer than 1 MiB; is a quote left open?`);
  }

  end(): void {
    this.#parse(this.#rest, true);
  }

  #parse(text: string, isLast: boolean): void {
    let at = 0;
    while (at < text.length) {
      const lineEnd = text.indexOf('\n', at);
      if (lineEnd < 0 && !isLast) break;
      const stop = lineEnd < 0 ? text.length : lineEnd;
      const line = text.slice(at, text[stop - 1] === '\r' && stop > at ? stop - 1 : stop);
      if (!line.includes('"')) {
        // Nearly all lines of nearly all files are as simple as this.
        if (line !== '') this.#listener.onRecord(line.split(','), this.#line);
        this.#line += 1;
        at = stop + 1;
        continue;
      }
      const found = findRecord(text, at, isLast);
      if (found.kind === 'open') break;
      if (found.kind === 'record') {
        this.#listener.onRecord(found.fields, this.#line);
        this.#line += countBreaks(text, at, found.next);
        at = found.next;
      } else {
        this.#listener.onBad(this.#line, found.problem);
        this.#line += 1;
        at = stop + 1;
      }
    }
    this.#rest = text.slice(at);
  }
}
