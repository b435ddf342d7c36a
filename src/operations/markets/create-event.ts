import { base58 } from '../../domain/base58.js';
import { displayedPrices } from '../../domain/exchange/engine/prices.js';
import { accountKey, practiceKey } from '../../domain/exchange/ledger/accounts.js';
import { type CreatedMarket, decideCreateMarket } from '../../domain/markets/create-market.js';
import type { CreateEventCommand } from '../../domain/markets/event-commands.js';
import { identityText } from '../../domain/markets/event-key.js';
import { decidePolicy, findPolicyRules, noConsent } from '../../domain/markets/policy.js';
import { slugCandidates, slugProblem } from '../../domain/markets/slugs.js';
import { invalidField, isRefusal, type Refusal } from '../../domain/refusal.js';
import type { EventRow } from '../../store/markets/interface.js';
import type { Writes } from '../../store/store.js';
import type { MarketTools } from './lock-market.js';
import { firstOperators } from './operator-stake.js';

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
async function fund(writes: Writes, { id, practice }: EventRow, { transfers }: CreatedMarket, at: number) {
  const key = practice ? practiceKey : accountKey;
  const rows = transfers.map(({ kind, reference, from, to, amount }) => {
    return { kind, reference, eventId: id, from: key(from), to: key(to), amount };
  });
  await writes.desk.save({
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
async function findReplay(writes: Writes, slug: string, requestDigest: string | null): Promise<CreateEventOutcome> {
  const digest = await writes.markets.requestDigest(slug);
  const found = digest !== null && digest === requestDigest ? await writes.events.find(slug) : null;
  return found ? { kind: 'replayed', eventId: found.event.id, slug } : { kind: 'slugTaken' };
}

/** Creates an event with its market and funds it, in the caller's transaction. */
export async function createEvent(
  writes: Writes,
  { newId, sha256, routeWords }: CreateEventTools,
  command: CreateEventCommand,
): Promise<CreateEventOutcome> {
  const now = await writes.operators.now();
  const id = newId('evt', now);
  const problem = command.slug === null ? null : slugProblem(command.slug, routeWords);
  if (problem) return { kind: 'refused', refusal: invalidField('slug', problem) };
  const created = decideCreateMarket({ ...command, marketId: id }, now);
  if (isRefusal(created)) return { kind: 'refused', refusal: created };
  const policy = decidePolicy(findPolicyRules(command), command.consent ?? noConsent);
  if (isRefusal(policy)) {
    // An event that was created under other rules stays, and the same request is its replay.
    const replay = command.slug === null ? null : await findReplay(writes, command.slug, command.requestDigest);
    return replay?.kind === 'replayed' ? replay : { kind: 'refused', refusal: policy };
  }
  const { status, opensAt, endsAt, book } = created;
  const priceBps = displayedPrices(book.shares, book.liquidity);
  const { requestDigest, actor } = command;
  for (const slug of command.slug === null ? slugCandidates(command.title, id, routeWords) : [command.slug]) {
    const event = eventRow(id, slug, command, created, now, sha256);
    const { sequence, shares, account } = book;
    if (
      !(await writes.markets.add({
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
    await fund(writes, event, created, now);
    const { title, outcomes, liquidity, practice } = event;
    // The practice series creates hundreds of events without an operator.
    if (practice) return { kind: 'created', eventId: id, slug };
    await writes.operators.record({
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
  return command.slug === null ? { kind: 'slugTaken' } : findReplay(writes, command.slug, requestDigest);
}
