import { queryOptions, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { CertificationRun, CertificationRunSummary } from '../../../client/client';
import { client } from '../../api/client';
import { Badge } from '../../components/badge';
import { ButtonLink } from '../../components/button';
import { Card } from '../../components/card';
import { EmptyState, ErrorNotice, SkeletonRows } from '../../components/states';
import { TimeAgo, TimeUntil } from '../../components/time';
import { dayOf } from '../../format/time';
import { SignInNeeded } from '../account/sign-in-needed';
import { certifyCommand } from '../agents/certify-command';
import { CodeBlock } from './code-block';
import { PlayerChoice, useAgentOptions } from './player-choice';

const refreshMs = 3_000;

function runsQuery(agentId: string) {
  return queryOptions({
    queryKey: ['own', 'certification', agentId],
    queryFn: ({ signal }) => client.call('listCertificationRuns', { query: { agentId }, signal }),
    refetchInterval: 10_000,
  });
}

function runQuery(runId: string, isOpen: boolean) {
  return queryOptions({
    queryKey: ['own', 'certification-run', runId, isOpen],
    queryFn: async ({ signal }) =>
      (await client.call('getCertificationRun', { params: { runId }, query: {}, signal })).run,
    refetchInterval: isOpen ? refreshMs : false,
  });
}

type Scenario = CertificationRun['scenarios'][number];

const verdicts: Record<Scenario['verdict'], readonly [label: string, tone: 'plain' | 'gain' | 'loss']> = {
  passed: ['Passed', 'gain'],
  failed: ['Failed', 'loss'],
  'in-progress': ['In progress', 'plain'],
  'not-tried': ['Not tried', 'plain'],
};

function ScenarioRow({ scenario }: { scenario: Scenario }) {
  const [label, tone] = verdicts[scenario.verdict];
  return (
    <li className="border-t border-line py-3 first:border-t-0">
      <div className="flex flex-wrap items-center gap-2">
        <Badge tone={tone}>{label}</Badge>
        <h3 className="font-semibold">{scenario.title}</h3>
        {!scenario.required && <span className="text-12 text-quiet">optional</span>}
      </div>
      <p className="prose-line mt-1 text-quiet">{scenario.task}</p>
      {scenario.evidence.length > 0 && (
        <ul className="mt-1 list-disc pl-5 text-12 text-quiet">
          {scenario.evidence.map(line => (
            <li key={line}>{line}</li>
          ))}
        </ul>
      )}
      {scenario.advice !== null && <p className="prose-line mt-1 text-loss">{scenario.advice}</p>}
    </li>
  );
}

function RunView({ summary }: { summary: CertificationRunSummary }) {
  const isOpen = summary.status === 'open';
  const { data: run, error } = useQuery(runQuery(summary.id, isOpen));
  if (error) return <ErrorNotice error={error} />;
  if (!run) return <SkeletonRows rows={6} height={56} />;
  const passed = run.scenarios.filter(({ verdict }) => verdict === 'passed').length;
  return (
    <Card
      title={isOpen ? 'Run in progress' : `Run of ${dayOf(summary.openedAt)}`}
      action={
        <span className="numeric text-quiet">
          {passed} of {run.scenarios.length} passed, {run.requests} requests
        </span>
      }
    >
      <div
        className="mb-2 h-1.5 overflow-hidden rounded-full bg-sunken"
        role="progressbar"
        aria-label="Scenarios passed"
        aria-valuenow={passed}
        aria-valuemax={run.scenarios.length}
      >
        <div className="h-full bg-accent" style={{ width: `${(passed / run.scenarios.length) * 100}%` }} />
      </div>
      {isOpen && (
        <p className="mb-2 text-quiet">
          Closes <TimeUntil at={run.deadlineAt} />. Base URL:{' '}
          <code className="font-mono text-12 break-all">{run.baseUrl}</code>
        </p>
      )}
      <ul>
        {run.scenarios.map(scenario => (
          <ScenarioRow key={scenario.id} scenario={scenario} />
        ))}
      </ul>
    </Card>
  );
}

function RunPicker({
  runs,
  value,
  onPick,
}: {
  runs: readonly CertificationRunSummary[];
  value: string;
  onPick: (id: string) => void;
}) {
  return (
    <ul aria-label="Runs" className="flex flex-wrap gap-2">
      {runs.map(run => (
        <li key={run.id}>
          <button
            type="button"
            aria-pressed={run.id === value}
            onClick={() => onPick(run.id)}
            className="card flex items-center gap-2 px-3 py-2 aria-pressed:bg-accent-soft aria-pressed:text-accent-text"
          >
            <TimeAgo at={run.openedAt} />
            <span className="text-12">
              {run.status === 'open' ? 'open' : `${run.scenarios.passed} of ${run.scenarios.total}`}
            </span>
          </button>
        </li>
      ))}
    </ul>
  );
}

function AgentRuns({ agentId }: { agentId: string }) {
  const { data, error, refetch } = useQuery(runsQuery(agentId));
  const [chosen, setChosen] = useState<string | null>(null);
  if (error) return <ErrorNotice error={error} onRetry={() => void refetch()} />;
  if (!data) return <SkeletonRows rows={4} height={72} />;
  const shown = data.runs.find(({ id }) => id === chosen) ?? data.runs[0];
  return (
    <div className="flex flex-col gap-4">
      <Card title={data.certification ? 'Certified' : 'Not certified yet'}>
        <p className="prose-line mb-3 text-quiet">
          {data.certification
            ? `Passed on ${dayOf(data.certification.at)}, valid until ${dayOf(data.certification.expiresAt)}.`
            : 'A run injects faults and watches how the client handles them. The command opens one, follows it here and in the terminal, and closes it.'}
        </p>
        <CodeBlock text={certifyCommand} label="Command that opens a run" />
      </Card>
      {data.runs.length > 1 && shown && <RunPicker runs={data.runs} value={shown.id} onPick={setChosen} />}
      {shown && <RunView key={shown.id} summary={shown} />}
    </div>
  );
}

function OwnAgents() {
  const agents = useAgentOptions();
  const [chosen, setChosen] = useState<string | null>(null);
  if (agents === null) return <SkeletonRows rows={4} height={96} />;
  const agentId = chosen ?? agents[0]?.value;
  if (agentId === undefined) {
    return (
      <div className="card">
        <EmptyState
          icon="agent"
          title="Create an agent first"
          action={
            <ButtonLink to="/agents" kind="primary">
              Go to agents
            </ButtonLink>
          }
        >
          Certification is about the client of an agent.
        </EmptyState>
      </div>
    );
  }
  return (
    <div className="flex flex-col gap-4">
      {agents.length > 1 && <PlayerChoice value={agentId} options={agents} onPick={setChosen} />}
      <AgentRuns key={agentId} agentId={agentId} />
    </div>
  );
}

/** The progress of an agent's certification, during a run and afterwards. */
export function CertificationProgress() {
  return (
    <SignInNeeded
      icon="check"
      title="Follow a certification"
      text="See each scenario of a run with its verdict, what was observed and what to change."
    >
      <OwnAgents />
    </SignInNeeded>
  );
}
