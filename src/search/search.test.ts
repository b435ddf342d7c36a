import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { aMarket } from '../../test/support/builders/market-builders.js';
import { startTestService, type TestService } from '../../test/support/test-service.js';

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
  const now = service.clock.now();
  await aMarket(service.pool, now, { slug: 'rain-in-lisbon', category: 'weather' });
  await aMarket(service.pool, now, {
    slug: 'rainfall-record-porto',
    category: 'weather',
    outcomes: ['Record', 'None'],
  });
  await aMarket(service.pool, now, {
    slug: 'election-turnout',
    category: 'politics',
    outcomes: ['Below 50', 'Above 50'],
  });
  await aMarket(service.pool, now, { slug: 'lighthouse-count', category: 'coast' });
  await service.pool`update events set description = 'Counted by the office of rain and storms.', tags = '{harbour-masters}'
    where slug = 'lighthouse-count'`;
  await service.pool`update events set title = 'Größe des Überschusses: 東京 “café” №5' where slug = 'election-turnout'`;
});
afterAll(() => service.stop());

interface Hit {
  readonly slug: string;
  readonly document: string;
  readonly anchor: string;
  readonly score: number;
  readonly title: string;
  readonly snippet: string;
  readonly highlights: { field: 'title' | 'snippet'; start: number; length: number }[];
}

async function search(q: string, more = '') {
  const reply = await service.call('GET', `/api/search?q=${encodeURIComponent(q)}${more}`);
  expect(reply.status, `${q}: ${reply.text}`).toBe(200);
  return reply.body as {
    words: string[];
    readAs: { kind: string; word: string; as: string[] }[];
    events: Hit[];
    help: Hit[];
  };
}

const found = async (q: string) => (await search(q, '&kind=events')).events.map(hit => hit.slug);

describe('searching events', () => {
  it('matches word prefixes, titles before descriptions', async () => {
    expect(await found('rain')).toEqual(['rain-in-lisbon', 'rainfall-record-porto', 'lighthouse-count']);
    expect(await found('RAINF')).toEqual(['rainfall-record-porto']);
    expect(await found('rain porto')).toEqual(['rainfall-record-porto']);
    expect(await found('weather')).toHaveLength(2);
    expect(await found('harbour')).toEqual(['lighthouse-count']);
    expect(await found('lighthouses')).toEqual(['lighthouse-count']);
    expect(await found('nothing of the kind exists')).toEqual([]);
  });

  it('accepts partial matches if no event has all words', async () => {
    expect(await found('lisbon election')).toHaveLength(2);
  });

  it('uses the first twelve significant words of a long question', async () => {
    const q =
      'Will there be more than 20 lighthouses that are in use at the end of the year, as the harbour office of Lisbon counts them by name, place, owner and date?';
    const { events, words } = await search(q, '&kind=events');
    expect(events[0].slug).toBe('lighthouse-count');
    expect(words).toHaveLength(12);
    expect(words).toEqual(expect.arrayContaining(['20', 'lighthouses', 'harbour', 'lisbon']));
    expect(words).not.toContain('will');
    expect((await search(q)).help.length).toBeGreaterThan(0);
  });

  it('corrects typos and reports the corrections', async () => {
    const { events, readAs } = await search('lihgthouse', '&kind=events');
    expect(events.map(hit => hit.slug)).toEqual(['lighthouse-count']);
    expect(readAs).toEqual([{ kind: 'events', word: 'lihgthouse', as: ['lighthouse'] }]);
    expect(await found('ranfall')).toEqual(['rainfall-record-porto']);
  });

  it('returns the positions of the words', async () => {
    const { events } = await search('rain lisb', '&kind=events');
    const [{ title, highlights }] = events;
    const marked = highlights
      .filter(({ field }) => field === 'title')
      .map(({ start, length }) => title.slice(start, start + length));
    expect(marked).toEqual(['rain', 'lisb']);
  });

  it('supports other scripts and punctuation', async () => {
    for (const q of ['größe', 'ÜBERSCHUSSES', '東京', 'café', '“café”'])
      expect(await found(q), q).toEqual(['election-turnout']);
  });

  it('omits practice events and includes new events immediately', async () => {
    const { id } = await aMarket(service.pool, service.clock.now(), { slug: 'zeppelin-flights' });
    expect(await found('zeppelin')).toEqual(['zeppelin-flights']);
    expect((await search('zeppelin')).events[0]).toMatchObject({ status: 'active', outcomes: ['Yes', 'No'] });
    await service.pool`update markets set status = 'void' where event_id = ${id}`;
    expect((await search('zeppelin')).events[0]).toMatchObject({ status: 'void' });
  });
});

