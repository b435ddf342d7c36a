import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import {
  nextOpeningAt,
  openUrn,
  outcomesOf,
  practiceTexts,
  resolutionNote,
  seriesDue,
  seriesEveryMs,
  seriesNumber,
  seriesSlug,
  verifyPractice,
} from './rules.js';

const sha256 = (text: string) => createHash('sha256').update(text).digest();
const seedOf = (name: string) => createHash('sha256').update(name).digest('hex');

describe('the series', () => {
  it('has two open events and the next one ready at any time', () => {
    const start = 1000 * seriesEveryMs;
    for (const late of [0, 1, 30_000, 59_999]) {
      const due = seriesDue(start + late);
      expect(due.map(({ number }) => number)).toEqual([999, 1000, 1001]);
      expect(due[1]).toEqual({ number: 1000, opensAt: start, endsAt: start + 240_000 });
    }
    // With less than a minute left it is too late to start.
    expect(seriesDue(start + 60_001).map(({ number }) => number)).toEqual([1000, 1001]);
    expect(nextOpeningAt(start)).toBe(start + seriesEveryMs);
    expect(nextOpeningAt(start + 119_999)).toBe(start + seriesEveryMs);
  });

  it('recognizes its own slugs', () => {
    expect(seriesNumber(seriesSlug(14_523_001))).toBe(14_523_001);
    for (const slug of ['practice-', 'practice-01', 'practice-1-2', 'practise-1', 'practice-one']) {
      expect(seriesNumber(slug), slug).toBeNull();
    }
  });
});

describe('the urn', () => {
  it('holds 100 balls and draws each colour in proportion', () => {
    for (const outcomes of [2, 3, 4]) {
      // How often an outcome wins, by its number of balls: with a thousand urns, within five standard errors.
      let [expected, variance, won] = [0, 0, 0];
      for (let n = 0; n < 1_000; n += 1) {
        const { counts, shown, ball, winner } = openUrn(sha256, seedOf(`${outcomes} ${n}`), `practice-${n}`, outcomes);
        const sum = counts.reduce((a, b) => a + b, 0);
        const sound = sum === 100 && Math.min(...counts) >= 0 && counts[winner] > 0 && ball >= 1 && shown.length === 12;
        expect(sound || { counts, shown, ball, winner }).toBe(true);
        expected += counts[0] / 100;
        variance += (counts[0] / 100) * (1 - counts[0] / 100);
        if (winner === 0) won += 1;
      }
      expect(Math.abs(won - expected)).toBeLessThan(5 * Math.sqrt(variance));
      expect(Math.abs(expected - 1_000 / outcomes)).toBeLessThan(60);
    }
  });

  it.each([
    [2, { all: [99, 1] }],
    [3, { all: [4_851, 2], 'without 1': [99, 1] }],
  ])('of %i colours has the distribution that the guide describes', (outcomes, expected) => {
    const ways = new Map<string, number>();
    for (let turn = 0; turn < 99 ** (outcomes - 1); turn += 1) {
      // A digest whose number falls into the middle of the wanted hundredth produces every pair of cuts once.
      const digest = (text: string) => {
        const place = Number(/cut (\d)$/.exec(text)?.[1] ?? 1) - 1;
        const cut = Math.floor(turn / 99 ** place) % 99;
        const bytes = new Uint8Array(4);
        new DataView(bytes.buffer).setUint32(0, Math.floor(((cut + 0.5) / 99) * 2 ** 32));
        return bytes;
      };
      const mixture = openUrn(digest, 'seed', 'practice-1', outcomes).counts.join(' ');
      ways.set(mixture, (ways.get(mixture) ?? 0) + 1);
    }
    const kinds: Record<string, number[]> = {};
    for (const [mixture, count] of ways) {
      const missing = mixture.split(' ').indexOf('0');
      const kind = missing < 0 ? 'all' : `without ${missing}`;
      const [seen = 0] = kinds[kind] ?? [];
      kinds[kind] = [seen + 1, count];
    }
    expect(kinds).toEqual(expected);
  });

  it('rewards a player who counts the draws', () => {
    let [counting, guessing] = [0, 0];
    for (let n = 0; n < 2_000; n += 1) {
      const { shown, winner } = openUrn(sha256, seedOf(`skill ${n}`), `practice-${n}`, 2);
      const reds = shown.filter(outcome => outcome === 0).length;
      const red = winner === 0 ? 1 : 0;
      counting += ((reds + 1) / (shown.length + 2) - red) ** 2;
      guessing += 0.25;
    }
    expect(counting / guessing).toBeLessThan(0.8);
  });

  it('sometimes has three or four outcomes', () => {
    expect([0, 1, 2, 3, 4, 5].map(number => outcomesOf(number).length)).toEqual([2, 2, 3, 2, 2, 4]);
  });
});

describe('verifying a practice event', () => {
  function decided(number: number) {
    const slug = seriesSlug(number);
    const seed = seedOf(slug);
    const { description, outcomes } = practiceTexts(sha256, seed, slug, number);
    const urn = openUrn(sha256, seed, slug, outcomes.length);
    return { slug, description, outcomes, winner: urn.winner, note: resolutionNote(seed, urn, outcomes) };
  }
  const wrong = (event: ReturnType<typeof decided>) =>
    verifyPractice(sha256, event)?.steps.flatMap(({ right, step }) => (right ? [] : [step]));

  it('accepts a correct one, and finds every change', () => {
    for (const number of [3, 4, 5, 11]) {
      const event = decided(number);
      expect(wrong(event)).toEqual([]);
      expect(wrong({ ...event, winner: (event.winner + 1) % event.outcomes.length })).toEqual(['winner']);
      const other = event.note.replace(/[0-9a-f]{64}/, seedOf('another'));
      expect(wrong({ ...event, note: other })).toContain('SHA-256 of the seed');
      const told = event.description.replace(
        /put back: (Red|Blue|Green|Yellow)/,
        (_, colour) => `put back: ${colour === 'Red' ? 'Blue' : 'Red'}`,
      );
      expect(wrong({ ...event, description: told })).toEqual(['published draws']);
    }
  });

  it('returns null while the seed is secret', () => {
    expect(verifyPractice(sha256, { ...decided(3), note: '' })).toBeNull();
    expect(verifyPractice(sha256, { ...decided(3), slug: 'rain-in-london' })).toBeNull();
    expect(decided(3).description).not.toContain(seedOf(seriesSlug(3)));
  });
});
