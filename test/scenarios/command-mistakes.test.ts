import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { packageRoot } from '../../src/package-root.js';
import { stopBalanced } from '../support/assert-books-balance.js';
import { TestCommand } from '../support/command-help.js';
import { type OperatorService, startOperatorService } from '../support/operator-service.js';

let service: OperatorService;
let presage: TestCommand;
/** Signed in as a person, for commands that need an account. */
let person: TestCommand;
let slug: string;
beforeAll(async () => {
  service = await startOperatorService();
  presage = new TestCommand(service.url);
  person = new TestCommand(service.url);
  await person.signUp('Mia');
  slug = (await service.anEvent({ title: 'Will mistakes help?' })).slug;
  const ended = await service.anEvent({ title: 'Is it over?' });
  await service.operate('POST', `/events/${ended.slug}/close`, {});
  await service.anEvent({ title: 'Which number?', outcomes: ['1', '2', '3'] });
  writeFileSync(join(presage.folder, 'broken.json'), '{"title": ');
  writeFileSync(join(presage.folder, 'columns.csv'), 'player,answer\nada,1\n');
}, 60_000);
afterAll(async () => {
  presage.remove();
  person.remove();
  await stopBalanced(service);
});

type Mistake = readonly [args: string, code: number, problem: string, next: string];

/** E is the slug of an active event. Every output states the problem and the next step. */
const anonymous: readonly Mistake[] = [
  ['markts', 2, "unknown command 'markts'", 'Did you mean markets?'],
  ['frobnicate', 2, "unknown command 'frobnicate'", 'presage --help lists the commands'],
  ['agent frob', 2, "unknown command 'frob'", 'presage agent --help'],
  ['agent', 2, 'agent needs a command: new, list, use or delete', 'presage agent --help lists the commands'],
  ['help markts', 2, "unknown command 'markts'", 'Did you mean markets?'],
  ['markets --limt 5', 2, "unknown option '--limt'", 'Did you mean --limit?'],
  ['markets --limit 1000', 2, 'whole number from 1 to 100', 'presage markets --help'],
  ['markets --status open', 2, 'Allowed choices are active', 'presage markets --help'],
  ['markets --practice --sort ending', 2, "cannot be used with option '--sort <order>'", 'presage markets --help'],
  ['market', 2, "missing required argument 'slug'", 'presage market --help'],
  ['market E E', 2, 'too many arguments', 'presage market --help'],
  ['market no-such-event', 3, 'NOT_FOUND', 'presage search <words> searches them'],
  ['market --json E1', 2, "missing required argument 'slug'", '--json took E1 as a list of fields; write --json last'],
  ['leaderboard nope', 2, 'Allowed choices are brier, edge, adjusted, profit, practice', 'presage leaderboard --help'],
  ['leaderboard edge --board profit', 2, 'two leaderboards are requested', 'use one of them'],
  ['player nobody-here', 3, 'NOT_FOUND', 'presage leaderboard lists players'],
  ['buy E Yes', 2, "missing required argument 'credits'", 'presage buy --help shows its arguments and examples'],
  ['forecast', 2, "missing required argument 'slug'", 'Usage: presage forecast <slug> <outcome> <percent>'],
  ['markets --json slug title', 2, 'too many arguments', 'Separate the fields of --json with commas'],
  ['buy E Maybe 10', 2, 'unknown outcome “Maybe”', 'Outcomes: 0 Yes, 1 No'],
  ['buy E 2 10', 2, 'unknown outcome “2”', 'Outcomes: 0 Yes, 1 No'],
  ['buy which-number 2 10', 2, 'write #2 or #1', 'Outcomes: 0 1, 1 2, 2 3'],
  ['buy E Yes much', 2, "argument <credits>: 'much' is invalid. It must be a number from 0.01", 'presage buy --help'],
  ['buy E Yes 10 --limit 0.62', 2, 'can mean 0.62 % or 62 %', 'write 0.62% or 62%'],
  ['buy E Yes 10 --limit 6200', 2, 'It must be a percentage', 'write 6200bps or 62%'],
  ['buy E Yes 10 --limit 62.555', 2, 'two decimals', 'write 62.55% or 62.56%'],
  ['buy E Yes 10', 3, 'UNAUTHORIZED', 'presage login'],
  ['forecast E Yes 120', 2, 'percentage from 0 to 100', 'presage forecast --help'],
  ['forecast E Yes 1', 2, 'can mean 1 % or 100 %', 'write 1% or 100%'],
  ['forecasts', 3, 'UNAUTHORIZED', 'presage login'],
  ['cancel', 2, 'give an order', 'presage orders lists'],
  ['cancel ord_1 --all', 2, 'give either the order ord_1 or --all, not both', 'presage cancel --help'],
  ['cancel --event E', 2, 'give an order, or --all with --event', 'presage orders'],
  ['agent new Ada', 1, 'you are not signed in', 'presage login --sign-up <name>'],
  ['login', 2, "required option '--email <address>' not specified", 'presage login --help'],
  ['login --email a@example.org', 1, 'no password given', 'Set PRESAGE_PASSWORD'],
  ['run nothing', 2, 'unknown example nothing', 'Examples: base-rate'],
  ['run base-rate', 1, 'no agent key found', 'presage agent new'],
  ['audit', 1, 'PRESAGE_OPERATOR_TOKEN is not set', 'sign in as an operator'],
  ['event create --file broken.json', 2, "can't be read as JSON", 'presage event create --help'],
  [
    'event resolve E --winner Yes --payout 0,10000 --source S',
    2,
    "cannot be used with option '--winner <outcome>'",
    '--help',
  ],
  ['record verify none.ndjson', 2, "none.ndjson can't be read: the file does not exist", 'Check the path'],
  ['score broken.json', 1, 'line 1: ', '--skip-bad'],
  ['score columns.csv', 1, 'line 1: missing columns question, probability, outcome', 'presage score --help'],
  ['api getEvnt', 2, 'unknown operation getEvnt', 'Did you mean getEvent?'],
  ['api getEvent', 2, 'getEvent needs slug', 'Add -f slug=…'],
  ['api getEvent -f slug', 2, '-f slug has no =', 'Write -f name=value'],
  ['markets --url ftp://x', 2, "option '--url <address>' argument 'ftp://x' is invalid", '127.0.0.1:4870'],
  ['markets --url http//arena', 2, "argument 'http//arena' is invalid", 'https://arena.example.org'],
  ['markets --url 127.0.0.1:2', 4, 'http://127.0.0.1:2 does not respond: connection refused', 'presage doctor'],
  ['markets --url U/api', 3, 'not found', 'has the path /api. Select the arena without it: U.'],
  ['api getEvent -f slug=none', 3, 'NOT_FOUND', 'presage api --list'],
  ['api listEvents -f limt=1', 3, 'did you mean limit?', '/docs/api'],
  ['api listEvents -f cursor=x', 3, 'cursor', 'or omit it to start again'],
  ['markets --profile work', 2, 'unknown profile work', 'presage profile add work --url <address>'],
  ['markets --category none --json badfield', 2, 'unknown field badfield', 'category, closedAt, createdAt, demo'],
  ['completion tcsh', 2, 'It must be bash, zsh or fish', 'presage completion --help'],
  ['open no-such-event', 3, 'NOT_FOUND', 'presage search'],
  ['practice verify E', 1, 'has no seed', 'presage market E shows its status'],
];
const signedIn: readonly Mistake[] = [
  ['buy E Yes 1000000', 3, 'INSUFFICIENT_BALANCE', 'You have 10,000 credits available, and the order needs 1,000,000.'],
  ['sell E Yes 10', 3, 'INSUFFICIENT_BALANCE', 'You hold 0 shares of this outcome'],
  ['buy is-it-over Yes 10', 3, 'MARKET_CLOSED', 'presage markets lists events that can be traded'],
  ['agent delete nobody', 2, 'agent nobody not found', 'presage agent new <name> creates one'],
  ['keys list nobody', 2, 'agent nobody not found', 'presage agent new'],
  [
    'cancel nope',
    3,
    'orderId must be ord_ and 26 letters and digits (got nope)',
    'presage orders --status all lists your orders',
  ],
  [
    'withdraw fct_1',
    3,
    'forecastId must be fct_ and 26 letters and digits (got fct_1)',
    'presage forecasts --status all lists your forecasts',
  ],
  ['requests file Rain --ends-at 2020-01-01', 3, 'must be in the future', 'presage requests file --help'],
  ['certify', 3, 'FORBIDDEN', 'presage agent new <name> creates an agent'],
  ['signals', 3, 'an agent key is needed', 'presage agent use <agent> selects an agent'],
  ['audit', 3, 'FORBIDDEN', 'ask an operator for the role'],
];

