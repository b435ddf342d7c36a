import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runPresage } from '../../cli/run-presage.js';
import { newId } from '../../src/http/request-id.js';
import { resolveEvent } from '../../src/markets/resolve-event.js';
import { settleMarket } from '../../src/markets/settle-market.js';
import { packageRoot } from '../../src/package-root.js';
import { assertBooksBalance } from '../support/assert-books-balance.js';
import { withJobHeld } from '../support/hold-job.js';
import { type OperatorService, operatorHeaders, startOperatorService } from '../support/operator-service.js';

let service: OperatorService;
let folder: string;
beforeAll(async () => {
  service = await startOperatorService();
  folder = mkdtempSync(join(tmpdir(), 'presage-cli-'));
});
afterAll(async () => {
  rmSync(folder, { recursive: true });
  await assertBooksBalance(service.store);
  await service.stop();
});

const token = operatorHeaders.authorization.replace('Bearer ', '');

async function presage(args: string[], environment: Record<string, string | undefined> = {}) {
  let out = '';
  let err = '';
  const code = await runPresage(args, {
    environment: { PRESAGE_URL: service.url, PRESAGE_OPERATOR_TOKEN: token, ...environment },
    write: text => {
      out += text;
    },
    complain: text => {
      err += text;
    },
  });
  return { code, out, err };
}

const source = ['--source-name', 'Met Office', '--source-rule', 'Rain at Heathrow.'];
const createArgs = (title: string) => [
  ...['event', 'create', '--title', title, '--outcome', 'Yes', '--outcome', 'No', '--category', 'weather'],
  ...['--ends-at', new Date(service.clock.now() + 86_400_000).toISOString(), ...source],
];

describe('presage event', () => {
  it('covers the whole lifecycle', async () => {
    const created = await presage([
      ...createArgs('Will the command work?'),
      '--prior',
      '6000,4000',
      '--tag',
      'a',
      '--tag',
      'b',
    ]);
    expect(created.err).toBe('');
    expect(created.code).toBe(0);
    expect(created.out).toContain('event        will-the-command-work');
    expect(created.out).toMatch(/0\s+Yes\s+60\.00 %\s+0/);
    const slug = 'will-the-command-work';
    const agent = await service.anAgent();
    await service.order(agent, { eventSlug: slug, amountCredits: 50 });
    expect((await presage(['event', 'edit', slug, '--description', 'Edited.'])).code).toBe(0);
    for (const verb of ['pause', 'resume', 'close']) {
      const { code, out } = await presage(['event', verb, slug, '--note', 'why not', '--json']);
      expect(code).toBe(0);
      expect(JSON.parse(out).event.status).toBe({ pause: 'paused', resume: 'active', close: 'closed' }[verb]);
    }
    const ahead = new Date(service.clock.now() + 2 * 86_400_000).toISOString();
    expect((await presage(['event', 'reopen', slug, '--ends-at', ahead])).out).toContain('status       active');
    const dry = await presage(['event', 'resolve', slug, '--winner', 'yes', '--source', 'news', '--dry-run']);
    expect(dry.out).toContain('Nothing was changed.');
    expect(dry.out).toContain(agent.playerId.replace('_', '-'));
    expect((await presage(['event', 'resolve', slug, '--winner', '0', '--source', 'news'])).out).toContain(
      'status       resolved',
    );
    const corrected = await presage(['event', 'correct', slug, '--payout', '5000,5000', '--source', 'news']);
    expect(corrected.out).toContain('resolution   split 50.00 % / 50.00 %');
    expect((await presage(['event', 'correct', slug, '--void', '--source', 'news'])).out).toContain(
      'status       void',
    );
  });

  it('accepts a file and an idempotency key, and voids', async () => {
    const path = join(folder, 'event.json');
    const event = { title: 'From a file', description: 'd', category: 'c', outcomes: ['A', 'B', 'C'] };
    writeFileSync(
      path,
      JSON.stringify({
        ...event,
        endsAt: '2027-01-01T00:00:00.000Z',
        resolutionSource: { name: 'n', url: '', rule: 'r' },
      }),
    );
    const args = ['event', 'create', '--file', path, '--category', 'other', '--idempotency-key', 'from-a-file'];
    expect((await presage(args)).out).toContain('from-a-file');
    expect((await presage(args)).out).toContain('already created by the same request');
    expect((await presage(['event', 'void', 'from-a-file'])).out).toContain('status       void');
  });
});

