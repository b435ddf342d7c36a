import { describe, expect, it } from 'vitest';
import { BrokenInvariant } from '../kernel/invariant.js';
import {
  accountKey,
  applyTransfers,
  assertBooksBalance,
  availableOf,
  type Balances,
  balanceOf,
  issuance,
  marketAccount,
  postingsOf,
  reservedOf,
  transfer,
  transferIfAny,
  treasury,
} from './ledger.js';

const grant = transfer('grant', 'day 1', issuance, availableOf('ada'), 10);

describe('transfers', () => {
  it('are two postings that cancel each other', () => {
    const postings = postingsOf(grant);
    expect(postings.map(({ account, amount }) => [accountKey(account), amount])).toEqual([
      ['issuance', -10],
      ['player:ada:available', 10],
    ]);
  });

  it.each([0, -1, 0.5, Number.NaN])('of %d are a bug', amount => {
    expect(() => transfer('trade', 'x', treasury, issuance, amount)).toThrow(BrokenInvariant);
  });

  it('within one account are a bug', () => {
    expect(() => transfer('trade', 'x', treasury, treasury, 1)).toThrow('transfer-moves');
  });

  it('of zero are omitted', () => expect(transferIfAny('trade', 'x', treasury, issuance, 0)).toEqual([]));
});

describe('balances', () => {
  it('move between accounts and always sum to zero', () => {
    const balances: Balances = new Map();
    applyTransfers(balances, [
      grant,
      transfer('market_funding', 'evt', treasury, marketAccount('evt'), 7),
      transfer('reserve', 'ord', availableOf('ada'), reservedOf('ada'), 4),
      transfer('trade', 'ord', reservedOf('ada'), marketAccount('evt'), 3),
    ]);
    expect(balanceOf(balances, availableOf('ada'))).toBe(6n);
    expect(balanceOf(balances, reservedOf('ada'))).toBe(1n);
    expect(balanceOf(balances, marketAccount('evt'))).toBe(10n);
    expect(balanceOf(balances, treasury)).toBe(-7n);
    assertBooksBalance(balances);
  });

  it.each([availableOf('ada'), reservedOf('ada'), marketAccount('evt')])('below zero are a bug: %j', account => {
    expect(() => applyTransfers(new Map(), [transfer('trade', 'x', account, treasury, 1)])).toThrow('no-overdraft');
  });

  it('that do not sum to zero are a named bug', () => {
    const balances: Balances = new Map([['treasury', 1n]]);
    expect(() => assertBooksBalance(balances)).toThrow(BrokenInvariant);
    try {
      assertBooksBalance(balances);
    } catch (error) {
      expect(error).toMatchObject({ name: 'BrokenInvariant', rule: 'books-balance' });
    }
  });
});
