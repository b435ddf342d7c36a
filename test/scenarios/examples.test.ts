import { execFile, spawn } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildTools } from '../../src/contract/tools.js';
import { routes } from '../../src/features.js';
import { packageRoot } from '../../src/package-root.js';
import { assertBooksBalance } from '../support/assert-books-balance.js';
import { type OperatorService, startOperatorService } from '../support/operator-service.js';
import type { TestAgent } from '../support/test-service.js';

let service: OperatorService;
let folder: string;
let slug: string;
beforeAll(async () => {
  service = await startOperatorService();
  folder = mkdtempSync(join(tmpdir(), 'presage-examples-'));
  slug = (await service.anEvent({ title: 'Will the comet be seen over Oslo?', prior: [4000, 6000] })).slug;
  await service.anEvent({ title: 'Who wins the regatta?', outcomes: ['Ada', 'Ben', 'Cem'] });
  const old = await service.anEvent({ title: 'Was there a comet before?' });
  await service.operate('POST', `/events/${old.slug}/resolve`, { winningOutcomeIndex: 0, source: 'the test' });
});
afterAll(async () => {
  rmSync(folder, { recursive: true });
  await assertBooksBalance(service.store);
  await service.stop();
});

const folderOfExamples = join(packageRoot, 'examples');

/** As started by `presage run`. */
function run(name: string, agent: TestAgent, more: Record<string, string> = {}): Promise<string> {
  const env = { PATH: process.env.PATH, HOME: folder, PRESAGE_URL: service.url, PRESAGE_AGENT_KEY: agent.key };
  const args = [join(packageRoot, 'tools', 'run.cjs'), `examples/${name}.ts`];
  return new Promise((done, failed) => {
    const options = { env: { ...env, PRESAGE_RUN_SECONDS: '1', ...more }, timeout: 60_000 };
    execFile(process.execPath, args, options, (error, stdout, stderr) =>
      error ? failed(new Error(`${error.message}\n${stdout}\n${stderr}`)) : done(stdout),
    );
  });
}

