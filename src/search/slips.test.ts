import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { aMarket } from '../../test/support/builders/market-builders.js';
import { startTestService, type TestService } from '../../test/support/test-service.js';
import { planEvents } from '../demo/rules/plan.js';
import { seededSource } from '../kernel/random-source.js';
import { plainWords } from '../kernel/words.js';

let service: TestService;
const events = planEvents('slips', Date.parse('2026-03-17T12:00:00.000Z')).map(({ command }) => command);

beforeAll(async () => {
  service = await startTestService();
  for (const { slug, title, description, category, tags, outcomes } of events) {
    const { id } = await aMarket(service.pool, service.clock.now(), { slug, category, outcomes });
    await service.pool`update events set title = ${title}, description = ${description}, tags = ${tags as string[]} where id = ${id}`;
  }
}, 120_000);
afterAll(() => service.stop());

const chance = seededSource('slips');
const below = (end: number) => Math.floor(chance.next() * end);

/** A letter other than this one. */
function letterBut(other: string): string {
  const letters = 'abcdefghijklmnopqrstuvwxyz'.replace(other, '');
  return letters[below(letters.length)];
}

/** Each makes one typo in a word. */
const slips: Record<string, (word: string) => string> = {
  'swapped letters'(word) {
    const at = below(word.length - 1);
    return word.slice(0, at) + word[at + 1] + word[at] + word.slice(at + 2);
  },
  'a letter left out'(word) {
    const at = below(word.length);
    return word.slice(0, at) + word.slice(at + 1);
  },
  'a letter put in'(word) {
    const at = below(word.length + 1);
    return word.slice(0, at) + letterBut('') + word.slice(at);
  },
  'a letter replaced'(word) {
    const at = below(word.length);
    return word.slice(0, at) + letterBut(word[at]) + word.slice(at + 1);
  },
};

const titleWords = [...new Set(events.flatMap(({ title }) => plainWords(title)))].filter(word =>
  /^[a-z]{4,}$/.test(word),
);
const lengths: Record<string, (length: number) => boolean> = {
  4: length => length === 4,
  5: length => length === 5,
  '6 or 7': length => length === 6 || length === 7,
  '8 or more': length => length >= 8,
};
const tried = 40;

/** Typos that result in another word, or the prefix of one, can't be distinguished from it. */
const cases = Object.keys(slips).flatMap(kind =>
  Object.keys(lengths).map(length => ({ kind, length, atLeast: length === '4' ? 0.85 : 0.9 })),
);

describe('one typo in a word of a title', () => {
  it.each(cases)('of $length letters: $kind', async ({ kind, length, atLeast }) => {
    const words = titleWords.filter(word => lengths[length](word.length)).slice(0, tried);
    expect(words).toHaveLength(tried);
    const missed: string[] = [];
    for (const word of words) {
      const slip = slips[kind](word);
      const { body } = await service.call('GET', `/api/search?kind=events&limit=100&q=${slip}`);
      const titles = (body.events as { title: string }[]).map(({ title }) => plainWords(title));
      if (!titles.some(title => title.includes(word))) missed.push(`${word} as ${slip}`);
    }
    expect(1 - missed.length / tried, missed.join(', ')).toBeGreaterThanOrEqual(atLeast);
  });

  it.each([
    ['aletrs', 'alerts'],
    ['rian', 'rain'],
    ['linx', 'linux'],
    ['kinux', 'linux'],
    ['inux', 'linux'],
    ['linuxx', 'linux'],
  ])('%s is also corrected to %s', async (slip, word) => {
    const { body } = await service.call('GET', `/api/search?kind=events&q=${slip}`);
    expect(body.readAs).toMatchObject([{ kind: 'events', word: slip }]);
    expect(body.readAs[0].as).toContain(word);
    expect(body.readAs[0].as.length).toBeLessThanOrEqual(3);
    expect(plainWords(body.events[0].title), body.events[0].title).toContain(word);
  });

  it.each(['lin', 'linu', 'linux', 'treasur'])('%s is a prefix and not a typo', async q => {
    const { body } = await service.call('GET', `/api/search?kind=events&q=${q}`);
    expect(body.readAs).toEqual([]);
    expect(body.events).not.toEqual([]);
  });

  it('considers at most three words, the most frequent first, and never corrects numbers', async () => {
    const titles = ['Limps', 'Lumps', 'Lumps', 'Zumps', 'Lamps', 'Lamps', 'Lamps', 'Route b737 of 90210q'];
    for (const title of titles) {
      const { id } = await aMarket(service.pool, service.clock.now());
      await service.pool`update events set title = ${title} where id = ${id}`;
    }
    const ask = async (q: string) => (await service.call('GET', `/api/search?kind=events&q=${q}`)).body;
    expect((await ask('lxmps')).readAs).toEqual([{ kind: 'events', word: 'lxmps', as: ['lamps', 'lumps', 'limps'] }]);
    expect((await ask('zxmps')).readAs).toEqual([{ kind: 'events', word: 'zxmps', as: ['zumps'] }]);
    expect((await ask('90211')).readAs).toEqual([]);
  });

  it('does not correct a word that occurs only in a slug', async () => {
    const slug = 'treasury-curve-inversion-close';
    for (const q of ['inversion', 'invers', 'inversions', 'curve inversion']) {
      const { body } = await service.call('GET', `/api/search?kind=events&q=${encodeURIComponent(q)}`);
      expect(body.readAs, q).toEqual([]);
      expect(body.events[0].slug, q).toBe(slug);
    }
    const { body } = await service.call('GET', '/api/search?kind=events&q=inversion%20tresury');
    expect(body.readAs).toEqual([{ kind: 'events', word: 'tresury', as: ['treasury'] }]);
    expect(body.events[0].slug).toBe(slug);
  });
});
