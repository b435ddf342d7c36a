import * as operatorStore from '../database/arena/operators.js';
import * as deskStore from '../exchange/store/desk.js';
import { isRefusal } from '../kernel/refusal.js';
import { dayMs } from '../kernel/time.js';
import { microsPerUnit } from '../kernel/units.js';
import { type CreateEventTools, createEvent } from '../markets/create-event.js';
import type { MarketTools } from '../markets/lock-market.js';
import { resolveEvent } from '../markets/resolve-event.js';
import { settleMarket } from '../markets/settle-market.js';
import { commitmentOf, openUrn, practiceTexts, resolutionNote, seriesDue, seriesNumber, seriesSlug } from './rules.js';
import * as practiceStore from './store.js';

export interface PracticeTools extends MarketTools, CreateEventTools {
  /** Returns the secret seed of an event: 64 hexadecimal digits, the same on every node and at any time. */
  readonly seedOf: (slug: string) => string;
}

/** b of the market maker: a full purse moves the price far, and the arena can lose at most a few hundred credits. */
const liquidity = 200 * microsPerUnit;

/** Opens the events of the series that are due. Existing ones are unchanged. */
export async function openSeries(tools: PracticeTools): Promise<void> {
  const { store, seedOf, sha256 } = tools;
  const now = await store.transact(tx => operatorStore.now(tx));
  const due = seriesDue(now);
  const taken = await store.read(reader =>
    practiceStore.takenSlugs(
      reader,
      due.map(({ number }) => seriesSlug(number)),
    ),
  );
  for (const { number, opensAt, endsAt } of due) {
    const slug = seriesSlug(number);
    if (taken.has(slug)) continue;
    const command = {
      ...practiceTexts(sha256, seedOf(slug), slug, number),
      slug,
      liquidity,
      prior: null,
      opensAt: opensAt > now ? opensAt : null,
      endsAt,
      demo: false,
      practice: true,
      requestDigest: null,
      actor: 'practice',
    };
    const outcome = await store.transact(tx => createEvent(tx, tools, command));
    // Another node may have created it; any other rejection is a bug.
    if (outcome.kind === 'refused') throw new Error(`${slug} was refused: ${outcome.refusal.message}`);
  }
}

const batchSize = 20;

/**
 * Draws the answer of an event of the series. An event that was committed to another seed, because the arena's secret
 * has changed since, is voided, and so is any other practice event that was left unresolved for a day.
 */
function drawAnswer({ seedOf, sha256 }: PracticeTools, slug: string, description: string, outcomes: readonly string[]) {
  const source = 'The seeded rule in the description';
  const seed = seedOf(slug);
  if (seriesNumber(slug) === null) {
    return { verb: 'void', command: { answer: { void: true }, source, note: 'Unresolved for a day.' } } as const;
  }
  if (!description.includes(commitmentOf(sha256, seed))) {
    return { verb: 'void', command: { answer: { void: true }, source, note: 'The seed was lost.' } } as const;
  }
  const urn = openUrn(sha256, seed, slug, outcomes.length);
  const answer = { winningOutcome: urn.winner };
  return { verb: 'resolve', command: { answer, source, note: resolutionNote(seed, urn, outcomes) } } as const;
}

/** Resolves and settles events whose trading has ended. Idempotent, and safe to run concurrently. */
export async function resolveSeries(tools: PracticeTools, keepGoing: () => boolean): Promise<number> {
  const { store } = tools;
  const now = await store.transact(tx => operatorStore.now(tx));
  const ended = await store.read(async reader => [
    ...(await practiceStore.unresolved(reader, now, batchSize)).filter(({ slug }) => seriesNumber(slug) !== null),
    ...(await practiceStore.unresolved(reader, now - dayMs, batchSize)).filter(
      ({ slug }) => seriesNumber(slug) === null,
    ),
  ]);
  for (const { slug, description, outcomes } of ended) {
    if (!keepGoing()) break;
    const { verb, command } = drawAnswer(tools, slug, description, outcomes);
    const resolved = await resolveEvent(tools, slug, verb, { ...command, effectiveCloseAt: null }, null);
    // Rejected because another node has resolved it in the meantime.
    if (!isRefusal(resolved)) await settleMarket(tools, resolved.eventId, { keepGoing });
  }
  return ended.length;
}

/** Longer than the replay window of streams, whose messages also refer to orders of practice events. */
const retentionMs = 8 * dayMs;

/** Deletes practice events that ended long ago, with all their rows. */
export async function deleteOldPractice({ store }: PracticeTools, keepGoing: () => boolean): Promise<void> {
  const before = (await store.transact(tx => operatorStore.now(tx))) - retentionMs;
  const old = await store.transact(tx => practiceStore.expired(tx, before, batchSize));
  for (const eventId of old) {
    if (!keepGoing()) return;
    await store.transact(async tx => {
      const { markets } = await deskStore.lockMarkets(tx, [eventId]);
      if (markets.length > 0) await practiceStore.deleteEvent(tx, eventId);
    });
  }
  for (let more = true; more && keepGoing(); ) {
    more = await store.transact(tx => practiceStore.deleteTopUps(tx, before));
  }
}
