import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { packageRoot } from '../../src/package-root.js';
import { runPresage } from '../run-presage.js';
import type { PlayerScore } from '../scoring/score-table.js';

async function* once(text: string): AsyncGenerator<Uint8Array> {
  const bytes = Buffer.from(text);
  for (let from = 0; from < bytes.length; from += 7) yield bytes.subarray(from, from + 7);
}

async function presage(args: string[], text = '', terminal = false) {
  let out = '';
  let err = '';
  const code = await runPresage(args, {
    environment: {},
    write: piece => {
      out += piece;
    },
    complain: piece => {
      err += piece;
    },
    input: () => once(text),
    terminal,
  });
  return { code, out, err };
}

async function scoresOf(text: string, ...options: string[]): Promise<PlayerScore[]> {
  const { code, out, err } = await presage(['score', '-', '--json', ...options], text);
  expect([code, err]).toEqual([0, '']);
  return JSON.parse(out).players;
}

const lines = (...rows: string[]) => `${rows.join('\n')}\n`;

describe('presage score', () => {
  it('scores each forecast once, and a later line replaces an earlier', async () => {
    const [ada, bob] = await scoresOf(
      lines(
        'player,question,probability,outcome',
        'ada,q1,0.1,1',
        'ada,q1,0.9,1',
        'ada,q2,0.2,0',
        'bob,q1,0.5,1',
        'bob,q2,0.5,0',
        'bob,"a, third",0.3,0.5',
      ),
    );
    expect(ada).toMatchObject({ player: 'ada', questions: 2, coverage: null });
    expect(ada.brier.mean).toBeCloseTo((0.01 + 0.04) / 2, 15);
    expect(bob.brier.mean).toBeCloseTo((0.25 + 0.25 + 0.04) / 3, 15);
    // Both are compared on the two questions that they share, where Bob's forecasts equal the 50 % baseline.
    expect(bob.adjusted?.mean).toBeCloseTo(0.25, 12);
    expect(ada.adjusted?.mean).toBeCloseTo(0.025, 12);
    expect(bob.adjusted?.questions).toBe(2);
    expect(ada.calibration.bins[9]).toMatchObject({ n: 1, meanProbability: 0.9, observed: 1 });
    expect(ada.calibration.murphy).not.toBeNull();
  });

  it('reads percent, quotes, CRLF, a byte order mark, JSON lines and columns in any order', async () => {
    const plain = await scoresOf(lines('player,question,probability,outcome', 'ada,q1,0.25,1', 'ada,q2,0.5,0'));
    const strange = '\ufeffOutcome,"probability",extra,question,player\r\n1,25,,q1,"ada"\r\n0,50,x,q2,ada';
    expect(await scoresOf(strange, '--scale', 'percent')).toEqual(plain);
    const json = lines(
      '{"player":"ada","question":"q1","probability":0.25,"outcome":1}',
      '',
      '{"player":"ada","question":"q2","probability":"0.5","outcome":0,"note":"x"}',
    );
    expect(await scoresOf(json)).toEqual(plain);
  });

  it('weights by time', async () => {
    const [ada] = await scoresOf(
      lines(
        'player,question,probability,outcome,time,opened_at,closes_at',
        'ada,q1,0.5,1,2026-01-06T00:00:00Z,2026-01-01,2026-01-11',
        'ada,q1,0.9,1,2026-01-03T00:00:00Z,2026-01-01,2026-01-11',
        'ada,q1,0.1,1,2026-01-11T00:00:00Z,2026-01-01,2026-01-11',
        'bob,q1,0.1,1,1768089600,,1768089600',
      ),
    );
    expect(ada.brier.mean).toBeCloseTo((3 * 0.01 + 5 * 0.25) / 8, 14);
    expect(ada.coverage).toBeCloseTo(0.8, 14);
    expect(ada.calibration.bins[5].n).toBe(1);
  });
});