interface Interrupted {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs an example indefinitely, and interrupts it after its first output. */
function runUntil(name: string, key: string, said: string): Promise<Interrupted> {
  const env = { PATH: process.env.PATH, HOME: folder, PRESAGE_URL: service.url, PRESAGE_AGENT_KEY: key };
  const child = spawn(process.execPath, [join(packageRoot, 'tools', 'run.cjs'), `examples/${name}.ts`], {
    env: { ...env, PRESAGE_RUN_SECONDS: '600' },
    timeout: 60_000,
  });
  const seen = { stdout: '', stderr: '' };
  let interrupted = false;
  child.stdout.on('data', chunk => {
    seen.stdout += chunk;
    if (interrupted || !seen.stdout.includes(said)) return;
    interrupted = true;
    child.kill('SIGINT');
  });
  child.stderr.on('data', chunk => {
    seen.stderr += chunk;
  });
  return new Promise(done => child.once('close', code => done({ code, ...seen })));
}

const forecastsOf = ({ playerId }: TestAgent) =>
  service.pool<{ slug: string; probability: number }[]>`
    select e.slug, f.probability from forecasts f join events e on e.id = f.event_id where f.player_id = ${playerId}
    order by e.slug`;

describe('example agents', () => {
  it('are short', () => {
    for (const name of readdirSync(folderOfExamples).filter(file => file.endsWith('.ts'))) {
      expect(readFileSync(join(folderOfExamples, name), 'utf8').split('\n').length, name).toBeLessThanOrEqual(150);
    }
  });

  it('base-rate forecasts events with two outcomes', async () => {
    const agent = await service.anAgent();
    expect(await run('base-rate', agent)).toContain('1 events forecast');
    // One of one has won in this category, with a prior of two, against a price of 40 % that counts as twenty.
    const expected = Math.round(((2 + 20 * 0.4) / 23) * 1000) * 1000;
    expect([...(await forecastsOf(agent))]).toEqual([{ slug, probability: expected }]);
  });

  it('market-maker rests orders on both sides and cancels them', async () => {
    const agent = await service.anAgent();
    const output = await run('market-maker', agent);
    expect(output).toContain('outcome 0 at 3850 bps: open');
    expect(output).toContain('outcome 1 at 5850 bps: open');
    expect(output).toContain('2 orders cancelled');
    expect(await service.available(agent)).toBe(10_000);
  });

  it('news-reaction trades on relevant headlines', async () => {
    const agent = await service.anAgent();
    const file = join(folder, 'news.txt');
    writeFileSync(file, 'Observatory confirms comet over Oslo\n\nZebras cancel breakfast\n');
    const output = await run('news-reaction', agent, { NEWS_FILE: file });
    expect(output).toContain(`${slug}: forecast 52 %`);
    expect(output).toMatch(/bought [\d.]+ of outcome 0/);
    expect(output).toContain('2 headlines read');
    expect([...(await forecastsOf(agent))]).toEqual([{ slug, probability: 520_000 }]);
  });

  it('mcp-agent needs only tools', async () => {
    const agent = await service.anAgent();
    const output = await run('mcp-agent', agent);
    const tools = buildTools(routes);
    const playing = tools.filter(({ name }) => name.startsWith('play_'));
    expect(output).toContain(`${tools.length} tools, ${playing.length} of them for playing`);
    expect(output).toContain('has forecast 2 events');
    expect(await forecastsOf(agent)).toHaveLength(2);
    await run('mcp-agent', agent);
    expect(await forecastsOf(agent)).toHaveLength(2);
  });

  it('market-maker reports its holdings by event', async () => {
    const agent = await service.anAgent();
    const { headers } = agent;
    const json = {
      clientOrderId: 'held',
      eventSlug: slug,
      outcomeIndex: 1,
      side: 'buy',
      amountCredits: 5,
      limitPriceBps: 9999,
    };
    const { body } = await service.call('POST', '/api/play/v1/orders', { headers, json });
    expect(await run('market-maker', agent)).toContain(
      `${slug}: holding ${body.order.filledShares} of outcome 1, No, profit `,
    );
  });
});

describe('example agents that are stopped', () => {
  it.each([
    ['base-rate', '1 events forecast', 'market price'],
    ['market-maker', '2 orders cancelled', 'outcome 1 at'],
  ])('%s exits cleanly', async (name, farewell, said) => {
    const agent = await service.anAgent();
    const { code, stdout, stderr } = await runUntil(name, agent.key, said);
    expect([code, stderr]).toEqual([0, '']);
    expect(stdout).toContain(farewell);
    expect(await service.available(agent)).toBe(10_000);
  });

  it('report what the arena rejects, without a stack', async () => {
    const { code, stderr } = await runUntil('base-rate', 'presage_agent_nonsense', 'nothing of the kind');
    expect(code).toBe(1);
    expect(stderr).toMatch(/^presage: .* \(UNAUTHORIZED\)\n/);
    expect(stderr).not.toContain('    at ');
  });
});

/** A model and a search engine: the model returns 70 % if the evidence reached it, and nonsense for the regatta. */
async function startModel() {
  const prompts: string[] = [];
  const server = createServer((request, response) => {
    let body = '';
    request.on('data', chunk => {
      body += chunk;
    });
    request.on('end', () => {
      const json = (value: unknown) =>
        response.setHeader('content-type', 'application/json').end(JSON.stringify(value));
      if (request.url?.startsWith('/search'))
        return json([{ title: 'Observatory', snippet: 'A clear sky is expected.' }]);
      const prompt: string = JSON.parse(body).messages[1].content;
      prompts.push(prompt);
      const probability = prompt.includes('A clear sky is expected.') ? 70 : 50;
      const answer = JSON.stringify({ probability, why: 'The sky will be clear.' });
      const content = prompt.includes('regatta') ? 'I can not say.' : `Here it is:\n${answer}`;
      json({ choices: [{ message: { content } }] });
    });
  });
  await new Promise<void>(done => server.listen(0, '127.0.0.1', done));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { url, prompts, close: () => server.close().closeAllConnections() };
}

describe('llm-agent', () => {
  it('records the model’s forecast with its reasons, and bets within the budget', async () => {
    const model = await startModel();
    const agent = await service.anAgent();
    const more = { OPENAI_BASE_URL: `${model.url}/v1`, SEARCH_URL: `${model.url}/search`, AGENT_BUDGET: '40' };
    const output = await run('llm-agent', agent, { ...more, PRESAGE_RUN_SECONDS: '30' });
    model.close();
    expect(output).toMatch(new RegExp(`${slug}: 70 %, market price [\\d.]+ %, spent [\\d.]+\n`));
    expect(output).toContain('who-wins-the-regatta: the model returned no probability');
    expect(output).toContain('1 events forecast');
    expect(model.prompts.every(prompt => prompt.includes('<event>'))).toBe(true);
    expect([...(await forecastsOf(agent))]).toEqual([{ slug, probability: 700_000 }]);
    const [{ rationale }] = await service.pool<{ rationale: string }[]>`
      select r.rationale from forecast_rationales r join forecasts f on f.id = r.forecast_id
      where f.player_id = ${agent.playerId}`;
    expect(rationale).toBe('The sky will be clear.');
    const spent = 10_000 - (await service.available(agent));
    expect(spent).toBeGreaterThan(0);
    expect(spent).toBeLessThanOrEqual(40 * 0.25);
  });

  it('finds evidence for a long title in the arena', async () => {
    const title =
      'Will the observatory above the old harbour of Bergen report a comet brighter than Venus on any night before the first snow of the year falls?';
    const { slug: long } = await service.anEvent({ title, prior: [5000, 5000] });
    const model = await startModel();
    const more = { OPENAI_BASE_URL: `${model.url}/v1`, PRESAGE_RUN_SECONDS: '30' };
    const output = await run('llm-agent', await service.anAgent(), more);
    model.close();
    expect(output).toContain(`${long}: 50 %`);
    expect(model.prompts.find(prompt => prompt.includes('Bergen'))).toContain('<evidence>');
  });

  it('says that no model responds, without a stack', async () => {
    const more = { OPENAI_BASE_URL: 'http://127.0.0.1:9/v1' };
    const failure = await run('llm-agent', await service.anAgent(), more).catch(({ message }: Error) => message);
    expect(failure).toContain('presage: no model responds at http://127.0.0.1:9/v1; set OPENAI_BASE_URL');
    expect(failure).not.toContain('    at ');
  });
});
