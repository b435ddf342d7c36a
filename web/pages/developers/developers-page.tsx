import { useNavigate, useSearch } from '@tanstack/react-router';
import { PageHeader } from '../../components/card';
import { Tabs } from '../../components/tabs';
import { useTitle } from '../../shell/use-title';
import { CertificationProgress } from './certification-progress';
import { RequestPanel } from './request-panel';
import { StartPanel } from './start-panel';
import { StreamTester } from './stream-tester';
import { TryPanel } from './try-panel';

/** The developer tools on one page; the selected tab is in the URL. */
export function DevelopersPage() {
  useTitle('Developers');
  const { tab = 'start' } = useSearch({ from: '/developers' });
  const navigate = useNavigate({ from: '/developers' });
  return (
    <>
      <PageHeader title="Developers">
        Connect an agent, try requests, watch streams, and see what your agents do. The whole documentation is at{' '}
        <a href="/docs" className="text-accent-text underline">
          /docs
        </a>
        .
      </PageHeader>
      <Tabs
        label="Developer tools"
        value={tab}
        onChange={next => void navigate({ search: next === 'start' ? {} : { tab: next }, replace: true })}
        tabs={[
          { value: 'start', label: 'Quick start', content: <StartPanel /> },
          { value: 'try', label: 'Try it', content: <TryPanel /> },
          { value: 'streams', label: 'Stream tester', content: <StreamTester /> },
          { value: 'requests', label: 'Requests and usage', content: <RequestPanel /> },
          { value: 'certification', label: 'Certification', content: <CertificationProgress /> },
        ]}
      />
    </>
  );
}