describe('presage and the arena', () => {
  it('pauses trading, audits and sets plans', async () => {
    expect((await presage(['trading', 'pause'])).out).toContain('Trading has been paused since');
    expect((await presage(['trading', 'resume'])).out).toContain('Trading has been open since');
    const agent = await service.anAgent();
    const plan = await presage(['player', 'plan', agent.playerId.replace('_', '-'), 'pro']);
    expect(plan.out).toMatch(/plan\s+pro/);
    const audit = await presage(['audit']);
    expect([audit.code, audit.out.split('\n')[0]]).toEqual([0, 'The books balance.']);
    const where = service.pool`player_id = ${agent.playerId}`;
    await service.pool`update accounts set available = available + 1 where ${where}`;
    const broken = await presage(['audit']);
    await service.pool`update accounts set available = available - 1 where ${where}`;
    expect(broken.code).toBe(1);
    expect(broken.out).toMatch(/available-balance\s+player:/);
  });
});

describe('presage event propose', () => {
  it('shows the proposal and until when it can be disputed', async () => {
    const { slug } = await service.anEvent();
    await presage(['event', 'close', slug]);
    const decision = ['--winner', 'yes', '--source', 'Met Office', '--quote', '4.2 mm', '--challenge-hours', '2'];
    const { out, err } = await presage(['event', 'propose', slug, ...decision]);
    const end = new Date(service.clock.now() + 2 * 3_600_000).toISOString();
    expect(err).toBe('');
    expect(out).toMatch(/proposed +Yes won\nsource +Met Office\nquote +4\.2 mm\n/);
    expect(out).toMatch(new RegExp(`disputable +until ${end}\ndisputes +0\n`));
  });

  it.each([
    ['resolve', ['--winner', 'Yes'], "required option '--source <text>' not specified"],
    ['correct', ['--void'], "required option '--source <text>' not specified"],
    ['propose', ['--winner', 'Yes', '--source', 'x'], "required option '--quote <text>' not specified"],
    ['resolve', ['--source', 'x'], '--winner or --payout is required'],
    ['correct', ['--source', 'x'], '--winner, --payout or --void is required'],
    ['propose', ['--source', 'x', '--quote', 'y'], '--winner or --payout is required'],
  ] as const)('refuses %s %j without a request', async (verb, options, message) => {
    const { code, err } = await presage(['event', verb, 'any', ...options], { PRESAGE_URL: 'http://127.0.0.1:2' });
    expect([code, err]).toEqual([2, expect.stringContaining(message)]);
  });
});

describe('presage trading pause --note', () => {
  it('publishes the reason until trading resumes', async () => {
    const reason = async () => (await service.call('GET', '/api/v1/status')).body.tradingPauseReason;
    const paused = await presage(['trading', 'pause', '--note', 'Upgrade of the database.']);
    expect(paused.out).toMatch(/^Trading has been paused since .*\nPublic reason: Upgrade of the database\.\n$/);
    expect(await reason()).toBe('Upgrade of the database.');
    expect((await presage(['trading', 'resume', '--note', 'Done.'])).out).toMatch(/^Trading has been open since .*\n$/);
    expect(await reason()).toBeNull();
    expect((await presage(['trail', '--limit', '1'])).out).toMatch(/trading\.resume\s+arena\s+Done\./);
  });
});

