import { describe, expect, it } from 'vitest';
import { certainPercentage, percentage, price } from './read-price.js';

describe('a percentage', () => {
  it.each([
    ['62', 62],
    ['62%', 62],
    ['62.5 %', 62.5],
    ['6250bps', 62.5],
    ['0.62%', 0.62],
    ['62bps', 0.62],
    ['1%', 1],
    ['0', 0],
    ['100', 100],
    ['7', 7],
  ])('%s is %d', (text, percent) => expect(percentage(text)).toEqual({ percent, doubtful: null }));

  it.each(['0.62', '.5', '1', '0.01', '1.0'])('%s may be a fraction', text => {
    expect(percentage(text).doubtful).toMatch(/can mean .* write .*% or .*%$/);
    expect(() => certainPercentage(text)).toThrow('can mean');
  });

  it.each(['', '-1', '101', '6200', '1e2', 'half', '62%%', '10001bps'])('%s is rejected', text => {
    expect(() => percentage(text)).toThrow('It must be a percentage from 0 to 100');
  });

  it('suggests the unit of a large number', () => {
    expect(() => percentage('6200')).toThrow('write 6200bps or 62%');
  });
});

describe('a price', () => {
  it.each([
    ['62', 6200],
    ['0.01%', 1],
    ['99.99', 9999],
    ['9999bps', 9999],
  ])('%s is %d bps', (text, bps) => expect(price(text)).toMatchObject({ bps, doubtful: null }));

  it.each(['0', '100', '100%', '0bps'])('%s is not a price', text => {
    expect(() => price(text)).toThrow('It must be a price from 0.01% to 99.99%');
  });

  it('has two decimals', () => expect(() => price('62.555')).toThrow('write 62.55% or 62.56%'));
});
