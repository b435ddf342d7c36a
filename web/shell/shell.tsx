import { Outlet, useLocation, useNavigate } from '@tanstack/react-router';
import { Suspense, useEffect, useRef, useState } from 'react';
import { useSession, useSessionEnd, useSessionHint } from '../api/session';
import { credits, shares } from '../format/numbers';
import { useLiveUser } from '../live/patch-cache';
import { ConnectionBanner } from './connection-banner';
import { ErrorBoundary } from './error-boundary';
import { Footer } from './footer';
import { BottomNav, Header } from './header';
import { lazyPart } from './lazy-page';
import { type Shortcut, useShortcuts } from './shortcuts';
import { toggleTheme } from './theme';
import { showToast } from './toasts';
import { useTourStep } from './tour-state';

/** Dialogs are loaded on first use. */
const Palette = lazyPart(async () => (await import('./palette')).Palette);
const Tour = lazyPart(async () => (await import('./tour')).Tour);
const ShortcutsHelp = lazyPart(async () => (await import('./shortcuts-help')).ShortcutsHelp);

type Overlay = 'none' | 'palette' | 'help';

function useShellShortcuts(show: (overlay: Overlay) => void): readonly Shortcut[] {
  const navigate = useNavigate();
  const go = (to: '/' | '/leaderboards' | '/portfolio' | '/agents') => () => void navigate({ to });
  const shortcuts: readonly Shortcut[] = [
    { keys: '/', label: 'Search', run: () => show('palette') },
    { keys: 'mod+k', label: 'Search and commands', run: () => show('palette') },
    { keys: 'g m', label: 'Go to markets', run: go('/') },
    { keys: 'g l', label: 'Go to leaderboards', run: go('/leaderboards') },
    { keys: 'g p', label: 'Go to your portfolio', run: go('/portfolio') },
    { keys: 'g a', label: 'Go to your agents', run: go('/agents') },
    { keys: 't', label: 'Switch theme', run: toggleTheme },
    { keys: '?', label: 'Show this list', run: () => show('help') },
  ];
  useShortcuts(shortcuts);
  return shortcuts;
}

/** Shows toasts for fills and settlements on any page. */
function useOwnEvents(): void {
  const { person } = useSession();
  useLiveUser(person?.handle ?? null, message => {
    if (message.kind === 'settlement') {
      const { paidCredits, refund } = message.settlement;
      showToast(
        refund ? 'A market was voided' : 'A market was settled',
        `${credits(paidCredits)} credits were paid to you.`,
      );
    }
    if (message.kind === 'trade' && message.trade.against === 'order') {
      const { side, shares: amount, credits: price } = message.trade;
      showToast(side === 'buy' ? 'Bought' : 'Sold', `${shares(amount)} shares for ${credits(price)} credits.`);
    }
    if (message.kind === 'grant') showToast(`${credits(message.grant.credits)} credits for today`);
  });
  useSessionHint();
  useSessionEnd(() => showToast('You are signed out.'));
}

/** Moves the focus to the new page, as a full load would, so that screen readers read it. */
function useFocusOnNavigation(path: string) {
  const main = useRef<HTMLElement>(null);
  const before = useRef(path);
  useEffect(() => {
    if (before.current === path) return;
    before.current = path;
    main.current?.focus({ preventScroll: true });
  }, [path]);
  return main;
}

export function Shell() {
  const [overlay, setOverlay] = useState<Overlay>('none');
  const shortcuts = useShellShortcuts(setOverlay);
  const { pathname } = useLocation();
  const main = useFocusOnNavigation(pathname);
  const { person } = useSession();
  const tourStep = useTourStep();
  useOwnEvents();
  const close = () => setOverlay('none');
  return (
    <div className="flex min-h-dvh flex-col">
      <a href="#main" className="sr-only focus:not-sr-only focus:absolute focus:z-50 focus:bg-raised focus:p-3">
        Skip to the content
      </a>
      <Header onSearch={() => setOverlay('palette')} />
      <ConnectionBanner />
      <main
        id="main"
        ref={main}
        tabIndex={-1}
        className="mx-auto w-full max-w-[1280px] flex-1 px-4 py-6 outline-none sm:px-6 sm:py-8"
      >
        {person && tourStep !== null && !pathname.startsWith('/operator') && (
          <Suspense>
            <Tour step={tourStep} isOnMarket={pathname.startsWith('/events/')} />
          </Suspense>
        )}
        <ErrorBoundary path={pathname}>
          <Outlet />
        </ErrorBoundary>
      </main>
      <Footer />
      <BottomNav />
      <Suspense>
        {overlay === 'palette' && <Palette onClose={close} />}
        {overlay === 'help' && <ShortcutsHelp onClose={close} shortcuts={shortcuts} />}
      </Suspense>
    </div>
  );
}
