import { invalidField, type Refusal, refuse } from '../../domain/refusal.js';
import { eventOfFixture } from '../../domain/sports/fixture-market.js';
import { findLeague } from '../../domain/sports/leagues.js';
import type { FixtureRow } from '../../store/sports/interface.js';
import type { Writes } from '../../store/store.js';
import { type CreateEventTools, createEvent } from '../markets/create-event.js';
import type { OperationContext } from '../operation-context.js';

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
  writes: Writes,
  { newId, settings: { routeWords } }: Context,
  fixture: FixtureRow,
  { liquidity, actor, sha256 }: OpenMarketCommand,
): Promise<Opened | Refusal> {
  const league = findLeague(fixture.league);
  if (!league) return invalidField('id', `names a fixture of ${fixture.league}, which the catalogue does not list`);
  const command = eventOfFixture(fixture, league, { liquidity, actor });
  const outcome = await createEvent(writes, { newId, sha256, routeWords }, command);
  if (outcome.kind === 'refused') return outcome.refusal;
  if (outcome.kind === 'slugTaken') return invalidField('id', `names a fixture whose slug ${command.slug} is taken`);
  await writes.sports.linkEvent(fixture.id, outcome.eventId);
  await writes.sports.moveVersion();
  return { eventId: outcome.eventId, replayed: false };
}

/** Creates the event on the winner of a fixture. A fixture has one such event, so repeating this returns it. */
export function openMarket(context: Context, command: OpenMarketCommand): Promise<Opened | Refusal> {
  return context.store.transact(async writes => {
    const fixture = await writes.sports.lockFixture(command.fixtureId);
    if (!fixture) return refuse('NOT_FOUND', `Fixture ${command.fixtureId} not found.`, { field: 'id' });
    if (fixture.eventId !== null) return { eventId: fixture.eventId, replayed: true };
    const { status } = fixture;
    if (status !== 'scheduled' || fixture.startsAt <= context.clock()) {
      const message = `A market can only be opened before the game starts; the fixture is ${status}.`;
      return refuse('INVALID_TRANSITION', message, { extra: { status } });
    }
    return createFor(writes, context, fixture, command);
  });
}
