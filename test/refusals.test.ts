import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runPresage } from '../cli/run-presage.js';
import { budgets } from '../src/api/limits.js';
import { assertBooksBalance } from './books.js';
import { type OperatorService, startOperatorService } from './operator.js';

const addressReadsPerMinute = 40;

let service: OperatorService;
beforeAll(async () => {
  service = await startOperatorService({ addressReadsPerMinute });
});
afterAll(async () => {
  await assertBooksBalance(service.store);
  await service.stop();
});

async function refused(args: readonly string[]): Promise<string> {
  let err = '';
  const environment = {
    PRESAGE_URL: service.url,
    PRESAGE_CONFIG: '/nowhere/settings.json',
    PRESAGE_PASSWORD: 'incorrect horse',
    PRESAGE_OPERATOR_TOKEN: 'not the token of this service',
  };
  const complain = (text: string) => {
    err += text;
  };
  expect(await runPresage(args, { environment, write: () => {}, complain })).toBe(1);
  return err;
}

describe('a command that is refused', () => {
  it('says how to sign in, and after too many attempts when to try again', async () => {
    const { quota, windowSeconds } = budgets.wrongPasswords;
    const login = ['login', '--email', 'ada@example.org'];
    for (let attempt = 0; attempt < quota; attempt += 1) {
      expect(await refused(login)).toContain('(UNAUTHORIZED)\nCheck both; presage login --sign-up <name> makes');
    }
    expect(await refused(login)).toMatch(
      new RegExp(`\\(RATE_LIMITED\\)\nTry again in ${windowSeconds} seconds \\(15 minutes\\)\\.\nrequest req_`),
    );
  });

  it('says the same to operators', async () => {
    expect(await refused(['audit'])).toContain('Set PRESAGE_OPERATOR_TOKEN to the token');
    let said = '';
    for (let attempt = 0; attempt < addressReadsPerMinute && !said.includes('RATE_LIMITED'); attempt += 1) {
      said = await refused(['audit']);
    }
    expect(said).toMatch(/\(RATE_LIMITED\)\nTry again in \d+ seconds\.\nrequest req_/);
  });
});