describe('presage score with options', () => {
  it('averages the answered outcomes of a question, and excludes open ones', async () => {
    const scores = await scoresOf(
      lines(
        'player,question,outcome_index,probability,outcome',
        'ada,q1,0,0.6,1',
        'ada,q1,2,0.2,0',
        'bob,q1,1,0.2,0',
        'ada,q2,0,0.2,',
      ),
    );
    expect(scores.map(({ player, questions }) => [player, questions])).toEqual([
      ['bob', 1],
      ['ada', 1],
    ]);
    expect(scores[0].brier.mean).toBeCloseTo(0.04, 15);
    expect(scores[1].brier.mean).toBeCloseTo((0.16 + 0.04) / 2, 15);
  });

  it('omits intervals, or computes them from another number of resamples', async () => {
    const file = lines(
      'player,question,probability,outcome',
      ...Array.from({ length: 60 }, (_, q) => `ada,q${q},${(q % 10) / 10},${q % 3 === 0 ? 1 : 0}`),
    );
    const [usual] = await scoresOf(file);
    const [few] = await scoresOf(file, '--resamples', '40');
    const [none] = await scoresOf(file, '--no-intervals');
    expect(none.brier).toEqual({ mean: usual.brier.mean, low: null, high: null });
    expect(few.brier.mean).toBe(usual.brier.mean);
    expect(few.brier.low).not.toBe(usual.brier.low);
    for (const { low, mean, high } of [usual.brier, few.brier]) {
      expect([low, mean, high]).toEqual([low, mean, high].toSorted((a, b) => Number(a) - Number(b)));
    }
    expect((await presage(['score', '-', '--no-intervals'], file)).out).toMatch(/ada +60 +0\.\d{6} +– +–/);
  });

  it.each(['39', '100001', '1.5', 'many'])('rejects %s resamples', async count => {
    const { code, err } = await presage(['score', '-', '--resamples', count], '');
    expect(code).not.toBe(0);
    expect(err).toContain(`'${count}' is invalid. It must be a whole number from 40 to 100000.`);
  });

  it('prints a table, and bins when asked', async () => {
    const text = lines('player,question,probability,outcome', 'ada,q1,0.25,1', 'ada,q2,0.5,0');
    const plain = await presage(['score', '-'], text);
    expect(plain.out).toContain('2 forecasts on 2 questions; 1 player scored, each forecast once');
    expect(plain.out).toMatch(/ada\s+2\s+0\.406250\s+0\.250000\s+0\.562500\s+–/);
    const binned = await presage(['score', '-', '--calibration'], text);
    expect(binned.out).toMatch(/20–30 %\s+1\s+0\.250000\s+1\.000000/);
    const help = (await presage(['score', '--help'])).out;
    expect(help).toContain('The file contains no market');
    expect(help).toContain('The exit code is 0');
  });

  it('parses the same times on every machine', async () => {
    const heads = 'player,question,probability,outcome,time,closes_at';
    const rows = ['2026-01-01T01:00:00+01:00', '2026-01-01 00:00Z', '1767225600'].map(time => {
      return `${time},q,0.5,1,${time},2026-01-02`;
    });
    const { out } = await presage(['--json', 'score', '-'], lines(heads, 'ada,q,0.5,1,2026-01-01,2026-01-02', ...rows));
    const { players } = JSON.parse(out) as { players: { coverage: number }[] };
    expect(players.map(({ coverage }) => coverage)).toEqual([1, 1, 1, 1]);
  });

  it('draws a progress bar on a terminal', async () => {
    const { err } = await presage(['score', '-'], lines('player,question,probability,outcome', 'a,q,1,1'), true);
    expect(err).toContain('reading');
    expect(err.endsWith('\u001b[K')).toBe(true);
  });
});

describe('presage score, with times from other sources,', () => {
  const heads = 'player,question,probability,outcome,time,opened_at,closes_at';
  const row = (time: string, opened: string, closes: string) => `ada,q,0.5,1,${time},${opened},${closes}`;

  it.each([
    ['a short offset, as Metaculus writes', '2026-01-01 12:00:00.123456+00', '2026-01-01 02:00:00+00'],
    ['a space before the offset, as FiveThirtyEight writes', '2026-01-01 12:00:00 +0000', '2026-01-01 03:00:00 +01:00'],
    ['UTC', '2026-01-01 12:00:00 UTC', '2026-01-01T02:00UTC'],
    ['a short offset behind a space', '2026-01-01T12:00:00 -00', '2026-01-01T01:00 -01'],
  ])('parses %s', async (_, time, opened) => {
    const [ada] = await scoresOf(lines(heads, row(time, opened, '2026-01-01T22:00Z')));
    expect(ada.coverage).toBeCloseTo(0.5, 5);
  });

  it.each([
    ['a date without hyphens', '20260102', 'time is 20260102, which looks like the date 2026-01-02'],
    ['a year', '2026', 'time is 2026, which is too small for Unix seconds'],
    ['a serial date of a spreadsheet', '46023.5', 'too small for Unix seconds'],
    ['Unix milliseconds', '1767225600000', 'looks like Unix milliseconds (2026-01-01T00:00:00.000Z)'],
    ['Unix microseconds', '1767225600000000', 'too large for Unix seconds'],
    ['an offset that does not exist', '2026-01-01T00:00:00+25', 'is neither'],
  ])('rejects %s', async (_, time, message) => {
    const { code, out, err } = await presage(['score', '-'], lines(heads, row(time, '2025-12-01', '2026-02-01')));
    expect([code, out]).toEqual([1, '']);
    expect(err).toContain('line 2: ');
    expect(err).toContain(message);
  });

  it('reports that every forecast came after the close', async () => {
    const { code, out } = await presage(['score', '-'], lines(heads, row('2026-03-01', '2025-12-01', '2026-02-01')));
    expect(code).toBe(0);
    expect(out).toContain('no forecast was in force before its question closed');
  });

  it('rejects rows that have times where the first has none, and the reverse', async () => {
    const plain = { player: 'ada', question: 'q', probability: 0.5, outcome: 1 };
    const timed = { ...plain, question: 'r', time: '2026-01-01', closes_at: '2026-02-01' };
    const latest = { ...plain, question: 's', time: '2026-01-01' };
    const refusal = async (...rows: object[]) => {
      const { code, out, err } = await presage(['score', '-'], lines(...rows.map(each => JSON.stringify(each))));
      expect([code, out]).toEqual([1, '']);
      return err;
    };
    expect(await refusal(plain, plain, timed)).toContain('line 3: time and closes_at are given, but not on line 1');
    expect(await refusal(timed, plain)).toContain('line 2: time is empty');
    expect(await refusal(timed, latest)).toContain('line 2: closes_at is empty');
    expect(await refusal(latest, timed)).toContain('line 2: time and closes_at are given, but line 1 has time alone');
    expect(await refusal(latest, plain)).toContain('line 2: time is empty, but line 1 has one');
    expect(await refusal(plain, latest)).toContain('line 2: time is given, but not on line 1');
  });
});

