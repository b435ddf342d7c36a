import { createHash } from 'node:crypto';
import { Ajv2020 } from 'ajv/dist/2020.js';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { runToEnd } from '../../scoring/rules/score-forecasts.js';
import type { RecordLine } from './record-lines.js';
import { lineSchemas, problemOf, recordLineSchema } from './record-schema.js';
import { sampleHandle, sampleRecord, sealRecord } from './testing/sample-record.js';
import { RecordVerifier } from './verify-record.js';

const sample = sampleRecord('sample', { players: 6, events: 14 });

const newHash = () => createHash('sha256');

function verifyText(text: readonly string[]) {
  const verifier = new RecordVerifier({ newHash });
  for (const line of text) runToEnd(verifier.take(line));
  return verifier.finish();
}

/** Seals lines with correct digests regardless of their content, as a forger would. */
const verify = (lines: readonly unknown[]) => verifyText(sealRecord(lines as RecordLine[], newHash));

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

describe('a consistent record', () => {
  it('has no differences', () => {
    const report = verify(sample);
    expect(report.differences).toEqual([]);
    expect(report).toMatchObject({ complete: true, differenceCount: 0, lines: sample.length + 1 });
    expect(report.counts).toEqual((sample[0] as { counts: unknown }).counts);
    expect(report.counts.scores).toBeGreaterThan(50);
    expect(report.counts.boardRows).toBeGreaterThan(100);
    expect(report.counts.baselineRows).toBeGreaterThan(50);
  });

  it('may be empty', () => {
    const counts = { players: 0, events: 0, forecasts: 0, scores: 0, boardRows: 0, baselineRows: 0 };
    expect(verify([{ ...sample[0], asOf: null, counts }]).differences).toEqual([]);
  });
});

describe('a change of the benchmark’s inputs', () => {
  it('is found', () => {
    expect(sample.some(line => line.type === 'score' && line.edge !== null)).toBe(true);
    const index = firstOf('trades');
    const shares = changed(index, line => {
      (line.trades as number[][])[3][4] += 25;
    });
    expect(kinds(shares)).toContain('prices');
    const buyer = changed(index, line => {
      for (const trade of line.trades as number[][]) trade[2] = trade[2] === 1 ? 2 : trade[2];
    });
    expect(kinds(buyer)).toContain('score');
    const owner = changed(firstOf('player'), line => Object.assign(line, { group: 3 }));
    expect(kinds(owner)).toContain('score');
    const established = changed(firstOf('event'), line => Object.assign(line, { established: [] }));
    expect(kinds(established)).toContain('score');
    const opening = changed(firstOf('event'), line => Object.assign(line, { openingShares: [1] }));
    expect(kinds(opening)).toContain('bad-line');
    const earlier = changed(index, line => {
      (line.trades as number[][]).reverse();
    });
    expect(kinds(earlier)).toContain('bad-line');
  });
});

describe('a changed digit is found', () => {
  it.each(['brier', 'marketBrier', 'benchmarkBrier', 'edge', 'last', 'coverage'])('in %s of any score', field => {
    const scored = fc.constantFrom(...indexesOf('score').filter(index => (sample[index] as never)[field] !== null));
    const property = fc.property(scored, fc.integer({ min: 2, max: 8 }), (index, digit) => {
      const lines = changed(index, line => {
        const value = line[field] as number;
        line[field] = value > 0.5 ? value - 10 ** -digit : value + 10 ** -digit;
      });
      const { player, event } = sample[index] as { player: string; event: string };
      expect(verify(lines).differences[0]).toMatchObject({
        ...{ kind: 'score', line: index + 1, field },
        ...{ player: sampleHandle(player), event: event.replace('evt_', 'event-') },
      });
    });
    fc.assert(property, { numRuns: 4 });
  });

  it('in the probability of a scored forecast', () => {
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
      (line.prices as [number, number, number[]][])[1][2][0] = 4_321;
    });
    expect(kinds(price)).toContain('score');
    const day = changed(index, line => {
      line.resolvedAt = (line.resolvedAt as string).replace('-07T', '-08T');
    });
    expect(kinds(day)).toContain('bad-line');
  });

  it('in the market price of a forecast, and in its sequence', () => {
    const index = firstOf('forecast', ({ marketSequence }: { marketSequence: number }) => marketSequence === 3);
    const { player, event } = sample[index] as { player: string; event: string };
    const price = changed(index, line => Object.assign(line, { marketPriceBps: (line.marketPriceBps as number) ^ 1 }));
    for (const lines of [price, changed(index, line => Object.assign(line, { marketSequence: 4 }))]) {
      expect(verify(lines).differences).toMatchObject([
        {
          ...{ kind: 'stamp', line: index + 1, field: 'marketPriceBps' },
          ...{ player: sampleHandle(player), event: event.replace('evt_', 'event-') },
        },
      ]);
    }
  });
});

