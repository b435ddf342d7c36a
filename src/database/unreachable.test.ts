import { execFile } from 'node:child_process';
import { type AddressInfo, createServer } from 'node:net';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';

async function unusedPort(): Promise<number> {
  const server = createServer();
  await new Promise<void>(listening => server.listen(0, '127.0.0.1', listening));
  const { port } = server.address() as AddressInfo;
  await new Promise(closed => server.close(closed));
  return port;
}

it('keeps a process alive until its query of an unreachable database has failed', async () => {
  const program = `
    const { openPool } = await import('${new URL('../../dist/src/database/pool.js', import.meta.url)}');
    const pool = openPool('postgresql://presage@127.0.0.1:${await unusedPort()}/none', { max: 1 });
    await pool\`select 1\`.catch(error => console.log(error.message));
    await pool.end();`;
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', program]);
  expect(stdout).toBe('the database is unreachable\n');
});
