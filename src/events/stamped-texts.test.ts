import { describe, expect, it } from 'vitest';
import { PageCache, StampedTexts, textsOf } from './stamped-texts.js';

const made = (text: string, stamp = '1', until = 100) => ({ stamp, text, until });

describe('texts of events', () => {
  it('are valid for their stamp and until they expire', () => {
    const texts = new StampedTexts(1_000);
    const kept = made('a');
    texts.keep('evt', kept);
    expect(texts.find('evt', '1', 99)).toBe(kept);
    expect(texts.find('evt', '1', 100)).toBeNull();
    expect(texts.find('evt', '2', 0)).toBeNull();
    expect(texts.find('other', '1', 0)).toBeNull();
  });

  it('evict the oldest', () => {
    const texts = new StampedTexts(10);
    for (const id of ['a', 'b', 'a', 'c']) texts.keep(id, made('xxxx'));
    expect(['a', 'b', 'c'].map(id => texts.find(id, '1', 0) !== null)).toEqual([true, false, true]);
  });

  it('are built only if missing, and returned in order', async () => {
    const texts = new StampedTexts(1_000);
    texts.keep('b', made('B'));
    texts.keep('c', made('old'));
    const asked: string[][] = [];
    const events = ['a', 'b', 'c', 'gone'].map(eventId => ({ eventId, stamp: eventId === 'c' ? '2' : '1' }));
    const look = () =>
      textsOf(texts, events, 0, async ids => {
        asked.push([...ids]);
        return new Map(ids.filter(id => id !== 'gone').map(id => [id, made(id.toUpperCase(), id === 'c' ? '2' : '1')]));
      });
    expect((await look()).map(({ text }) => text)).toEqual(['A', 'B', 'C']);
    expect((await look()).map(({ text }) => text)).toEqual(['A', 'B', 'C']);
    expect(asked).toEqual([['a', 'c', 'gone'], ['gone']]);
  });
});

describe('pages of texts', () => {
  it('are the same object for the same texts, and another for others', () => {
    const pages = new PageCache(100);
    const [one, two] = [made('1'), made('2')];
    const page = (key: string, texts: ReturnType<typeof made>[]) => pages.reply(key, texts, joined => `[${joined}]`);
    const first = page('key', [one, two]);
    expect(first.text).toBe('[1,2]');
    expect(page('key', [one, two])).toBe(first);
    expect(page('other', [one, two])).not.toBe(first);
    expect(page('key', [one]).text).toBe('[1]');
    expect(page('key', [made('1')]).text).toBe('[1]');
    // Exactly as much as fits.
    for (let index = 0; index < 50; index += 1) page(`key ${index}`, [one, two]);
    expect(page('other', [one, two])).not.toBe(first);
    const last = page('key 49', [one, two]);
    expect(page('key 49', [one, two])).toBe(last);
  });
});
