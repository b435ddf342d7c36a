import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { webFolder } from '../../../src/package-root.js';
import { startWebService, type WebService } from './web-service.js';

let service: WebService;
let slug: string;
const title = 'Will <b>"bold"</b> & $& text stay text?';
beforeAll(async () => {
  service = await startWebService();
  ({ slug } = await service.anEvent({ title }));
});
afterAll(() => service.stop());

const html = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' };
const get = (path: string, headers: Record<string, string> = html) => fetch(service.url + path, { headers });

describe('pages of the web app', () => {
  it.each([
    '/',
    '/leaderboards',
    '/portfolio',
    '/agents',
    '/account',
    '/sign-in',
    '/sign-up',
    '/about',
    '/compare',
    '/models',
    '/requests',
    '/status',
    '/developers',
  ])('serves %s', async path => {
    const reply = await get(path);
    expect(reply.status).toBe(200);
    expect(reply.headers.get('content-type')).toBe('text/html; charset=utf-8');
    const text = await reply.text();
    expect(text).toMatch(/<title>[^<]+ · Presage<\/title>/);
    expect(text).toContain('<noscript><main><h1>');
  });

  it('renders title, description, canonical URL and Open Graph tags of a market, escaped', async () => {
    const text = await (await get(`/events/${slug}`)).text();
    const escaped = 'Will &lt;b&gt;&quot;bold&quot;&lt;/b&gt; &amp; $&amp; text stay text?';
    expect(text).toContain(`<title>${escaped} · Presage</title>`);
    expect(text).toContain(`<meta property="og:title" content="${escaped}">`);
    expect(text).toContain(`<link rel="canonical" href="http://presage.test/events/${slug}">`);
    expect(text).toMatch(/<meta name="description" content="Yes 50%, No 50%\. Closes /);
    expect(text).toContain(`<noscript><main><h1>${escaped}</h1>`);
    expect(text).toContain('<li>Yes: 50%</li>');
    expect(text).not.toContain('<b>');
  });

  it('renders the event of a market into the page, escaped, and not into embeds', async () => {
    const text = await (await get(`/events/${slug}`)).text();
    const attribute = /<div id="root" data-event="([^"]*)">/.exec(text)?.[1] ?? '';
    expect(attribute).not.toMatch(/[<>]/);
    const entities: Record<string, string> = { quot: '"', lt: '<', gt: '>', amp: '&', '#39': "'" };
    const json = attribute.replaceAll(/&(quot|lt|gt|amp|#39);/g, (_, name: string) => entities[name]);
    expect(JSON.parse(json)).toEqual((await service.call('GET', `/api/events/${slug}`)).body.event);
    expect(text).toMatch(/<div class="first-paint" aria-busy="true"><p>Will &lt;b&gt;/);
    expect(await (await get(`/embed/${slug}`)).text()).toContain('<div id="root"></div>');
    expect(await (await get('/about')).text()).toContain('<div id="root"></div>');
  });
});

describe('pages of events and players', () => {
  it('reads the state of trading and the head of a page at once', async () => {
    const { slug: unread } = await service.anEvent();
    const { live } = service.services.marketData;
    const { references } = service.services.markets;
    const [shows, tradingPause] = [references.shows.bind(references), live.tradingPause.bind(live)];
    let onHead = () => {};
    const head = new Promise<void>(done => {
      onHead = done;
    });
    vi.spyOn(references, 'shows').mockImplementation(event => {
      if (event.slug === unread) onHead();
      return shows(event);
    });
    // Delays the real read; a page that waits for it first never gets its head.
    const delayed = vi.spyOn(live, 'tradingPause').mockImplementation(() => head.then(tradingPause));
    expect((await get(`/events/${unread}`)).status).toBe(200);
    expect(delayed).toHaveBeenCalled();
    vi.restoreAllMocks();
  });

  it('serves every URL that the API returns for events and players', async () => {
    const person = await service.aPerson();
    const { event } = (await service.call('GET', `/api/events/${slug}`)).body;
    const { player } = (await service.call('GET', `/api/players/${person.handle}`)).body;
    for (const url of [event.url, player.url]) {
      const reply = await get(new URL(url).pathname);
      expect([url, reply.status]).toEqual([url, 200]);
    }
  });
});

describe('images and missing pages', () => {
  it('renders preview images of markets, players and the arena, and links them in the head', async () => {
    const person = await service.aPerson({ displayName: '<b>Bold</b> & "quoted"' });
    const text = await (await get(`/events/${slug}`)).text();
    expect(text).toContain(`<meta property="og:image" content="http://presage.test/og/events/${slug}.png">`);
    expect(text).toContain('<meta name="twitter:card" content="summary_large_image">');
    for (const path of [`/og/events/${slug}.png`, `/og/players/${person.handle}.png`, '/og/pages/presage.png']) {
      const reply = await get(path, { accept: 'image/png' });
      const bytes = Buffer.from(await reply.arrayBuffer());
      expect([path, reply.status, reply.headers.get('content-type')]).toEqual([path, 200, 'image/png']);
      expect(reply.headers.get('cache-control')).toBe('public, max-age=300');
      expect(bytes.subarray(1, 4).toString('latin1')).toBe('PNG');
      expect([bytes.readUInt32BE(16), bytes.readUInt32BE(20)]).toEqual([1200, 630]);
      const again = await get(path, { 'if-none-match': reply.headers.get('etag') ?? '' });
      expect(again.status).toBe(304);
    }
    for (const path of ['/og/events/no-such-market.png', `/og/events/${slug}`]) {
      expect((await get(path, {})).status).toBe(404);
    }
  });

  it.each(['/events/no-such-market', '/players/no-such-player', '/no/such/page'])(
    'returns a 404 page at %s',
    async path => {
      const reply = await get(path);
      expect(reply.status).toBe(404);
      expect(await reply.text()).toContain('<title>Page not found · Presage</title>');
    },
  );

  it('returns JSON to clients that accept JSON, and always under /api', async () => {
    const cases = [
      ['/', 'application/json'],
      [`/events/${slug}`, 'application/json'],
      ['/no/such/page', '*/*'],
      ['/api/no-such-route', html.accept],
      ['/assets/no-such-file.js', html.accept],
    ] as const;
    for (const [path, accept] of cases) {
      const reply = await get(path, { accept });
      expect([path, reply.status, ((await reply.json()) as { readonly code: string }).code]).toEqual([
        path,
        404,
        'NOT_FOUND',
      ]);
    }
  });
});

describe('security and caching of the web app', () => {
  it('forbids inline scripts, other hosts and frames, and has no inline script', async () => {
    const reply = await get(`/events/${slug}`);
    const policy = reply.headers.get('content-security-policy') ?? '';
    expect(policy).toContain("script-src 'self';");
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).not.toMatch(/unsafe|https?:/);
    const scripts = [...(await reply.text()).matchAll(/<script([^>]*)>/g)].map(([, attributes]) => attributes);
    expect(scripts.length).toBeGreaterThan(0);
    for (const attributes of scripts) expect(attributes).toMatch(/src="\/assets\//);
  });

  it('lets other sites frame the embed and nothing else', async () => {
    const policyOf = async (path: string) => (await get(path)).headers.get('content-security-policy');
    expect(await policyOf(`/embed/${slug}`)).toContain('frame-ancestors *');
    expect(await policyOf(`/embed/${slug}`)).toContain("script-src 'self';");
    for (const path of ['/', `/events/${slug}`, '/account', '/sign-in', '/no/such/page']) {
      expect(await policyOf(path)).toContain("frame-ancestors 'none'");
    }
    expect(await (await get(`/embed/${slug}`)).text()).toContain('<meta name="robots" content="noindex">');
  });

  it('revalidates pages by ETag and caches hashed files forever', async () => {
    const page = await get('/about');
    expect(page.headers.get('cache-control')).toBe('public, no-cache');
    const again = await get('/about', { ...html, 'if-none-match': page.headers.get('etag') ?? '' });
    expect(again.status).toBe(304);
    const script = /src="(\/assets\/index-[^"]+\.js)"/.exec(await page.text())?.[1] ?? '';
    const asset = await get(script, { 'accept-encoding': 'br' });
    expect(asset.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
    expect(asset.headers.get('content-encoding')).toBe('br');
    expect(asset.headers.get('content-type')).toBe('text/javascript; charset=utf-8');
  });

  it('loads at most 230 KB of compressed script with a market', async () => {
    const text = await (await get(`/events/${slug}`)).text();
    const named = [...text.matchAll(/(?:src|href)="\/assets\/([^"]+\.js)"/g)].map(([, name]) => name);
    const bytes = [...new Set(named)].map(name => statSync(join(webFolder, 'assets', `${name}.br`)).size);
    expect(named.length).toBeGreaterThan(5);
    expect(bytes.reduce((sum, size) => sum + size, 0)).toBeLessThan(230 * 1024);
  });

  it('compresses every script and style sheet, and serves nothing outside the folder', async () => {
    const names = readdirSync(join(webFolder, 'assets'));
    for (const name of names.filter(each => /\.(js|css)$/.test(each))) {
      expect(names).toContain(`${name}.br`);
      expect(names).toContain(`${name}.gz`);
    }
    for (const path of ['/assets/..%2f..%2fpackage.json', '/assets/.fingerprint', '/assets/%2e%2e/index.html']) {
      expect((await get(path)).status).toBe(404);
    }
  });
});
