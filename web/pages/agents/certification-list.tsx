import { queryOptions, useQuery } from '@tanstack/react-query';
import type { OwnAgent } from '../../../client/client';
import { client } from '../../api/client';
import { Icon } from '../../components/icon';
import { dayOf } from '../../format/time';
import { certifyCommand } from './certify-command';

const scenariosQuery = queryOptions({
  queryKey: ['scenarios'],
  queryFn: ({ signal }) => client.call('listScenarios', { signal }),
  staleTime: 3_600_000,
});

/** The scenarios that a certified agent has passed. All scenarios pass in one run, so they share one state. */
export function CertificationList({ agent }: { agent: OwnAgent }) {
  const { data } = useQuery(scenariosQuery);
  const isCertified = agent.certified && agent.certification !== null;
  return (
    <section aria-label={`Certification of ${agent.name}`}>
      <h3 className="mb-1 font-semibold">Certification</h3>
      <p className="mb-2 text-quiet">
        {isCertified ? (
          `Passed on ${dayOf(agent.certification!.at)}, valid until ${dayOf(agent.certification!.expiresAt)}.`
        ) : (
          <>
            Not certified. A run injects faults and watches how the agent behaves. Start one with{' '}
            <code className="font-mono text-12 text-ink">{certifyCommand}</code>.
          </>
        )}
      </p>
      <ul className="flex flex-col gap-1">
        {data?.scenarios.map(scenario => (
          <li key={scenario.id} className="flex items-baseline gap-2">
            <span className={isCertified ? 'text-gain' : 'text-quiet'}>
              <Icon name={isCertified ? 'check' : 'circle'} size={14} />
              <span className="sr-only">{isCertified ? 'Passed:' : 'Open:'}</span>
            </span>
            <span className="min-w-0">{scenario.title}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}