describe('the order of results', () => {
  beforeAll(async () => {
    const now = service.clock.now();
    const texts = [
      { slug: 'consumer-barometer', tags: '{inflation}', description: 'None.' },
      { slug: 'price-gauge', tags: '{}', description: 'Whether inflation storms on.' },
      { slug: 'euro-inflation', tags: '{}', description: 'As measured at Heathrow.' },
      { slug: 'heathland-storms', tags: '{}', description: 'None.' },
    ];
    for (const { slug, tags, description } of texts) {
      const { id } = await aMarket(service.pool, now, { slug });
      await service.pool`update events set title = ${slug}, tags = ${tags}::text[], description = ${description} where id = ${id}`;
    }
    // A better match comes first, regardless of volume.
    await service.pool`update event_ranks set value = 9 - event_number % 9 where sort = 'volume'`;
  });

  it.each([
    ['infl', ['euro-inflation', 'consumer-barometer', 'price-gauge']],
    ['inflation', ['euro-inflation', 'consumer-barometer', 'price-gauge']],
    ['inflations inflation', ['euro-inflation', 'consumer-barometer', 'price-gauge']],
    ['heath', ['heathland-storms', 'euro-inflation']],
    ['euro infl', ['euro-inflation']],
    ['infl heathr', ['euro-inflation']],
    ['heath stor', ['heathland-storms']],
    ['storms stor', ['heathland-storms', 'price-gauge', 'lighthouse-count']],
  ])('%s: titles before tags before descriptions, in whole words and in parts of them', async (q, slugs) => {
    const { events } = await search(q, '&kind=events');
    expect(events.map(hit => hit.slug)).toEqual(slugs);
    const scores = events.map(hit => hit.score);
    expect(Math.min(...scores), q).toBeGreaterThan(0);
    expect([...scores].sort((a, b) => b - a)).toEqual(scores);
    expect(new Set(scores).size, `${scores}`).toBe(scores.length);
  });
});

describe('searching help', () => {
  it('finds sections and error codes', async () => {
    const { help, events } = await search('rate limited', '&kind=help');
    expect(events).toEqual([]);
    expect(help[0]).toMatchObject({
      document: 'docs/errors.md',
      anchor: 'RATE_LIMITED',
      url: 'http://presage.test/docs/errors#RATE_LIMITED',
    });
    const guide = await search('how do I place my first order?', '&kind=help&limit=5');
    expect(guide.help[0]).toMatchObject({
      document: 'docs/guides/first-agent.md',
      anchor: 'place-your-first-order-buy',
      title: 'Your first agent: Place your first order: buy',
    });
    // Sections with fewer of the words follow, and none without any.
    expect(guide.help.length).toBeGreaterThan(1);
    expect(guide.help.length).toBeLessThanOrEqual(5);
    const scores = guide.help.map(({ score }) => score);
    expect(scores).toEqual([...scores].sort((a, b) => b - a));
    for (const { highlights, title } of guide.help) expect(highlights, title).not.toEqual([]);
    const [slip] = (await search('idempotncy', '&kind=help')).help;
    expect(slip).toMatchObject({ document: 'docs/errors.md', anchor: 'MISSING_IDEMPOTENCY_KEY' });
    expect((await search('xylophone', '&kind=help')).help).toEqual([]);
  });

  it.each(['volatility', 'kelly', 'imbalance'])('has the page of quant metrics: %s', async q => {
    expect((await search(q, '&kind=help')).help.map(({ document }) => document)).toContain('docs/quant.md');
  });

  it('reports its corrections of each word, separately from those of events', async () => {
    const { help, readAs } = await search('correlatoins keyl', '&kind=help');
    expect(readAs).toEqual([
      { kind: 'help', word: 'correlatoins', as: ['correlations'] },
      { kind: 'help', word: 'keyl', as: ['key'] },
    ]);
    for (const { title, snippet, highlights } of help) {
      for (const { field, start, length } of highlights) {
        const marked = { title, snippet }[field].slice(start, start + length).toLowerCase();
        expect(['correlations', 'key']).toContain(marked);
      }
    }
    expect((await search('rianfall')).readAs).toMatchObject([{ kind: 'events', word: 'rianfall', as: ['rainfall'] }]);
    expect((await search('forecsat', '&kind=events')).readAs).toEqual([]);
    expect((await search('forecast', '&kind=help')).readAs).toEqual([]);
  });

  it('is included unless one kind is requested', async () => {
    const { events, help } = await search('record');
    expect(events.map(hit => hit.slug)).toContain('rainfall-record-porto');
    expect(help.map(({ document, anchor }) => `${document}#${anchor}`).slice(0, 2)).toEqual([
      'docs/quick-start.md#record-a-forecast',
      'docs/scoring.md#the-public-record',
    ]);
    expect((await search('record', '&kind=events')).help).toEqual([]);
  });
});

