import { readFileSync } from 'node:fs';
import { type Command, Option } from 'commander';
import type { InArena } from '../arena/arena.js';
import type { Perform } from '../arena/perform.js';
import { resolveOutcome } from '../arena/resolve-outcome.js';
import { decimal, moment, sharesBps, wholeNumber } from '../input/read-values.js';
import { UsageFailure } from '../output/command-failure.js';
import { adviceOnEvents } from '../output/refusal.js';
import { showEvent } from '../output/show.js';

function collect(text: string, earlier: readonly string[] | undefined): string[] {
  return [...(earlier ?? []), text];
}

function readFile(path: string): Record<string, unknown> {
  try {
    return JSON.parse(readFileSync(path, 'utf8')) as Record<string, unknown>;
  } catch (error) {
    throw new UsageFailure(
      `${path} can't be read as JSON: ${(error as Error).message}\npresage event create --help shows the fields.`,
    );
  }
}

interface FieldOptions {
  readonly file?: string;
  readonly description?: string;
  readonly category?: string;
  readonly tag?: string[];
  readonly endsAt?: string;
  readonly sourceName?: string;
  readonly sourceUrl?: string;
  readonly sourceRule?: string;
  readonly overridePolicy?: string;
  readonly overrideReason?: string;
  readonly acknowledgePolicy?: string;
}

/** Merges the fields of the file with the given options, which take precedence. */
function fieldsOf({ file, sourceName, sourceUrl, sourceRule, ...options }: FieldOptions) {
  const { description, category, tag: tags, endsAt, overridePolicy, overrideReason, acknowledgePolicy } = options;
  const fromFile = file === undefined ? {} : readFile(file);
  const consent = { overridePolicy, overrideReason, acknowledgePolicy };
  const given = { description, category, tags, endsAt, ...consent };
  const source = { name: sourceName, url: sourceUrl, rule: sourceRule };
  const named = Object.values(source).some(value => value !== undefined);
  const earlier = (fromFile.resolutionSource ?? { url: '' }) as object;
  return {
    ...fromFile,
    ...omitUndefined(given),
    ...(named ? { resolutionSource: { ...earlier, ...omitUndefined(source) } } : {}),
  };
}

function omitUndefined(values: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined));
}

function addFieldOptions(command: Command): Command {
  return command
    .option('--file <path>', 'JSON file with the fields; options override it')
    .option('--description <text>', 'background and definitions, shown below the title')
    .option('--category <name>', 'category, such as weather')
    .option('--tag <tag>', 'tag; can be repeated', collect)
    .option('--ends-at <time>', 'end of trading, ISO 8601', moment)
    .option('--source-name <name>', 'name of the resolution source')
    .option('--source-url <address>', 'address of the resolution source')
    .option('--source-rule <text>', 'how the source determines the outcome')
    .option('--override-policy <rule,rule…>', 'rules of the market policy to override')
    .option('--override-reason <text>', 'reason for the override; recorded')
    .option('--acknowledge-policy <rule,rule…>', 'rules that require a review of the event, which you have done');
}

const pathOf = (slug: string, verb = '') => `/events/${encodeURIComponent(slug)}${verb === '' ? '' : `/${verb}`}`;

export interface EventOptions extends FieldOptions {
  readonly title?: string;
  readonly slug?: string;
  readonly outcome?: string[];
  readonly opensAt?: string;
  readonly liquidity?: number;
  readonly prior?: number[];
}

/** The options of a new event. */
export function addEventOptions(command: Command): Command {
  return addFieldOptions(command)
    .option('--title <text>', 'title of the event: the question')
    .option('--slug <slug>', 'derived from the title if omitted')
    .option('--outcome <label>', 'outcome; repeat it at least twice', collect)
    .option('--opens-at <time>', 'start of trading, ISO 8601; immediately if omitted', moment)
    .option(
      '--liquidity <credits>',
      'liquidity of the market maker, 100 to 1000000 (default: 1000)',
      decimal(100, 1_000_000),
    )
    .option('--prior <shares>', 'opening prices: 60%,40% or 6000,4000; equal if omitted', sharesBps);
}

