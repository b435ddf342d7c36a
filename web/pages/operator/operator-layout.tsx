import { useQuery } from '@tanstack/react-query';
import { Link, type LinkProps } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { inboxQuery } from '../../api/operator-queries';
import { serviceStatusQuery } from '../../api/service-queries';
import { useSession } from '../../api/session';
import { Icon } from '../../components/icon';
import { SignInNeeded } from '../account/sign-in-needed';
import { BecomeOperator } from './become-operator';
import { useTradingSwitch } from './trading-switch';

const sections: readonly { readonly to: LinkProps['to']; readonly label: string }[] = [
  { to: '/operator', label: 'Inbox' },
  { to: '/operator/events', label: 'Events' },
  { to: '/operator/requests', label: 'Requests' },
  { to: '/operator/reports', label: 'Reports' },
  { to: '/operator/players', label: 'Players' },
  { to: '/operator/connectors', label: 'Connectors' },
  { to: '/operator/books', label: 'Books' },
  { to: '/operator/trail', label: 'Audit trail' },
  { to: '/operator/incidents', label: 'Status' },
];

function Sections() {
  const { data } = useQuery(inboxQuery);
  return (
    <nav aria-label="Operator console" className="flex flex-wrap gap-1 lg:flex-col">
      {sections.map(({ to, label }) => (
        <Link
          key={label}
          to={to}
          activeOptions={{ exact: to === '/operator', includeSearch: false }}
          className="flex h-9 shrink-0 items-center justify-between gap-2 rounded-card px-3 text-14 whitespace-nowrap"
          activeProps={{ className: 'bg-accent-soft font-semibold text-accent-text' }}
          inactiveProps={{ className: 'text-quiet hover:bg-sunken hover:text-ink' }}
        >
          {label}
          {label === 'Inbox' && data && data.items.length > 0 && (
            <span className="numeric rounded-full bg-accent px-1.5 text-12 font-semibold text-accent-ink">
              {data.items.length}
              <span className="sr-only"> items</span>
            </span>
          )}
        </Link>
      ))}
    </nav>
  );
}

function TradingState() {
  const { data } = useQuery(serviceStatusQuery);
  const { open, dialog } = useTradingSwitch(data?.tradingPaused ?? false);
  if (!data || data.tradingPaused === null) return null;
  return (
    <>
      <button
        type="button"
        onClick={open}
        className={`mt-2 flex items-center gap-2 rounded-card px-3 py-2 text-left text-12 lg:mt-4 lg:w-full ${data.tradingPaused ? 'bg-warn-soft font-semibold text-warn' : 'text-quiet hover:bg-sunken hover:text-ink'}`}
      >
        <Icon name={data.tradingPaused ? 'warning' : 'circle'} size={14} />
        {data.tradingPaused ? 'Trading is paused. Resume…' : 'Pause all trading…'}
      </button>
      {dialog}
    </>
  );
}

/** The frame of the console. People without the role see how to get it, and no console page is loaded. */
export function OperatorLayout({ children }: { children: ReactNode }) {
  const { person } = useSession();
  return (
    <SignInNeeded icon="lock" title="Operators only" text="Sign in with an account that has the operator role.">
      {person?.role === 'operator' ? (
        <div className="grid grid-cols-1 gap-x-8 gap-y-4 lg:grid-cols-[168px_minmax(0,1fr)]">
          <div className="min-w-0 lg:sticky lg:top-20 lg:self-start">
            <Sections />
            <TradingState />
          </div>
          <div className="min-w-0">{children}</div>
        </div>
      ) : (
        <BecomeOperator />
      )}
    </SignInNeeded>
  );
}
