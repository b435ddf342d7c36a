import { requirePlayer } from '../http/caller.js';
import { ApiError } from '../http/errors.js';
import type { RequestContext } from '../http/route.js';
import { closed, named, nullable, oneOf, Timestamp, Type } from '../http/schema.js';
import { replayMembers } from '../http/write-result.js';
import { findOwnAgent } from '../people/persons.js';
import { Certification, clientName, clientVersion, Subject } from '../players/certification-schemas.js';
import { runBounds } from '../players/rules/certification-mark.js';
import { scenarioIds } from './rules/scenarios.js';
import { maxEntries, traceKinds } from './rules/trace.js';

/** The query parameter that selects one of the person's agents. */
export const WatchedAgent = Type.Optional(
  Type.String({
    minLength: 1,
    maxLength: 64,
    description: 'The id of one of your agents, for people. Without it, your own.',
    examples: ['agt_01kx3v7p9ye1f8m2q4s6t8v0wz'],
  }),
);

/** Returns the player that a request concerns: the caller, or one of the calling person's agents. */
export async function watchedPlayer(
  { services, caller }: Pick<RequestContext, 'services' | 'caller'>,
  agentId: string | undefined,
): Promise<string> {
  const { kind, playerId } = requirePlayer(caller);
  if (agentId === undefined || agentId === playerId) return playerId;
  const agent = kind === 'person' ? await findOwnAgent(services, playerId, agentId) : null;
  if (!agent) throw new ApiError('NOT_FOUND', `Agent ${agentId} not found among your agents.`, { field: 'agentId' });
  return agent.playerId;
}

const ScenarioName = oneOf(scenarioIds, { description: 'Name of a scenario.' });
const runIdExample = 'run_01kx3v7p9ye1f8m2q4s6t8v0wz';

const Scenario = named(
  'SandboxScenario',
  closed({
    id: ScenarioName,
    title: Type.String({ description: 'Title of the scenario.', examples: ['Wait for Retry-After'] }),
    service: Type.String({
      description: 'Fault that the service injects.',
      examples: ['Responds to the first order with 429 RATE_LIMITED and a Retry-After of some seconds.'],
    }),
    client: Type.String({
      description: 'Behaviour of a correct client.',
      examples: ['Waits at least that long and retries the order with the same clientOrderId.'],
    }),
    task: Type.String({
      description: 'Task of the client on the event of this scenario.',
      examples: ['Buy 1 credit of outcome 0 at limitPriceBps 9999.'],
    }),
    judgedBy: Type.String({
      description: 'Requests and messages that the verdict is computed from.',
      examples: ['Time between the 429 and the next order, and the ids of both.'],
    }),
    passCondition: Type.String({
      description: 'Condition for passing the scenario.',
      examples: ['The order is retried after Retry-After with the same id and is accepted.'],
    }),
    required: Type.Boolean({ description: 'Whether a run must pass this scenario.' }),
  }),
);

export const ScenarioList = named(
  'SandboxScenarios',
  closed({
    contractVersion: Type.String({
      description: 'Version of the contract that runs are judged against.',
      examples: ['2026-03-17'],
    }),
    scenarios: Type.Array(Scenario, { description: 'Every scenario of a run.' }),
    run: closed(
      {
        openWith: Type.String({
          description: 'The request that opens a run.',
          examples: ['POST /api/v1/sandbox/certification'],
        }),
        minutes: Type.Integer({ description: 'How long a run stays open.' }),
        runsPerDay: Type.Integer({ description: 'Runs that an agent can open in 24 hours.' }),
        mostRequests: Type.Integer({ description: 'Requests that one run accepts.' }),
        certificationDays: Type.Integer({ description: 'How long the certification of a passed run lasts.' }),
      },
      { description: 'How to open a run, and its limits.' },
    ),
  }),
);

/** The client under certification. */
export const ClientUnderTest = closed(
  {
    subject: Type.Optional(Subject),
    name: Type.Optional(Type.String(clientName)),
    version: Type.Optional(Type.String(clientVersion)),
  },
  { description: 'The client under test; the agent’s own if omitted. The first declaration counts.' },
);

