import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { startEmbeddedDatabase } from '../../src/database/embedded/embedded.js';
import { checkExternal } from '../../src/database/embedded/external.js';
import { loadMigrations, migrate } from '../../src/database/migrate.js';
import { type ConnectionTarget, openPool } from '../../src/database/pool.js';
import { schemaFolder } from '../../src/package-root.js';
import { keepTemporaryFilesInMemory, removeStaleServers } from './disk/scratch-folder.js';
import { otherDatabase } from './test-database.js';

interface TestServer {
  readonly target: string | ConnectionTarget;
  stop(): Promise<void>;
}

const prefix = 'presage-test-';

/** The operator's server if DATABASE_URL is set, otherwise an embedded one for the duration of the run. */
async function openServer(): Promise<TestServer> {
  const given = process.env.DATABASE_URL;
  if (given) {
    await checkExternal(given);
    return { target: given, stop: async () => {} };
  }
  removeStaleServers(tmpdir(), prefix);
  const folder = mkdtempSync(join(tmpdir(), prefix));
  writeFileSync(join(folder, 'owner'), String(process.pid));
  // When started as root, the database runs as another user, which needs access to the folder.
  chmodSync(folder, 0o755);
  // Durability and passwords have separate tests; here they would only cost time.
  const access = join(folder, 'pg_hba.conf');
  writeFileSync(access, 'local all all trust\n');
  const settings = {
    fsync: 'off',
    synchronous_commit: 'off',
    full_page_writes: 'off',
    max_connections: '200',
    hba_file: access,
  };
  const database = await startEmbeddedDatabase({ dataDir: folder, settings });
  return {
    target: database.connection,
    async stop() {
      await database.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

export default async function setup(project: TestProject) {
  // The workers start after this and inherit the environment.
  keepTemporaryFilesInMemory();
  const server = await openServer();
  const template = `presage_template_${process.pid}_${Date.now().toString(36)}`;
  const admin = openPool(server.target, { max: 1 });
  await admin.unsafe(`create database ${template} template template0 encoding 'UTF8'`);
  const pool = openPool(otherDatabase(server.target, template), { max: 2 });
  await migrate(pool, loadMigrations(schemaFolder));
  await pool.end();
  project.provide('databaseServer', server.target);
  project.provide('templateDatabase', template);
  const demo = `${template}_demo`;
  project.provide('demoDatabase', demo);
  const prepared = join(tmpdir(), `presage-prepared-${process.pid}`);
  project.provide('preparedFolder', prepared);
  return async () => {
    for (const name of [template, demo, `${demo}_draft`])
      await admin.unsafe(`drop database if exists ${name} with (force)`);
    await admin.end();
    await server.stop();
    rmSync(prepared, { recursive: true, force: true });
  };
}
