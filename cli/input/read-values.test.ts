import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { entries, everyHelp } from '../../test/support/command-help.js';
import { runPresage } from '../run-presage.js';

/** The kind of value behind each placeholder in the help. A new placeholder must be added to one of them. */
const wholes = ['levels', 'messages', 'count', 'hours', 'port'];
const kinds = {
  whole: new Set(wholes),
  number: new Set([...wholes, 'seconds', 'credits', 'shares', 'percent', 'price']),
  time: new Set(['time']),
  text: new Set([
    ...[
      'address',
      'words',
      'name',
      'slug',
      'run',
      'text',
      'path',
      'folder',
      'tag',
      'label',
      'key',
      'rule,rule…',
      'id',
      'file',
    ],
    ...['agentId', 'keyId', 'orderId', 'handle', 'example', 'person', 'token', 'json', 'format', 'first', 'second'],
    ...[
      'labels',
      'question',
      'outcome',
      'fields',
      'expression',
      'agent',
      'forecastId',
      'operation',
      'version',
      'method',
      'header',
    ],
    ...['name=value'],
  ]),
  word: new Set([
    'status',
    'order',
    'board',
    'kind',
    'scale',
    'shell',
    'role',
    'plan',
    'type',
    'span',
    'width',
    'result',
  ]),
};

const noNumbers = [
  'abc',
  '',
  ' ',
  '12abc',
  '1e3',
  '0x10',
  'NaN',
  'Infinity',
  '-1',
  '1;2',
  '9'.repeat(15),
  '9'.repeat(30),
];
const noTimes = ['abc', '', 'tomorrow', '2027-02-31T00:00:00Z', '2027-05-01T00:00', '1809820800', '-1'];

interface Value {
  readonly path: string;
  /** The flag of an option; null for an argument. */
  readonly flag: string | null;
  readonly word: string;
  /** All argument placeholders of the command; empty for an option. */
  readonly around: readonly string[];
}

/** Lists the options and arguments of every command, from the help. */
async function everyValue(): Promise<Value[]> {
  const found: Value[] = [];
  for (const { path, help } of await everyHelp()) {
    for (const { name } of entries(help, /Options/)) {
      const [, flag, word] = /(--[a-z-]+) [<[](\S+)[>\]]$/.exec(name) ?? [];
      if (word !== undefined) found.push({ path, flag, word, around: [] });
    }
    const words = entries(help, /Arguments/).map(({ name }) => name);
    found.push(...words.map(word => ({ path, flag: null, word, around: words })));
  }
  return found;
}

async function refused({ path, flag, word, around }: Value, value: string): Promise<string> {
  let errorText = '';
  const complain = (text: string) => {
    errorText += text;
  };
  const environment = { PRESAGE_URL: 'http://127.0.0.1:9', PRESAGE_CONFIG: '/nowhere/settings.json' };
  const given = flag === null ? around.map(each => (each === word ? value : '1')) : [`${flag}=${value}`];
  const args = [...path.split(' '), ...given];
  const code = await runPresage(args, { environment, write: () => {}, complain });
  expect(code, `presage ${args.join(' ')}`).toBe(2);
  return errorText;
}

describe('values of options and arguments', () => {
  it('have a known kind', async () => {
    const values = await everyValue();
    expect(values.length).toBeGreaterThan(70);
    const known = new Set(Object.values(kinds).flatMap(words => [...words]));
    expect(values.filter(({ word }) => !known.has(word))).toEqual([]);
  });

  it('reject any value that is not a number or a time, by name, before a request is sent', async () => {
    const values = await everyValue();
    const numbers = values.filter(({ word }) => kinds.number.has(word));
    const times = values.filter(({ word }) => kinds.time.has(word));
    expect(numbers.length).toBeGreaterThan(20);
    expect(times.length).toBeGreaterThan(6);
    const cases = [
      ...numbers.flatMap(value => noNumbers.map(text => [value, text] as const)),
      ...numbers.filter(({ word }) => kinds.whole.has(word)).map(value => [value, '1.5'] as const),
      ...times.flatMap(value => noTimes.map(text => [value, text] as const)),
    ];
    for (const [value, text] of cases) {
      const errorText = await refused(value, text);
      const where = `presage ${value.path}, ${value.flag ?? value.word} with ${JSON.stringify(text)}`;
      expect(errorText, where).toContain(value.flag ?? `<${value.word}>`);
      expect(errorText, where).toMatch(/It must be /);
      expect(errorText, where).not.toContain('does not respond');
    }
  });
});

describe('bounds of options', () => {
  const contract = JSON.parse(readFileSync(new URL('../../contract/openapi.json', import.meta.url), 'utf8'));

  /** Returns the bounds of a query parameter in the contract. */
  function boundsOf(path: string, member: string): { minimum: number; maximum: number } {
    const found = contract.paths[path].get.parameters.find(({ name }: { name: string }) => name === member);
    return found.schema;
  }

  it.each([
    ['markets', '--limit', '/api/play/v1/discovery', 'limit'],
    ['leaderboard', '--limit', '/api/leaderboards/{board}', 'limit'],
    ['leaderboard', '--limit', '/api/practice/leaderboard', 'limit'],
    ['book', '--depth', '/api/v1/markets/{id}/orderbook', 'depth'],
    ['watch', '--depth', '/api/events/{slug}/orderbook/stream', 'depth'],
  ])('of presage %s %s are those of %s', async (path, flag, route, member) => {
    const { minimum, maximum } = boundsOf(route, member);
    const value = { path, flag, word: 'count', around: [] };
    for (const text of [minimum - 1, maximum + 1]) {
      expect(await refused(value, String(text))).toContain(`a whole number from ${minimum} to ${maximum}.`);
    }
  });
});