/** Builds the request body from the options of a new event. */
export function eventFieldsOf(options: EventOptions): Record<string, unknown> {
  const { title, slug, outcome: outcomes, opensAt, liquidity: liquidityCredits, prior } = options;
  return { ...fieldsOf(options), ...omitUndefined({ title, slug, outcomes, opensAt, liquidityCredits, prior }) };
}

const createHelp = `
Title, category, outcomes, the end and the source with its name and rule are needed, as options or in the file:
  presage event create --title 'Rain in London on 1 May?' --category weather --outcome Yes --outcome No \\
    --ends-at 2027-05-01T00:00:00Z --source-name 'Met Office' --source-rule 'Yes if it reports 0.2 mm or more.'
`;

const slugArgument = ['<slug>', 'slug of the event, from presage markets'] as const;

function addCreate(event: Command, perform: Perform): void {
  addEventOptions(event.command('create'))
    .description('create an event and fund its market')
    .option('--idempotency-key <key>', 'makes a retry safe')
    .addHelpText('after', createHelp)
    .action(({ idempotencyKey, ...options }: EventOptions & { readonly idempotencyKey?: string }) => {
      const body = { description: '', ...eventFieldsOf(options) };
      const headers: Record<string, string> = idempotencyKey === undefined ? {} : { 'idempotency-key': idempotencyKey };
      return perform({ call: client => client.call('POST', '/events', body, headers), show: showEvent });
    });
}

function addTransitions(event: Command, perform: Perform): void {
  addFieldOptions(event.command('edit').argument(...slugArgument))
    .description('change texts, tags or the end of an event')
    .action((slug: string, options: FieldOptions) =>
      perform({ call: client => client.call('PATCH', pathOf(slug), fieldsOf(options)), show: showEvent }),
    );
  const transitions = {
    pause: 'reject new orders; open ones stay',
    resume: 'trade again',
    close: 'end trading and cancel open orders',
  };
  for (const [verb, description] of Object.entries(transitions)) {
    event
      .command(verb)
      .argument(...slugArgument)
      .description(description)
      .option('--note <text>', 'note for the record')
      .action((slug: string, { note }: { note?: string }) =>
        perform({ call: client => client.call('POST', pathOf(slug, verb), omitUndefined({ note })), show: showEvent }),
      );
  }
  event
    .command('reopen')
    .argument(...slugArgument)
    .description('reopen a closed market')
    .requiredOption('--ends-at <time>', 'new end of trading, ISO 8601', moment)
    .option('--note <text>', 'note for the record')
    .action((slug: string, { endsAt, note }: { endsAt: string; note?: string }) =>
      perform({
        call: client => client.call('POST', pathOf(slug, 'reopen'), omitUndefined({ endsAt, note })),
        show: showEvent,
      }),
    );
}

interface ResolutionOptions {
  readonly winner?: string;
  readonly payout?: number[];
  readonly void?: true;
  readonly source?: string;
  readonly note?: string;
  readonly effectiveCloseAt?: string;
  readonly dryRun?: true;
}

/** Finds the index of the outcome that wins; `winner` is its label or number. */
async function winnerIndex(inArena: InArena, slug: string, winner: string | undefined): Promise<number | undefined> {
  if (winner === undefined || /^\d+$/.test(winner)) return winner === undefined ? undefined : Number(winner);
  let index: number | undefined;
  await inArena({
    call: async ({ publicClient }) => {
      index = (await resolveOutcome(publicClient, slug, winner)).outcomeIndex;
      return undefined;
    },
    show: () => '',
    advice: { 404: adviceOnEvents },
  });
  return index;
}

const winnerOption = [
  '--winner <outcome>',
  'label or index of the winning outcome; this or --payout is required',
] as const;

/** Throws before any request if no option states how the event is resolved. */
function requireDecision(verb: string, options: Pick<ResolutionOptions, 'winner' | 'payout' | 'void'>): void {
  if (options.winner !== undefined || options.payout !== undefined || options.void) return;
  const wanted = verb === 'correct' ? '--winner, --payout or --void' : '--winner or --payout';
  throw new UsageFailure(`${wanted} is required\npresage event ${verb} --help shows the options and examples.`);
}

