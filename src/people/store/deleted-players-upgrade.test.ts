import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { emptyDatabase } from '../../../test/support/test-database.js';
import { loadMigrations, migrate } from '../../database/migrate.js';
import { createPostgresStore } from '../../features.js';
import { packageRoot } from '../../package-root.js';

const at = '2026-01-01T00:00:00Z';

it('removes the data of players who were deleted before the upgrade, and keeps their identities retired', async () => {
  const database = await emptyDatabase();
  const { pool } = database;
  try {
    const migrations = loadMigrations(join(packageRoot, 'src/store/sql/migrations'));
    const own = migrations.findIndex(({ name }) => name === 'identity');
    await migrate(pool, migrations.slice(0, own));
    const formerEmail = createHash('sha256').update('gone@example.org').digest();
    await pool`insert into players (id, kind, handle, name, folded_name, created_at, retired_at) values
      ('plr_gone', 'human', 'gone', 'Gone', 'gone', ${at}, ${at}),
      ('agt_gone', 'agent', 'gone-bot', 'Gone Bot', 'gone bot', ${at}, ${at}),
      ('plr_here', 'human', 'here', 'Here', 'here', ${at}, null)`;
    await pool`insert into people (player_id, email, password_hash, former_email_hash) values
      ('plr_gone', null, null, ${formerEmail}), ('plr_here', 'here@example.org', 'x', null)`;
    await pool`insert into agents (player_id, owner_id, description, homepage) values
      ('agt_gone', 'plr_gone', 'by Gone', 'https://gone.example')`;
    await pool`insert into operator_actions (at, actor, action, subject, details) values
      (${at}, 'operator', 'player.plan', 'gone-bot', '{}'), (${at}, 'plr_here', 'event.edit', 'no-such-event', '{}')`;
    await migrate(pool, migrations);

    const players = await pool`select id, handle, name from players order by id`;
    expect(players[1]).toMatchObject({ id: 'plr_gone', handle: expect.stringMatching(/^deleted-[a-z0-9]{8}$/) });
    expect(players[2]).toMatchObject({ id: 'plr_here', handle: 'here', name: 'Here' });
    expect(await pool`select description, homepage from agents`).toMatchObject([
      { description: 'Deleted.', homepage: null },
    ]);
    const [{ subject }] = await pool`select subject from operator_actions where action = 'player.plan'`;
    expect(subject).toBe(players[0].handle);

    const store = createPostgresStore(pool);
    await store.transact(async writes => {
      expect(await writes.people.isEmailTaken('gone@example.org')).toBe(true);
      expect(await writes.people.isEmailTaken('fresh@example.org')).toBe(false);
      expect(await writes.agents.isNameTaken('gone bot', 'agt_new')).toBe(true);
      const person = { playerId: 'plr_new', name: 'Gone', foldedName: 'gone', at: Date.parse(at) };
      expect(await writes.players.addPerson({ ...person, handle: 'gone' })).toBe(false);
      expect(await writes.players.addPerson({ ...person, handle: 'gone-2' })).toBe(true);
    });
  } finally {
    await database.drop();
  }
});
