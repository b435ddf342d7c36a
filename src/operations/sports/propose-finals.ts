import { isoTime } from '../../domain/iso-time.js';
import { outcomeOfFinal } from '../../domain/sports/fixture-market.js';
import { findLeague } from '../../domain/sports/leagues.js';
import type { FinalFixture } from '../../store/sports/interface.js';
import type { OperationContext } from '../operation-context.js';

/** A resolution derived from a final score, with a link to verify it. */
export type ScoreProposal = {
  readonly slug: string;
  readonly evidence: { readonly url: string; readonly quote: string };
} & ({ readonly winningOutcomeIndex: number } | { readonly payoutBps: readonly number[] });

/** Proposes a resolution. False: it can't be proposed now, and the next run tries again. */
export type ProposeFromScore = (proposal: ScoreProposal) => Promise<boolean>;

function evidenceOf({ home, away, league, startsAt, source, asOf }: FinalFixture): ScoreProposal['evidence'] {
  const official = findLeague(league)?.resolution.url ?? '';
  const score = `${away.name} ${away.score}, ${home.name} ${home.score}`;
  return {
    url: official,
    quote: `Final: ${score} (game of ${isoTime(startsAt)}, reported by ${source}, as of ${isoTime(asOf)}).`,
  };
}

const maxAtOnce = 100;

/** Holds back proposals from scores that sources now disagree on, so that none becomes final. */
export async function holdDisagreeing(
  { store }: Pick<OperationContext, 'store'>,
  hold: (slug: string) => Promise<unknown>,
  keepGoing: () => boolean = () => true,
): Promise<void> {
  for (const slug of await store.read(reads => reads.sports.proposalsInDoubt(maxAtOnce))) {
    if (!keepGoing()) break;
    await hold(slug);
  }
}

/** Proposes the resolution of closed events whose fixture has an undisputed final score. Returns their number. */
export async function proposeFinals(
  { store, clock }: Pick<OperationContext, 'store' | 'clock'>,
  proposeFromScore: ProposeFromScore,
  keepGoing: () => boolean = () => true,
): Promise<number> {
  let proposed = 0;
  for (const fixture of await store.read(reads => reads.sports.finalsToPropose(clock(), maxAtOnce))) {
    if (!keepGoing()) break;
    const outcome = outcomeOfFinal(fixture, fixture);
    if (!outcome) continue;
    if (!(await proposeFromScore({ slug: fixture.eventSlug, evidence: evidenceOf(fixture), ...outcome }))) continue;
    await store.transact(writes => writes.sports.setProposed(fixture.id, clock()));
    proposed += 1;
  }
  return proposed;
}