describe('presage inbox, trail and player suspend', () => {
  it('show items that need an operator, suspend with a reason and record it', async () => {
    const { slug } = await service.anEvent();
    await presage(['event', 'close', slug, '--note', 'Known early.']);
    expect((await presage(['inbox'])).out).toContain(slug);
    const agent = await service.anAgent();
    const handle = agent.playerId.replace('_', '-');
    expect((await presage(['player', 'suspend', handle, '--reason', 'Spam.'])).out).toMatch(
      /is suspended since .*: Spam\./,
    );
    const refused = await service.order(agent, { eventSlug: slug, amountCredits: 10 });
    expect(refused.body).toMatchObject({ code: 'PLAYER_SUSPENDED', reason: 'Spam.' });
    expect((await presage(['player', 'unsuspend', handle, '--reason', 'Sorry.'])).out).toContain('is lifted since');
    const trail = (await presage(['trail', '--limit', '2'])).out;
    expect(trail).toMatch(/token\s+player\.unsuspend\s+\S+\s+Sorry\./);
  });
});

describe('presage audit', () => {
  it('distinguishes a settlement that does not progress from wrong books', async () => {
    const { slug, id } = await service.anEvent();
    await service.order(await service.anAgent(), { eventSlug: slug, amountCredits: 10 });
    const answer = { answer: { winningOutcome: 0 }, source: 'x', note: '', effectiveCloseAt: null };
    await withJobHeld(service.store, 'settling markets', async () => {
      await resolveEvent({ store: service.store, newId }, slug, 'resolve', answer, 'test');
      service.clock.forward(11 * 60_000);
      const { code, out } = await presage(['audit']);
      expect([code, out.split('\n')[0]]).toEqual([1, 'The books balance, but settlements are overdue: 1.']);
      expect(out).toMatch(new RegExp(`settlement-overdue\\s+${id}\\s+0\\s+1`));
      await service.pool`update markets set account = account + 1 where event_id = ${id}`;
      const broken = await presage(['audit']);
      await service.pool`update markets set account = account - 1 where event_id = ${id}`;
      expect(broken.out).toMatch(/^The books do not balance: \d+ differences\./);
      await settleMarket({ store: service.store, newId }, id);
    });
    expect((await presage(['audit'])).code).toBe(0);
  });
});

describe('presage person role', () => {
  it('grants the operator role to a person by id or handle, and revokes it', async () => {
    const { playerId, headers, handle } = await service.aPerson();
    const operates = async () => (await service.call('GET', '/api/operator/audit', { headers })).status;
    const setRole = (role: string, reference: string) => presage(['person', 'role', reference, role]);
    expect(await operates()).toBe(403);
    for (const [role, status, reference] of [
      ['operator', 200, playerId],
      ['operator', 200, handle],
      ['member', 403, handle],
    ] as const) {
      const { code, out } = await setRole(role, reference);
      expect([code, out]).toEqual([
        0,
        expect.stringMatching(new RegExp(`handle\\s+${handle}\\n[^]*role\\s+${role}\\n`)),
      ]);
      expect(await operates()).toBe(status);
    }
  });

  it.each([
    [
      'a role that there is not',
      (id: string) => [id, 'boss'],
      'role must be one of member, operator (INVALID_PAYLOAD)',
    ],
    ['an unknown id', () => ['plr_nobody', 'operator'], 'Person not found. (NOT_FOUND)'],
    ['no id', () => ['', 'operator'], 'Person not found. (NOT_FOUND)'],
    ['an address', () => ['../trading', 'operator'], 'Person not found. (NOT_FOUND)'],
    ['a missing role', (id: string) => [id], "missing required argument 'role'"],
  ] as const)('refuses %s', async (_what, args, message) => {
    const { playerId, headers } = await service.aPerson();
    const { code, err } = await presage(['person', 'role', ...args(playerId)]);
    expect(code).toBe(message.includes('missing') ? 2 : 3);
    expect(err).toContain(message);
    expect((await service.call('GET', '/api/people/me', { headers })).body.person.role).toBe('member');
  });

  it('rejects an agent', async () => {
    const { code, err } = await presage(['person', 'role', (await service.anAgent()).playerId, 'operator']);
    expect([code, err]).toEqual([3, expect.stringContaining('Person not found. (NOT_FOUND)')]);
  });
});

