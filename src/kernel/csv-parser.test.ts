import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { CsvParser } from './csv-parser.js';

function parse(pieces: readonly string[]) {
  const records: [number, string[]][] = [];
  const bad: [number, string][] = [];
  const parser = new CsvParser({
    onRecord: (fields, line) => records.push([line, fields]),
    onBad: (line, problem) => bad.push([line, problem]),
  });
  for (const piece of pieces) parser.push(piece);
  parser.end();
  return { records, bad };
}

function quoteField(field: string, always: boolean): string {
  return always || /[",\r\n]/.test(field) ? `"${field.replaceAll('"', '""')}"` : field;
}

/** Splits a text into chunks of the given lengths. */
function pieces(text: string, lengths: readonly number[]): string[] {
  const cut: string[] = [];
  let from = 0;
  for (let k = 0; from < text.length; k += 1) {
    const length = lengths[k % lengths.length];
    cut.push(text.slice(from, from + length));
    from += length;
  }
  return cut;
}

describe('CSV', () => {
  it('parses what was serialized, for any chunks', () => {
    const field = fc.string({ unit: fc.constantFrom('a', 'ä', ' ', ',', '"', '\n', '\r\n', '1') });
    // A record of one empty field would be an empty line, which is skipped.
    const records = fc.array(fc.array(field, { minLength: 2, maxLength: 4 }), { maxLength: 5 });
    const cuts = fc.array(fc.integer({ min: 1, max: 5 }), { minLength: 1, maxLength: 4 });
    const property = fc.property(records, cuts, fc.boolean(), fc.boolean(), (rows, lengths, always, crlf) => {
      const end = crlf ? '\r\n' : '\n';
      const text = rows.map(row => row.map(cell => quoteField(cell, always)).join(',') + end).join('');
      const read = parse(pieces(text, lengths));
      expect(read.bad).toEqual([]);
      expect(read.records.map(([, fields]) => fields)).toEqual(rows);
      expect(parse([text])).toEqual(read);
      expect(parse([text.slice(0, -end.length)]).records.map(([, fields]) => fields)).toEqual(rows);
    });
    fc.assert(property, { numRuns: 500 });
  });

  it('reports the line that a record starts on', () => {
    const { records } = parse(['a,b\n\n"x\ny",2\r\n3,4']);
    expect(records).toEqual([
      [1, ['a', 'b']],
      [3, ['x\ny', '2']],
      [5, ['3', '4']],
    ]);
  });

  it('skips an invalid record up to the end of its line', () => {
    const { records, bad } = parse(['a,b\n1,x"y"\n"1"2,3\n4,5\n6,"7\n']);
    expect(records.map(([line]) => line)).toEqual([1, 4]);
    expect(bad).toEqual([
      [2, 'a quote is inside an unquoted field'],
      [3, 'unexpected characters after a quoted field'],
      [5, 'a quote is not closed'],
    ]);
  });

  it('recovers after an unclosed quote', () => {
    const long = Array.from({ length: 3 }, () => 'x'.repeat(500_000));
    expect(() => parse(['a,b\n"1,', ...long])).toThrow(
      'line 2: the record is longer than 1 MiB; is a quote not closed?',
    );
  });
});
