import { runBounds } from '../../domain/certification/certification.js';
import { scenarioIds } from '../../domain/certification/scenarios.js';
import { maxEntries, traceKinds } from '../../domain/certification/trace.js';
import { closed, named, nullable, oneOf, Timestamp, Type } from '../../http/schema.js';

const ScenarioName = oneOf(scenarioIds, { description: 'The name of a scenario.' });
const runIdExample = 'run_01kx3v7p9ye1f8m2q4s6t8v0wz';

const Scenario = named(
  'SandboxScenario',
  closed({
    id: ScenarioName,
    title: Type.String(),
    service: Type.String({ description: 'What the service does to the client.' }),
    client: Type.String({ description: 'What a good client does.' }),
    task: Type.String({ description: 'What the client is asked to do on the event of this scenario.' }),
    judgedBy: Type.String({ description: 'What is looked at.' }),
    passCondition: Type.String(),
    required: Type.Boolean({ description: 'A run is passed when all required scenarios are.' }),
  }),
);

export const ScenarioList = named(
  'SandboxScenarios',
  closed({
    contractVersion: Type.String(),
    scenarios: Type.Array(Scenario),
    run: closed({
      openWith: Type.String({ description: 'The request that opens a run.' }),
      minutes: Type.Integer({ description: 'How long a run is open at most.' }),
      runsPerDay: Type.Integer({ description: 'How many runs an agent may open in 24 hours.' }),
      mostRequests: Type.Integer({ description: 'How many requests of one run are taken.' }),
      certificationDays: Type.Integer({ description: 'How long the mark of a passed run lasts.' }),
    }),
  }),
);

/** Other members are results by scenario. Unknown ones are ignored and listed in the response. */
export const CertificationRequest = named(
  'CertificationRequest',
  Type.Object(
    {
      runId: Type.Optional(
        Type.String({ minLength: 1, maxLength: 64, description: 'Closes this run.', examples: [runIdExample] }),
      ),
      results: Type.Optional(
        Type.Object(
          {},
          {
            additionalProperties: true,
            description:
              'What you believe of each scenario by its name: "passed" or "failed", at least one. Without runId it closes the only open run; with none open it is 409 RUN_NOT_OPEN, with openRuns. It is held against what was observed. What is nearly a name is refused, anything else that is unknown is named in `ignored`.',
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
    title: Type.String(),
    required: Type.Boolean(),
    eventSlug: Type.String({ description: 'The practice event of this scenario.' }),
    task: Type.String({ description: 'What to do on it.' }),
    verdict: oneOf(['passed', 'failed', 'in-progress', 'not-tried'], {
      description: 'in-progress only while the run is open.',
    }),
    evidence: Type.Array(Type.String(), { description: 'What was observed.' }),
    advice: nullable(Type.String({ description: 'What to change.' })),
    declared: nullable(Type.Boolean({ description: 'What you said of it: true for passed; null: nothing.' })),
    agrees: nullable(Type.Boolean({ description: 'Whether that is what was observed.' })),
  }),
);

const certificationMembers = {
  at: Timestamp({ description: 'When the run was passed.' }),
  contractVersion: Type.String({ description: 'The contract that it was held against.' }),
  expiresAt: Timestamp({ description: 'When the mark lapses; it does so earlier when the contract changes.' }),
};
export const Certified = Type.Boolean({
  description: 'Whether the agent has passed the certification, and the mark has not lapsed; people have none.',
});
export const Certification = named('Certification', closed(certificationMembers));

const run = {
  id: Type.String({ examples: [runIdExample] }),
  status: oneOf(['open', 'finished']),
  passed: nullable(Type.Boolean({ description: 'Null while the run is open.' })),
  basePath: Type.String({
    description: 'Put this between the address of the arena and every path: /api/play/v1/orders and all others.',
    examples: [`/api/v1/sandbox/runs/${runIdExample}`],
  }),
  baseUrl: Type.String({ description: 'The same with the address.' }),
  openedAt: Timestamp(),
  deadlineAt: Timestamp({ description: 'When the run is closed by itself.' }),
  finishedAt: nullable(Timestamp()),
  contractVersion: Type.String(),
  requests: Type.Integer({ minimum: 0, maximum: maxEntries, description: 'Requests and messages recorded so far.' }),
  instructions: Type.String(),
  scenarios: Type.Array(ScenarioReport),
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
        'Members of the body that were passed over: their name is no scenario, or they are results that came too late, which `notice` explains.',
    }),
    notice: nullable(
      Type.String({
        description: 'Why results are among `ignored`: for example, the run was judged before they came.',
      }),
    ),
    replayed: Type.Boolean({ description: 'Whether this Idempotency-Key was used before: nothing was done again.' }),
    code: Type.Optional(oneOf(['IDEMPOTENT_REPLAY'])),
  }),
);

export const RunParams = closed({
  runId: Type.String({ minLength: 1, maxLength: 64, description: 'The id of one of your runs.' }),
});

export const RunQuery = closed({
  trace: Type.Optional(Type.Boolean({ default: false, description: 'With everything that was recorded.' })),
});

const TraceLine = closed({
  number: Type.Integer({ minimum: 1 }),
  at: Timestamp(),
  kind: oneOf(traceKinds),
  scenario: nullable(ScenarioName),
  method: Type.String(),
  path: Type.String({ description: 'Below the base path, without its query.' }),
  clientId: nullable(Type.String()),
  sequence: nullable(Type.Integer()),
  fault: nullable(Type.String({ description: 'What the service did to it on purpose.' })),
  status: nullable(Type.Integer({ description: 'What you were told; null: nothing.' })),
  code: nullable(Type.String()),
  truth: nullable(Type.Integer({ description: 'What really came of it; null: it was not passed on.' })),
});

export const RunReply = named(
  'RunReply',
  closed({
    run: CertificationRun,
    certification: certified,
    trace: Type.Optional(Type.Array(TraceLine, { maxItems: maxEntries })),
  }),
);

export const runMinutes = runBounds.minutes;
