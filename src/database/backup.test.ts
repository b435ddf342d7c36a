import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { assertBooksBalance } from '../../test/support/assert-books-balance.js';
import { type OperatorService, startOperatorService } from '../../test/support/operator-service.js';
import { emptyDatabase, type TestDatabase } from '../../test/support/test-database.js';
import { startTestService, type TestAgent } from '../../test/support/test-service.js';
import { auditBooks } from '../exchange/audit-books.js';
import { schemaFolder } from '../package-root.js';
import { manifestPath } from './backup/manifest.js';
import { restoreBackup, verifyBackup } from './backup/restore-backup.js';
import { writeBackup } from './backup/write-backup.js';
import { createPostgresStore } from './postgres-store.js';

let scratch: string;
let service: OperatorService;
let agent: TestAgent;
let slug: string;
let folder: string;

/** Digests by table, without metadata of the backup and the running service. */
const digests = (tables: readonly { readonly name: string; readonly sha256: string }[]) =>
  Object.fromEntries(tables.filter(({ name }) => name !== 'backups').map(({ name, sha256 }) => [name, sha256]));

const presageVersion = '0.0.0-test';
const restore = ({ target }: TestDatabase, from = folder) => restoreBackup({ target, folder: from, schemaFolder });

/** A copy of the backup to corrupt. */
function copyOfBackup(name: string): string {
  const copy = mkdtempSync(join(scratch, `${name}-`));
  for (const file of readdirSync(folder)) writeFileSync(join(copy, file), readFileSync(join(folder, file)));
  return copy;
}

beforeAll(async () => {
  scratch = mkdtempSync(join(tmpdir(), 'presage-backup-'));
  folder = join(scratch, 'backup');
  service = await startOperatorService();
  agent = await service.anAgent();
  ({ slug } = await service.anEvent({ description: 'A back slash \\ and a\nnew line, “quoted”.' }));
  await service.order(agent, { eventSlug: slug, amountCredits: 50 });
  await service.operate('PUT', `/people/${(await service.aPerson()).playerId}/role`, { role: 'operator' });
});
afterAll(async () => {
  await service.stop();
  rmSync(scratch, { recursive: true, force: true });
});

describe('a backup', () => {
  it('is a snapshot of a running arena, and restores to equal books', async () => {
    let isDone = false;
    const written = writeBackup({ target: service.database.target, folder, presageVersion }).finally(() => {
      isDone = true;
    });
    let orders = 0;
    while (!isDone) {
      const reply = await service.order(agent, { eventSlug: slug, amountCredits: 0.01 });
      // A slow backup outlasts the agent's budget.
      expect([201, 429]).toContain(reply.status);
      orders += reply.status === 201 ? 1 : 0;
    }
    const { manifest, rows, bytes } = await written;
    expect(orders).toBeGreaterThan(1);
    expect([rows > 50, bytes > 1_000]).toEqual([true, true]);
    const database = await emptyDatabase();
    await restore(database);
    const again = join(scratch, 'again');
    const second = await writeBackup({ target: database.target, folder: again, presageVersion });
    expect(digests(second.manifest.tables)).toEqual(digests(manifest.tables));
    const store = createPostgresStore(database.pool);
    await assertBooksBalance(store);
    expect((await auditBooks({ store })).balanced).toBe(true);
    await database.drop();
  });

  it('restores an arena in which agents continue with their keys', async () => {
    const database = await emptyDatabase();
    await restore(database);
    const restored = await startTestService({ store: createPostgresStore(database.pool, () => service.clock.now()) });
    const before = await restored.call('GET', `/api/events/${slug}/snapshot`);
    const order = {
      eventSlug: slug,
      outcomeIndex: 0,
      side: 'buy',
      amountCredits: 10,
      limitPriceBps: 9_900,
      clientOrderId: 'after',
    };
    const placed = await restored.call('POST', '/api/play/v1/orders', { headers: agent.headers, json: order });
    expect([placed.status, placed.body.error]).toEqual([201, undefined]);
    const after = await restored.call('GET', `/api/events/${slug}/snapshot`);
    expect(after.body.sequence).toBe(before.body.sequence + 1);
    const [noted] = await service.pool`select actor, bytes from backups`;
    expect(noted).toMatchObject({ actor: 'presage backup' });
    await assertBooksBalance(restored.store);
    await restored.stop();
    await database.drop();
  });
});

describe('a backup that must not be restored', () => {
  it.each([
    [
      'a changed file',
      (copy: string) => writeFileSync(join(copy, 'events.copy.gz'), 'no'),
      /events.copy.gz is damaged/,
    ],
    [
      'a file of another table',
      (copy: string) => writeFileSync(join(copy, 'events.copy.gz'), readFileSync(join(copy, 'players.copy.gz'))),
      /events.copy.gz is damaged: its checksum/,
    ],
    ['a missing file', (copy: string) => rmSync(join(copy, 'players.copy.gz')), /players.copy.gz is missing/],
    ['a missing manifest', (copy: string) => rmSync(manifestPath(copy)), /is not a backup: manifest.json/],
    [
      'a manifest that is no JSON',
      (copy: string) => writeFileSync(manifestPath(copy), '{'),
      /is damaged: it is not JSON/,
    ],
  ])('is rejected with %s', async (name, damage, message) => {
    const copy = copyOfBackup(name.replaceAll(' ', '-'));
    damage(copy);
    await expect(verifyBackup(copy)).rejects.toThrow(message);
  });

  it('is rejected if a newer version wrote it, and the database stays empty', async () => {
    const copy = copyOfBackup('newer');
    const manifest = JSON.parse(readFileSync(manifestPath(copy), 'utf8'));
    manifest.migrations.push({ number: manifest.migrations.length + 1, name: 'of-tomorrow', checksum: 'abc' });
    writeFileSync(manifestPath(copy), JSON.stringify(manifest));
    const database = await emptyDatabase();
    await expect(restore(database, copy)).rejects.toThrow(
      /has migration \d+ \(of-tomorrow\).*Presage 0\.0\.0-test or newer/,
    );
    expect(await database.pool`select 1 from pg_tables where schemaname = 'public'`).toHaveLength(0);
    await database.drop();
  });

  it('is rejected if Presage 0.1 wrote it', async () => {
    const copy = copyOfBackup('older');
    const manifest = JSON.parse(readFileSync(manifestPath(copy), 'utf8'));
    manifest.migrations = [{ number: 1, name: 'foundation', checksum: 'abc' }];
    writeFileSync(manifestPath(copy), JSON.stringify(manifest));
    const database = await emptyDatabase();
    await expect(restore(database, copy)).rejects.toThrow(
      /restore it with the last 0\.1 version, save the public record/,
    );
    await database.drop();
  });

  it('is rejected by a database with players, and by a folder with files', async () => {
    await expect(restore(service.database)).rejects.toThrow(/not empty: it has \d+ players and 1 events/);
    const target = service.database.target;
    await expect(writeBackup({ target, folder, presageVersion })).rejects.toThrow(/is not empty: name a new folder/);
    await assertBooksBalance(service.store);
  });
});
