import { describe, expect, it } from 'vitest';
import { byUse } from './rules.js';

const market = (status: 'scheduled' | 'active' | 'paused' | 'closed' | 'resolved', opensAt: number) => ({
  status,
  opensAt,
  endsAt: opensAt + 4,
});

describe('the order of practice events', () => {
  it('sorts by the status at the current time, regardless of the stored one', () => {
    const ended = [market('closed', 5), market('resolved', 3), market('resolved', 1)];
    const open = [market('active', 7), market('scheduled', 9), market('active', 10)];
    const coming = [market('paused', 8), market('scheduled', 11), market('scheduled', 13)];
    const wanted = [...open, ...coming, ...ended];
    expect([...wanted].reverse().sort(byUse(10))).toEqual(wanted);
    // An active one whose end has passed has ended.
    expect([market('active', 6), market('scheduled', 12)].sort(byUse(10))[0]).toMatchObject({ opensAt: 12 });
  });
});
