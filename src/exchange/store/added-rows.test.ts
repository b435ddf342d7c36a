import { describe, expect, it } from 'vitest';
import { RowNumbers } from '../../database/row-numbers.js';
import { Cache } from '../../kernel/cache.js';
import { addedRows } from './added-rows.js';
import type { NewActivity, NewFill, NewOrder, PlayBatch } from './rows.js';

const numbers = new RowNumbers(null as never, new Cache({ maxEntries: 10 }));
const lists = { markets: [], accounts: [], grants: [], orders: [], orderChanges: [], positions: [], fills: [] };
const empty: PlayBatch = { at: 0, ...lists, transfers: [], activity: [] };
const added = (batch: Partial<PlayBatch>) => addedRows({ ...empty, ...batch }, numbers, true);

describe('the rows that a batch adds', () => {
  it('are none if nothing is new', () => {
    expect(added({})).toEqual([]);
  });

  it('are refused if trades moved other credits than their fills have', () => {
    const fill = { id: 'trd_1', credits: 5 } as NewFill;
    const entry = { fillId: 'trd_1' } as NewActivity;
    const transfer = { kind: 'trade', reference: 'ord_1', from: 'a', to: 'b', amount: 6 };
    expect(() => added({ fills: [fill], activity: [entry], transfers: [transfer] })).toThrow(/trades-stored-once/);
    expect(() => added({ transfers: [transfer] })).toThrow(/trades-stored-once/);
  });

  it.each([
    { amount: 0 },
    { remaining: -1 },
    { filledCredits: -1 },
    { filledShares: -1 },
    { limitBps: 0 },
    { limitBps: 10_000 },
  ])('are refused if an order has %j', change => {
    const sound = { id: 'ord_1', amount: 1, filledCredits: 0, filledShares: 0, remaining: 1, limitBps: 5_000 };
    const order = { row: { ...sound, ...change }, result: {} } as NewOrder;
    expect(() => added({ orders: [order] })).toThrow(/order-values/);
  });
});
