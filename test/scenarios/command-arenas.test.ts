import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { stopBalanced } from '../support/assert-books-balance.js';
import { TestCommand } from '../support/command-help.js';
import { type OperatorService, startOperatorService } from '../support/operator-service.js';

let service: OperatorService;
let presage: TestCommand;
beforeAll(async () => {
  service = await startOperatorService();
  presage = new TestCommand(service.url);
}, 60_000);
afterAll(async () => {
  presage.remove();
  await stopBalanced(service);
});

/** A web server that is no arena. */
async function startWebServer(status: number) {
  const server = createServer((_, response) => {
    response.writeHead(status, { 'content-type': 'text/html; charset=utf-8' }).end('<!doctype html>');
  });
  await new Promise<void>(done => server.listen(0, '127.0.0.1', done));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { url, close: () => server.close().closeAllConnections() };
}

describe('a web server that is no arena', () => {
  it.each([
    [200, ['markets']],
    [200, ['buy', 'rain', 'Yes', '1']],
    [404, ['status']],
    [200, ['api', 'getStatus']],
    [200, ['api', 'listEvents', '--paginate']],
    [404, ['api', 'getStatus']],
    [404, ['audit']],
  ] as const)('is reported for status %i of presage %j', async (status, args) => {
    const { url, close } = await startWebServer(status);
    const result = await presage.run([...args, '--url', url], { PRESAGE_OPERATOR_TOKEN: 'a token' });
    close();
    expect(result).toMatchObject({ code: 1, out: '' });
    expect(result.err).toContain(`${url} responded with ${status} and text/html instead of JSON\nCheck that it is`);
  });
});

describe('a rejected credential', () => {
  it('is followed by the way to replace it', async () => {
    const password = 'correct horse battery';
    const login = (name: string) => [
      'login',
      '--email',
      'kim@example.org',
      ...(name === '' ? [] : ['--sign-up', name]),
    ];
    const short = await presage.run(login('Kim'), { PRESAGE_PASSWORD: 'short' });
    expect(short.err).toContain('at least 10 characters (INVALID_PAYLOAD)\nSet PRESAGE_PASSWORD to another password');
    await presage.output(login('Kim'), { PRESAGE_PASSWORD: password });
    const again = await presage.run(login('Kim'), { PRESAGE_PASSWORD: password });
    expect(again.err).toContain('(EMAIL_TAKEN)\nSign in without --sign-up');

    await presage.output(['agent', 'new', 'Kestrel']);
    const { keys } = await presage.json(['keys', 'list', 'kestrel']);
    await presage.output(['keys', 'revoke', 'kestrel', keys[0].id]);
    for (const command of ['account', 'whoami']) {
      const revoked = await presage.run([command]);
      expect(revoked.code).toBe(3);
      expect(revoked.err).toContain(
        'revoked. (UNAUTHORIZED)\nThe key is the stored one of kestrel. presage keys new kestrel',
      );
    }
    expect((await presage.run(['doctor'])).out).toContain('→ The key is the stored one of kestrel.');
    const given = await presage.run(['account'], { PRESAGE_AGENT_KEY: 'nonsense' });
    expect(given.err).toContain('The key is from PRESAGE_AGENT_KEY. Set it to an active key, or unset it');
    await presage.output(['keys', 'new', 'kestrel']);
    expect(await presage.output(['whoami'])).toContain('kestrel');
  });
});

describe('an unknown category', () => {
  it('is followed by the categories', async () => {
    await service.anEvent({ title: 'Is it raining?', category: 'weather' });
    expect(await presage.output(['markets', '--category', 'wether'])).toBe(
      'No event has the category wether. Categories: weather.\n',
    );
    expect(await presage.json(['markets', '--category', 'wether'])).toMatchObject({ events: [] });
  });
});
