import { dayMs } from '../../domain/durations.js';
import { seriesNumber } from '../../domain/practice/series.js';
import { resolutionNote } from '../../domain/practice/texts.js';
import { commitmentOf, openUrn } from '../../domain/practice/urn.js';
import { isRefusal } from '../../domain/refusal.js';
import { resolveEvent } from '../markets/resolve-event.js';
import { settleMarket } from '../markets/settle-market.js';
import type { PracticeTools } from './practice-tools.js';

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
  const now = await store.transact(writes => writes.operators.now());
  const ended = await store.read(async reads => [
    ...(await reads.practice.unresolved(now, batchSize)).filter(({ slug }) => seriesNumber(slug) !== null),
    ...(await reads.practice.unresolved(now - dayMs, batchSize)).filter(({ slug }) => seriesNumber(slug) === null),
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