/** Replaces E and returns the words of the arguments. */
const wordsOf = (args: string, folder: string) =>
  args
    .split(' ')
    .map(word => (word === 'E' ? slug : /\.(json|csv)$/.test(word) ? join(folder, word) : word))
    .map(word => word.replace(/^U\b/, service.url));

describe('thirty typical mistakes and more', () => {
  const check = async (command: TestCommand, [args, code, problem, next]: Mistake) => {
    const words = wordsOf(args, presage.folder);
    const environment = { PRESAGE_OPERATOR_TOKEN: undefined };
    const result = await command.run(words, environment);
    expect([result.code, result.out], result.err).toEqual([code, '']);
    for (const part of [problem, next])
      expect(result.err).toContain(part.replaceAll(/\bE\b/g, slug).replaceAll(/\bU\b/g, service.url));
    const asJson = await command.run([...words, '--json'], environment);
    if (words.includes('--json')) return;
    expect([asJson.code, asJson.out]).toEqual([code, '']);
    const failure = JSON.parse(asJson.err.trim().split('\n').at(-1) ?? '');
    const { error, code: name, exitCode, remediation } = failure;
    expect(Object.keys(failure)).not.toContain('body');
    expect([exitCode, typeof error, name]).toEqual([code, 'string', expect.stringMatching(/^[A-Z_]+$/)]);
    if (next !== '' && result.err.trim().includes('\n')) expect(remediation).toMatch(/\w/);
  };

  it.each(anonymous)('presage %s exits with %i', (...mistake) => check(presage, mistake));
  it.each(signedIn)('signed in, presage %s exits with %i', (...mistake) => check(person, mistake));
});

describe('an interrupt', () => {
  it('exits with 130', { timeout: 120_000 }, async () => {
    const env = { PATH: process.env.PATH, PRESAGE_URL: service.url, PRESAGE_CONFIG: presage.settings };
    const child = spawn(process.execPath, [join(packageRoot, 'tools', 'presage.cjs'), 'watch', slug], { env });
    child.stderr.resume();
    await once(child.stdout, 'data');
    child.kill('SIGINT');
    expect(await once(child, 'exit')).toEqual([130, null]);
  });
});
