import { execFile } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { packageRoot } from '../../src/package-root.js';
import { stopBalanced } from '../support/assert-books-balance.js';
import { Launched } from '../support/launch-service.js';
import { type OperatorService, startOperatorService } from '../support/operator-service.js';

let service: OperatorService;
let folder: string;
beforeAll(async () => {
  service = await startOperatorService();
  folder = mkdtempSync(join(tmpdir(), 'presage-packed-'));
});
afterAll(async () => {
  rmSync(folder, { recursive: true });
  await stopBalanced(service);
});

function run(file: string, args: readonly string[], cwd: string, env: Record<string, string> = {}): Promise<string> {
  const options = {
    cwd,
    timeout: 110_000,
    env: { PATH: process.env.PATH, HOME: folder, npm_config_offline: 'true', ...env },
  };
  return new Promise((done, failed) => {
    execFile(file, args, options, (error, stdout, stderr) =>
      error ? failed(new Error(`${error.message}\n${stdout}\n${stderr}`)) : done(stdout),
    );
  });
}

it('the command and the service with the web app work from the tarball of npm pack', { timeout: 240_000 }, async () => {
  await run('npm', ['pack', '--pack-destination', folder, '--silent'], packageRoot);
  const tarball = readdirSync(folder).find(name => name.endsWith('.tgz')) ?? 'none';
  const modules = join(folder, 'node_modules');
  const home = join(modules, 'presage');
  mkdirSync(home, { recursive: true });
  await run('tar', ['-xzf', join(folder, tarball), '-C', home, '--strip-components=1'], folder);
  // npm would install the dependencies, which the project already has.
  const names = readdirSync(join(packageRoot, 'node_modules')).filter(name => !name.startsWith('.'));
  for (const name of names) symlinkSync(join(packageRoot, 'node_modules', name), join(modules, name));
  expect(existsSync(join(home, 'src', 'main.ts'))).toBe(false);

  const { slug } = await service.anEvent({ title: 'Is it packed?' });
  const agent = await service.anAgent();
  const env = { PRESAGE_URL: service.url, PRESAGE_AGENT_KEY: agent.key };
  const presage = (...args: string[]) =>
    run(process.execPath, [join(home, 'tools', 'presage.cjs'), ...args], folder, env);
  expect(await presage('--version')).toMatch(/^\d+\.\d+\.\d+\n$/);
  expect(await presage('markets')).toContain('Is it packed?');
  expect(await presage('forecast', slug, 'Yes', '62%')).toContain('Recorded: 62 %');
  expect(await presage('run', 'base-rate', '--for', '1')).toContain('events forecast');

  const data = join(folder, 'data');
  mkdirSync(data);
  for (const each of [folder, data]) chmodSync(each, 0o755);
  const launched = new Launched({ PRESAGE_DATA_DIR: data }, [], [], home);
  const url = await launched.url();
  const page = await fetch(url, { headers: { accept: 'text/html' } });
  expect([page.status, await page.text()]).toEqual([200, expect.stringContaining('<div id="root"')]);
  const { help } = (await (await fetch(`${url}/api/search?kind=help&q=agent`)).json()) as { help: object[] };
  expect(help.length).toBeGreaterThan(0);
  expect(await launched.ended('SIGTERM')).toBe(0);
});
