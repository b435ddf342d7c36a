import { hash } from 'node:crypto';
import type { CreateEventCommand } from '../../../src/events/rules/event.js';
import { createEvent } from '../../../src/markets/create-event.js';
import type { TestService } from '../test-service.js';

/** An active practice event that ends in an hour by default. */
export async function aPracticeEvent(
  { services, clock }: Pick<TestService, 'services' | 'clock'>,
  fields: Partial<CreateEventCommand> = {},
): Promise<{ id: string; slug: string }> {
  const {
    store,
    newId,
    settings: { routeWords },
  } = services;
  const sha256 = (text: string) => hash('sha256', text, 'buffer');
  const made = await store.transact(tx =>
    createEvent(
      tx,
      { newId, sha256, routeWords },
      {
        title: 'Which colour is drawn?',
        slug: null,
        description: 'Made for a test.',
        category: 'practice',
        tags: [],
        outcomes: ['Red', 'Blue'],
        resolutionSource: { name: 'The test', url: '', rule: 'As the test says.' },
        liquidity: 200_000_000,
        prior: null,
        opensAt: null,
        endsAt: clock.now() + 3_600_000,
        demo: false,
        practice: true,
        requestDigest: null,
        actor: 'test',
        ...fields,
      },
    ),
  );
  if (!('eventId' in made)) throw new Error(`no practice event: ${JSON.stringify(made)}`);
  return { id: made.eventId, slug: made.slug };
}
