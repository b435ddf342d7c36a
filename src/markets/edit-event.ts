import * as operatorStore from '../database/arena/operators.js';
import type { OperationContext } from '../database/transactions.js';
import type { EventTexts } from '../events/rules/event.js';
import { decidePolicy, findPolicyRules, noConsent, type PolicyConsent } from '../events/rules/policy.js';
import * as editStore from '../events/store/edits.js';
import * as eventStore from '../events/store/events.js';
import * as marketStore from '../events/store/markets.js';
import * as proposalStore from '../events/store/proposals.js';
import type { DisputeRow, EventChanges, EventEdit, ShownEvent } from '../events/store/rows.js';
import { invalidField, isRefusal, type Refusal, refuse } from '../kernel/refusal.js';
import { addOperator, changeMarket, isTrading, type LockedMarket, type MarketTools } from './lock-market.js';

type Context = Pick<OperationContext, 'store'>;

/** Reads an event that exists: events are never deleted. */
export async function readEvent({ store }: Context, eventId: string): Promise<ShownEvent> {
  const eventAndMarket = await store.read(reader => eventStore.findById(reader, eventId));
  if (!eventAndMarket) throw new Error(`event ${eventId} no longer exists`);
  return eventAndMarket;
}

/** Disputes of an event's proposals, newest first. */
export function listDisputes(
  { store }: Context,
  eventId: string,
  before: string | null,
  limit: number,
): Promise<DisputeRow[]> {
  return store.read(reader => proposalStore.disputes(reader, eventId, before, limit));
}

/** Operator edits of an event, newest first. */
export function listEdits(
  { store }: Context,
  eventId: string,
  before: number | null,
  limit: number,
): Promise<EventEdit[]> {
  return store.read(reader => editStore.edits(reader, eventId, before, limit));
}

interface EditEventCommand extends Partial<EventTexts> {
  readonly endsAt?: number;
  readonly actor: string;
  readonly consent?: PolicyConsent;
  /** The reason, for the audit trail. */
  readonly note?: string;
}

/** Rules that the event matched before the edit were reviewed at creation; the edit needs consent only for new ones. */
function decideEditPolicy({ open }: LockedMarket, { consent = noConsent, note: _note, ...texts }: EditEventCommand) {
  const before = new Set(findPolicyRules(open.event).map(({ rule }) => rule.id));
  return decidePolicy(findPolicyRules({ ...open.event, ...texts }), consent, before);
}

/**
 * A resolved event keeps the texts that determined its resolution. Title, outcomes and slug are part of its key and
 * never change.
 */
function refuseEdit({ work, open }: LockedMarket, command: EditEventCommand): Refusal | null {
  const { status, opensAt } = open.market;
  const decided = status === 'resolved' || status === 'void';
  const fixed = (['description', 'resolutionSource', 'endsAt'] as const).find(name => command[name] !== undefined);
  if (decided && fixed) {
    const message = `The event is ${status}, so its ${fixed} can’t change.`;
    return refuse('INVALID_TRANSITION', message, { field: fixed, extra: { status } });
  }
  if (command.endsAt === undefined) return null;
  if (!isTrading(status)) {
    const message = 'The market is closed: use reopen to set a new end.';
    return refuse('INVALID_TRANSITION', message, { field: 'endsAt', extra: { status } });
  }
  return command.endsAt > Math.max(work.now, opensAt)
    ? null
    : invalidField('endsAt', 'must be in the future and after opensAt');
}

const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);

/** The fields whose values an edit changes; none for a repetition. */
function changesOf({ open: { event, market } }: LockedMarket, command: EditEventCommand): EventChanges {
  const before = { ...event, endsAt: market.endsAt };
  const fields = ['description', 'category', 'tags', 'resolutionSource', 'endsAt'] as const;
  return Object.fromEntries(
    fields.flatMap(field => {
      const [from, to] = [before[field], command[field] ?? before[field]];
      return isSame(from, to) ? [] : [[field, { from, to }]];
    }),
  );
}

export function editEvent(
  tools: MarketTools,
  reference: string,
  command: EditEventCommand,
): Promise<{ eventId: string } | Refusal> {
  return changeMarket(tools, reference, { ends: false, actor: command.actor }, async (locked, tx) => {
    const refusal = refuseEdit(locked, command);
    if (refusal) return refusal;
    const policy = decideEditPolicy(locked, command);
    if (isRefusal(policy)) return policy;
    const { work, open } = locked;
    const { event, market } = open;
    const { actor, endsAt, consent: _consent, note = '', ...texts } = command;
    const { description, category, tags, resolutionSource } = { ...event, ...texts };
    const changes = changesOf(locked, command);
    if (Object.keys(changes).length > 0) await editStore.recordEdit(tx, event.id, { at: work.now, note, changes });
    await marketStore.edit(tx, event.id, { description, category, tags, resolutionSource });
    await addOperator(tx, event, actor);
    market.endsAt = endsAt ?? market.endsAt;
    market.sequence += 1;
    open.changed = true;
    const details = { ...texts, ...(endsAt === undefined ? {} : { endsAt }), policy };
    const sides = (side: 'from' | 'to') =>
      Object.fromEntries(Object.entries(changes).map(([field, change]) => [field, change[side]]));
    const [before, after] = [sides('from'), sides('to')];
    const action = { action: 'event.edit', subject: event.slug, details, reason: note, before, after };
    await operatorStore.record(tx, { at: work.now, actor, ...action });
    return { eventId: event.id };
  });
}
