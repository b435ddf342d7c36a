import { invalidField, type Refusal, refuse } from '../../domain/refusal.js';
import type { IncidentImpact, IncidentStatus } from '../../domain/service/incident.js';
import type { Backup, Incident } from '../../store/service/interface.js';
import type { Writes } from '../../store/store.js';
import type { OperationContext } from '../operation-context.js';

interface OpenIncidentCommand {
  readonly title: string;
  readonly impact: IncidentImpact;
  readonly status: IncidentStatus;
  readonly text: string;
  /** Null for now. */
  readonly startedAt: number | null;
  readonly actor: string;
}

interface UpdateIncidentCommand {
  readonly id: string;
  readonly status: IncidentStatus;
  readonly text: string;
  readonly actor: string;
}

const maxOpen = 200;

async function mustFind(writes: Writes, id: string): Promise<Incident> {
  const found = await writes.status.incident(id);
  if (!found) throw new Error(`the incident ${id} was not stored`);
  return found;
}

/** Opens an incident for the status page. Returns an unresolved one with the same title instead. */
export function openIncident(
  { store, newId }: Pick<OperationContext, 'store' | 'newId'>,
  { title, impact, status, text, startedAt, actor }: OpenIncidentCommand,
): Promise<{ incident: Incident; replayed: boolean } | Refusal> {
  return store.transact(async writes => {
    await writes.status.lockIncidents();
    const at = await writes.operators.now();
    const known = (await writes.status.incidents(at, maxOpen)).find(each => each.title === title);
    if (known && known.status !== 'resolved') return { incident: known, replayed: true };
    if (startedAt !== null && startedAt > at) return invalidField('startedAt', 'must not be in the future');
    const id = newId('inc', at);
    await writes.status.addIncident({ id, title, impact, status, startedAt: startedAt ?? at });
    await writes.status.addUpdate(id, { at, status, text }, actor);
    const after = { title, impact, status };
    await writes.operators.record({
      at,
      actor,
      action: 'incident.open',
      subject: id,
      details: {},
      reason: text,
      after,
    });
    return { incident: await mustFind(writes, id), replayed: false };
  });
}

/** Adds an update to an incident and sets its status. Idempotent. */
export function updateIncident(
  { store }: Pick<OperationContext, 'store'>,
  { id, status, text, actor }: UpdateIncidentCommand,
): Promise<{ incident: Incident; replayed: boolean } | Refusal> {
  return store.transact(async writes => {
    await writes.status.lockIncidents();
    const incident = await writes.status.incident(id);
    if (!incident) return refuse('NOT_FOUND', `Incident ${id} not found.`, { field: 'id' });
    const last = incident.updates.at(-1);
    if (last?.status === status && last.text === text) return { incident, replayed: true };
    const at = await writes.operators.now();
    await writes.status.addUpdate(id, { at, status, text }, actor);
    const change = { reason: text, before: { status: incident.status }, after: { status } };
    await writes.operators.record({ at, actor, action: 'incident.update', subject: id, details: {}, ...change });
    return { incident: await mustFind(writes, id), replayed: false };
  });
}

/** Records a finished backup. Idempotent for the same time. */
export function reportBackup(
  { store }: Pick<OperationContext, 'store'>,
  backup: Omit<Backup, 'finishedAt'> & { readonly finishedAt: number | null },
  actor: string,
): Promise<{ backup: Backup; replayed: boolean } | Refusal> {
  return store.transact(async writes => {
    const at = await writes.operators.now();
    const finishedAt = backup.finishedAt ?? at;
    if (finishedAt > at) return invalidField('finishedAt', 'must not be in the future');
    const stored = { ...backup, finishedAt };
    const isNew = await writes.status.addBackup(stored, actor);
    if (isNew) {
      const { bytes, note } = backup;
      const entry = {
        action: 'backup.report',
        subject: 'database',
        details: {},
        reason: note,
        after: { finishedAt, bytes },
      };
      await writes.operators.record({ at, actor, ...entry });
    }
    return { backup: stored, replayed: !isNew };
  });
}