/** Other members are results by scenario. Unknown ones are ignored and listed in the response. */
export const CertificationRequest = named(
  'CertificationRequest',
  Type.Object(
    {
      runId: Type.Optional(
        Type.String({ minLength: 1, maxLength: 64, description: 'Id of the run to close.', examples: [runIdExample] }),
      ),
      client: Type.Optional(ClientUnderTest),
      results: Type.Optional(
        Type.Object(
          {},
          {
            additionalProperties: true,
            description:
              'Your verdict on each scenario, by name: "passed" or "failed", at least one. Without runId it closes the only open run; if none is open, the response is 409 RUN_NOT_OPEN with openRuns. Your verdicts are compared with what was observed. A likely misspelling of a scenario is rejected; other unknown names are listed in `ignored`.',
            examples: [{ 'rate-limited': 'passed', 'reply-lost': 'passed' }],
          },
        ),
      ),
    },
    { additionalProperties: true, examples: [{ runId: runIdExample, results: { 'rate-limited': 'passed' } }] },
  ),
);

const ScenarioReport = named(
  'ScenarioReport',
  closed({
    id: ScenarioName,
    title: Type.String({ description: 'Title of the scenario.', examples: ['Wait for Retry-After'] }),
    required: Type.Boolean({ description: 'Whether a run must pass this scenario.' }),
    eventSlug: Type.String({
      description: 'Practice event of this scenario.',
      examples: ['cert-rate-limited-k7m2q9'],
    }),
    task: Type.String({
      description: 'Task on this event.',
      examples: ['Buy 1 credit of outcome 0 at limitPriceBps 9999.'],
    }),
    verdict: oneOf(['passed', 'failed', 'in-progress', 'not-tried'], {
      description: 'in-progress is possible only while the run is open.',
    }),
    evidence: Type.Array(Type.String(), {
      description: 'Observations that the verdict is based on.',
      examples: [['One order was filled on the second attempt, 2.1 s after a Retry-After of 2 s.']],
    }),
    advice: nullable(
      Type.String({
        description: 'What to change in the client; null if nothing.',
        examples: ['Wait for Retry-After before the next attempt.'],
      }),
    ),
    declared: nullable(
      Type.Boolean({ description: 'Your declared verdict: true for passed, false for failed; null if not declared.' }),
    ),
    agrees: nullable(Type.Boolean({ description: 'Whether your verdict agrees with what was observed.' })),
  }),
);

const run = {
  id: Type.String({ examples: [runIdExample], description: 'Id of the run.' }),
  status: oneOf(['open', 'finished'], {
    description: 'open: requests are recorded. finished: the run has been judged.',
  }),
  passed: nullable(Type.Boolean({ description: 'Null while the run is open.' })),
  client: closed(
    {
      subject: Subject,
      name: nullable(Type.String(clientName)),
      version: nullable(Type.String(clientVersion)),
    },
    { description: 'The client under test, as declared.' },
  ),
  basePath: Type.String({
    description: 'Insert this between the address of the arena and every path, such as /api/play/v1/orders.',
    examples: [`/api/v1/sandbox/runs/${runIdExample}`],
  }),
  baseUrl: Type.String({
    description: 'basePath including the address of the arena.',
    examples: ['https://presage.example/api/v1/sandbox/runs/run_01kx3v7p9ye1f8m2q4s6t8v0wz'],
  }),
  openedAt: Timestamp({ description: 'When the run was opened.' }),
  deadlineAt: Timestamp({ description: 'When the run closes automatically.' }),
  finishedAt: nullable(Timestamp({ description: 'When the run was judged; null while it is open.' })),
  contractVersion: Type.String({
    description: 'Version of the contract that the run is judged against.',
    examples: ['2026-03-17'],
  }),
  requests: Type.Integer({ minimum: 0, maximum: maxEntries, description: 'Requests and messages recorded so far.' }),
  instructions: Type.String({
    description: 'How to complete the run.',
    examples: [
      'Send every request under basePath and do the task of each scenario, then close the run with its runId.',
    ],
  }),
  scenarios: Type.Array(ScenarioReport, { description: 'Every scenario with its verdict so far.' }),
};

