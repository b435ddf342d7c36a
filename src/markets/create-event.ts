import * as operatorStore from '../database/arena/operators.js';
import type { Transaction } from '../database/store.js';
import type { OperationContext } from '../database/transactions.js';
import { type CreatedMarket, decideCreateMarket } from '../engine/create-market.js';
import { accountKey, practiceKey } from '../engine/ledger.js';
import { displayedPrices } from '../engine/prices.js';
import { type CreateEventCommand, identityText } from '../events/rules/event.js';
import { decidePolicy, findPolicyRules, noConsent } from '../events/rules/policy.js';
import { slugCandidates, slugProblem } from '../events/rules/slugs.js';
import * as eventStore from '../events/store/events.js';
import * as marketStore from '../events/store/markets.js';
import type { EventRow, ShownEvent } from '../events/store/rows.js';
import * as deskStore from '../exchange/store/desk.js';
import { runIdempotent } from '../http/idempotent-write.js';
import { base58 } from '../kernel/ids.js';
import { invalidField, isRefusal, type Refusal } from '../kernel/refusal.js';
import { firstOperators, type MarketTools } from './lock-market.js';

export interface CreateEventTools {
  readonly newId: MarketTools['newId'];
  readonly sha256: (text: string) => Uint8Array;
  /** Path segments of routes, which no slug may equal. */
  readonly routeWords: ReadonlySet<string>;
}

type CreateEventOutcome =
  | { readonly kind: 'created' | 'replayed'; readonly eventId: string; readonly slug: string }
  | { readonly kind: 'slugTaken' }
  | { readonly kind: 'refused'; readonly refusal: Refusal };

function eventRow(
  id: string,
  slug: string,
  command: CreateEventCommand,
  { book }: CreatedMarket,
  createdAt: number,
  sha256: CreateEventTools['sha256'],
): EventRow {
  const { title, description, category, tags, outcomes, resolutionSource, demo, practice, actor } = command;
  const pubkey = base58(sha256(identityText({ id, slug, title, outcomes, createdAt })));
  return {
    id,
    slug,
    pubkey,
    title,
    description,
    category,
    tags,
    outcomes,
    resolutionSource,
    liquidity: book.liquidity,
    openingShares: book.openingShares,
    createdAt,
    demo,
    practice,
    operatorIds: firstOperators(actor),
  };
}

/** Funds the market from the treasury, in the practice ledger or in the main one. */
async function fund(tx: Transaction, { id, practice }: EventRow, { transfers }: CreatedMarket, at: number) {
  const key = practice ? practiceKey : accountKey;
  const rows = transfers.map(({ kind, reference, from, to, amount }) => {
    return { kind, reference, eventId: id, from: key(from), to: key(to), amount };
  });
  await deskStore.save(tx, {
    at,
    markets: [],
    accounts: [],
    grants: [],
    orders: [],
    orderChanges: [],
    positions: [],
    fills: [],
    transfers: practice ? [] : rows,
    activity: [],
    practice: { transfers: practice ? rows : [], activity: [] },
  });
}

/** A taken slug is a replay if its event came from the same request. */
async function findReplay(tx: Transaction, slug: string, requestDigest: string | null): Promise<CreateEventOutcome> {
  const digest = await marketStore.requestDigest(tx, slug);
  const earlierEvent = digest !== null && digest === requestDigest ? await eventStore.find(tx, slug) : null;
  return earlierEvent ? { kind: 'replayed', eventId: earlierEvent.event.id, slug } : { kind: 'slugTaken' };
}

