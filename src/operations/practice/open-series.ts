import { seriesDue, seriesSlug } from '../../domain/practice/series.js';
import { practiceTexts } from '../../domain/practice/texts.js';
import { microsPerUnit } from '../../domain/units.js';
import { createEvent } from '../markets/create-event.js';
import type { PracticeTools } from './practice-tools.js';

/** b of the market maker: a full purse moves the price far, and the arena can lose at most a few hundred credits. */
const liquidity = 200 * microsPerUnit;

/** Opens the events of the series that are due. Existing ones are unchanged. */
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
    // Another node may have created it; any other rejection is a bug.
    if (outcome.kind === 'refused') throw new Error(`${slug} was refused: ${outcome.refusal.message}`);
  }
}
