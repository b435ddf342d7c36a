import { dayMs } from '../../domain/durations.js';
import { seriesDue, seriesNumber, seriesSlug } from '../../domain/practice/series.js';
import { practiceTexts, resolutionNote } from '../../domain/practice/texts.js';
import { commitmentOf, openUrn } from '../../domain/practice/urn.js';
import { isRefusal } from '../../domain/refusal.js';
import { microsPerUnit } from '../../domain/units.js';
import { type CreateEventTools, createEvent } from '../markets/create-event.js';
import type { MarketTools } from '../markets/lock-market.js';
import { resolveEvent } from '../markets/resolve-event.js';
import { settleMarket } from '../markets/settle-market.js';

export interface PracticeTools extends MarketTools, CreateEventTools {
  /** Returns the secret seed of an event: 64 hexadecimal digits, the same on every node and at all times. */
  readonly seedOf: (slug: string) => string;
}

/** b of the market maker: a full purse moves the price far, and the arena can lose a few hundred credits at most. */
const liquidity = 200 * microsPerUnit;
const eventsPerRun = 20;
/** Longer than the replay window of streams, whose messages name orders of practice events too. */
const retentionMs = 8 * dayMs;

/** Opens the events of the series that are due. Existing ones stay as they are. */
export async function openSeries(tools: PracticeTools): Promise<void> {
  const { store, seedOf, sha256 } = tools;
  const now = await store.transact(writes => writes.operators.now());
  const due = seriesDue(now);
  const taken = await store.read(reads => reads.practice.taken(due.map(({ number }) => seriesSlug(number))));
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
    const outcome = await store.transact(writes => createEvent(writes, tools, command));
    // Another node may have created it; any other refusal is a bug.
    if (outcome.kind === 'refused') throw new Error(`${slug} was refused: ${outcome.refusal.message}`);
  }
}

/**
 * Draws the answer of an event of the series. An event that was committed to another seed, because the arena's secret has
 * changed since, is void, and so is any other practice event that was left unresolved for a day.
 */
function drawAnswer({ seedOf, sha256 }: PracticeTools, slug: string, description: string, outcomes: readonly string[]) {
  const source = 'The seeded rule in the description';
  const seed = seedOf(slug);
  if (seriesNumber(slug) === null) {
    return { verb: 'void', command: { answer: { void: true }, source, note: 'Left undecided for a day.' } } as const;
  }
  if (!description.includes(commitmentOf(sha256, seed))) {
    return { verb: 'void', command: { answer: { void: true }, source, note: 'The seed is lost.' } } as const;
  }
  const urn = openUrn(sha256, seed, slug, outcomes.length);
  const answer = { winningOutcome: urn.winner };
  return { verb: 'resolve', command: { answer, source, note: resolutionNote(seed, urn, outcomes) } } as const;
}

/** Resolves and settles events whose trading has ended. Safe to run again or concurrently. */
export async function decideSeries(tools: PracticeTools, keepGoing: () => boolean): Promise<void> {
  const { store } = tools;
  const now = await store.transact(writes => writes.operators.now());
  const ended = await store.read(async reads => [
    ...(await reads.practice.undecided(now, eventsPerRun)).filter(({ slug }) => seriesNumber(slug) !== null),
    ...(await reads.practice.undecided(now - dayMs, eventsPerRun)).filter(({ slug }) => seriesNumber(slug) === null),
  ]);
  for (const { slug, description, outcomes } of ended) {
    if (!keepGoing()) return;
    const { verb, command } = drawAnswer(tools, slug, description, outcomes);
    const resolved = await resolveEvent(tools, slug, verb, { ...command, effectiveCloseAt: null }, null);
    // Refused: another node has resolved it meanwhile.
    if (!isRefusal(resolved)) await settleMarket(tools, resolved.eventId, { keepGoing });
  }
}

/** Deletes practice events that ended long ago, with all their rows. */
export async function deleteOldPractice({ store }: PracticeTools, keepGoing: () => boolean): Promise<void> {
  const before = (await store.transact(writes => writes.operators.now())) - retentionMs;
  const old = await store.transact(writes => writes.practice.old(before, eventsPerRun));
  for (const eventId of old) {
    if (!keepGoing()) return;
    await store.transact(async writes => {
      const { markets } = await writes.desk.lockMarkets([eventId]);
      if (markets.length > 0) await writes.practice.forget(eventId);
    });
  }
  for (let more = true; more && keepGoing(); ) {
    more = await store.transact(writes => writes.practice.forgetTopUps(before));
  }
}
