import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { runPresage } from '../../cli/run-presage.js';
import { assertBooksBalance } from '../support/assert-books-balance.js';
import { type OperatorService, startOperatorService } from '../support/operator-service.js';

let service: OperatorService;
let folder: string;
beforeAll(async () => {
  service = await startOperatorService();
  folder = mkdtempSync(join(tmpdir(), 'presage-conflict-'));
});
afterAll(async () => {
  rmSync(folder, { recursive: true });
  await service.stop();
});

async function presage(...args: string[]) {
  let out = '';
  let err = '';
  const code = await runPresage(args, {
    environment: {
      PRESAGE_URL: service.url,
      PRESAGE_CONFIG: join(folder, 'settings.json'),
      PRESAGE_PASSWORD: 'correct horse battery',
    },
    write: text => {
      out += text;
    },
    complain: text => {
      err += text;
    },
  });
  return { code, out, err };
}

it('operates with the session of an operator by role, and explains the rejection of a conflict', async () => {
  const person = await service.aPerson();
  await service.operate('PUT', `/people/${person.playerId}/role`, { role: 'operator' });
  expect((await presage('event', 'pause', 'anything')).err).toContain('PRESAGE_OPERATOR_TOKEN is not set');
  expect((await presage('login', '--email', person.email)).code).toBe(0);
  const [own, played] = [await service.anEvent(), await service.anEvent()];
  expect((await presage('event', 'edit', own.slug, '--description', 'Changed.')).code).toBe(0);
  expect((await presage('agent', 'new', 'Command Conflict')).code).toBe(0);

  for (const args of [
    ['buy', own.slug, '0', '10'],
    ['forecast', own.slug, '0', '60'],
  ]) {
    const refused = await presage(...args);
    expect(refused).toMatchObject({ code: 3, out: '' });
    expect(refused.err).toContain('created, edited or proposed a resolution for the event');
  }

  expect((await presage('buy', played.slug, '0', '10')).code).toBe(0);
  const refused = await presage('event', 'resolve', played.slug, '--winner', '0', '--source', 'The test');
  expect(refused).toMatchObject({ code: 3, out: '' });
  expect(refused.err).toContain('Another operator or the operator token can');
  await assertBooksBalance(service.store);
});