describe('one changed digit in the text of a file', () => {
  const text = sealRecord(sampleRecord('digits', { players: 3, events: 5 }), newHash);
  /** Lines of players, of events and of an event's data, each with the names that must be reported. */
  const owned = (line: string) => {
    const { type, player, event } = JSON.parse(line);
    const shown = { player: player && sampleHandle(player), event: event?.replace('evt_', 'event-') };
    const about = type === 'prices' ? { event: shown.event } : shown;
    return JSON.parse(JSON.stringify(/^(forecast|score|prices)$/.test(type) ? about : { player: shown.player }));
  };

  it('is reported wherever it is, with the player and the event of its line', () => {
    const place = fc.tuple(fc.nat(text.length - 1), fc.nat(), fc.integer({ min: 1, max: 9 }));
    const property = fc.property(place, ([index, which, more]) => {
      const digits = [...text[index].matchAll(/\d/g)];
      const { index: at, 0: digit } = digits[which % digits.length];
      const spoiled = `${text[index].slice(0, at)}${(Number(digit) + more) % 10}${text[index].slice(at + 1)}`;
      const { differences } = verifyText(text.with(index, spoiled));
      const first = differences.find(({ line }) => line === index + 1);
      expect(first, spoiled).toBeDefined();
      // Ids here differ by one digit, so a damaged one is ambiguous.
      const isId = /"(player|id|handle|slug)":"[^"]*$/.test(text[index].slice(0, at));
      if (!isId) expect(first).toMatchObject(owned(text[index]));
      else expect(first?.player ?? first?.event).not.toBeNull();
    });
    fc.assert(property, { numRuns: 100 });
  });

  it('is reported with the player whose id it damaged', () => {
    const whole = sealRecord(sample, newHash);
    const index = whole.findIndex(line => /"type":"score".*"player":"plr_0*1"/.test(line));
    const found = verifyText(whole.with(index, whole[index].replace('plr_00000', 'plr_00400'))).differences;
    expect(found.find(({ line }) => line === index + 1)).toMatchObject({ kind: 'digest', player: 'player-1' });
  });

  it('is reported once if the line is no longer JSON', () => {
    const index = text.findIndex(line => line.startsWith('{"type":"forecast"'));
    const { player, event } = owned(text[index]);
    const spoiled = text[index].replace(/"marketPriceBps":\d/, '"marketPriceBps":00');
    expect(verifyText(text.with(index, spoiled)).differences[0]).toMatchObject({ kind: 'bad-line', player, event });
  });

  it('is found by the digest of the file if a line was removed with its count', () => {
    expect(verifyText(text.filter((_, k) => k !== 1)).differences.at(-2)).toMatchObject({ kind: 'digest' });
  });
});