function addResolutions(event: Command, perform: Perform, inArena: InArena): void {
  const verbs = {
    resolve: 'resolve an event and pay out',
    void: 'refund every player’s cost',
    correct: 'replace a resolution and pay the difference',
  };
  for (const [verb, description] of Object.entries(verbs)) {
    const command = event
      .command(verb)
      .argument(...slugArgument)
      .description(description);
    if (verb !== 'void') {
      command
        .option(...winnerOption)
        .addOption(
          new Option('--payout <shares>', 'payout per share of each outcome: 50%,50% or 5000,5000')
            .argParser(sharesBps)
            .conflicts('winner'),
        );
    }
    if (verb === 'correct')
      command.addOption(new Option('--void', 'void the event instead').conflicts(['winner', 'payout']));
    const sourceOption = new Option('--source <text>', 'where the outcome was published');
    command
      .addOption(verb === 'void' ? sourceOption : sourceOption.makeOptionMandatory())
      .option('--note <text>', 'note for the record')
      .option('--effective-close-at <time>', 'when the outcome became known, if before the close; ISO 8601', moment)
      .option('--dry-run', 'show the payouts and change nothing')
      .action(async (slug: string, options: ResolutionOptions) => {
        if (verb !== 'void') requireDecision(verb, options);
        const winningOutcomeIndex = await winnerIndex(inArena, slug, options.winner);
        const { payout: payoutBps, source, note, effectiveCloseAt, dryRun } = options;
        const fields = { winningOutcomeIndex, payoutBps, void: options.void, source, note, effectiveCloseAt, dryRun };
        const body = omitUndefined(fields);
        return perform({ call: client => client.call('POST', pathOf(slug, verb), body), show: showEvent });
      });
  }
}

interface ProposalOptions extends Omit<ResolutionOptions, 'void' | 'dryRun'> {
  readonly quote: string;
  readonly evidenceUrl?: string;
  readonly challengeHours?: number;
}

function addProposals(event: Command, perform: Perform, inArena: InArena): void {
  event
    .command('propose')
    .argument(...slugArgument)
    .description('propose a resolution of a closed market, which people who played there can dispute')
    .option(...winnerOption)
    .addOption(
      new Option('--payout <shares>', 'payout per share of each outcome: 50%,50% or 5000,5000')
        .argParser(sharesBps)
        .conflicts('winner'),
    )
    .requiredOption('--source <text>', 'where the outcome was published')
    .requiredOption('--quote <text>', 'decisive words or figures')
    .option('--evidence-url <address>', 'page that shows the outcome')
    .option('--challenge-hours <hours>', 'challenge window in hours, 0 to 168 (default: 24)', wholeNumber(0, 168))
    .option('--note <text>', 'note for the record')
    .option('--effective-close-at <time>', 'when the outcome became known, if before the close; ISO 8601', moment)
    .action(async (slug: string, options: ProposalOptions) => {
      requireDecision('propose', options);
      const winningOutcomeIndex = await winnerIndex(inArena, slug, options.winner);
      const { payout: payoutBps, source, note, effectiveCloseAt, challengeHours } = options;
      const evidence = { url: options.evidenceUrl ?? '', quote: options.quote };
      const fields = { winningOutcomeIndex, payoutBps, source, note, effectiveCloseAt, challengeHours, evidence };
      const body = omitUndefined(fields);
      return perform({ call: client => client.call('POST', pathOf(slug, 'propose'), body), show: showEvent });
    });
  event
    .command('confirm')
    .argument(...slugArgument)
    .description('confirm a proposal from a final score, which starts its challenge window')
    .action((slug: string) =>
      perform({ call: client => client.call('POST', pathOf(slug, 'propose/confirm')), show: showEvent }),
    );
}

export function addEventCommands(program: Command, performTask: Perform, inArena: InArena): void {
  const perform: Perform = task => performTask({ ...task, advice: { 404: adviceOnEvents } });
  const event = program.command('event').description('create, change, pause and resolve events');
  addCreate(event, perform);
  addTransitions(event, perform);
  addResolutions(event, perform, inArena);
  addProposals(event, perform, inArena);
}