describe('presage score, with a scale that does not fit,', () => {
  const heads = 'player,question,probability,outcome';

  it('warns about fractions that are parsed as percent, with the row', async () => {
    const text = lines(heads, 'ada,q0,0,0', 'ada,q1,0.62,1', 'ada,q2,1,1', 'bob,q1,0.3,1');
    const { code, out, err } = await presage(['score', '-', '--scale', 'percent'], text);
    expect(code).toBe(0);
    expect(out).toContain('ada');
    expect(err).toContain('no probability is above 1, and line 3 has 0.62: with --scale percent that is 0.62 %');
    const json = JSON.parse((await presage(['score', '-', '--scale', 'percent', '--json'], text)).out);
    expect(json.warnings).toEqual([expect.stringContaining('line 3 has 0.62')]);
  });

  it('does not warn about percent or certainties', async () => {
    const percents = lines(heads, 'ada,q1,0.5,0', 'ada,q2,62,1');
    expect((await presage(['score', '-', '--scale', 'percent'], percents)).err).toBe('');
    const certain = lines(heads, 'ada,q1,0,0');
    expect((await presage(['score', '-', '--scale', 'percent'], certain)).err).toBe('');
    expect(JSON.parse((await presage(['score', '-', '--json'], certain)).out).warnings).toEqual([]);
  });

  it('suggests the option for percent that are parsed as fractions', async () => {
    const { code, err } = await presage(['score', '-'], lines(heads, 'ada,q1,62,1'));
    expect(code).toBe(1);
    expect(err).toContain(
      'line 2: probability is 62, which is not a number from 0 to 1; use --scale percent for percentages',
    );
  });
});

