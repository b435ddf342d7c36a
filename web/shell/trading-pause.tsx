import { useQuery } from '@tanstack/react-query';
import { serviceStatusQuery } from '../api/service-queries';
import { Icon } from '../components/icon';

interface TradingPause {
  readonly reason: string | null;
}

/** The pause as the arena sent it with the page, so that the first paint has room for it. */
function servedPause(): TradingPause | null {
  const served = document.getElementById('root')?.dataset.tradingPause;
  return served === undefined ? null : (JSON.parse(served) as TradingPause);
}

/** The pause of trading in the whole arena; null while there is none, or while that is unknown. */
export function useTradingPause(): TradingPause | null {
  const { data } = useQuery(serviceStatusQuery);
  if (!data) return servedPause();
  return data.tradingPaused ? { reason: data.tradingPauseReason } : null;
}

/** Appears at the top of a page while trading is paused. The live region exists before, so that it is announced. */
export function TradingPauseBanner({ className = '' }: { className?: string }) {
  const pause = useTradingPause();
  return (
    <div role="status" className={`empty:hidden ${className}`}>
      {pause && (
        <div className="flex gap-3 rounded-card bg-warn-soft p-4 text-warn">
          <Icon name="warning" className="mt-0.5" />
          <div className="min-w-0">
            <p className="font-semibold">Trading is paused in the whole arena.</p>
            {pause.reason && <p className="prose-line break-words whitespace-pre-line">{pause.reason}</p>}
            <p>Forecasts and cancels still work.</p>
          </div>
        </div>
      )}
    </div>
  );
}
