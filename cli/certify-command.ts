import { setTimeout as sleep } from 'node:timers/promises';
import type { Command } from 'commander';
import { type CertificationReply, type CertificationRequest, PresageError } from '../client/client.js';
import type { Arena, InArena } from './arena.js';
import { certifySteps } from './certify-steps.js';

type Run = CertificationReply['run'];
type Report = Pick<CertificationReply, 'run' | 'certification'>;

interface CertifyOptions {
  readonly watch?: string | true;
  readonly finish?: string;
  readonly every: string;
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

/** A run in which nothing has happened yet: one that somebody left half-way is closed first. */
async function freshRun(arena: Arena): Promise<Run> {
  const { run } = await ask(arena, {});
  if (run.requests === 0) return run;
  await ask(arena, { runId: run.id });
  return (await ask(arena, {})).run;
}

/** Runs the SDK through all scenarios. What it believes is sent along, and held against what was observed. */
async function certifySdk(arena: Arena, { complain }: CertifyAround): Promise<Report> {
  const run = await freshRun(arena);
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
async function follow(arena: Arena, runId: string, everyMs: number, { complain }: CertifyAround): Promise<Report> {
  for (let before: Run | null = null; ; ) {
    const report: Report = await arena.client.call('getCertificationRun', { params: { runId } });
    if (report.run.status === 'finished') return report;
    for (const scenario of changed(before, report.run)) {
      if (scenario.verdict !== 'not-tried') complain(`${showScenario(scenario)}\n`);
    }
    before = report.run;
    await sleep(everyMs);
  }
}

export function addCertifyCommand(program: Command, inArena: InArena, around: CertifyAround): void {
  program
    .command('certify')
    .description('prove that a client handles faults well: the SDK of this command by itself, or your own with --watch')
    .option('--watch [run]', 'open a run for your own client, or take one that is open, and follow its report')
    .option('--finish <run>', 'close a run and show how it was judged')
    .option('--every <seconds>', 'between two looks of --watch', '2')
    .action(({ watch, finish, every }: CertifyOptions) =>
      inArena({
        call: async arena => {
          const report = await (async () => {
            if (finish !== undefined) return ask(arena, { runId: finish });
            if (watch === undefined) return certifySdk(arena, around);
            const opened = watch === true ? (await ask(arena, {})).run : null;
            if (opened) around.complain(showTasks(opened));
            const runId = watch === true ? (opened as Run).id : watch;
            return follow(arena, runId, Math.max(0.1, Number(every) || 2) * 1000, around);
          })();
          if (!report.run.passed) around.setExitCode(1);
          return report;
        },
        show: showReport,
        advice: { 404: 'A run belongs to the agent that has opened it; presage certify --watch opens one.' },
      }),
    );
}
