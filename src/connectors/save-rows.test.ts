import { expect, it } from 'vitest';
import { StoreUnavailable } from '../database/store.js';
import type { ReadRow } from './connector.js';
import { saveEach } from './save-rows.js';

const rows = ['a', 'b', 'c'].map(rowId => ({ rowId, row: {} }));
const failing =
  (isBad: (row: ReadRow) => boolean, error: Error, tries: string[] = []) =>
  async (some: readonly ReadRow[]) => {
    tries.push(some.map(({ rowId }) => rowId).join(''));
    if (some.some(isBad)) throw error;
    return some.map(() => 'inserted' as const);
  };

it('saves the other rows of a batch if one can’t be saved, and reports the reason', async () => {
  const error = Object.assign(new Error('a row with a secret'), { name: 'PostgresError', code: '22P05' });
  expect(
    await saveEach(
      failing(({ rowId }) => rowId === 'b', error),
      rows,
    ),
  ).toEqual(['inserted', { unsaved: 'the row could not be saved (PostgresError 22P05)' }, 'inserted']);
});

it('rejects the only row of a batch', async () => {
  const results = await saveEach(
    failing(() => true, new RangeError('deep')),
    rows.slice(0, 1),
  );
  expect(results).toEqual([{ unsaved: 'the row could not be saved (RangeError)' }]);
});

it('fails as a whole if no row can be saved', async () => {
  const error = new Error('a fault of ours');
  await expect(
    saveEach(
      failing(() => true, error),
      rows,
    ),
  ).rejects.toBe(error);
});

it('tries once when the store is unavailable', async () => {
  const tries: string[] = [];
  const error = new StoreUnavailable('no answer');
  await expect(
    saveEach(
      failing(() => true, error, tries),
      rows,
    ),
  ).rejects.toBe(error);
  expect(tries).toEqual(['abc']);
});

it.each(['ECONNREFUSED', 'CONNECTION_CLOSED', '57P01', '53100', '40P01'])(
  'tries once when the database fails with %s',
  async code => {
    const tries: string[] = [];
    const error = Object.assign(new Error('gone'), { code });
    await expect(
      saveEach(
        failing(() => true, error, tries),
        rows,
      ),
    ).rejects.toBe(error);
    expect(tries).toEqual(['abc']);
  },
);
