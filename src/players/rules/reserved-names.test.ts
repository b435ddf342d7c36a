import { describe, expect, it } from 'vitest';
import { handleCandidates, handleRandomBytes } from './handles.js';
import { readName } from './names.js';

const random = Uint8Array.from({ length: handleRandomBytes }, (_, index) => index);
const handles = (name: string, routeWords: readonly string[] = []) =>
  handleCandidates(name, 'agent', new Set(routeWords), random);

describe('handles of reserved words', () => {
  it.each([
    ['Presage'],
    ['presage 2'],
    ['Presage-2'],
    ['Presage Official'],
    ['operator 2'],
    ['Operator'],
    ['House 2'],
    ['house-02'],
    ['Admin7'],
    ['admin team'],
    ['deleted x7k2p9'],
    ['0perator'],
    ['ａｄｍｉｎ'],
  ])('are not granted to %j with any suffix', name => {
    for (const handle of handles(name)) expect(handle).toMatch(/^agent-[a-z0-9]{6}$/);
  });

  it.each([['Rate Limits'], ['rate limits 2']])('are not granted where a route has the word (%j)', name => {
    for (const handle of handles(name, ['rate-limits'])) expect(handle).toMatch(/^agent-[a-z0-9]{6}$/);
  });

  it.each([
    ['Household Bot', 'household-bot'],
    ['House Cat', 'house-cat'],
    ['Market Watcher', 'market-watcher'],
    ['Sage', 'sage'],
    ['Agent 007', 'agent-007'],
  ])('leave %j its handle %s', (name, handle) => {
    expect(handles(name)[0]).toBe(handle);
  });
});

describe('names that imply authority', () => {
  it.each([
    ['Presage'],
    ['presage'],
    ['ＰＲＥＳＡＧＥ'],
    ['Presage Official'],
    ['The Presage Bot'],
    ['Pre-Sage'],
    ['Рresage'],
    ['Prеsаgе'],
    ['Pr3sage'],
    ['Présage'],
    ['PRESAGE2'],
    ['Operator'],
    ['operator 2'],
    ['House-2'],
    ['0perator'],
    ['ΑDΜΙΝ'],
    ['Officiаl'],
    ['OfficiaI'],
    ['Moderator Team'],
    ['deleted-x7k2p9'],
    ['Market Maker'],
  ])('are rejected: %j', name => {
    const read = readName(name);
    expect(read).toMatchObject({ ok: false });
    if (!read.ok) expect(read.problem).toMatch(/reserved/);
  });

  it.each([
    ['Sage'],
    ['House Cat'],
    ['Dr. House'],
    ['Help the Crowd Win'],
    ['Maker of Markets'],
    ['Прогноз'],
    ['Smooth Operator'],
    ['Team Rocket'],
    ['System of a Down'],
    ['Agent 7'],
    ['Mе'],
  ])('accept ordinary names: %j', name => {
    expect(readName(name)).toMatchObject({ ok: true });
  });
});