describe('hostile searches', () => {
  it.each([
    ["'"],
    ['"'],
    ['\\'],
    ["\\'; drop table events; --"],
    ["rain':* & !'"],
    ['rain & | ! <-> ( ) :*A'],
    ['%'],
    ['_%_'],
    ['(((((((((('],
    ['a'.repeat(200)],
    ['🎲'.repeat(100)],
    ['\u0001\u0002'],
    ['\u202e\u200b\ufeff'],
    [Array.from({ length: 40 }, (_, index) => `w${index % 12}`).join(' ')],
    ['.*+?^$ {}()|[]'],
    ['<script>alert(1)</script>'],
    ['ﬁne ﬀ ① ½'],
    ['{}'],
    ['null undefined NaN'],
  ])('%s is handled', async q => {
    const { events, words } = await search(q);
    expect(events.length).toBeLessThanOrEqual(50);
    expect(words.length).toBeLessThanOrEqual(12);
    const listed = await service.call('GET', `/api/events?q=${encodeURIComponent(q.slice(0, 50))}`);
    expect(listed.status).toBe(200);
  });

  it.each(['/api/events', '/api/play/v1/discovery'])('%s accepts at most twelve words', async path => {
    const agent = await service.anAgent();
    const words = Array.from({ length: 13 }, (_, index) => `w${index}`);
    const ask = (q: string) => service.call('GET', `${path}?q=${encodeURIComponent(q)}`, { headers: agent.headers });
    for (const q of [words.slice(1).join(' '), [...words.slice(1), 'W1', 'w2'].join('-')]) {
      expect((await ask(q)).status, q).toBe(200);
    }
    const refused = await ask(words.join(' '));
    expect(refused.status).toBe(400);
    expect(refused.body).toMatchObject({
      code: 'INVALID_PAYLOAD',
      field: 'q',
      error: expect.stringMatching(/13 .*12/),
    });
  });

  it.each(['🎲'.repeat(200), '%ED%A0%80', '%FF%FE', '%F0%9F'])('%s is harmless', async text => {
    const q = text.startsWith('%') ? text : encodeURIComponent(text);
    expect((await service.call('GET', `/api/search?q=${q}`)).status).toBeLessThan(500);
  });

  it.each([
    ['q', '/api/search'],
    ['q', '/api/search?q='],
    ['q', '/api/search?q=a%00b'],
    ['q', `/api/search?q=${'a'.repeat(201)}`],
    ['limit', '/api/search?q=a&limit=201'],
    ['kind', '/api/search?q=a&kind=users'],
  ])('an invalid %s is rejected: %s', async (field, path) => {
    expect((await service.call('GET', path)).body).toMatchObject({ code: 'INVALID_PAYLOAD', field });
  });
});
