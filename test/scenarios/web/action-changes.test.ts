import { describe, expect, it } from 'vitest';
import { fullTime } from '../../../web/format/time.js';
import { changesOf } from '../../../web/pages/operator/action-changes.js';

const at = Date.parse('2026-11-17T12:00:00Z');
const later = at + 86_400_000;
const time = (ms: number) => fullTime(new Date(ms).toISOString());

interface Entry {
  readonly before?: Record<string, unknown> | null;
  readonly after?: Record<string, unknown> | null;
  readonly details?: Record<string, unknown>;
  readonly reason?: string;
}
const rows = ({ before = null, after = null, details = {}, reason = '' }: Entry) =>
  changesOf({ before, after, details, reason }).map(({ path, from, to }) => [path.join(' › '), from, to]);

const resolution = {
  version: 1,
  kind: 'outcome',
  winningOutcome: 0,
  payoutBps: [10_000, 0],
  source: 'Gauge',
  note: '',
  effectiveCloseAt: at,
  decidedAt: at,
  corrects: null,
};

describe('the changes of an entry of the audit trail', () => {
  it('lists nested fields by path, and only those that differ', () => {
    const source = { name: 'Gauge', url: 'https://example.org/a', rule: 'At least 1 mm.' };
    const before = { resolutionSource: source, tags: ['rain'], endsAt: at };
    const after = {
      resolutionSource: { ...source, url: 'https://example.org/b' },
      tags: ['rain', 'uk'],
      endsAt: later,
    };
    expect(rows({ before, after })).toEqual([
      ['Resolution source › Address', 'https://example.org/a', 'https://example.org/b'],
      ['Tags', 'rain', 'rain, uk'],
      ['Trading ends', time(at), time(later)],
    ]);
  });

  it('shows a created event with outcomes, credits and times', () => {
    const after = { status: 'active', outcomes: ['Yes', 'No'], endsAt: at, liquidity: 1_234_500_000 };
    expect(rows({ after })).toEqual([
      ['Status', null, 'active'],
      ['Outcomes', null, 'Yes, No'],
      ['Trading ends', null, time(at)],
      ['Liquidity', null, '1,234.50 credits'],
    ]);
  });

  it('names the answer of a resolution and of its correction', () => {
    const details = { outcomes: ['Rain', 'Dry'] };
    const split = { ...resolution, version: 2, kind: 'split', winningOutcome: null, payoutBps: [6000, 4000] };
    const after = { resolution: { ...split, decidedAt: later, corrects: 1 } };
    expect(rows({ before: { resolution }, after, details })).toEqual([
      ['Resolution › Answer', 'Rain wins', 'Split: Rain 60%, Dry 40%'],
      ['Resolution › Decided', time(at), time(later)],
    ]);
    expect(rows({ before: { resolution: null }, after: { resolution } })).toContainEqual([
      'Resolution › Answer',
      null,
      'outcome 1 wins',
    ]);
  });

  it('formats percents, credits, booleans and removed values', () => {
    const before = { settings: { minEdgeBps: 250, maxCredits: 20, url: 'x' }, enabled: true };
    const after = { settings: { minEdgeBps: 4000, maxCredits: 1500, url: '' }, enabled: false };
    expect(rows({ before, after })).toEqual([
      ['Settings › Min edge', '2.5%', '40%'],
      ['Settings › Max', '20.00 credits', '1,500.00 credits'],
      ['Enabled', 'yes', 'no'],
      ['Settings › Address', 'x', null],
    ]);
  });

  it('omits a note that repeats the reason', () => {
    const after = { note: 'Both agree.', source: 'Gauge' };
    expect(rows({ after, reason: 'Both agree.' })).toEqual([['Source', null, 'Gauge']]);
  });

  it('numbers the items of a list of objects', () => {
    const before = { outcomes: [{ label: 'Yes' }, { label: 'No' }] };
    const after = { outcomes: [{ label: 'Yes' }, { label: 'Not' }] };
    expect(rows({ before, after })).toEqual([['Outcomes › 2 › Label', 'No', 'Not']]);
  });
});
