import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { sampleRecord, sealRecord } from '../../src/record/rules/testing/sample-record.js';
import { runPresage } from '../run-presage.js';

const sample = sampleRecord('command', { players: 4, events: 6 });
const newHash = () => createHash('sha256');
const textOf = (lines: typeof sample) => `${sealRecord(lines, newHash).join('\n')}\n`;

async function verify(text: string, ...options: string[]) {
  let out = '';
  let err = '';
  const code = await runPresage(['record', 'verify', '-', ...options], {
    environment: {},
    write: piece => {
      out += piece;
    },
    complain: piece => {
      err += piece;
    },
    input: async function* () {
      yield Buffer.from(text);
    },
  });
  return { code, out, err };
}

describe('presage record verify', () => {
  it('accepts a consistent record', async () => {
    const { code, out, err } = await verify(textOf(sample));
    expect([code, err]).toEqual([0, '']);
    expect(out).toContain('The record is consistent.');
    expect(out).toMatch(/events\s+6/);
  });

  it('names the differences and bounds the output', async () => {
    const wrong = sample.map(line => (line.type === 'score' && line.last !== null ? { ...line, last: 0.5 } : line));
    const { code, out } = await verify(textOf(wrong), '--most', '2');
    expect(code).toBe(1);
    expect(out).toMatch(/last of player-\d on event-\d \(version \d\) is 0\.5, computed 0\.\d+/);
    expect(out).toMatch(/… and \d+ more/);
    expect(out.match(/computed/g)).toHaveLength(2);
    const report = JSON.parse((await verify(textOf(wrong), '--json')).out);
    expect(report.differences[0]).toMatchObject({ kind: 'score', field: 'last', found: 0.5 });
  });

  it('detects a truncated file and invalid lines', async () => {
    const whole = textOf(sample);
    const cut = await verify(whole.slice(0, whole.length - 10));
    expect(cut.code).toBe(1);
    expect(cut.out).toContain('The file is truncated');
    expect(cut.out).toContain(`line ${sample.length + 1}: it is not JSON`);
  });

  it('names the player and the event of a line that was changed by accident', async () => {
    const forecast = /"type":"forecast".*"player":"..._0*(\d)","event":"evt_(\d)".*"at":"\d/.exec(textOf(sample))!;
    const changed = textOf(sample).replace(forecast[0], `${forecast[0].slice(0, -1)}3`);
    const { code, out } = await verify(changed);
    expect(code).toBe(1);
    expect(out).toContain(`(player-${forecast[1]} on event-${forecast[2]}): the line was changed`);
  });

  it('rejects a file that is not a record', async () => {
    expect(await verify('')).toMatchObject({ code: 2, err: expect.stringContaining('it is empty') });
    expect(await verify('hello\n')).toMatchObject({ code: 2, err: expect.stringContaining('is not a header') });
    expect(await verify('{"type":"player"}\n')).toMatchObject({ code: 2 });
    expect((await verify('', '--most', 'all')).err).toContain('It must be a whole number');
  });
});