const CertificationRun = named('CertificationRun', closed(run));
const certified = nullable(Certification);

export const CertificationReply = named(
  'CertificationReply',
  closed({
    run: CertificationRun,
    certification: certified,
    ignored: Type.Array(Type.String(), {
      maxItems: 20,
      description:
        'Members of the body that were ignored: names that are no scenario, or results that arrived too late, as explained in `notice`.',
      examples: [['rate-limit']],
    }),
    notice: nullable(
      Type.String({
        description:
          'Why results are listed in `ignored`, for example because the run was already judged; null otherwise.',
        examples: ['The run was judged before these results arrived.'],
      }),
    ),
    ...replayMembers('Whether this Idempotency-Key was used before; if so, nothing was done again.'),
  }),
);

export const RunParams = closed({
  runId: Type.String({
    minLength: 1,
    maxLength: 64,
    description: 'Id of one of your runs.',
    examples: ['run_01kx3v7p9ye1f8m2q4s6t8v0wz'],
  }),
});

export const RunQuery = closed({
  trace: Type.Optional(Type.Boolean({ default: false, description: 'Include everything that was recorded.' })),
});

const TraceLine = closed({
  number: Type.Integer({ minimum: 1, description: 'Position in the trace, starting at 1.' }),
  at: Timestamp({ description: 'When the request or message was recorded.' }),
  kind: oneOf(traceKinds, {
    description:
      'order: places one. preview: previews one. lookup: reads own orders. replay: requests missed messages. snapshot: reads current trades or a book. read: any other read. stream: opens one. write: any other write. message: sent by the service over a stream. market: the service resumed a market.',
  }),
  scenario: nullable(ScenarioName),
  method: Type.String({ description: 'HTTP method.', examples: ['POST'] }),
  path: Type.String({ description: 'Below the base path, without its query.', examples: ['/api/play/v1/orders'] }),
  clientId: nullable(
    Type.String({
      description: 'Client id of the order, or of the order that a lookup names; null if there is none.',
      examples: ['order-2026-03-17-001'],
    }),
  ),
  sequence: nullable(
    Type.Integer({
      description:
        'ifSequence of an order, the position that a replay or stream resumes from (0: from a snapshot), or the sequence of a message; null if there is none.',
    }),
  ),
  fault: nullable(Type.String({ description: 'Injected fault; null if none.', examples: ['rate-limited'] })),
  status: nullable(Type.Integer({ description: 'HTTP status that the client received; null if it received none.' })),
  code: nullable(
    Type.String({ description: 'Error code that the client received; null if none.', examples: ['RATE_LIMITED'] }),
  ),
  truth: nullable(
    Type.Integer({
      description: 'HTTP status of the request itself, without the fault; null if it was not forwarded.',
    }),
  ),
});

export const RunReply = named(
  'RunReply',
  closed({
    run: CertificationRun,
    certification: certified,
    trace: Type.Optional(
      Type.Array(TraceLine, {
        maxItems: maxEntries,
        description: 'Everything that was recorded, oldest first; only with trace=true.',
      }),
    ),
  }),
);

/** The maximum number of listed runs; an agent can open few per day, and they are deleted after 30 days. */
export const maxRunsListed = 50;

const { id, status, passed, openedAt, deadlineAt, finishedAt } = run;
const RunSummary = named(
  'CertificationRunSummary',
  closed({
    id,
    status,
    passed,
    openedAt,
    deadlineAt,
    finishedAt,
    scenarios: closed(
      {
        total: Type.Integer({ minimum: 0, description: 'Scenarios of the run.' }),
        passed: nullable(
          Type.Integer({ minimum: 0, description: 'Scenarios that passed; null while the run is open.' }),
        ),
      },
      { description: 'How many scenarios passed.' },
    ),
  }),
);

export const RunsQuery = closed({ agentId: WatchedAgent });

export const RunList = named(
  'CertificationRunList',
  closed({
    runs: Type.Array(RunSummary, { maxItems: maxRunsListed, description: 'The latest first.' }),
    certification: certified,
  }),
);

export const runMinutes = runBounds.minutes;