/** Creates an event with its market and funds it, in the caller's transaction. */
export async function createEvent(
  tx: Transaction,
  { newId, sha256, routeWords }: CreateEventTools,
  command: CreateEventCommand,
): Promise<CreateEventOutcome> {
  const now = await operatorStore.now(tx);
  const id = newId('evt', now);
  const problem = command.slug === null ? null : slugProblem(command.slug, routeWords);
  if (problem) return { kind: 'refused', refusal: invalidField('slug', problem) };
  const created = decideCreateMarket({ ...command, marketId: id }, now);
  if (isRefusal(created)) return { kind: 'refused', refusal: created };
  const policy = decidePolicy(findPolicyRules(command), command.consent ?? noConsent);
  if (isRefusal(policy)) {
    // An event that was created under other rules stays, and the same request is its replay.
    const replay = command.slug === null ? null : await findReplay(tx, command.slug, command.requestDigest);
    return replay?.kind === 'replayed' ? replay : { kind: 'refused', refusal: policy };
  }
  const { status, opensAt, endsAt, book } = created;
  const priceBps = displayedPrices(book.shares, book.liquidity);
  const { requestDigest, actor } = command;
  for (const slug of command.slug === null ? slugCandidates(command.title, id, routeWords) : [command.slug]) {
    const event = eventRow(id, slug, command, created, now, sha256);
    const { sequence, shares, account } = book;
    if (
      !(await marketStore.add(tx, {
        event,
        requestDigest,
        status,
        opensAt,
        endsAt,
        sequence,
        shares,
        account,
        priceBps,
      }))
    )
      continue;
    await fund(tx, event, created, now);
    const { title, outcomes, liquidity, practice } = event;
    // The practice series creates hundreds of events without an operator.
    if (practice) return { kind: 'created', eventId: id, slug };
    await operatorStore.record(tx, {
      at: now,
      actor,
      action: 'event.create',
      subject: slug,
      details: { id, title, outcomes, liquidity, endsAt, policy },
      reason: command.consent?.override?.reason,
      after: { status, title, outcomes, opensAt, endsAt, liquidity },
    });
    return { kind: 'created', eventId: id, slug };
  }
  return command.slug === null ? { kind: 'slugTaken' } : findReplay(tx, command.slug, requestDigest);
}

interface OperatorContext extends OperationContext {
  readonly settings: { readonly routeWords: ReadonlySet<string> };
}

interface CreateEventRequest<T> {
  readonly command: CreateEventCommand;
  readonly sha256: CreateEventTools['sha256'];
  /** Null: only the slug identifies a replay. */
  readonly idempotencyKey: string | null;
  readonly bodyDigest: Uint8Array;
  /** The stored form of the event, which replays by key return unchanged. */
  readonly view: (event: ShownEvent) => T;
}

type NotCreated =
  | { readonly kind: 'slugTaken' | 'keyReused' }
  | { readonly kind: 'refused'; readonly refusal: Refusal };

interface Created<T> {
  readonly kind: 'created';
  readonly event: T;
  readonly replayed: boolean;
}

/** Rolls back the transaction, so that a rejected request doesn't bind its Idempotency-Key. */
class Abort extends Error {
  constructor(readonly outcome: NotCreated) {
    super(`the event was not created: ${outcome.kind}`);
  }
}

async function createIn<T>(
  tx: Transaction,
  { newId, settings: { routeWords } }: OperatorContext,
  { command, sha256, view }: CreateEventRequest<T>,
): Promise<Omit<Created<T>, 'kind'>> {
  const outcome = await createEvent(tx, { newId, sha256, routeWords }, command);
  if (outcome.kind === 'refused' || outcome.kind === 'slugTaken') throw new Abort(outcome);
  const eventAndMarket = await eventStore.findById(tx, outcome.eventId);
  if (!eventAndMarket) throw new Error(`the event ${outcome.eventId} was not stored`);
  return { replayed: outcome.kind === 'replayed', event: view(eventAndMarket) };
}

async function createOnce<T>(
  context: OperatorContext,
  request: CreateEventRequest<T>,
  idempotencyKey: string,
): Promise<Created<T> | NotCreated> {
  const { store, clock } = context;
  const identity = { playerId: request.command.actor, kind: 'createEvent', clientId: idempotencyKey };
  const outcome = await runIdempotent(store, identity, request.bodyDigest, clock(), async tx => {
    const reply = await createIn(tx, context, request);
    return { status: reply.replayed ? 200 : 201, reply };
  });
  if (outcome.kind === 'differs') return { kind: 'keyReused' };
  const { event, replayed } = outcome.answer.reply as Omit<Created<T>, 'kind'>;
  return { kind: 'created', event, replayed: replayed || outcome.kind === 'replayed' };
}

/** Creates an event for an operator. The same request with the same slug or Idempotency-Key is a replay. */
export async function createEventForOperator<T>(
  context: OperatorContext,
  request: CreateEventRequest<T>,
): Promise<Created<T> | NotCreated> {
  const { idempotencyKey } = request;
  try {
    if (idempotencyKey !== null) return await createOnce(context, request, idempotencyKey);
    return { kind: 'created', ...(await context.store.transact(tx => createIn(tx, context, request))) };
  } catch (error) {
    if (error instanceof Abort) return error.outcome;
    throw error;
  }
}
