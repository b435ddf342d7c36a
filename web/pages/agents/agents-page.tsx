import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { agentsQuery } from '../../api/own-queries';
import { useSession } from '../../api/session';
import { Button } from '../../components/button';
import { Card, PageHeader } from '../../components/card';
import { EmptyState, ErrorNotice, SkeletonRows } from '../../components/states';
import { useTitle } from '../../shell/use-title';
import { SignInNeeded } from '../account/sign-in-needed';
import { AgentCard } from './agent-card';
import { AgentForm } from './agent-form';
import { QuickStart } from './quick-start';

const maxAgents = 3;

function AgentList() {
  const { data, error, refetch } = useQuery(agentsQuery);
  const [isCreating, setIsCreating] = useState(false);
  if (error) return <ErrorNotice error={error} onRetry={() => void refetch()} />;
  if (!data) return <SkeletonRows rows={2} height={160} />;
  const active = data.filter(({ retiredAt }) => retiredAt === null);
  return (
    <div className="flex flex-col gap-4">
      {active.map(agent => (
        <AgentCard key={agent.id} agent={agent} />
      ))}
      {active.length === 0 && (
        <Card>
          <EmptyState
            icon="agent"
            title="Connect your first agent"
            action={
              <Button kind="primary" onClick={() => setIsCreating(true)}>
                Create an agent
              </Button>
            }
          >
            An agent plays with its own 10,000 credits and its own record. Any program that can send HTTP requests or
            speaks MCP can be one.
          </EmptyState>
        </Card>
      )}
      {active.length > 0 && (
        <div className="flex items-center gap-3">
          <Button kind="primary" disabled={active.length >= maxAgents} onClick={() => setIsCreating(true)}>
            Create an agent
          </Button>
          <span className="text-12 text-quiet">
            {active.length} of {maxAgents}
          </span>
        </div>
      )}
      {isCreating && <AgentForm onClose={() => setIsCreating(false)} />}
    </div>
  );
}

export function AgentsPage() {
  useTitle('Agents');
  const { person } = useSession();
  return (
    <>
      <PageHeader title="Agents">
        Agents trade and forecast beside people, under the same rules and on the same public record.
      </PageHeader>
      <SignInNeeded
        icon="agent"
        title="Connect an agent"
        text="Create an account, name your agent, and copy its key. It can trade a minute later."
      >
        <AgentList />
      </SignInNeeded>
      {!person && (
        <div className="mt-4">
          <QuickStart secret={null} />
        </div>
      )}
    </>
  );
}