describe('presage score rejects', () => {
  const heads = 'player,question,probability,outcome,time,closes_at,outcome_index,opened_at';
  const good = 'ada,q,0.5,1,2026-01-01T00:00:00Z,2026-02-01,0,2025-12-01';

  it.each([
    ['a probability out of range', 'ada,q,1.5,1,2026-01-01,2026-02-01,0,', 'line 3: probability is 1.5'],
    ['an empty probability', 'ada,q,,1,2026-01-01,2026-02-01,0,', 'line 3: probability is empty'],
    ['hexadecimal', 'ada,q,0x1,1,2026-01-01,2026-02-01,0,', 'line 3: probability is 0x1'],
    ['an outcome out of range', 'ada,q,0.5,2,2026-01-01,2026-02-01,0,', 'line 3: outcome is 2'],
    ['another outcome', 'bob,q,0.5,0,2026-01-01,2026-02-01,0,', 'outcome is 0, but was 1 on an earlier line'],
    ['another close', 'bob,q,0.5,1,2026-01-01,2026-03-01,0,', 'closes_at differs'],
    ['another opening', 'bob,q,0.5,1,2026-01-01,2026-02-01,0,2025-12-02', 'opened_at differs'],
    ['an opening after the close', 'bob,p,0.5,1,2026-01-01,2026-02-01,0,2026-03-01', 'opened_at is not before'],
    ['no player', ' ,q,0.5,1,2026-01-01,2026-02-01,0,', 'line 3: player is empty'],
    ['half an outcome', 'ada,q,0.5,1,2026-01-01,2026-02-01,0.5,', 'outcome_index is 0.5'],
    ['a time that is none', 'ada,q,0.5,1,yesterday,2026-02-01,0,', 'line 3: time is yesterday'],
    ['a time without a zone', 'ada,q,0.5,1,2026-01-01T12:00:00,2026-02-01,0,', 'has no time zone'],
    ['the same with a space', 'ada,q,0.5,1,2026-01-01 12:00,2026-02-01,0,', 'has no time zone'],
    ['a day that does not exist', 'ada,q,0.5,1,2026-02-31,2026-04-01,0,', 'line 3: time is 2026-02-31'],
    ['a missing time', 'ada,q,0.5,1,,2026-02-01,0,', 'line 3: time is empty'],
    ['centuries', 'ada,p,0.5,1,1900-01-01,2026-02-01,0,', 'more than 28 years after time'],
    ['too many fields', 'ada,q,0.5,1,2026-01-01,2026-02-01,0,,', 'line 3: 9 fields, but the first line has 8'],
    ['half a quote', 'ada,"q,0.5,1,2026-01-01,2026-02-01,0,', 'line 3: a quote is not closed'],
  ])('%s', async (_, row, message) => {
    const text = lines(heads, good, row);
    const { code, err, out } = await presage(['score', '-'], text);
    expect([code, out]).toEqual([1, '']);
    expect(err).toContain(message);
    const skipped = await presage(['score', '-', '--skip-bad'], text);
    expect(skipped.code).toBe(0);
    expect(skipped.err).toContain('1 bad row, the first: line 3');
    expect(skipped.out).toContain('1 forecast on 1 question, 1 bad row skipped');
  });

  it('a duplicate column, and a JSON array', async () => {
    const twice = await presage(['score', '-'], lines('player,question,outcome,probability,outcome', 'a,q,1,0.5,0'));
    expect(twice).toMatchObject({
      code: 1,
      out: '',
      err: expect.stringContaining('duplicate column outcome'),
    });
    const array = await presage(['score', '-'], '[{"player":"a","question":"q","probability":0.5,"outcome":1}]\n');
    expect(array).toMatchObject({ code: 1, out: '', err: expect.stringContaining('is a JSON array') });
  });

  it('files without forecasts', async () => {
    expect((await presage(['score', '-'], 'player,question\n')).err).toContain(
      'line 1: missing columns probability, outcome\nThe first line names the columns',
    );
    expect((await presage(['score', '-'], lines(heads))).err).toContain('contains no forecasts');
    expect((await presage(['score', '-'], '')).err).toContain('contains no forecasts');
    expect((await presage(['score', '-'], '{"player":1}\n')).err).toContain('line 1: question must be a string');
    expect((await presage(['score', '-'], '{"player":\n')).err).toContain('line 1: it is not JSON');
    expect((await presage(['score', '-', '--skip-bad'], '{}\n[1]\n')).err).toContain('contains no forecasts');
    expect((await presage(['score', '-', '--scale', 'odds'], '')).err).toContain('Allowed choices are unit, percent');
  });
});

describe('presage score with files', () => {
  let folder: string;
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'presage-score-'));
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  it('reads them, or explains the failure', async () => {
    const path = join(folder, 'forecasts.csv');
    writeFileSync(path, lines('player,question,probability,outcome', 'ada,q1,0.25,1'));
    expect((await presage(['score', path])).out).toContain('ada');
    const missing = await presage(['score', join(folder, 'none.csv')]);
    expect([missing.code, missing.err]).toEqual([2, expect.stringContaining('the file does not exist')]);
    expect((await presage(['score', folder])).err).toContain('it is a folder');
  });

  it('scores many rows of many players in bounded memory', async () => {
    const path = join(folder, 'many.csv');
    const rows = ['player,question,probability,outcome'];
    for (let k = 0; k < 20_000; k += 1) {
      rows.push(`player ${k % 40},question ${k % 997},${(k % 101) / 100},${(k % 997) % 2}`);
    }
    writeFileSync(path, lines(...rows));
    const { code, out } = await presage(['score', path]);
    expect(code).toBe(0);
    expect(out).toContain('20000 forecasts on 997 questions; 40 players scored');
  });

  it('computes the same intervals with several threads', { timeout: 120_000 }, async () => {
    const path = join(folder, 'long.csv');
    const rows = ['player,question,probability,outcome'];
    for (let k = 0; k < 60_000; k += 1) {
      const question = Math.floor(k / 6);
      rows.push(`p${k % 6},q${question},${(k % 101) / 100},${question % 2}`);
    }
    writeFileSync(path, lines(...rows));
    const alone = await presage(['score', path, '--json']);
    // The command is compiled, because its threads need a compiled file.
    const args = [join(packageRoot, 'tools', 'presage.cjs'), 'score', path, '--json'];
    const { stdout } = await promisify(execFile)(process.execPath, args, { maxBuffer: 2 ** 24 });
    expect(JSON.parse(stdout)).toEqual(JSON.parse(alone.out));
    expect(JSON.parse(stdout).players[0].brier.low).toBeGreaterThan(0);
  });
});