describe('a changed digit of a leaderboard is found', () => {
  it.each(['mean', 'low', 'high', 'resolvedEvents', 'coverage', 'total'])('in %s of any leaderboard', field => {
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
        /player-\d on (brier|edge|adjusted|profit) (7d|30d|90d|all)\/(\*|sports|weather) as of 2026-/,
      );
    });
    fc.assert(property, { numRuns: 3 });
  });

  it.each(['always-50', 'market', 'crowd'])('in the baseline %s', name => {
    const index = firstOf('baseline', (line: { name: string }) => line.name === name);
    const lines = changed(index, line => {
      line.mean = (line.mean as number) + 1e-7;
    });
    expect(verify(lines).differences).toMatchObject([{ kind: 'board', line: index + 1, field: 'mean', player: null }]);
    expect(verify(lines).differences[0].message).toContain(`of the baseline ${name} on brier`);
  });

  it('in the profit of a score, by its leaderboard', () => {
    const index = firstOf('score', ({ profit }: { profit: number | null }) => profit !== null);
    const lines = changed(index, line => {
      line.profit = (line.profit as number) + 0.000001;
    });
    const { differences } = verify(lines);
    expect(differences.every(({ board }) => board?.startsWith('profit'))).toBe(true);
    expect(differences.length).toBeGreaterThan(0);
  });

  it('but not below the tolerance', () => {
    const index = firstOf('board');
    const lines = changed(index, line => {
      line.mean = (line.mean as number) + 5e-10;
    });
    expect(kinds(lines)).toEqual([]);
  });
});

