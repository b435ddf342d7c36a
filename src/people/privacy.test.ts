import { hash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { assertBooksBalance } from '../../test/support/assert-books-balance.js';
import { forecast } from '../../test/support/builders/forecast-builders.js';
import { type OperatorService, startOperatorService } from '../../test/support/operator-service.js';
import { trade } from '../../test/support/play-actions.js';
import type { TestPerson } from '../../test/support/test-service.js';
import { waitForScores } from '../../test/support/wait-for-scores.js';

let service: OperatorService;
beforeAll(async () => {
  service = await startOperatorService();
});
afterAll(() => service.stop());

interface Entered {
  readonly id: string;
  readonly handle: string;
  readonly name: string;
  readonly headers: Record<string, string>;
}

async function enter(person: TestPerson, name: string): Promise<Entered> {
  const { headers } = person;
  const json = {
    name,
    description: `${name} is written by Zacharias`,
    homepage: 'https://zacharias.example',
    model: 'zmodel',
  };
  const made = await service.call('POST', '/api/people/agents', {
    headers: { ...headers, 'idempotency-key': `enter-${name.length}` },
    json,
  });
  expect(made.status, made.text).toBe(201);
  const { id, handle } = made.body.agent;
  const key = await service.call('POST', `/api/people/agents/${id}/keys`, { headers });
  return { id, handle, name, headers: { authorization: `Bearer ${key.body.secret}` } };
}

/** All text values of all tables, except logs that expire within days. */
async function everyText(): Promise<string> {
  const tables = await service.pool<{ name: string }[]>`
    select c.oid::regclass::text as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where n.nspname = 'public' and c.relkind in ('r', 'p') and not c.relispartition and c.relname <> 'requests'`;
  const texts = await Promise.all(
    tables.map(({ name }) =>
      service.pool.unsafe(`select coalesce(string_agg(t::text, ' '), '') as text from ${name} t`),
    ),
  );
  return texts.map(([{ text }]) => text).join('\n');
}

const traces = ['zacharias', 'quill', 'zmodel'];
const tracesIn = (text: string, words: readonly string[]) => words.filter(word => text.toLowerCase().includes(word));

const player = (handle: string) => service.call('GET', `/api/players/${handle}`);

describe('deleting an account', () => {
  it('removes personal data everywhere and keeps the anonymised record', async () => {
    const person = await service.aPerson({ email: 'zacharias@example.org', displayName: 'Zacharias Quill' });
    const agent = await enter(person, 'Quillbot');
    await service.call('PATCH', '/api/people/me', { headers: person.headers, json: { showOwner: true } });
    await service.operate('PUT', `/players/${agent.handle}/plan`, { plan: 'pro' });
    const { slug } = await service.anEvent();
    for (const { headers } of [person, agent]) {
      await trade(service, { headers }, slug);
      const change = { rationale: 'Zacharias thinks so.' };
      expect((await forecast(service, { headers }, slug, change)).status).toBe(201);
    }
    const resolved = await service.operate('POST', `/events/${slug}/resolve`, { winningOutcomeIndex: 0, source: 'x' });
    expect(resolved.status).toBe(200);
    await waitForScores(service);
    const before = await everyText();
    expect(tracesIn(before, traces)).toEqual(traces);

    const json = { password: person.password };
    expect((await service.call('DELETE', '/api/people/me', { headers: person.headers, json })).status).toBe(200);

    expect(tracesIn(await everyText(), traces)).toEqual([]);
    const rows = await service.pool<{ id: string; handle: string; name: string }[]>`
      select id, handle, name from players where id = any(${[person.playerId, agent.id]})`;
    for (const { handle, name } of rows) {
      expect(handle).toMatch(/^deleted-[a-z0-9]{8}$/);
      expect(name).toBe(handle);
      const { body } = await player(handle);
      expect(body.player).toMatchObject({
        handle,
        retired: true,
        owner: null,
        homepage: null,
        model: null,
        agents: [],
      });
      expect(body.forecasts).toBe(1);
    }
    expect(new Set(rows.map(row => row.handle)).size).toBe(2);
    for (const handle of [person.handle, agent.handle]) expect((await player(handle)).status).toBe(404);
    const trades = await service.call('GET', `/api/v1/markets/${slug}/trades`);
    const handles = trades.body.trades.map((made: { player: { handle: string } }) => made.player.handle);
    expect(new Set(handles)).toEqual(new Set(rows.map(row => row.handle)));
    const record = await service.call('GET', '/api/record/export');
    expect(tracesIn(record.text, traces)).toEqual([]);
    expect(tracesIn(record.text, [rows[0].handle])).toHaveLength(1);
    await assertBooksBalance(service.store);
  });
});

describe('a deleted account', () => {
  it('reserves its handle, agent name and email', async () => {
    const person = await service.aPerson({ displayName: 'Unrepeatable' });
    const agent = await enter(person, 'Once Only');
    await trade(service, agent, (await service.anEvent()).slug);
    await service.call('DELETE', '/api/people/me', { headers: person.headers, json: { password: person.password } });
    const next = await service.aPerson({ displayName: 'Unrepeatable' });
    expect(next.handle).toBe('unrepeatable-2');
    const named = { name: 'ONCE  only', description: 'takes the name over' };
    const taken = await service.call('POST', '/api/people/agents', { headers: next.headers, json: named });
    expect(taken.body).toMatchObject({ code: 'NAME_TAKEN', field: 'name' });
    const json = { email: person.email.toUpperCase(), password: person.password, displayName: 'Again' };
    expect((await service.call('POST', '/api/people/sign-up', { json })).body.code).toBe('EMAIL_TAKEN');
    await assertBooksBalance(service.store);
  });

  it('removes the data of one deleted agent, and gives the same response for a repeated deletion', async () => {
    const person = await service.aPerson();
    const agent = await enter(person, 'Lonely Xylophone');
    const remove = () => service.call('DELETE', `/api/people/agents/${agent.id}`, { headers: person.headers });
    const first = await remove();
    expect(first.body.agent).toMatchObject({ id: agent.id, homepage: null, model: null });
    expect(first.body.agent.handle).toMatch(/^deleted-/);
    expect((await remove()).body).toEqual(first.body);
    expect(tracesIn(await everyText(), ['xylophone'])).toEqual([]);
    const replay = await service.call('POST', '/api/people/agents', {
      headers: { ...person.headers, 'idempotency-key': `enter-${agent.name.length}` },
      json: {
        name: 'Lonely Xylophone',
        description: 'Lonely Xylophone is written by Zacharias',
        homepage: 'https://zacharias.example',
        model: 'zmodel',
      },
    });
    expect(replay.status).toBe(200);
    expect(replay.body.agent).toMatchObject({ id: agent.id, handle: first.body.agent.handle });
  });
});

describe('the owner of an agent', () => {
  it('is named on public rows only after consenting, and not after withdrawing consent', async () => {
    const person = await service.aPerson({ displayName: 'Shy Owner' });
    const agent = await enter(person, 'Owned Bot');
    const ownerShown = async () => (await player(agent.handle)).body.player.owner;
    const agentsShown = async () => (await player(person.handle)).body.player.agents;
    const agree = (showOwner: boolean) =>
      service.call('PATCH', '/api/people/me', { headers: person.headers, json: { showOwner } });
    expect((await service.call('GET', '/api/people/me', { headers: person.headers })).body.person.showOwner).toBe(
      false,
    );
    expect(await ownerShown()).toBeNull();
    expect(await agentsShown()).toEqual([]);
    expect((await agree(true)).body.person.showOwner).toBe(true);
    expect(await ownerShown()).toEqual({ handle: person.handle, name: 'Shy Owner', agents: 1 });
    expect(await agentsShown()).toMatchObject([{ handle: agent.handle }]);
    expect((await agree(false)).body.person.showOwner).toBe(false);
    expect(await ownerShown()).toBeNull();
    expect(await agentsShown()).toEqual([]);
  });

  it('appears on leaderboards, trades, the export and player pages only if they agreed', async () => {
    const { slug } = await service.anEvent();
    const enterOwned = async (ownerName: string, name: string, showOwner: boolean) => {
      const person = await service.aPerson({ displayName: ownerName });
      const agent = await enter(person, name);
      await service.call('PATCH', '/api/people/me', { headers: person.headers, json: { showOwner } });
      await trade(service, agent, slug);
      expect((await forecast(service, agent, slug)).status).toBe(201);
      return { owner: { handle: person.handle, name: ownerName }, agent };
    };
    const open = await enterOwned('Olympia Openhand', 'Named Machine', true);
    const hidden = await enterOwned('Hermione Hideaway', 'Unnamed Machine', false);
    service.clock.forward(3_600_000);
    const resolved = await service.operate('POST', `/events/${slug}/resolve`, { winningOutcomeIndex: 0, source: 'x' });
    expect(resolved.status).toBe(200);
    await waitForScores(service);

    const rows = (handle: string) => [
      '/api/leaderboards/brier?minResolved=1',
      '/api/leaderboards/profit?minResolved=1',
      `/api/players/${handle}`,
      `/api/events/${slug}/scores`,
      `/api/events/${slug}/activity`,
      `/api/v1/markets/${slug}/trades`,
      '/api/record/export',
    ];
    const naming = async ({ owner, agent }: typeof open) => {
      const found: string[] = [];
      for (const path of rows(agent.handle)) {
        const { status, text } = await service.call('GET', path);
        expect(status, `${path} ${text}`).toBe(200);
        expect(text, path).toContain(agent.handle);
        if (text.includes(owner.handle) || text.includes(owner.name)) found.push(path.split('?')[0]);
      }
      return found;
    };
    expect(await naming(hidden)).toEqual([]);
    expect(await naming(open)).toEqual(
      expect.arrayContaining(['/api/leaderboards/brier', `/api/players/${open.agent.handle}`, '/api/record/export']),
    );
  });
});

describe('the email of a deleted account', () => {
  it('is stored as a salted digest only, not as a plain hash', async () => {
    const person = await service.aPerson({ email: 'digested@example.org' });
    const agent = await enter(person, 'Digested Bot');
    await trade(service, agent, (await service.anEvent()).slug);
    await service.call('DELETE', '/api/people/me', { headers: person.headers, json: { password: person.password } });
    const digests = (await service.pool<{ digest: Buffer }[]>`select digest from retired_identities`).map(row =>
      Buffer.from(row.digest).toString('hex'),
    );
    const sha256 = (text: string) => hash('sha256', text, 'hex');
    const plain = sha256(person.email);
    const [{ salt }] = await service.pool<{ salt: string }[]>`
      select value #>> '{}' as salt from settings where name = 'identity_salt'`;
    expect(salt).toMatch(/^[0-9a-f]{64}$/);
    expect(digests).toContain(sha256(`${salt} email ${plain}`));
    for (const guess of [plain, sha256(plain), sha256(`email ${person.email}`), sha256(`email ${plain}`)])
      expect(digests).not.toContain(guess);
    const text = await everyText();
    expect(tracesIn(text, [person.email, plain])).toEqual([]);
  });
});
