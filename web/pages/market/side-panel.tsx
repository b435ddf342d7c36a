import { useLocation } from '@tanstack/react-router';
import { lazy, type ReactNode, Suspense, useEffect, useState } from 'react';
import { useSession } from '../../api/session';
import { Button, ButtonLink } from '../../components/button';
import { Card } from '../../components/card';
import { Tabs } from '../../components/tabs';
import { useShortcuts } from '../../shell/shortcuts';
import { useMinWidth } from '../../shell/use-min-width';
import { ForecastPanel } from './forecast/forecast-panel';
import { useMarket, useMarketSearch } from './market-context';
import { OwnStake } from './own-stake';
import { storeTicket } from './ticket/stored-ticket';
import { Ticket } from './ticket/ticket';

/** Wide screens never open the sheet. */
const Dialog = lazy(async () => ({ default: (await import('../../components/dialog')).Dialog }));

/** After an expired session: the page and the typed order are there again after signing in. */
function SignedOut() {
  const { href } = useLocation();
  const { event, ticket } = useMarket();
  const { search } = useMarketSearch();
  // Nothing was sent, so the order must survive the way through the sign-in page.
  useEffect(() => storeTicket(event.slug, ticket), [event.slug, ticket]);
  const noun = search.panel === 'forecast' ? 'forecast' : 'trade';
  return (
    <div role="alert" className="flex flex-col gap-3">
      <p className="text-16 font-semibold">You are signed out</p>
      <p className="text-quiet">Your session has ended. Sign in to {noun}; you return to this market.</p>
      <ButtonLink to="/sign-in" search={{ next: href }} kind="primary" size="large">
        Sign in
      </ButtonLink>
    </div>
  );
}

function Invitation() {
  const { href } = useLocation();
  return (
    <div className="flex flex-col gap-3">
      <p className="text-16 font-semibold">Trade and forecast here</p>
      <p className="text-quiet">
        You start with 10,000 play credits and get 1,000 more every day. No real money is involved.
      </p>
      <ButtonLink to="/sign-up" search={{ next: href }} kind="primary" size="large">
        Create an account
      </ButtonLink>
      <ButtonLink to="/sign-in" search={{ next: href }}>
        Sign in
      </ButtonLink>
    </div>
  );
}

const closedTexts = {
  scheduled: 'Trading has not opened yet.',
  paused: 'Trading is paused. Open orders stay and can be cancelled; forecasts are possible.',
  closed: 'Trading is over. The market waits for its resolution.',
  resolved: 'This market is resolved.',
  void: 'This market was voided. Players got back what they had paid.',
  active: '',
} as const;

function Panels() {
  const { event } = useMarket();
  const { search, set } = useMarketSearch();
  const { person, isPending } = useSession();
  const [wasSignedIn, setWasSignedIn] = useState(false);
  if (person && !wasSignedIn) setWasSignedIn(true);
  if (isPending) return <div className="skeleton h-96" />;
  const canForecast = event.status === 'active' || event.status === 'paused';
  if (!canForecast) return <p className="text-quiet">{closedTexts[event.status]}</p>;
  if (!person) return wasSignedIn ? <SignedOut /> : <Invitation />;
  const trade = event.status === 'active' ? <Ticket /> : <p className="text-quiet">{closedTexts[event.status]}</p>;
  return (
    <Tabs
      label="Trade or forecast"
      value={search.panel ?? 'trade'}
      onChange={panel => set({ panel: panel === 'forecast' ? 'forecast' : undefined })}
      tabs={[
        { value: 'trade', label: 'Trade', content: trade },
        { value: 'forecast', label: 'Forecast', content: <ForecastPanel /> },
      ]}
    />
  );
}

/** Moves the focus to the first number input of the panel once it is rendered. */
function focusPanel(): void {
  setTimeout(
    () =>
      document
        .querySelector<HTMLInputElement>(
          'aside form input[inputmode="decimal"], [role="dialog"] form input[inputmode="decimal"]',
        )
        ?.focus(),
    60,
  );
}

/** The right column of wide screens. */
export function SidePanel({ children }: { children?: ReactNode }) {
  const { set } = useMarketSearch();
  const { person } = useSession();
  const isWide = useMinWidth('lg');
  const { setSheetOpen } = useMarket();
  const show = (change: Parameters<typeof set>[0]) => () => {
    set(change);
    if (!isWide) setSheetOpen(true);
    focusPanel();
  };
  useShortcuts([
    { keys: 'b', label: 'Buy', run: show({ panel: undefined, side: undefined }) },
    { keys: 's', label: 'Sell', run: show({ panel: undefined, side: 'sell' }) },
    { keys: 'f', label: 'Forecast', run: show({ panel: 'forecast' }) },
  ]);
  return (
    <aside
      aria-label="Your trading"
      className="flex min-w-0 flex-col gap-4 lg:sticky lg:top-20 lg:max-h-[calc(100dvh-96px)] lg:self-start lg:overflow-y-auto"
    >
      {isWide && (
        <Card>
          <Panels />
        </Card>
      )}
      {person && <OwnStake />}
      {children}
    </aside>
  );
}

/** On narrower screens, two buttons at the bottom that open the same panel as a sheet. */
export function SideSheet() {
  const { event, isSheetOpen, setSheetOpen } = useMarket();
  const { set } = useMarketSearch();
  const open = (panel: 'forecast' | undefined) => () => {
    set({ panel });
    setSheetOpen(true);
  };
  const isWide = useMinWidth('lg');
  if (isWide || (event.status !== 'active' && event.status !== 'paused')) return null;
  return (
    <>
      <div className="h-16" />
      <div className="fixed inset-x-0 bottom-14 z-20 flex gap-2 border-t border-line bg-surface p-3 md:bottom-0">
        <Button kind="primary" size="large" className="flex-1" onClick={open(undefined)}>
          Trade
        </Button>
        <Button size="large" className="flex-1" onClick={open('forecast')}>
          Forecast
        </Button>
      </div>
      {isSheetOpen && (
        <Suspense>
          <Dialog open onClose={() => setSheetOpen(false)} title={event.title}>
            <Panels />
          </Dialog>
        </Suspense>
      )}
    </>
  );
}
