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
  /** The secret seed of an event: 64 hexadecimal digits, the same on every node and at every time. */
  readonly seedOf: (slug: string) => string;
}

/** b of the market maker: with a full purse a player can move the price far, and the arena can lose a few hundred at most. */
const liquidity = 200 * microsPerUnit;
const eventsPerRun = 20;
/** Longer than streams can be replayed, whose messages name orders of practice events too. */
const keptMs = 8 * dayMs;

/** Opens the events of the series that should be there now. Those that are there stay as they are. */
export async function openSeries(tools: PracticeTools): Promise<void> {
  const { store, seedOf, sha256 } = tools;
  const now = await store.transact(writes => writes.operators.now());
  const due = seriesDue(now);
  const taken = await store.read(reads => reads.practice.takenSlugs(due.map(({ number }) => seriesSlug(number))));
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
    // Another node may have been faster; anything else must not happen.
    if (outcome.kind === 'refused') throw new Error(`${slug} was refused: ${outcome.refusal.message}`);
  }
}

/**
 * Draws the answer of an event of the series. One that was committed to another seed, because the arena's secret has
 * changed since, and one that is somebody's own and was left undecided for a day, are void.
 */
function answerOf({ seedOf, sha256 }: PracticeTools, slug: string, description: string, outcomes: readonly string[]) {
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

/** Decides and pays events whose trading has ended. Running it again, or twice at once, changes nothing more. */
export async function decideSeries(tools: PracticeTools, keepGoing: () => boolean): Promise<void> {
  const { store } = tools;
  const now = await store.transact(writes => writes.operators.now());
  const ended = await store.read(async reads => [
    ...(await reads.practice.unresolved(now, eventsPerRun)).filter(({ slug }) => seriesNumber(slug) !== null),
    ...(await reads.practice.unresolved(now - dayMs, eventsPerRun)).filter(({ slug }) => seriesNumber(slug) === null),
  ]);
  for (const { slug, description, outcomes } of ended) {
    if (!keepGoing()) return;
    const { verb, command } = answerOf(tools, slug, description, outcomes);
    const decided = await resolveEvent(tools, slug, verb, { ...command, effectiveCloseAt: null }, null);
    // Refused: another node has decided it meanwhile.
    if (!isRefusal(decided)) await settleMarket(tools, decided.eventId, { keepGoing });
  }
}

/** Removes practice events that ended long ago, with everything about them, so that practising takes no room for ever. */
export async function deleteOldPractice({ store }: PracticeTools, keepGoing: () => boolean): Promise<void> {
  const before = (await store.transact(writes => writes.operators.now())) - keptMs;
  const old = await store.transact(writes => writes.practice.expired(before, eventsPerRun));
  for (const eventId of old) {
    if (!keepGoing()) return;
    await store.transact(async writes => {
      const { markets } = await writes.desk.lockMarkets([eventId]);
      if (markets.length > 0) await writes.practice.deleteEvent(eventId);
    });
  }
  for (let more = true; more && keepGoing(); ) {
    more = await store.transact(writes => writes.practice.deleteTopUps(before));
  }
}
