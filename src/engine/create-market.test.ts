import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isRefusal } from '../kernel/refusal.js';
import { type CreatedMarket, type CreateMarketCommand, decideCreateMarket, defaultLiquidity } from './create-market.js';
import { openBook } from './market-book.js';
import { logPrices } from './prices.js';

const command: CreateMarketCommand = {
  marketId: 'evt',
  outcomes: ['Yes', 'No'],
  liquidity: defaultLiquidity,
  prior: null,
  opensAt: null,
  endsAt: 1_000,
};

function created(change: Partial<CreateMarketCommand>, now = 10): CreatedMarket {
  const market = decideCreateMarket({ ...command, ...change }, now);
  if (isRefusal(market)) throw new Error(market.message);
  return market;
}

describe('creating a market', () => {
  it('without a prior costs the treasury b·ln n, rounded up', () => {
    const { book, transfers, status } = created({});
    expect(book).toMatchObject({ shares: [0, 0], openingShares: [0, 0], account: 693_147_181, sequence: 1 });
    expect(transfers).toMatchObject([{ kind: 'market_funding', from: { type: 'treasury' }, amount: 693_147_181 }]);
    expect(status).toBe('active');
  });

  it('opens at its prior and is solvent from the start', () => {
    const weights = fc.array(fc.integer({ min: 1, max: 1_000 }), { minLength: 2, maxLength: 100 });
    const property = fc.property(weights, fc.constantFrom(100e6, 1e9, 1e12), (parts, liquidity) => {
      const sum = parts.reduce((a, b) => a + b, 0);
      const prior = parts.map(part => 50 + Math.floor((part / sum) * (10_000 - 50 * parts.length)));
      prior[0] += 10_000 - prior.reduce((a, b) => a + b, 0);
      const { book } = created({ outcomes: parts.map((_, k) => `o${k}`), prior, liquidity });
      openBook(book);
      for (const [k, log] of logPrices(book.shares, liquidity).entries()) {
        expect(Math.abs(Math.exp(log) - prior[k] / 1e4)).toBeLessThan(1e-7);
      }
    });
    fc.assert(property, { numRuns: 2_000 });
  });

  it('before its opening is scheduled', () => {
    expect(created({ opensAt: 11 })).toMatchObject({ status: 'scheduled', opensAt: 11 });
    expect(created({ opensAt: 10 })).toMatchObject({ status: 'active', opensAt: 10 });
  });

  it.each<[Partial<CreateMarketCommand>, string]>([
    [{ outcomes: ['Yes'] }, 'outcomes'],
    [{ outcomes: Array.from({ length: 101 }, (_, k) => `o${k}`) }, 'outcomes'],
    [{ outcomes: ['Yes', ' yes'] }, 'outcomes'],
    [{ outcomes: ['Yes', ' '] }, 'outcomes'],
    [{ liquidity: 99_999_999 }, 'liquidityCredits'],
    [{ liquidity: 1e12 + 1 }, 'liquidityCredits'],
    [{ prior: [10_000] }, 'prior'],
    [{ prior: [49, 9_951] }, 'prior'],
    [{ prior: [5_000, 4_999] }, 'prior'],
    [{ prior: [5_000.5, 4_999.5] }, 'prior'],
    [{ endsAt: 10 }, 'endsAt'],
    [{ opensAt: 1_000 }, 'endsAt'],
  ])('is rejected for %j', (change, field) => {
    expect(decideCreateMarket({ ...command, ...change }, 10)).toMatchObject({ code: 'INVALID_PAYLOAD', field });
  });
});
