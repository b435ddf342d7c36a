import type { Sql, SqlPart } from '../../sql/pool.js';
import type { Incident, IncidentUpdate, StatusReads, StatusWrites } from '../interface.js';

type Columns = Omit<Incident, 'startedAt' | 'resolvedAt' | 'updates'> & {
  readonly startedAt: Date;
  readonly resolvedAt: Date | null;
  readonly updates: readonly (Omit<IncidentUpdate, 'at'> & { readonly at: string })[];
};

function incidentOf({ startedAt, resolvedAt, updates, ...row }: Columns): Incident {
  return {
    ...row,
    startedAt: startedAt.getTime(),
    resolvedAt: resolvedAt?.getTime() ?? null,
    updates: updates.map(update => ({ ...update, at: Date.parse(update.at) })),
  };
}

export function incidentReads(sql: Sql): Pick<StatusReads, 'incidents' | 'incident'> {
  const incidents = (where: SqlPart) => sql`
    select i.id, i.title, i.impact, i.status, i.started_at as "startedAt", i.resolved_at as "resolvedAt",
      (select coalesce(jsonb_agg(jsonb_build_object('at', u.at, 'status', u.status, 'text', u.text) order by u.id), '[]')
        from incident_updates u where u.incident_id = i.id) as updates
    from incidents i where ${where} order by i.started_at desc, i.id desc`;
  return {
    async incidents(since, limit) {
      const recent = sql`i.resolved_at is null or i.started_at >= ${new Date(since)}`;
      const rows = await sql<Columns[]>`${incidents(recent)} limit ${limit}`;
      return rows.map(incidentOf);
    },
    async incident(id) {
      const [row] = await sql<Columns[]>`${incidents(sql`i.id = ${id}`)}`;
      return row ? incidentOf(row) : null;
    },
  };
}

export function incidentWrites(sql: Sql): Pick<StatusWrites, 'lockIncidents' | 'addIncident' | 'addUpdate'> {
  return {
    async lockIncidents() {
      await sql`lock table incidents in share row exclusive mode`;
    },
    async addIncident({ id, title, impact, status, startedAt }) {
      const started = new Date(startedAt);
      await sql`insert into incidents (id, title, impact, status, started_at, resolved_at)
        values (${id}, ${title}, ${impact}, ${status}, ${started}, ${status === 'resolved' ? started : null})`;
    },
    async addUpdate(incidentId, { at, status, text }, actor) {
      const moment = new Date(at);
      await sql`insert into incident_updates (incident_id, at, status, text, actor)
        values (${incidentId}, ${moment}, ${status}, ${text}, ${actor})`;
      await sql`update incidents set status = ${status}, resolved_at = ${status === 'resolved' ? moment : null}
        where id = ${incidentId}`;
    },
  };
}
