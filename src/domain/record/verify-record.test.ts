import { Ajv2020 } from 'ajv/dist/2020.js';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { runToEnd } from '../scoring/run-to-end.js';
import type { RecordLine } from './record-lines.js';
import { lineSchemas, recordLineSchema } from './record-schema.js';
import { problemOf } from './schema-check.js';
import { sampleRecord } from './testing/sample-record.js';
import { RecordVerifier } from './verify-record.js';

const sample = sampleRecord('sample', { players: 6, events: 14 });

function verify(lines: readonly unknown[]) {
  const verifier = new RecordVerifier();
  for (const line of lines) runToEnd(verifier.take(line));
  return verifier.finish();
}

type Mutable = Record<string, unknown>;

/** The sample with one line changed. */
function changed(index: number, change: (line: Mutable) => void): unknown[] {
  const lines = [...sample] as unknown[];
  const copy = structuredClone(lines[index]) as Mutable;
  change(copy);
  lines[index] = copy;
  return lines;
}

const indexesOf = (type: RecordLine['type']) => sample.flatMap((line, index) => (line.type === type ? [index] : []));
const firstOf = (type: RecordLine['type'], where: (line: never) => boolean = () => true) =>
  sample.findIndex(line => line.type === type && where(line as never));

const kinds = (lines: readonly unknown[]) => verify(lines).differences.map(({ kind }) => kind);

describe('a record that agrees with itself', () => {
  it('has no differences', () => {
    const report = verify(JSON.parse(JSON.stringify(sample)));
    expect(report.differences).toEqual([]);
    expect(report).toMatchObject({ complete: true, differenceCount: 0, lines: sample.length });
    expect(report.counts).toEqual((sample[0] as { counts: unknown }).counts);
    expect(report.counts.scores).toBeGreaterThan(50);
    expect(report.counts.boardRows).toBeGreaterThan(100);
  });

  it('may be empty', () => {
    const counts = { players: 0, events: 0, forecasts: 0, scores: 0, boardRows: 0 };
    expect(
      verify([
        { ...sample[0], counts },
        { type: 'end', lines: 2 },
      ]).differences,
    ).toEqual([]);
  });
});

describe('a changed digit is found', () => {
  it.each(['brier', 'marketBrier', 'edge', 'last', 'coverage'])('in %s of any score', field => {
    const scored = fc.constantFrom(...indexesOf('score').filter(index => (sample[index] as never)[field] !== null));
    const property = fc.property(scored, fc.integer({ min: 2, max: 8 }), (index, digit) => {
      const lines = changed(index, line => {
        const value = line[field] as number;
        line[field] = value > 0.5 ? value - 10 ** -digit : value + 10 ** -digit;
      });
      const { player, event } = sample[index] as { player: string; event: string };
      expect(verify(lines).differences[0]).toMatchObject({
        ...{ kind: 'score', line: index + 1, field },
        ...{ player: player.replace('plr_', 'player-'), event: event.replace('evt_', 'event-') },
      });
    });
    fc.assert(property, { numRuns: 4 });
  });

  it('in the probability of a forecast that counted', () => {
    const single = indexesOf('forecast').filter(index => {
      const { player, event, withdrawnAt } = sample[index] as Extract<RecordLine, { type: 'forecast' }>;
      const others = sample.filter(line => line.type === 'forecast' && line.player === player && line.event === event);
      return others.length === 1 && withdrawnAt === null;
    });
    expect(single.length).toBeGreaterThan(3);
    for (const index of single.slice(0, 5)) {
      const lines = changed(index, line => {
        line.probability = Math.abs((line.probability as number) - 0.0001);
      });
      expect(kinds(lines)).toContain('score');
    }
  });

  it('in a payout, a close, a price', () => {
    const index = firstOf('event');
    const resolution = (line: Mutable) => (line.resolutions as Mutable[])[0];
    const payout = changed(index, line => {
      const [first, second, ...rest] = resolution(line).payoutBps as number[];
      resolution(line).payoutBps = [Math.abs(first - 1), 10_000 - Math.abs(first - 1), ...rest.map(() => second * 0)];
    });
    expect(kinds(payout)).toContain('score');
    const close = changed(index, line => {
      resolution(line).effectiveCloseAt = (resolution(line).effectiveCloseAt as string).replace('T00:00', 'T00:01');
    });
    expect(kinds(close)).toContain('score');
    const price = changed(index, line => {
      (line.prices as [number, number[]][])[1][1][0] = 4_321;
    });
    expect(kinds(price)).toContain('score');
  });
});

