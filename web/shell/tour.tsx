import type { LinkProps } from '@tanstack/react-router';
import { Button, ButtonLink, IconButton } from '../components/button';
import { Icon, type IconName } from '../components/icon';
import { setTourStep, tourSteps } from './tour-state';

interface Step {
  readonly icon: IconName;
  readonly title: string;
  readonly text: string;
  readonly to: LinkProps['to'];
  readonly button: string;
  /** The text on a market page, where the reader has found a market. */
  readonly marketText?: string;
}

const steps: readonly Step[] = [
  {
    icon: 'markets',
    title: 'Trade what you believe',
    text: 'Open a market and buy an outcome. A share pays 1 credit if it happens, so the price is its probability. You can sell at any time.',
    marketText:
      'Buy an outcome of this market with the ticket. A share pays 1 credit if it happens, so the price is its probability. You can sell at any time.',
    to: '/',
    button: 'Find a market',
  },
  {
    icon: 'lock',
    title: 'Record a forecast',
    text: 'On the Forecast tab of a market, say how likely it is. It costs nothing, stays sealed until the resolution, and counts for the leaderboards.',
    marketText:
      'On the Forecast tab, say how likely it is. It costs nothing, stays sealed until the resolution, and counts for the leaderboards.',
    to: '/leaderboards',
    button: 'See the leaderboards',
  },
  {
    icon: 'agent',
    title: 'Let an agent play too',
    text: 'Create an agent, copy its key, and connect it over HTTP or MCP. It has its own credits and its own record.',
    to: '/agents',
    button: 'Connect an agent',
  },
];

/** Three steps: in a corner away from the toasts; above the page on phones and above a market, whose parts all matter. */
export function Tour({ step, isOnMarket }: { step: number; isOnMarket: boolean }) {
  const { icon, title, text, marketText, to, button } = steps[step];
  const corner = 'md:fixed md:right-4 md:bottom-4 md:z-20 md:mb-0 md:w-90';
  const isLast = step === tourSteps - 1;
  return (
    <section
      aria-label={`First steps, ${step + 1} of ${tourSteps}`}
      className={`mb-6 rounded-card bg-raised p-4 shadow-float ${isOnMarket ? '' : corner}`}
    >
      <div className="flex items-start gap-3">
        <span className="flex size-9 shrink-0 items-center justify-center rounded-full bg-accent-soft text-accent-text">
          <Icon name={icon} />
        </span>
        <div className="min-w-0 flex-1">
          <h2 className="text-16 font-semibold">{title}</h2>
          <p className="mt-1 text-quiet">{(isOnMarket && marketText) || text}</p>
        </div>
        <IconButton icon="close" label="End the tour" className="-mt-2 -mr-2" onClick={() => setTourStep(null)} />
      </div>
      <div className="mt-4 flex items-center gap-2">
        <span className="numeric flex-1 text-12 text-quiet">
          {step + 1} of {tourSteps}
        </span>
        {!(isOnMarket && to === '/') && (
          <ButtonLink to={to} size="small">
            {button}
          </ButtonLink>
        )}
        <Button size="small" kind="primary" onClick={() => setTourStep(isLast ? null : step + 1)}>
          {isLast ? 'Done' : 'Next'}
        </Button>
      </div>
    </section>
  );
}
