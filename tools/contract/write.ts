// npm run contract:write: writes everything under contract/ and the pages generated from the same tables.
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startEmbeddedDatabase } from '../../src/database/embedded/embedded.js';
import { loadMigrations, migrate } from '../../src/database/migrate.js';
import { openPool } from '../../src/database/pool.js';
import { packageRoot, schemaFolder } from '../../src/package-root.js';
import { contractDocuments } from './documents.js';

const folder = mkdtempSync(join(tmpdir(), 'presage-contract-'));
chmodSync(folder, 0o755);
const database = await startEmbeddedDatabase({ dataDir: folder, settings: { fsync: 'off' } });
const pool = openPool(database.connection, { max: 2 });
try {
  await migrate(pool, loadMigrations(schemaFolder));
  for (const [path, text] of Object.entries(await contractDocuments(pool))) {
    writeFileSync(join(packageRoot, path), text);
    console.log(`wrote ${path}`);
  }
} finally {
  await pool.end();
  await database.stop();
  rmSync(folder, { recursive: true, force: true });
}
