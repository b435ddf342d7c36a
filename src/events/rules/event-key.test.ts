import { describe, expect, it } from 'vitest';
import { identityText } from './event.js';
import { slugCandidates, slugProblem } from './slugs.js';

describe('the public key of an event', () => {
  it('is derived from a text that does not depend on the order of members', () => {
    const identity = { title: 'T', outcomes: ['Yes', 'No'], createdAt: 0, slug: 's', id: 'evt_1' };
    expect(identityText(identity)).toBe(
      '{"createdAt":"1970-01-01T00:00:00.000Z","id":"evt_1","outcomes":["Yes","No"],"slug":"s","title":"T"}',
    );
  });
});

describe('slugs', () => {
  const id = 'evt_01kx3v7p9ye1f8m2q4s6t8v0wz';
  const words = new Set(['stream']);

  it.each([
    ['Will it rain in London on 1 May 2026?', 'will-it-rain-in-london-on-1-may-2026'],
    ['Économie: le “PIB” à +2 %', 'economie-le-pib-a-2'],
    ["Who'll win?", 'wholl-win'],
    ['Ob', 'ob-2'],
    ['日本', 'event'],
    ['Stream', 'stream-2'],
  ])('%s becomes %s', (title, slug) => expect(slugCandidates(title, id, words)[0]).toBe(slug));

  it('are truncated at a word and end with a unique suffix', () => {
    const made = slugCandidates('word '.repeat(40), id, words);
    expect(made[0]).toBe(Array(12).fill('word').join('-'));
    expect(made.at(-1)).toBe(`${made[0]}-${id.slice(-8)}`);
    for (const slug of made) expect(slugProblem(slug, words)).toBeNull();
  });

  it.each(['ab', 'Top', 'top', 'stream', '---', 'a b', 'x'.repeat(81)])('%s is rejected', slug => {
    expect(slugProblem(slug, words)).not.toBeNull();
  });
});