describe('presage event create --help', () => {
  it('has an example that works', async () => {
    const { out } = await presage(['event', 'create', '--help']);
    const [, words] = /^ {2}presage (event create (?:.*\\\n)*.*)$/m.exec(out) ?? [];
    const args = [...words.replaceAll('\\\n', ' ').matchAll(/'([^']*)'|(\S+)/g)].map(
      ([, quoted, bare]) => quoted ?? bare,
    );
    const { code, err, out: shown } = await presage(args);
    expect([code, err]).toEqual([0, '']);
    expect(shown).toContain('rain-in-london-on-1-may');
  });
});

describe('presage event and the market policy', () => {
  it('lists the rules that require a review, and accepts the acknowledgement for new and edited events', async () => {
    const texts = [
      '--category',
      'politics',
      '--outcome',
      'Yes',
      '--outcome',
      'No',
      '--ends-at',
      '2027-05-01T00:00:00Z',
    ];
    const source = ['--source-name', 'The United Nations', '--source-rule', 'Yes if they say so.'];
    const create = ['event', 'create', '--title', 'Will the ceasefire hold?', ...texts, ...source];
    const refused = await presage(create);
    expect([refused.code, refused.out]).toEqual([3, '']);
    expect(refused.err).toContain('POLICY_REVIEW');
    expect(refused.err).toMatch(/acknowledgePolicy "armed-conflict"(.|\n)*--acknowledge-policy/);
    const made = await presage([...create, '--acknowledge-policy', 'armed-conflict']);
    expect([made.code, made.err]).toEqual([0, '']);
    const edit = ['event', 'edit', 'will-the-ceasefire-hold', '--description', 'Fewer victims?'];
    expect((await presage(edit)).err).toContain('acknowledgePolicy "disaster"');
    const edited = await presage([...edit, '--acknowledge-policy', 'disaster']);
    expect([edited.code, edited.err]).toEqual([0, '']);
  });
});

describe('presage when it fails', () => {
  it('prints the message of the service and advice', async () => {
    const { code, err, out } = await presage(['event', 'pause', 'nothing-here']);
    expect([code, out]).toEqual([3, '']);
    expect(err).toContain('Event not found. (NOT_FOUND)');
    expect(err).toContain('presage markets --status all lists events');
    expect(err).toContain('request req_');
  });

  it.each([
    [{ PRESAGE_OPERATOR_TOKEN: undefined }, 1, 'PRESAGE_OPERATOR_TOKEN is not set'],
    [{ PRESAGE_OPERATOR_TOKEN: 'another-token-0123456789' }, 3, 'UNAUTHORIZED'],
    [{ PRESAGE_URL: '127.0.0.1:9' }, 4, 'http://127.0.0.1:9 does not respond'],
  ])('with %j', async (environment, expected, message) => {
    const { code, err } = await presage(['audit'], environment);
    expect(code).toBe(expected);
    expect(err).toContain(message);
  });

  it('suggests the right word', async () => {
    const { code, err } = await presage(['event', 'resolve', 'x', '--payout', 'first']);
    expect(code).toBe(2);
    expect(err).toContain('It must be one share per outcome');
    expect((await presage(['event', 'create', '--file', join(folder, 'none.json')])).err).toContain(
      "can't be read as JSON",
    );
    expect((await presage(['--help'])).out).toContain('Forecasts and trades events in a Presage arena');
  });
});

describe('presage with a closed standard error', () => {
  it('works normally', { timeout: 60_000 }, async () => {
    const args = [join(packageRoot, 'tools', 'presage.cjs'), 'score', '-', '--skip-bad', '--json'];
    const child = spawn(process.execPath, args, { stdio: 'pipe' });
    child.stderr.destroy();
    let out = '';
    child.stdout.on('data', chunk => {
      out += chunk;
    });
    child.stdin.end('player,question,probability,outcome\nada,rain,0.7,1\nada,snow,much,0\n');
    const [code] = await once(child, 'close');
    expect([code, JSON.parse(out).skipped]).toEqual([0, 1]);
  });
});
