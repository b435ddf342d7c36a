import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { mustPlace } from '../../src/engine/testing/memory-desk.js';
import { beforeDan, dansOrder, stagesOfDan, yes } from '../../src/engine/testing/worked-example.js';
import { drawDepth, drawPricePath } from './engine-charts.js';

const docs = fileURLToPath(new URL('../../docs/', import.meta.url));
const text = readFileSync(`${docs}engine.md`, 'utf8').replace(/\s+/g, ' ');

function six(value: number): string {
  return value.toLocaleString('en', { minimumFractionDigits: 6, maximumFractionDigits: 6 });
}

function percent(log: number): string {
  return `${(Math.exp(log) * 100).toFixed(2)} %`;
}

describe('the worked example of docs/engine.md', () => {
  it('opens and starts with the numbers of the engine', () => {
    const { desk, ada } = beforeDan();
    expect(text).toContain(`${six((desk.book.account - ada.order.filledCredits) / 1e6)} credits (1,000 · ln 2`);
    expect(text).toContain(`${six(ada.order.filledShares / 1e6)} shares at ${ada.fills[0].priceBps / 100} %`);
    expect(text).toContain(`Yes stands at ${percent(ada.logPrices[yes])}`);
    expect(text).toContain(`No stands at ${percent(ada.logPrices[1])}`);
  });

  it('walks with the numbers of the engine', () => {
    for (const { maker, counters, price } of stagesOfDan()) {
      for (const part of [maker, counters]) {
        if (part.shares === 0) continue;
        expect(text).toContain(`| ${six(part.credits)} | ${six(part.shares)} | ${(price * 100).toFixed(2)} % |`);
      }
    }
  });

  it('ends with the numbers of the engine', () => {
    const { desk } = beforeDan();
    const { order, fills } = mustPlace(desk, 'dan', dansOrder);
    expect(text).toContain(
      `paid ${six(order.filledCredits / 1e6)} credits for ${six(order.filledShares / 1e6)} shares`,
    );
    expect(text).toContain(
      `${six(fills[0].credits / 1e6)} to Ada's order and ${six(fills[1].credits / 1e6)} to the maker`,
    );
    expect(text).toContain(`remaining ${six(order.remaining / 1e6)} credits`);
    expect(text).toContain(
      `${six(desk.book.account / 1e6)} credits and owes at most ${six(desk.book.shares[yes] / 1e6)}`,
    );
  });

  it.each([
    ['engine-price-path.svg', drawPricePath],
    ['engine-depth.svg', drawDepth],
  ])('matches the chart of the engine: %s', (name, draw) => {
    expect(readFileSync(`${docs}images/${name}`, 'utf8')).toBe(draw());
  });
});