describe('a missing or additional line', () => {
  const without = (index: number) => sample.filter((_, k) => k !== index);
  const twice = (index: number) => sample.flatMap((line, k) => (k === index ? [line, line] : [line]));

  it('is reported', () => {
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

  it('is reported if it is a duplicate', () => {
    for (const type of ['player', 'event', 'forecast', 'score', 'board'] as const) {
      const { differences } = verify(twice(firstOf(type)));
      const [difference] = differences.filter(({ kind }) => kind === 'bad-line');
      expect(difference).toMatchObject({ kind: 'bad-line', line: firstOf(type) + 2 });
      expect(difference.message).toContain('duplicate');
    }
  });

  it('is found by the counts', () => {
    const counts = verify(without(firstOf('forecast'))).differences.filter(({ kind }) => kind === 'count');
    expect(counts[0].message).toMatch(/the header counts \d+ forecasts, the file has \d+/);
    const text = sealRecord(sample, newHash);
    const missing = verifyText(text.filter((_, k) => k !== firstOf('board')));
    expect(missing.differences.at(-1)?.message).toMatch(/the end line counts/);
  });

  it('is reported if it is a scope, even with adjusted counts', () => {
    const inScope = (line: RecordLine) =>
      (line.type === 'board' || line.type === 'baseline') && line.window === '30d' && line.category === 'sports';
    const left = sample.filter(line => !inScope(line));
    const count = (type: string) => left.filter(line => line.type === type).length;
    const header = structuredClone(sample[0]) as unknown as { counts: Mutable };
    Object.assign(header.counts, { boardRows: count('board'), baselineRows: count('baseline') });
    const { differences } = verify([header, ...left.slice(1)]);
    expect(differences.map(({ message }) => message)).toEqual(['the leaderboards of 30d/sports are missing']);
  });

  it('is reported for a row of a player without scores', () => {
    const last = sample.findLast(line => line.type === 'board') as unknown as Mutable;
    const lines = [...sample, { ...last, player: 'plr_none' }];
    expect(verify(lines).differences[0]).toMatchObject({ kind: 'superfluous', player: 'plr_none' });
  });
});

describe('a file with structural errors', () => {
  it('may be truncated', () => {
    const text = sealRecord(sample, newHash);
    for (const length of [1, 30, sample.length]) {
      const report = verifyText(text.slice(0, length));
      expect(report.complete).toBe(false);
      expect(report.differences.map(({ kind }) => kind)).toEqual(['truncated']);
    }
  });

  it('reports invalid lines with their numbers', () => {
    const problems = (lines: readonly unknown[]) => verify(lines).differences.map(({ message }) => message);
    expect(verifyText(['null']).differences[1].message).toBe('line 1: unknown type of line');
    expect(problems([sample[1]])[0]).toContain('line 1 (player-0): the header must be the first line');
    const text = sealRecord(sample, newHash);
    expect(verifyText([...text, text[1]]).differences[0].message).toContain('lines follow the end line');
    const event = firstOf('event');
    expect(problems(changed(event, line => Object.assign(line, { rationale: 'secret' })))[0]).toBe(
      `line ${event + 1} (event-0): rationale is not allowed`,
    );
    const late = [...sample, sample[1]];
    expect(problems(late)).toContain(
      `line ${sample.length + 1} (player-0): unexpected player line after later sections`,
    );
    const pricesLate = sample.toSpliced(firstOf('score'), 0, sample[firstOf('prices')]);
    expect(problems(pricesLate)[0]).toContain('prices must come before trades and forecasts');
    const forecast = firstOf('forecast');
    expect(problems(changed(forecast, line => Object.assign(line, { outcome: 7 })))[0]).toContain('has no outcome 7');
    expect(problems(changed(forecast, line => Object.assign(line, { player: 'x' })))[0]).toContain('unknown player x');
    expect(problems(changed(forecast, line => Object.assign(line, { event: 'x' })))[0]).toContain('does not follow');
    for (const at of ['2026-13-41T00:00:00.000Z', '2026-02-31T00:00:00.000Z']) {
      expect(verify(changed(forecast, line => Object.assign(line, { at }))).differences[0]).toMatchObject({
        message: expect.stringContaining('does not exist'),
        player: expect.stringMatching(/^player-/),
        event: 'event-0',
      });
    }
    const score = firstOf('score');
    expect(problems(changed(score, line => Object.assign(line, { version: 9 })))[0]).toContain('has no version 9');
  });

  it('reports an invalid event once', () => {
    const index = firstOf('event');
    const bad = changed(index, line => Object.assign(line, { outcomes: ['Only'] }));
    const { differences } = verify(bad);
    expect(differences.filter(({ kind }) => kind === 'bad-line')).toHaveLength(1);
    // Leaderboards can't be computed without it: reported once per scope, not per row.
    expect(differences.length).toBeLessThan(20);
    expect(differences.at(-1)?.message).toMatch(/can’t be computed: the event event-0 could not be scored/);
    const late = changed(index, line => Object.assign(line, { prices: [] }));
    const told = verify(late).differences.map(({ message }) => message);
    expect(told).toContainEqual(expect.stringContaining('event-0 can’t be scored: opening-price'));
  });

  it('may be scored by other rules', () => {
    const lines = changed(0, line => Object.assign(line.scoring as object, { resamples: 500 }));
    expect(verify(lines).differences[0].message).toBe('the record was scored with resamples 500; here it is 1000');
  });

  it('does not exhaust memory with its errors', () => {
    const verifier = new RecordVerifier({ newHash, maxDifferences: 3 });
    for (let index = 0; index < 10; index += 1) runToEnd(verifier.take('not JSON'));
    const report = verifier.finish();
    expect(report.differenceCount).toBe(11);
    expect(report.differences).toHaveLength(3);
    expect(verifier.beginsAsRecord).toBe(false);
  });
});

describe('the schema of a line', () => {
  const validate = new Ajv2020({ strict: false }).compile(recordLineSchema);
  const lines: RecordLine[] = sealRecord(sample, newHash).map(line => JSON.parse(line));

  it('is valid and accepts the lines of the record', () => {
    for (const line of lines) expect(validate(line), JSON.stringify(validate.errors)).toBe(true);
    expect(validate({ type: 'rationale' })).toBe(false);
    expect(JSON.stringify(recordLineSchema)).not.toContain('rationale');
  });

  it('gives the same verdict as a standard validator', () => {
    const strange = fc.oneof(fc.constantFrom(null, '', 'x', -1, 0.5, 1, 1e9, true), fc.constant([]), fc.constant({}));
    const line = fc.constantFrom(...lines);
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
