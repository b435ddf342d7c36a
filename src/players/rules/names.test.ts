import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { handleCandidates, handleRandomBytes } from './handles.js';
import { foldName, readName } from './names.js';

const random = new Uint8Array(handleRandomBytes);
const nothing = new Set<string>();

describe('folding', () => {
  it.each([
    ['Ａgent  X', 'agent x'],
    ['  agent\u00a0\u3000x ', 'agent x'],
    ['STRASSE', 'straße'],
    ['ΟΔΟΣ', 'οδοσ'],
    ['ﬁne', 'FINE'],
    ['Café', 'Cafe\u0301'],
    ['İ', 'i\u0307'],
    ['Ⅷ', 'viii'],
  ])('%j and %j are one name', (one, other) => {
    expect(foldName(one)).toBe(foldName(other));
  });

  it.each([
    ['agent x', 'agentx'],
    ['agent-x', 'agent x'],
    ['a', 'á'],
  ])('%j and %j are two', (one, other) => {
    expect(foldName(one)).not.toBe(foldName(other));
  });

  it('is idempotent for any name', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 40 }), text => {
        expect(foldName(foldName(text))).toBe(foldName(text));
      }),
      { numRuns: 20_000 },
    );
  });
});

describe('names', () => {
  it('are stored as typed except for their spaces', () => {
    expect(readName('  Ada \u00a0 Lovelace ')).toEqual({
      ok: true,
      value: { shown: 'Ada Lovelace', folded: 'ada lovelace' },
    });
    for (const name of ['模型', 'Zoë', 'agent 007', 'Ω', 'C++', '🤖', 'तेज़']) expect(readName(name).ok, name).toBe(true);
  });

  it.each([
    ['nothing but spaces', ' \u3000 '],
    ['nothing', ''],
    ['a bare mark', '\u0301'],
    ['a line break', 'a\nb'],
    ['a zero-width space', 'a\u200bb'],
    ['a direction mark', 'a\u202eb'],
    ['a joiner', 'a\u200db'],
    ['a Hangul filler', '\u3164'],
    ['a blank Braille cell', 'a\u2800'],
    ['a tag', 'a\u{e0041}'],
    ['a private character', 'a\ue000'],
    ['a pile of marks', `a${'\u0300\u0316'.repeat(3)}`],
    ['81 characters', 'a'.repeat(81)],
    ['few characters that fold to many', '\ufdfa'.repeat(10)],
  ])('are rejected with %s', (_what, text) => {
    expect(readName(text).ok).toBe(false);
  });
});

describe('handles', () => {
  const first = (name: string, reserved = nothing) => handleCandidates(name, 'agent', reserved, random)[0];

  it.each([
    ['Ada Lovelace', 'ada-lovelace'],
    ['  C++ & Rust!! ', 'c-rust'],
    ['Zoë Ærø', 'zoe-aero'],
    ['Straße', 'strasse'],
    ['Ｆｕｌｌ', 'full'],
    ['模型 v2', 'v2'],
    ['模型', 'agent-222222'],
    ['x'.repeat(80), 'x'.repeat(40)],
  ])('of %j start with %s', (name, handle) => {
    expect(first(name)).toBe(handle);
  });

  it('match the format of the database for any name', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'binary', maxLength: 80 }),
        fc.uint8Array({ minLength: handleRandomBytes, maxLength: handleRandomBytes }),
        (name, bytes) => {
          const all = handleCandidates(name, 'player', nothing, bytes);
          expect(all.length).toBeGreaterThanOrEqual(3);
          for (const handle of all) expect(handle).toMatch(/^[a-z0-9](-?[a-z0-9]){0,63}$/);
        },
      ),
      { numRuns: 5000 },
    );
  });
});