describe('a changed digit of a board is found', () => {
  it.each(['mean', 'low', 'high', 'resolvedEvents', 'coverage', 'total'])('in %s of any board', field => {
    const rows = fc.constantFrom(...indexesOf('board').filter(index => (sample[index] as never)[field] !== null));
    const property = fc.property(rows, index => {
      const lines = changed(index, line => {
        const value = line[field] as number;
        line[field] = field === 'resolvedEvents' ? value + 1 : value > 0.5 ? value - 1e-7 : value + 1e-7;
      });
      const { differences } = verify(lines);
      expect(differences).toHaveLength(1);
      expect(differences[0]).toMatchObject({ kind: 'board', line: index + 1, field });
      expect(differences[0].message).toMatch(
        /player-\d on (brier|edge|adjusted|profit) (7d|all)\/(\*|sports) as of 2026-/,
      );
    });
    fc.assert(property, { numRuns: 3 });
  });

  it('in the profit of a score, by its board', () => {
    const index = firstOf('score', ({ profit }: { profit: number | null }) => profit !== null);
    const lines = changed(index, line => {
      line.profit = (line.profit as number) + 0.000001;
    });
    const { differences } = verify(lines);
    expect(differences.every(({ board }) => board?.startsWith('profit'))).toBe(true);
    expect(differences.length).toBeGreaterThan(0);
  });

  it('below the tolerance it is not', () => {
    const index = firstOf('board');
    const lines = changed(index, line => {
      line.mean = (line.mean as number) + 5e-10;
    });
    expect(kinds(lines)).toEqual([]);
  });
});

describe('what is missing or too much', () => {
  const without = (index: number) => sample.filter((_, k) => k !== index);
  const twice = (index: number) => sample.flatMap((line, k) => (k === index ? [line, line] : [line]));

  it('is named', () => {
    const score = firstOf('score', ({ brier }: { brier: number | null }) => brier !== null);
    const missing = verify(without(score)).differences;
    expect(missing[0]).toMatchObject({ kind: 'missing', line: null });
    expect(missing[0].message).toMatch(/^the score of player-\d on event-\d+ \(version 1\) is missing$/);
    const row = firstOf('board', ({ board }: { board: string }) => board === 'edge');
    expect(verify(without(row)).differences[0].message).toMatch(/^the row of player-\d on edge .* is missing$/);
    const forecasts = new Map<string, number[]>();
    for (const index of indexesOf('forecast')) {
      const { player, event } = sample[index] as { player: string; event: string };
      forecasts.set(`${player} ${event}`, [...(forecasts.get(`${player} ${event}`) ?? []), index]);
    }
    const lone = [...forecasts.values()].find(list => list.length === 1)![0];
    expect(kinds(without(lone))).toContain('superfluous');
  });

  it('twice is once too often', () => {
    for (const type of ['player', 'event', 'forecast', 'score', 'board'] as const) {
      const { differences } = verify(twice(firstOf(type)));
      expect(differences[0]).toMatchObject({ kind: 'bad-line', line: firstOf(type) + 2 });
      expect(differences[0].message).toContain('comes twice');
    }
  });

  it('shows in the counts', () => {
    const counts = verify(without(firstOf('forecast'))).differences.filter(({ kind }) => kind === 'count');
    expect(counts[0].message).toMatch(/the header counts \d+ forecasts, the file has \d+/);
    expect(verify(without(firstOf('board'))).differences.at(-1)?.message).toMatch(/the end line counts/);
  });

  it('is a row of somebody who has none', () => {
    const last = sample.at(-2) as unknown as Mutable;
    const lines = [...sample.slice(0, -1), { ...last, player: 'plr_none' }, sample.at(-1)];
    expect(verify(lines).differences[0]).toMatchObject({ kind: 'superfluous', player: 'plr_none' });
  });
});

