import { setTimeout as sleep } from 'node:timers/promises';
import { type Command, Option } from 'commander';
import { type CertificationReply, type CertificationRequest, PresageError } from '../../client/client.js';
import type { Arena, InArena } from '../arena/arena.js';
import { decimal } from '../input/read-values.js';
import { CommandFailure } from '../output/command-failure.js';
import { certifySteps } from './certify-steps.js';
import { pauseSeconds, watchPace } from './watch-pace.js';

type Run = CertificationReply['run'];
type Report = Pick<CertificationReply, 'run' | 'certification'>;

interface CertifyOptions {
  readonly watch?: string | true;
  readonly finish?: string;
  readonly replace?: boolean;
  readonly every: number;
}

interface CertifyAround {
  readonly complain: (text: string) => void;
  readonly setExitCode: (code: number) => void;
}

const newId = () => crypto.randomUUID();

/** A new key for each thing that is wanted: the SDK repeats the request with it until it is answered. */
function ask({ client }: Arena, body: CertificationRequest): Promise<CertificationReply> {
  return client.call('certify', { body, headers: { 'idempotency-key': newId() } });
}

const marks = { passed: '✓', failed: '✗', 'in-progress': '…', 'not-tried': '·' } as const;

function showScenario({ id, title, verdict, evidence, advice, agrees }: Run['scenarios'][number]): string {
  const lines = [`${marks[verdict]} ${id}: ${title} – ${verdict}`, ...evidence.map(line => `    ${line}`)];
  if (advice !== null) lines.push(`    → ${advice}`);
  if (agrees === false) lines.push('    The client said otherwise.');
  return lines.join('\n');
}

function showReport({ run, certification }: Report): string {
  const passedCount = run.scenarios.filter(({ verdict }) => verdict === 'passed').length;
  const head = `Run ${run.id}: ${run.status}, ${passedCount} of ${run.scenarios.length} passed, ${run.requests} requests recorded`;
  const result =
    run.passed === null
      ? `Open until ${run.deadlineAt}.`
      : run.passed
        ? `Passed. The agent is certified for contract ${run.contractVersion} until ${certification?.expiresAt ?? '–'}.`
        : 'Not passed.';
  return `${head}\n\n${run.scenarios.map(showScenario).join('\n')}\n\n${result}\n`;
}

function showTasks({ id, baseUrl, scenarios, deadlineAt }: Run): string {
  const tasks = scenarios.map(scenario => `  ${scenario.id}\n    ${scenario.eventSlug}\n    ${scenario.task}`);
  return [
    `Run ${id} is open until ${deadlineAt}. Point your client at`,
    `  ${baseUrl}`,
    'and let it do this, in this order:',
    ...tasks,
    `Then: presage certify --finish ${id}\n`,
  ].join('\n');
}

/** The run of this agent, and whether somebody had opened it before: an agent has one at a time. */
async function openRun({ client }: Arena): Promise<{ run: Run; taken: boolean }> {
  const request = { body: {}, headers: { 'idempotency-key': newId() } };
  const { status, body } = await client.request('certify', request);
  // A reply that was lost comes again as a replay, and tells no more which of both it was.
  return { run: body.run, taken: status === 200 && !(body.replayed && body.run.requests === 0) };
}

const standing = ({ id, openedAt, requests }: Run) =>
  `run ${id} of this agent, open since ${openedAt} with ${requests} ${requests === 1 ? 'request' : 'requests'} recorded,`;

/** A run that nobody else is in. Another one is closed only by whoever says so: a client may be in the middle of it. */
async function freshRun(arena: Arena, replace: boolean, { complain }: CertifyAround): Promise<Run> {
  const { run, taken } = await openRun(arena);
  if (!taken) return run;
  if (!replace) {
    throw new CommandFailure(
      `${standing(run)} stays open until ${run.deadlineAt}, and a client may be in it
presage certify --replace closes it and begins another; --watch ${run.id} follows it; --finish ${run.id} closes it and shows how it was judged.`,
    );
  }
  await ask(arena, { runId: run.id });
  complain(`presage: ${standing(run)} is closed\n`);
  return (await ask(arena, {})).run;
}

