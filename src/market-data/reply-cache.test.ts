import { describe, expect, it } from 'vitest';
import type { LiveMarket } from '../exchange/live/live-market.js';
import { MarketReplyCache } from './reply-cache.js';

const market = (version: number) => ({ version }) as LiveMarket;
const made = (text: string, until = 100) => ({ text, at: 0, until });

describe('cached responses', () => {
  it('are valid for the markets they were made from, until they expire', () => {
    const replies = new MarketReplyCache(1_000, 'first');
    const kept = replies.put('key', [market(1), market(2)], made('text'));
    expect(replies.find('key', [market(1), market(2)], 99)).toBe(kept);
    expect(replies.find('key', [market(1), market(2)], 100)).toBeNull();
    expect(replies.find('key', [market(1), market(3)], 99)).toBeNull();
    expect(replies.find('key', [market(1)], 99)).toBeNull();
    expect(replies.find('other', [market(1), market(2)], 99)).toBeNull();
    expect(replies.put('key', [market(3)], made('newer')).reply.text).toBe('newer');
    expect(replies.find('key', [market(3)], 0)?.reply.text).toBe('newer');
  });

  it('evict the oldest', () => {
    const replies = new MarketReplyCache(100, 'first');
    for (let index = 0; index < 10; index += 1) replies.put(`key${index}`, [market(1)], made('x'.repeat(16)));
    const found = Array.from({ length: 10 }, (_value, index) => replies.find(`key${index}`, [market(1)], 0) !== null);
    expect(found).toEqual([false, false, false, false, false, true, true, true, true, true]);
    // An entry larger than the whole cache is served but not cached.
    expect(replies.put('large', [market(1)], made('x'.repeat(200))).reply.text).toHaveLength(200);
    expect(replies.find('large', [market(1)], 0)).toBeNull();
  });

  it('are cached from the second request for a key, if large ones are rarely repeated', () => {
    const replies = new MarketReplyCache(1_000, 'second');
    const isCached = (key: string) => replies.find(key, [market(1)], 0) !== null;
    for (const key of ['one', 'other']) replies.put(key, [market(1)], made('text'));
    expect([isCached('one'), isCached('other')]).toEqual([false, false]);
    expect(replies.put('one', [market(1)], made('again')).reply.text).toBe('again');
    expect([isCached('one'), isCached('other')]).toEqual([true, false]);
  });

  it('are not cached if the second request comes after the first response has expired', () => {
    const replies = new MarketReplyCache(1_000, 'second');
    const put = (at: number) => replies.put('key', [market(1)], { text: 'text', at, until: at + 100 });
    const isCached = (now: number) => replies.find('key', [market(1)], now) !== null;
    put(0);
    put(100);
    expect(isCached(100)).toBe(false);
    put(199);
    expect(isCached(199)).toBe(true);
  });
});
