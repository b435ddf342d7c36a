import { setTimeout as sleep } from 'node:timers/promises';
import { type Command, Option } from 'commander';
import { type CertificationReply, type CertificationRequest, PresageError } from '../../client/client.js';
import type { Arena, InArena } from '../arena/arena.js';
import { projectVersion } from '../config/project-root.js';
import { decimal } from '../input/read-values.js';
import { CommandFailure, UsageFailure } from '../output/command-failure.js';
import { certifySteps } from './certify-steps.js';
import { pauseSeconds, watchPace } from './watch-pace.js';

type Run = CertificationReply['run'];
type Report = Pick<CertificationReply, 'run' | 'certification'>;

interface CertifyOptions {
  readonly client?: string;
  readonly clientVersion?: string;
  readonly watch?: string | true;
  readonly finish?: string;
  readonly replace?: boolean;
  readonly every: number;
}

interface CertifyContext {
  readonly writeError: (text: string) => void;
  readonly setExitCode: (code: number) => void;
}

const newId = () => crypto.randomUUID();

/** What the command certifies: the SDK, not the agent whose key it uses. */
const sdk = { subject: 'sdk', name: '@presage/client', version: projectVersion() } as const;

type Client = NonNullable<CertificationRequest['client']>;

/** Posts with a new idempotency key, which makes the SDK's retries safe. */
function postCertification({ client }: Arena, body: CertificationRequest): Promise<CertificationReply> {
  return client.call('certify', { body, headers: { 'idempotency-key': newId() } });
}

const verdictMarks = { passed: '✓', failed: '✗', 'in-progress': '…', 'not-tried': '·' } as const;

function showScenario({ id, title, verdict, evidence, advice, agrees }: Run['scenarios'][number]): string {
  const lines = [`${verdictMarks[verdict]} ${id}: ${title} – ${verdict}`, ...evidence.map(line => `    ${line}`)];
  if (advice !== null) lines.push(`    → ${advice}`);
  if (agrees === false) lines.push('    The client declared a different verdict.');
  return lines.join('\n');
}

/** States what a pass certifies. */
function certifiedText({ client, contractVersion }: Run, certification: Report['certification']): string {
  const name = [client.name, client.version].filter(Boolean).join(' ');
  if (client.subject === 'sdk')
    return `This certifies the SDK, ${name}, for contract ${contractVersion}, not the agent.\npresage certify --watch certifies the client of your agent.`;
  const used = name === '' ? '' : ` with ${name}`;
  return `The agent is certified${used} for contract ${contractVersion} until ${certification?.expiresAt ?? '–'}.`;
}

function showReport({ run, certification }: Report): string {
  const passedCount = run.scenarios.filter(({ verdict }) => verdict === 'passed').length;
  const head = `Run ${run.id}: ${run.status}, ${passedCount} of ${run.scenarios.length} passed, ${run.requests} requests recorded`;
  const result =
    run.passed === null
      ? `Open until ${run.deadlineAt}.`
      : run.passed
        ? `Passed. ${certifiedText(run, certification)}`
        : 'Not passed.';
  return `${head}\n\n${run.scenarios.map(showScenario).join('\n')}\n\n${result}\n`;
}

function showTasks({ id, baseUrl, scenarios, deadlineAt }: Run): string {
  const tasks = scenarios.map(scenario => `  ${scenario.id}\n    ${scenario.eventSlug}\n    ${scenario.task}`);
  return [
    `Run ${id} is open until ${deadlineAt}. Point your client at`,
    `  ${baseUrl}`,
    'and do these tasks, in this order:',
    ...tasks,
    `Then: presage certify --finish ${id}\n`,
  ].join('\n');
}

/** Opens a run, or returns the agent's open one with `wasOpen`: an agent has one run at a time. */
async function openRun({ client }: Arena, tried: Client): Promise<{ run: Run; wasOpen: boolean }> {
  const request = { body: { client: tried }, headers: { 'idempotency-key': newId() } };
  const { status, body } = await client.request('certify', request);
  // A replay has status 200 for a new run too; a run without requests counts as new.
  return { run: body.run, wasOpen: status === 200 && !(body.replayed && body.run.requests === 0) };
}

const describeRun = ({ id, openedAt, requests }: Run) =>
  `run ${id} of this agent, open since ${openedAt} with ${requests} ${requests === 1 ? 'request' : 'requests'} recorded,`;

/** Opens a run that no other client uses. Closes an open one only with --replace, because a client may be using it. */
async function openFreshRun(
  arena: Arena,
  replace: boolean,
  tried: Client,
  { writeError }: CertifyContext,
): Promise<Run> {
  const { run, wasOpen } = await openRun(arena, tried);
  if (!wasOpen) return run;
  if (!replace) {
    throw new CommandFailure(
      `${describeRun(run)} stays open until ${run.deadlineAt}, and a client may be using it
presage certify --replace closes it and opens another; --watch ${run.id} follows it; --finish ${run.id} closes it and shows the verdicts.`,
    );
  }
  await postCertification(arena, { runId: run.id });
  writeError(`presage: closed ${describeRun(run)}\n`);
  return (await postCertification(arena, { client: tried })).run;
}

