import type { Transaction } from '../database/store.js';
import type { OperationContext } from '../database/transactions.js';
import { challengeHoursBounds } from '../events/rules/proposal.js';
import { invalidField, isRefusal, type Refusal, refuse } from '../kernel/refusal.js';
import { isoTime } from '../kernel/time.js';
import { type CreateEventTools, createEvent } from '../markets/create-event.js';
import type { MarketTools } from '../markets/lock-market.js';
import { proposeResolution } from '../markets/proposals.js';
import { eventOfFixture, outcomeOfFinal } from './rules/fixture-market.js';
import { findLeague } from './rules/leagues.js';
import * as fixtureStore from './store/fixtures.js';
import type { FinalFixture, FixtureRow } from './store/rows.js';

interface Context extends OperationContext {
  readonly settings: { readonly routeWords: ReadonlySet<string> };
}

interface OpenMarketCommand {
  readonly fixtureId: string;
  /** b, in micro-credits. */
  readonly liquidity: number;
  readonly actor: string;
  readonly sha256: CreateEventTools['sha256'];
}

interface Opened {
  readonly eventId: string;
  /** The fixture already had its event. */
  readonly replayed: boolean;
}

async function createFor(
  tx: Transaction,
  { newId, settings: { routeWords } }: Context,
  fixture: FixtureRow,
  { liquidity, actor, sha256 }: OpenMarketCommand,
): Promise<Opened | Refusal> {
  const league = findLeague(fixture.league);
  if (!league) return invalidField('id', `names a fixture of ${fixture.league}, which the catalogue does not list`);
  const command = eventOfFixture(fixture, league, { liquidity, actor });
  const outcome = await createEvent(tx, { newId, sha256, routeWords }, command);
  if (outcome.kind === 'refused') return outcome.refusal;
  if (outcome.kind === 'slugTaken') return invalidField('id', `names a fixture whose slug ${command.slug} is taken`);
  await fixtureStore.linkEvent(tx, fixture.id, outcome.eventId);
  await fixtureStore.moveVersion(tx);
  return { eventId: outcome.eventId, replayed: false };
}

/** Creates the event on the winner of a fixture. A fixture has one such event, so repeating this returns it. */
export function openMarket(context: Context, command: OpenMarketCommand): Promise<Opened | Refusal> {
  return context.store.transact(async tx => {
    const fixture = await fixtureStore.lockFixture(tx, command.fixtureId);
    if (!fixture) return refuse('NOT_FOUND', `Fixture ${command.fixtureId} not found.`, { field: 'id' });
    if (fixture.eventId !== null) return { eventId: fixture.eventId, replayed: true };
    const { status } = fixture;
    if (status !== 'scheduled' || fixture.startsAt <= context.clock()) {
      const message = `A market can only be opened before the game starts; the fixture is ${status}.`;
      return refuse('INVALID_TRANSITION', message, { extra: { status } });
    }
    return createFor(tx, context, fixture, command);
  });
}

/** Proposes the resolution from a final score; an operator confirms it before it can become final. */
export function createScoreProposer(tools: MarketTools): ProposeFromScore {
  return async ({ slug, evidence, ...answer }) => {
    const proposed = await proposeResolution(
      tools,
      slug,
      {
        answer:
          'payoutBps' in answer ? { payoutBps: answer.payoutBps } : { winningOutcome: answer.winningOutcomeIndex },
        source: evidence.url === '' ? 'final score' : evidence.url,
        note: evidence.quote,
        effectiveCloseAt: null,
        evidence,
        challengeHours: challengeHoursBounds.default,
      },
      null,
    );
    return !isRefusal(proposed);
  };
}

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
  for (const slug of await store.read(reader => fixtureStore.proposalsInDoubt(reader, maxAtOnce))) {
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
  for (const fixture of await store.read(reader => fixtureStore.finalsToPropose(reader, clock(), maxAtOnce))) {
    if (!keepGoing()) break;
    const outcome = outcomeOfFinal(fixture, fixture);
    if (!outcome) continue;
    if (!(await proposeFromScore({ slug: fixture.eventSlug, evidence: evidenceOf(fixture), ...outcome }))) continue;
    await store.transact(tx => fixtureStore.setProposed(tx, fixture.id, clock()));
    proposed += 1;
  }
  return proposed;
}
