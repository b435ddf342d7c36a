import { describe, expect, it } from 'vitest';
import { readNumber } from '../../../web/format/read-number.js';
import { readPercent } from '../../../web/pages/market/forecast/forecast-values.js';
import { readTicket, type TicketState } from '../../../web/pages/market/ticket/ticket-state.js';

describe('numbers as people type them', () => {
  it.each([
    ['1000', 1000],
    ['1,000', 1000],
    ['1,000.50', 1000.5],
    ['1 000', 1000],
    ['1\u00a0000,50', 1000.5],
    ["1'000", 1000],
    ['1’000.25', 1000.25],
    ['12,345,678', 12_345_678],
    ['12,5', 12.5],
    ['12,50', 12.5],
    ['0,125', 0.125],
    ['1234,567', 1234.567],
    [' .5 ', 0.5],
    [',5', 0.5],
    ['7.', 7],
    ['12.345', 12.345],
    ['-3', -3],
  ])('reads %s as %d', (text, value) => expect(readNumber(text)).toBe(value));

  it.each(['', ' ', '.', ',', '1,000,50', '1,00,000', '1.000,50', '1,000 000', '1.2.3', '1e3', '0x10', 'ten', '--1'])(
    'refuses "%s"',
    text => expect(readNumber(text)).toBeNull(),
  );
});

const now = Date.parse('2026-11-17T12:00:00Z');
const read = (change: Partial<TicketState>) =>
  readTicket(
    { kind: 'market', amount: '', limit: '', expiry: 'never', customExpiry: '', ...change },
    { eventSlug: 'rain', outcomeIndex: 0, side: 'buy', available: 10_000 },
    now,
  );

describe('the fields of the ticket and of a forecast', () => {
  it('spends one thousand credits for 1,000', () => {
    expect(read({ amount: '1,000' }).order?.amountCredits).toBe(1000);
    expect(read({ amount: '1,000,50' }).mistakes.amount).toBe('Enter a number such as 1,000.50.');
    expect(read({ amount: '20 000' }).mistakes.amount).toBe('You have 10,000.00 credits.');
  });

  it('reads a price with a decimal comma, and no price above 100', () => {
    expect(read({ amount: '10', kind: 'limit', limit: '45,5' }).order?.limitPriceBps).toBe(4550);
    expect(read({ amount: '10', kind: 'limit', limit: '45,500' }).mistakes.limit).toMatch(/between 0.01 and 99.99/);
  });

  it('reads a probability with a decimal comma', () => {
    expect(readPercent('12,5')).toBe(12.5);
    expect(readPercent('12,500')).toBeNull();
    expect(readPercent('150')).toBeNull();
  });
});