/** Runs the SDK through all scenarios. What it believes is sent along, and held against what was observed. */
async function certifySdk(arena: Arena, replace: boolean, around: CertifyAround): Promise<Report> {
  const { complain } = around;
  const run = await freshRun(arena, replace, around);
  const client = arena.under(run.basePath);
  const results: Record<string, string> = {};
  for (const { id, eventSlug } of run.scenarios) {
    complain(`${id} … `);
    try {
      await certifySteps[id]?.({ client, eventSlug, sleep, newId });
      results[id] = 'passed';
    } catch (error) {
      results[id] = 'failed';
      complain(`${error instanceof PresageError ? error.code : (error as Error).message} `);
    }
    complain('done\n');
  }
  return ask(arena, { runId: run.id, results });
}

function changed(before: Run | null, run: Run): Run['scenarios'] {
  return run.scenarios.filter(({ verdict, evidence }, index) => {
    const old = before?.scenarios[index];
    return old?.verdict !== verdict || old.evidence.length !== evidence.length;
  });
}

/** Follows a run that somebody else's client is in, until it is over. */
async function follow(arena: Arena, runId: string, every: number, { complain }: CertifyAround): Promise<Report> {
  for (let before: Run | null = null; ; ) {
    const { body, headers } = await arena.client.request('getCertificationRun', { params: { runId } });
    const report: Report = body;
    if (report.run.status === 'finished') return report;
    for (const scenario of changed(before, report.run)) {
      if (scenario.verdict !== 'not-tried') complain(`${showScenario(scenario)}\n`);
    }
    before = report.run;
    await sleep(pauseSeconds(every, headers.get('ratelimit')) * 1000);
  }
}

const help = `
An agent has one open run at a time. Where there is one already, the command says so, changes nothing and ends with 1; --replace
closes that run, which is then judged by what it has seen, and begins another. The exit code is 0 for a pass and else 1.

Each look of --watch is one read of the agent, out of the same hour's reads that its client lives on below the base path. When few
are left, it looks every 30 seconds at most.
`;

/** Follows the run that is named, or else one that is opened here or was open before. */
async function watchRun(
  arena: Arena,
  { watch, replace = false, every }: CertifyOptions,
  around: CertifyAround,
): Promise<Report> {
  if (typeof watch === 'string') {
    if (replace)
      throw new CommandFailure(`--replace opens another run, and --watch ${watch} names one; say one of them`);
    return follow(arena, watch, every, around);
  }
  const { run, taken } = replace ? { run: await freshRun(arena, true, around), taken: false } : await openRun(arena);
  if (taken) around.complain(`presage: ${standing(run)} is taken up; --replace begins another\n`);
  around.complain(showTasks(run));
  return follow(arena, run.id, every, around);
}

export function addCertifyCommand(program: Command, inArena: InArena, around: CertifyAround): void {
  const { least, usual, most } = watchPace;
  program
    .command('certify')
    .description('prove that a client handles faults well: the SDK of this command by itself, or your own with --watch')
    .option('--watch [run]', 'open a run for your own client, or take one that is open, and follow its report')
    .addOption(new Option('--finish <run>', 'close a run and show how it was judged').conflicts(['watch', 'replace']))
    .option('--replace', 'where a run of the agent is open: close it and begin another')
    .option(
      '--every <seconds>',
      `between two looks of --watch, each a read of the agent; ${least} to ${most}`,
      decimal(least, most),
      usual,
    )
    .addHelpText('after', help)
    .action((options: CertifyOptions) =>
      inArena({
        call: async arena => {
          const { watch, finish, replace = false } = options;
          const report = await (() => {
            if (finish !== undefined) return ask(arena, { runId: finish });
            return watch === undefined ? certifySdk(arena, replace, around) : watchRun(arena, options, around);
          })();
          if (!report.run.passed) around.setExitCode(1);
          return report;
        },
        show: showReport,
        advice: { 404: 'A run belongs to the agent that has opened it; presage certify --watch opens one.' },
      }),
    );
}