describe('a file that is not in order', () => {
  it('was cut off', () => {
    for (const length of [1, 30, sample.length - 1]) {
      const report = verify(sample.slice(0, length));
      expect(report.complete).toBe(false);
      expect(report.differences.map(({ kind }) => kind)).toEqual(['truncated']);
    }
  });

  it('has bad lines with their numbers', () => {
    const problems = (lines: readonly unknown[]) => verify(lines).differences.map(({ message }) => message);
    expect(problems([null])[0]).toBe('line 1: it has no type that is known');
    expect(problems([sample[1]])[0]).toContain('line 1: the header must be the first line');
    expect(problems([sample[0], sample.at(-1), sample[1]])).toContain('line 3: something follows the end');
    const event = firstOf('event');
    expect(problems(changed(event, line => Object.assign(line, { rationale: 'secret' })))[0]).toBe(
      `line ${event + 1}: rationale does not belong here`,
    );
    const late = [...sample.slice(0, -1), sample[1], sample.at(-1)];
    expect(problems(late)).toContain(`line ${sample.length}: a player line comes too late`);
    const forecast = firstOf('forecast');
    expect(problems(changed(forecast, line => Object.assign(line, { outcome: 7 })))[0]).toContain('has no outcome 7');
    expect(problems(changed(forecast, line => Object.assign(line, { player: 'x' })))[0]).toContain(
      'x is not introduced',
    );
    expect(problems(changed(forecast, line => Object.assign(line, { event: 'x' })))[0]).toContain('does not follow');
    const impossible = '2026-13-41T00:00:00.000Z';
    expect(problems(changed(forecast, line => Object.assign(line, { at: impossible })))[0]).toContain('does not exist');
    const score = firstOf('score');
    expect(problems(changed(score, line => Object.assign(line, { version: 9 })))[0]).toContain('has no version 9');
  });

  it('is told once about an event that is broken', () => {
    const index = firstOf('event');
    const bad = changed(index, line => Object.assign(line, { outcomes: ['Only'] }));
    expect(verify(bad).differences.filter(({ kind }) => kind === 'bad-line')).toHaveLength(1);
    const late = changed(index, line => Object.assign(line, { prices: [] }));
    expect(verify(late).differences[0].message).toContain("event-0 can't be scored: opening-price");
  });

  it('was scored by other rules', () => {
    const lines = changed(0, line => Object.assign(line.scoring as object, { resamples: 500 }));
    expect(verify(lines).differences[0].message).toBe('the record was scored with resamples 500; this is 1000 here');
  });

  it('does not fill the memory with its faults', () => {
    const verifier = new RecordVerifier({ mostDifferences: 3 });
    for (let index = 0; index < 10; index += 1) verifier.takeUnreadable('not JSON');
    const report = verifier.finish();
    expect(report.differenceCount).toBe(11);
    expect(report.differences).toHaveLength(3);
    expect(verifier.hasHeader).toBe(false);
  });
});

describe('the schema of a line', () => {
  const validate = new Ajv2020({ strict: false }).compile(recordLineSchema);

  it('is valid and accepts what the record holds', () => {
    for (const line of sample) expect(validate(line), JSON.stringify(validate.errors)).toBe(true);
    expect(validate({ type: 'rationale' })).toBe(false);
    expect(JSON.stringify(recordLineSchema)).not.toContain('rationale');
  });

  it('decides here as any validator does', () => {
    const strange = fc.oneof(fc.constantFrom(null, '', 'x', -1, 0.5, 1, 1e9, true), fc.constant([]), fc.constant({}));
    const line = fc.constantFrom(...sample);
    const property = fc.property(line, fc.nat(), strange, fc.boolean(), (original, which, value, drop) => {
      const copy = structuredClone(original) as unknown as Mutable;
      const name = Object.keys(copy)[which % Object.keys(copy).length];
      if (drop) delete copy[name];
      else copy[name] = value;
      const schema = lineSchemas[original.type];
      expect(problemOf(copy, schema) === null).toBe(validate(copy));
    });
    fc.assert(property, { numRuns: 1_000 });
  });
});
