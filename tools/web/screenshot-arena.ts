import { randomBytes } from 'node:crypto';
import type { Arena } from './start-arena.js';

interface Cookie {
  readonly name: string;
  readonly value: string;
}

/** Markets and people in the screenshots. */
export interface Shown {
  readonly binary: string;
  readonly many: string;
  readonly long: string;
  readonly extreme: string;
  readonly resolved: string;
  /** A closed market with a proposed resolution that can be disputed. */
  readonly proposed: string;
  readonly player: string;
  readonly compared: readonly string[];
  readonly cookie: Cookie;
  readonly operatorCookie: Cookie;
}

type Json = Record<string, unknown>;

async function send(url: string, method: string, headers: Record<string, string>, body?: Json) {
  const reply = await fetch(url, {
    method,
    headers: { accept: 'application/json', 'content-type': 'application/json', ...headers },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
  const text = await reply.text();
  if (!reply.ok) throw new Error(`${method} ${url}: ${text.slice(0, 300)}`);
  return { headers: reply.headers, body: JSON.parse(text) };
}

const longTitle =
  'Will the longest title that an operator may give to a market still leave enough room for its probability on the screen of a small phone?';
const eight = [
  'North',
  'North-east',
  'East',
  'South-east',
  'South',
  'South-west',
  'West',
  'A label that is much longer than its column',
];

async function createEvents({
  url,
  operatorToken,
}: Arena): Promise<Pick<Shown, 'many' | 'long' | 'extreme' | 'proposed'>> {
  const authorization = `Bearer ${operatorToken}`;
  const create = async (fields: Json): Promise<string> => {
    const reply = await send(
      `${url}/api/operator/events`,
      'POST',
      { authorization },
      {
        description: 'Made for screenshots.',
        category: 'weather',
        outcomes: ['Yes', 'No'],
        endsAt: new Date(Date.now() + 20 * 86_400_000).toISOString(),
        resolutionSource: { name: 'Weather service', url: 'https://example.org', rule: 'As the station reports it.' },
        ...fields,
      },
    );
    return reply.body.event.slug;
  };
  const proposed = await create({ title: 'Did it rain in Bergen on every day of last week?' });
  const ofProposed = `${url}/api/operator/events/${proposed}`;
  await send(
    ofProposed,
    'PATCH',
    { authorization },
    {
      resolutionSource: {
        name: 'Norwegian Meteorological Institute',
        url: 'https://www.met.no',
        rule: 'Yes if the station Florida reports at least 0.1 mm on each of the seven days.',
      },
    },
  );
  await send(`${ofProposed}/close`, 'POST', { authorization }, {});
  await send(
    `${ofProposed}/propose`,
    'POST',
    { authorization },
    {
      winningOutcomeIndex: 1,
      source: 'Norwegian Meteorological Institute',
      evidence: { url: 'https://www.met.no', quote: 'Wednesday: 0.0 mm' },
      challengeHours: 24,
    },
  );
  return {
    proposed,
    long: await create({ title: longTitle }),
    many: await create({ title: 'Where will the wind come from tomorrow at noon?', outcomes: eight }),
    extreme: await create({
      title: 'Will the sun rise in the west tomorrow?',
      prior: [50, 9950],
      liquidityCredits: 100,
    }),
  };
}

async function signUp({ url }: Arena, displayName: string) {
  const email = `${randomBytes(8).toString('hex')}@example.org`;
  const person = { email, password: 'correct horse battery', displayName };
  const { headers, body } = await send(`${url}/api/people/sign-up`, 'POST', {}, person);
  const [pair] = (headers.get('set-cookie') ?? '').split(';');
  const at = pair.indexOf('=');
  return { pair, id: body.person.id as string, cookie: { name: pair.slice(0, at), value: pair.slice(at + 1) } };
}

/** A person with the operator role. */
async function addOperator(arena: Arena): Promise<Pick<Shown, 'operatorCookie'>> {
  const { id, cookie: operatorCookie } = await signUp(arena, 'Olga Operator');
  const headers = { authorization: `Bearer ${arena.operatorToken}` };
  await send(`${arena.url}/api/operator/people/${id}/role`, 'PUT', headers, { role: 'operator' });
  return { operatorCookie };
}

/** Plays as a new person, so that every page has data. */
async function play(arena: Arena, events: readonly string[], extreme: string): Promise<Pick<Shown, 'cookie'>> {
  const { url } = arena;
  const id = randomBytes(4).toString('hex');
  const { pair, cookie } = await signUp(arena, `Ada ${id}`);
  const headers = { cookie: pair };
  const buy = (eventSlug: string, more: Json) =>
    send(`${url}/api/play/v1/orders`, 'POST', headers, {
      eventSlug,
      outcomeIndex: 0,
      side: 'buy',
      clientOrderId: randomBytes(8).toString('hex'),
      ...more,
    });
  for (const [index, eventSlug] of events.entries()) {
    await buy(eventSlug, { limitPriceBps: 9999, timeInForce: 'IOC', amountCredits: 120 + 80 * index });
    await buy(eventSlug, { limitPriceBps: 2, timeInForce: 'GTC', amountCredits: 25 });
    const forecast = { eventSlug, outcomeIndex: 0, probability: 64, clientForecastId: randomBytes(8).toString('hex') };
    await send(`${url}/api/play/v1/forecasts`, 'POST', headers, forecast);
  }
  // From 0.5 % to about 0.1 %.
  await buy(extreme, { outcomeIndex: 1, amountCredits: 160, limitPriceBps: 9999, timeInForce: 'IOC' });
  const agent = {
    name: `Weather desk ${id}`,
    description: 'Reads ensemble forecasts and quotes both sides.',
    model: 'house-model-3',
  };
  const created = await send(`${url}/api/people/agents`, 'POST', headers, agent);
  await send(`${url}/api/people/agents/${created.body.agent.id}/keys`, 'POST', headers, {});
  return { cookie };
}

interface Listed {
  readonly slug: string;
  readonly outcomes: readonly unknown[];
}

const boardMs = 120_000;

/** Returns the first players of the Brier leaderboard; a new arena scores its demo events after it has started. */
async function firstPlayers({ url }: Arena, count: number): Promise<string[]> {
  const deadline = Date.now() + boardMs;
  for (;;) {
    const { body } = await send(`${url}/api/leaderboards/brier?limit=${count}&minResolved=1`, 'GET', {});
    if (body.rows.length >= count) return body.rows.map((row: { player: { handle: string } }) => row.player.handle);
    if (Date.now() > deadline) throw new Error(`the leaderboard of ${url} has fewer than ${count} players`);
    await new Promise(done => setTimeout(done, 500));
  }
}

export async function fillArena(arena: Arena): Promise<Shown> {
  const list = async (query: string): Promise<Listed[]> =>
    (await send(`${arena.url}/api/events?${query}`, 'GET', {})).body.events;
  const [active, over] = await Promise.all([list('limit=50'), list('status=resolved&limit=5')]);
  const binaries = active.filter(({ outcomes }) => outcomes.length === 2);
  const compared = await firstPlayers(arena, 3);
  const events = await createEvents(arena);
  const own = await play(arena, [binaries[0].slug, binaries[1].slug, events.many], events.extreme);
  return {
    ...events,
    ...own,
    ...(await addOperator(arena)),
    binary: binaries[0].slug,
    resolved: over[0].slug,
    player: compared[1],
    compared,
  };
}