/** Runs the SDK through all scenarios and posts its own results, which the service compares with its observations. */
async function certifySdk(arena: Arena, replace: boolean, context: CertifyContext): Promise<Report> {
  const { writeError } = context;
  const run = await openFreshRun(arena, replace, sdk, context);
  const client = arena.clientUnder(run.basePath);
  const results: Record<string, string> = {};
  for (const { id, eventSlug } of run.scenarios) {
    writeError(`${id} … `);
    try {
      await certifySteps[id]?.({ client, eventSlug, sleep, newId });
      results[id] = 'passed';
    } catch (error) {
      results[id] = 'failed';
      writeError(`${error instanceof PresageError ? error.code : (error as Error).message} `);
    }
    writeError('done\n');
  }
  return postCertification(arena, { runId: run.id, results });
}

function changedScenarios(before: Run | null, run: Run): Run['scenarios'] {
  return run.scenarios.filter(({ verdict, evidence }, index) => {
    const old = before?.scenarios[index];
    return old?.verdict !== verdict || old.evidence.length !== evidence.length;
  });
}

/** Polls a run that another client works on, until it is finished. */
async function follow(arena: Arena, runId: string, every: number, { writeError }: CertifyContext): Promise<Report> {
  for (let before: Run | null = null; ; ) {
    const { body, headers } = await arena.client.request('getCertificationRun', { params: { runId } });
    const report: Report = body;
    if (report.run.status === 'finished') return report;
    for (const scenario of changedScenarios(before, report.run)) {
      if (scenario.verdict !== 'not-tried') writeError(`${showScenario(scenario)}\n`);
    }
    before = report.run;
    await sleep(pauseSeconds(every, headers.get('ratelimit')) * 1000);
  }
}

const help = `
An agent can have one open run at a time. If one is already open, the command reports it, changes nothing and exits with 1;
--replace closes and judges that run and opens another. The exit code is 0 if the run passes, otherwise 1.

Each poll of --watch counts as one read of the agent, from the same hourly budget that its client uses under the base path. When
few reads are left, it polls at most every 30 seconds.
`;

/** Follows the named run, or the agent's open run, or a new one. */
async function watchRun(
  arena: Arena,
  { watch, replace = false, every, client: name, clientVersion: version }: CertifyOptions,
  context: CertifyContext,
): Promise<Report> {
  if (typeof watch === 'string') {
    if (replace)
      throw new UsageFailure(`--replace opens another run, but --watch ${watch} names one\nUse one of them.`);
    return follow(arena, watch, every, context);
  }
  const tried = { subject: 'agent', ...(name ? { name } : {}), ...(version ? { version } : {}) } as const;
  const { run, wasOpen } = replace
    ? { run: await openFreshRun(arena, true, tried, context), wasOpen: false }
    : await openRun(arena, tried);
  if (wasOpen) context.writeError(`presage: following ${describeRun(run)}; --replace opens another\n`);
  context.writeError(showTasks(run));
  return follow(arena, run.id, every, context);
}

export function addCertifyCommand(program: Command, inArena: InArena, context: CertifyContext): void {
  const { minSeconds, defaultSeconds, maxSeconds } = watchPace;
  program
    .command('certify')
    .description(
      'certify that a client handles faults correctly: the SDK, which certifies no agent, or your own client with --watch',
    )
    .option('--watch [run]', 'open a run for your own client, or follow the open one, and show its report')
    .addOption(new Option('--finish <run>', 'close a run and show its verdicts').conflicts(['watch', 'replace']))
    .option('--client <name>', 'with --watch: name of your client')
    .option('--client-version <version>', 'with --watch: version of your client')
    .option('--replace', 'close the open run of the agent and open another')
    .option(
      '--every <seconds>',
      `polling interval of --watch, each poll a read of the agent; ${minSeconds} to ${maxSeconds}`,
      decimal(minSeconds, maxSeconds),
      defaultSeconds,
    )
    .addHelpText('after', help)
    .action((options: CertifyOptions) =>
      inArena({
        call: async arena => {
          const { watch, finish, replace = false } = options;
          const report = await (() => {
            if (finish !== undefined) return postCertification(arena, { runId: finish });
            return watch === undefined ? certifySdk(arena, replace, context) : watchRun(arena, options, context);
          })();
          if (!report.run.passed) context.setExitCode(1);
          return report;
        },
        show: showReport,
        advice: {
          403: 'Certification needs the key of an agent. presage agent new <name> creates an agent, presage agent use <agent> selects one.',
          404: 'A run belongs to the agent that opened it; presage certify --watch opens one.',
        },
      }),
    );
}
