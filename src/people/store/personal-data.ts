import type { Sql, SqlPart } from '../../database/pool.js';
import type { Reader } from '../../database/store.js';
import type { PersonalRow, PersonalSection } from './rows.js';

/** The rows of each section as `key` and `data`, for one person and the players of that person. */
const sections: Readonly<Record<PersonalSection, (sql: Sql, personId: string, players: SqlPart) => SqlPart>> = {
  sessions: (sql, personId) => sql`
    select s.id as key, to_jsonb(s) - 'token_hash' as data from sessions s where s.person_id = ${personId}`,
  passkeys: (sql, personId) => sql`
    select k.id as key, to_jsonb(k) - 'credential_id' - 'public_key' as data from passkeys k
    where k.person_id = ${personId}`,
  signInAddresses: (sql, personId) => sql`
    select encode(a.address, 'hex') as key, jsonb_build_object('last_used_at', a.last_used_at) as data
    from sign_in_addresses a where a.person_id = ${personId}`,
  pendingConfirmations: (sql, personId) => sql`
    select encode(c.token_hash, 'hex') as key,
      jsonb_build_object('kind', c.kind, 'email', c.email, 'expires_at', c.expires_at) as data
    from confirmations c where c.person_id = ${personId}`,
  agents: (sql, personId) => sql`
    select a.player_id as key, to_jsonb(a) || to_jsonb(p) - 'folded_name' as data
    from agents a join players p on p.id = a.player_id where a.owner_id = ${personId}`,
  keys: (sql, _personId, players) => sql`
    select k.id as key, to_jsonb(k) - 'key_hash' - 'no' as data from agent_keys k where k.agent_id in ${players}`,
  notifications: (sql, personId) => sql`
    select n.id as key, to_jsonb(n) as data from notifications n where n.person_id = ${personId}`,
  marketRequests: (sql, personId) => sql`
    select r.id as key, to_jsonb(r) - 'words' - 'decision_digest' as data from market_requests r
    where r.person_id = ${personId}`,
  marketRequestVotes: (sql, personId) => sql`
    select v.request_id as key, to_jsonb(v) as data from market_request_votes v where v.person_id = ${personId}`,
  disputes: (sql, personId) => sql`
    select d.id as key, to_jsonb(d) as data from disputes d where d.person_id = ${personId}`,
  followedEvents: (sql, personId) => sql`
    select f.event_id as key, to_jsonb(f) || jsonb_build_object('event_slug', e.slug) as data
    from followed_events f join events e on e.id = f.event_id where f.person_id = ${personId}`,
  followedPlayers: (sql, personId) => sql`
    select f.player_id as key, to_jsonb(f) || jsonb_build_object('handle', p.handle) as data
    from followed_players f join players p on p.id = f.player_id where f.person_id = ${personId}`,
  reports: (sql, personId) => sql`
    select r.id as key, to_jsonb(r) - 'closed_by' as data from reports r where r.person_id = ${personId}`,
  notificationSettings: (sql, personId) => sql`
    select s.person_id as key, jsonb_build_object('muted', s.muted) as data from notification_settings s
    where s.person_id = ${personId}`,
  equity: (sql, _personId, players) => sql`
    select e.player_id || ' ' || to_char(e.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US') as key, to_jsonb(e) as data
    from equity_samples e where e.player_id in ${players}`,
  operatorActions: (sql, personId) => sql`
    select lpad(o.id::text, 20, '0') as key, to_jsonb(o) as data from operator_actions o where o.actor = ${personId}`,
  suspensions: (sql, _personId, players) => sql`
    select u.player_id || ' ' || lpad(u.id::text, 20, '0') as key, to_jsonb(u) - 'suspended_by' - 'lifted_by' as data
    from suspensions u where u.player_id in ${players}`,
  grants: (sql, _personId, players) => sql`
    select g.player_id || ' ' || g.day as key, to_jsonb(g) as data from grants g where g.player_id in ${players}`,
  scores: (sql, _personId, players) => sql`
    select s.player_id || ' ' || s.event_id || ' ' || lpad(s.version::text, 9, '0') as key, to_jsonb(s) as data
    from event_scores s where s.player_id in ${players}`,
  practiceScores: (sql, _personId, players) => sql`
    select s.player_id || ' ' || s.event_id as key, to_jsonb(s) as data from practice_scores s
    where s.player_id in ${players}`,
  certificationRuns: (sql, _personId, players) => sql`
    select r.id as key, to_jsonb(r) as data from sandbox_runs r where r.player_id in ${players}`,
  storedReplies: (sql, _personId, players) => sql`
    select r.player_id || ' ' || r.kind || ' ' || r.client_id as key, to_jsonb(r) - 'body_digest' as data
    from stored_replies r where r.player_id in ${players}`,
};

/** Rows of a person and their agents, including deleted agents, after the key `after`. */
export async function page(
  { sql }: Reader,
  section: PersonalSection,
  personId: string,
  after: string,
  limit: number,
): Promise<PersonalRow[]> {
  const players = sql`(select ${personId}::text union all
    select player_id from agents where owner_id = ${personId})`;
  return sql<PersonalRow[]>`
    select key, data from (${sections[section](sql, personId, players)}) s
    where key collate "C" > ${after} order by key collate "C" limit ${limit}`;
}

/** The person and all of their agents. */
export async function playersOf({ sql }: Reader, personId: string): Promise<string[]> {
  const rows = await sql<{ id: string }[]>`
    select player_id as id from agents where owner_id = ${personId} order by player_id collate "C"`;
  return [personId, ...rows.map(({ id }) => id)];
}
