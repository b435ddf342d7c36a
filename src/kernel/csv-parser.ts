interface Handlers {
  /** `line` is the 1-based line that the record starts on. */
  readonly onRecord: (fields: string[], line: number) => void;
  readonly onBad: (line: number, problem: string) => void;
}

type ParseResult =
  | { readonly kind: 'record'; readonly fields: string[]; readonly next: number }
  | { readonly kind: 'bad'; readonly problem: string }
  | { readonly kind: 'open' };

const maxRecordLength = 1 << 20;

function skipLineBreak(text: string, at: number): number | null {
  if (text[at] === '\n') return at + 1;
  return text[at] === '\r' && text[at + 1] === '\n' ? at + 2 : null;
}

/** Parses a quoted field; null if the text ends before the closing quote. */
function parseQuotedField(text: string, from: number): { field: string; next: number } | null {
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

/** Parses one record at a position. The end of the text ends a record only if `isLast`. */
function parseRecord(text: string, from: number, isLast: boolean): ParseResult {
  const fields: string[] = [];
  let at = from;
  for (;;) {
    if (text[at] === '"') {
      const quoted = parseQuotedField(text, at);
      if (quoted === null) return isLast ? { kind: 'bad', problem: 'a quote is not closed' } : { kind: 'open' };
      fields.push(quoted.field);
      at = quoted.next;
    } else {
      const end = /[,\r\n]/g;
      end.lastIndex = at;
      const stop = end.exec(text)?.index ?? text.length;
      const field = text.slice(at, stop);
      if (field.includes('"')) return { kind: 'bad', problem: 'a quote is inside an unquoted field' };
      fields.push(field);
      at = stop;
    }
    // A closing quote at the end of a chunk may be half of an escaped quote, a CR half of a CRLF.
    if (!isLast && at + 1 >= text.length) return { kind: 'open' };
    if (at >= text.length) return { kind: 'record', fields, next: at };
    const next = skipLineBreak(text, at);
    if (next !== null) return { kind: 'record', fields, next };
    if (text[at] !== ',') return { kind: 'bad', problem: 'unexpected characters after a quoted field' };
    at += 1;
  }
}

function countLineBreaks(text: string, from: number, to: number): number {
  let count = 0;
  for (let at = text.indexOf('\n', from); at >= 0 && at < to; at = text.indexOf('\n', at + 1)) count += 1;
  return count;
}

/** A record exceeds the maximum length; most often a quote was left open. */
export class CsvRecordTooLong extends Error {}

/** Parses RFC 4180 CSV chunk by chunk. Skips empty lines and resumes after the line of an invalid record. */
export class CsvParser {
  readonly #handlers: Handlers;
  #rest = '';
  #line = 1;

  constructor(handlers: Handlers) {
    this.#handlers = handlers;
  }

  push(text: string): void {
    this.#parse(this.#rest + text, false);
    if (this.#rest.length <= maxRecordLength) return;
    throw new CsvRecordTooLong(`line ${this.#line}: the record is longer than 1 MiB; is a quote not closed?`);
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
        // Fast path: a line without quotes needs no field parser.
        if (line !== '') this.#handlers.onRecord(line.split(','), this.#line);
        this.#line += 1;
        at = stop + 1;
        continue;
      }
      const result = parseRecord(text, at, isLast);
      if (result.kind === 'open') break;
      if (result.kind === 'record') {
        this.#handlers.onRecord(result.fields, this.#line);
        this.#line += countLineBreaks(text, at, result.next);
        at = result.next;
      } else {
        this.#handlers.onBad(this.#line, result.problem);
        this.#line += 1;
        at = stop + 1;
      }
    }
    this.#rest = text.slice(at);
  }
}
