import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { makeId } from '../../kernel/ids.js';
import { runToEnd } from '../../scoring/rules/score-forecasts.js';
import type { RecordLine } from './record-lines.js';
import { sampleRecord, sealRecord } from './testing/sample-record.js';
import { RecordVerifier } from './verify-record.js';

const sample = sampleRecord('ids', { players: 4, events: 4 });
const newHash = () => createHash('sha256');

/** Accepts lines with correct digests, regardless of their content. */
function verify(lines: readonly unknown[]) {
  const verifier = new RecordVerifier({ newHash });
  for (const line of sealRecord(lines as RecordLine[], newHash)) runToEnd(verifier.take(line));
  return verifier.finish();
}

function changed(index: number, change: (line: object) => void): unknown[] {
  const copy = structuredClone(sample[index]);
  change(copy);
  return sample.with(index, copy);
}

const firstOf = (type: RecordLine['type'], where: (line: never) => boolean = () => true) =>
  sample.findIndex(line => line.type === type && where(line as never));

describe('ids', () => {
  const forecast = firstOf('forecast');
  const player = firstOf('player');
  const differing = (lines: readonly unknown[]) => verify(lines).differences.filter(({ kind }) => kind === 'id');

  it('of forecasts must contain the time of the forecast', () => {
    const { at, id } = sample[forecast] as { at: string; id: string };
    const later = new Date(Date.parse(at) + 1).toISOString();
    const [difference] = differing(changed(forecast, line => Object.assign(line, { at: later })));
    expect(difference).toMatchObject({ line: forecast + 1, event: 'event-0', field: 'at', expected: at, found: later });
    expect(difference.message).toContain(`${id} was created at ${at}`);
    for (const wrong of ['fct_1', id.replace('fct', 'ord'), `${id}0`]) {
      const [found] = differing(changed(forecast, line => Object.assign(line, { id: wrong })));
      expect(found.message, wrong).toContain(`${wrong} is not the id of a forecast`);
    }
  });

  it('of forecasts within one millisecond may be earlier, by their number', () => {
    const index = firstOf('forecast', ({ withdrawnAt }: { withdrawnAt: string | null }) => withdrawnAt === null);
    const own = sample[index] as Extract<RecordLine, { type: 'forecast' }>;
    const atMs = Date.parse(own.at);
    const copy = (later: number) => ({
      ...own,
      id: makeId(
        'fct',
        atMs,
        Uint8Array.from({ length: 10 }, () => 100 + later),
      ),
      at: new Date(atMs + later).toISOString(),
    });
    expect(differing(sample.toSpliced(index + 1, 0, copy(1), copy(2)))).toEqual([]);
    expect(differing(sample.toSpliced(index + 1, 0, copy(1), copy(3)))).toMatchObject([{ line: index + 3 }]);
  });

  it.each([
    ['a person under the id of an agent', { kind: 'human' }, 'is the id of an agent'],
    ['a number instead of an id', { id: '7' }, '7 is not the id of a player'],
    ['an id of something else', { id: `fct_${'0'.repeat(26)}` }, 'is not the id of a player'],
    ['a house player with an owner', { house: true, owner: 'player-1' }, 'a house player has no owner'],
  ])('of players: finds %s', (_, change, message) => {
    const [difference] = differing(changed(player, line => Object.assign(line, change)));
    expect(difference).toMatchObject({ line: player + 1, player: 'player-0' });
    expect(difference.message).toContain(message);
  });

  it('of players: finds a person with an owner or a model, and a duplicate handle', () => {
    const person = firstOf('player', ({ kind }: { kind: string }) => kind === 'human');
    const withChange = (change: object) => differing(changed(person, line => Object.assign(line, change)));
    expect(withChange({ owner: 'player-0' })[0].message).toContain('a person has no owner');
    expect(withChange({ model: 'x' })[0].message).toContain('a person has no model');
    expect(withChange({ handle: 'player-0' })[0].message).toContain('the handle player-0 belongs to');
  });
});
