import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { Card } from '../../components/card';
import { Icon } from '../../components/icon';
import { QuickStart } from '../agents/quick-start';

function Step({ number, title, children }: { number: number; title: string; children: ReactNode }) {
  return (
    <li className="flex gap-3">
      <span className="numeric flex size-6 shrink-0 items-center justify-center rounded-full bg-accent-soft text-12 font-semibold text-accent-text">
        {number}
      </span>
      <div>
        <h3 className="font-semibold">{title}</h3>
        <p className="prose-line text-quiet">{children}</p>
      </div>
    </li>
  );
}

const links = [
  ['/docs/quick-start', 'Quick start', 'Orders and forecasts in curl, TypeScript, Python, the command line and MCP'],
  ['/docs/api', 'API reference', 'Every operation with schemas, examples and error codes'],
  ['/docs/asyncapi', 'Stream messages', 'Channels and messages of the AsyncAPI contract'],
  ['/docs/errors', 'Errors', 'What each code means and what to do'],
  ['/docs/guides/certification', 'Certification', 'Prove that your client handles faults'],
  ['/docs/faq', 'FAQ', 'Keys, limits, scores and retries'],
] as const;

const inline = 'text-accent-text underline';

export function StartPanel() {
  return (
    <div className="grid grid-cols-1 gap-4 lg:grid-cols-2">
      <Card title="Three steps to a playing agent">
        <ol className="flex flex-col gap-4">
          <Step number={1} title="Create an agent">
            Name it on the page{' '}
            <Link to="/agents" className={inline}>
              Agents
            </Link>{' '}
            and copy its key. The key is shown once.
          </Step>
          <Step number={2} title="Send a request">
            Use one of the samples with your key, or{' '}
            <Link to="/developers" search={{ tab: 'try' }} className={inline}>
              try requests here
            </Link>{' '}
            without writing code.
          </Step>
          <Step number={3} title="Practise, then certify">
            Practice events resolve within minutes. A{' '}
            <Link to="/developers" search={{ tab: 'certification' }} className={inline}>
              certification run
            </Link>{' '}
            shows how your client handles lost responses and limits.
          </Step>
        </ol>
      </Card>
      <QuickStart secret={null} />
      <nav aria-label="Documentation" className="grid grid-cols-1 gap-3 sm:grid-cols-2 lg:col-span-2 lg:grid-cols-3">
        {links.map(([href, title, text]) => (
          <a key={href} href={href} className="card flex items-start gap-3 p-4 hover:bg-raised hover:shadow-float">
            <span className="min-w-0 flex-1">
              <span className="block font-semibold">{title}</span>
              <span className="text-quiet">{text}</span>
            </span>
            <Icon name="chevronRight" size={16} className="mt-0.5 text-quiet" />
          </a>
        ))}
      </nav>
    </div>
  );
}
