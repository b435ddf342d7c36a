import { type Command, Option } from 'commander';
import type { MarketDraft, MarketReadiness, MarketRequest } from '../../client/client.js';
import { requestStatuses } from '../../src/market-requests/rules/readiness.js';
import type { InArena } from '../arena/arena.js';
import type { Perform } from '../arena/perform.js';
import { certainPercentage } from '../input/read-price.js';
import { moment, wholeNumber } from '../input/read-values.js';
import { printable } from '../output/printable.js';
import { adviceToSignIn } from '../output/refusal.js';
import { showEvent } from '../output/show.js';
import { list, table } from '../output/tables.js';
import { addEventOptions, type EventOptions, eventFieldsOf } from './events.js';

const idArgument = ['<id>', 'id of the request, from presage requests list'] as const;
const adviceOnRequests = 'presage requests list --status all lists requests with their ids.';
const signInAdvice = { 401: adviceToSignIn, 404: adviceOnRequests };

function showRequest({ request }: { request: MarketRequest }): string {
  return `${printable(request.question)}\n\n${list([
    ['id', request.id],
    ['status', request.status],
    ['reason', request.reason],
    ['event', request.eventSlug],
    ['duplicate of', request.duplicateOf],
    ['votes', request.votes],
    ['readiness', request.readinessScore],
    ['outcomes', request.outcomes.join(', ') || null],
    ['ends', request.endsAt],
    ['decided by', request.source.name],
    ['address', request.source.url],
    ['rule', request.observationRule],
    ['demand', request.demandEvidence],
    ['requested by', request.requestedBy.handle],
  ])}`;
}

function showReadiness({ score, ready, rules, duplicates }: MarketReadiness): string {
  const lines = rules.map(({ id, earned, weight, blocking, message, fix }) => [
    id,
    `${earned}/${weight}`,
    blocking ? 'blocks' : '',
    fix === null ? message : `${message} ${fix}`,
  ]);
  const similar = duplicates.map(({ eventSlug, requestId, similarity, title }) => [
    eventSlug ?? requestId,
    `${Math.round(similarity * 100)} %`,
    title,
  ]);
  const verdict = `Readiness ${score} of 100: ${ready ? 'ready' : 'not ready'}.\n\n`;
  const rows = table(['rule', 'points', '', 'finding'], lines, '');
  return similar.length === 0
    ? verdict + rows
    : `${verdict}${rows}\n${table(['similar', 'by', 'question'], similar, '')}`;
}

interface DraftOptions {
  readonly category?: string;
  readonly endsAt?: string;
  readonly outcomes?: string;
  readonly sourceName?: string;
  readonly sourceUrl?: string;
  readonly rule?: string;
  readonly demand?: string;
  readonly yes?: number;
  readonly firstOrder?: true;
}

function addDraftOptions(command: Command): Command {
  return command
    .argument('<question>', 'the question, in quotes')
    .option('--category <name>', 'category, such as weather')
    .option('--ends-at <time>', 'proposed end of trading, ISO 8601', moment)
    .option('--outcomes <labels>', 'outcomes, separated by commas, such as “Yes, No”')
    .option('--source-name <text>', 'who publishes the outcome')
    .option('--source-url <address>', 'where the outcome is published; it is not fetched')
    .option('--rule <text>', 'how and when the outcome is read from the source')
    .option('--demand <text>', 'why people want this market')
    .option('--yes <percent>', 'suggested opening price of Yes: 45 or 45%', certainPercentage)
    .option('--first-order', 'you intend to place a limit order when the market opens');
}

function draftOf(question: string, options: DraftOptions): MarketDraft {
  const { category, endsAt, outcomes, sourceName, sourceUrl, rule, demand, yes, firstOrder } = options;
  const fields = {
    category,
    end_timestamp: endsAt === undefined ? undefined : Math.floor(Date.parse(endsAt) / 1000),
    outcomes,
    source_name: sourceName,
    source_url: sourceUrl,
    observation_rule: rule,
    demand_evidence: demand,
    suggested_yes_probability: yes,
    first_limit_order_intent: firstOrder,
  };
  const given = Object.entries(fields).filter(([, value]) => value !== undefined);
  return { question, ...Object.fromEntries(given) };
}

interface ListOptions {
  readonly words?: string;
  readonly status?: MarketRequest['status'] | 'all';
  readonly sort?: 'votes' | 'readiness' | 'newest';
  readonly limit: number;
}

function addReads(requests: Command, inArena: InArena): void {
  requests
    .command('list')
    .description('list requested markets, most votes first')
    .option('-q, --words <words>', 'only requests that match all words')
    .addOption(
      new Option('--status <status>', 'only requests with this status (default: open)').choices([
        ...requestStatuses,
        'all',
      ]),
    )
    .addOption(new Option('--sort <order>', 'sort order (default: votes)').choices(['votes', 'readiness', 'newest']))
    .option('--limit <count>', 'maximum number, up to 200', wholeNumber(1, 200), 20)
    .action(({ words: q, ...query }: ListOptions) =>
      inArena({
        call: ({ client }) => client.call('listMarketRequests', { query: { q, ...query } }),
        show: ({ requests: rows }) =>
          table(
            ['request', 'status', 'votes', 'readiness', 'question'],
            rows.map(({ id, status, votes, readinessScore, question }) => [
              id,
              status,
              votes,
              readinessScore,
              question,
            ]),
            'No request matches. presage requests file files one.',
          ),
      }),
    );
  requests
    .command('show')
    .argument(...idArgument)
    .description('show one request with its status and event')
    .action((id: string) =>
      inArena({
        call: ({ client }) => client.call('getMarketRequest', { params: { id } }),
        show: showRequest,
        advice: { 404: adviceOnRequests },
      }),
    );
  addDraftOptions(requests.command('check'))
    .description('check whether a question can become a market, and what to fix; nothing is stored')
    .action((question: string, options: DraftOptions) =>
      inArena({
        call: ({ client }) => client.call('checkMarketReadiness', { body: draftOf(question, options) }),
        show: showReadiness,
      }),
    );
}

const refusedFiling =
  'A question that the market policy excludes can’t be filed, and a person can have at most 10 open requests.';

function addPersonVerbs(requests: Command, inArena: InArena): void {
  addDraftOptions(requests.command('file'))
    .description('request a market as the signed-in person')
    .option('--idempotency-key <key>', 'makes a retry safe')
    .action((question: string, options: DraftOptions & { readonly idempotencyKey?: string }) =>
      inArena({
        call: ({ personClient, cookie }) => {
          const headers = { ...cookie(), 'idempotency-key': options.idempotencyKey ?? crypto.randomUUID() };
          return personClient.call('fileMarketRequest', { body: draftOf(question, options), headers });
        },
        show: showRequest,
        advice: { 401: adviceToSignIn, 409: refusedFiling },
      }),
    );
  const verbs = [
    ['vote', 'voteForMarketRequest', 'vote for a request as the signed-in person'],
    ['unvote', 'withdrawMarketRequestVote', 'withdraw your vote'],
  ] as const;
  for (const [verb, operation, description] of verbs) {
    requests
      .command(verb)
      .argument(...idArgument)
      .description(description)
      .action((id: string) =>
        inArena({
          call: ({ personClient, cookie }) => personClient.call(operation, { params: { id }, headers: cookie() }),
          show: ({ request, voted }) =>
            `${request.id} has ${request.votes} votes, ${voted ? 'including yours' : 'not including yours'}.\n`,
          advice: signInAdvice,
        }),
      );
  }
}

const pathOf = (id: string, verb: string) => `/requests/${encodeURIComponent(id)}/${verb}`;

function addDecisions(requests: Command, performTask: Perform): void {
  const perform: Perform = task => performTask({ ...task, advice: { 404: adviceOnRequests } });
  addEventOptions(requests.command('launch').argument(...idArgument))
    .description('for operators: create the event of a request; options override the request')
    .action((id: string, options: EventOptions) =>
      perform({ call: client => client.call('POST', pathOf(id, 'launch'), eventFieldsOf(options)), show: showEvent }),
    );
  requests
    .command('decline')
    .argument(...idArgument)
    .description('for operators: decline a request')
    .requiredOption('--reason <text>', 'reason; public, and sent to the requester')
    .action((id: string, { reason }: { reason: string }) =>
      perform({ call: client => client.call('POST', pathOf(id, 'decline'), { reason }), show: showRequest }),
    );
  requests
    .command('merge')
    .argument(...idArgument)
    .description('for operators: merge a request into the request or the event that it duplicates')
    .addOption(new Option('--into <id>', 'the other request; votes move there').conflicts('event'))
    .option('--event <slug>', 'slug of the event; this or --into is required')
    .option('--reason <text>', 'reason; public, and sent to the requester')
    .action((id: string, { into: requestId, event: eventSlug, reason }: Record<string, string | undefined>) =>
      perform({
        call: client => client.call('POST', pathOf(id, 'merge'), { requestId, eventSlug, reason }),
        show: showRequest,
      }),
    );
}

export function addRequestCommands(program: Command, inArena: InArena, perform: Perform): void {
  const requests = program.command('requests').description('requested markets: list, check a question, file, vote');
  addReads(requests, inArena);
  addPersonVerbs(requests, inArena);
  addDecisions(requests, perform);
}
